"""What an adjudicator reads beside a claim: the sources whole, and the machine's word only once it is unfolded."""

from collections.abc import Sequence

import streamlit as st

from components.escape import escape, visible
from components.words.review import place, quote_heading, shortened, status_words
from critique_core.models import Critique, Evidence, SourceDocument, VerifiedClaim

_OPEN = 2  # sources that stand open; more are folded
_HEIGHT = 320  # pixels, in which a long source scrolls
_LONG = 1_500  # code points from which a source scrolls
_SHOWN = 50_000  # code points of a source; a browser is slow beyond
_TITLE = 120
_QUOTE = 600


def draw_sources_to_read(sources: Sequence[SourceDocument]) -> None:
    """Draw every source, a few standing open; of one that is very long the beginning, and it says so."""
    st.markdown(f"**Sources ({len(sources):,})**")
    if not sources:
        st.caption("The answer came without sources.")
    for number, source in enumerate(sources):
        with st.expander(escape(_title(source), _TITLE), expanded=len(sources) <= _OPEN, key=f"ruled_source_{number}"):
            _draw_text(source.content)


def _title(source: SourceDocument) -> str:
    named = place(source, source.id)
    return f"Source {source.id}" if named == source.id else named


def _draw_text(content: str) -> None:
    with st.container(height=_HEIGHT if len(content) > _LONG else "content", border=False):
        st.text(visible(content[:_SHOWN]))
    if len(content) > _SHOWN:
        st.caption(f"The first {_SHOWN:,} of {len(content):,} characters; Open the answer shows all of them.")


def draw_machine_folded(critique: Critique, claim: VerifiedClaim) -> None:
    """Draw what the machine said of a claim and the passages that it chose, folded so that it leads nobody."""
    with st.expander("What the machine said, and the passages it chose", icon=":material/smart_toy:", key="machine"):
        belief = "" if claim.probability is None else f" · probability of support {claim.probability:.2f}"
        st.markdown(f"The machine: **{escape(status_words(claim.status))}**{belief}")
        if claim.verdict is None:
            st.caption("It did not check this claim.")
            return
        st.text(visible(claim.verdict.reasoning))
        for evidence in claim.verdict.evidence:
            _draw_quote(critique, evidence)


def _draw_quote(critique: Critique, evidence: Evidence) -> None:
    source = next((one for one in critique.request.sources if one.id == evidence.source_id), None)
    with st.container(border=True, gap="xxsmall"):
        st.caption(escape(quote_heading(evidence, source), 200))
        st.text(visible(shortened(evidence.quote, _QUOTE)))
