"""The claims of a draft with their statuses; those that fail with the reason and a quote of the sources."""

import streamlit as st

from components.escape import escape, visible
from components.palette import STATUS_STYLES
from components.state import keys
from components.widgets.pages import draw_pages
from components.words.corrective import FAILING
from components.words.findings import claim_numbers
from components.words.review import draft_order, place, quote_heading, status_words
from critique_core.models import Critique, Evidence, SourceDocument, VerifiedClaim
from critique_core.text.shortening import shortened

_ON_A_PAGE = 10
_CLAIM_LENGTH = 500
_REASON_LENGTH = 500
_QUOTE_LENGTH = 400


def draw_claims(critique: Critique) -> None:
    """Draw the claims in the order of the draft, a page at a time."""
    claims = sorted(critique.claims, key=draft_order)
    if not claims:
        st.caption("The draft holds no claim.")
        return
    numbers = claim_numbers(critique.claims)
    sources = {source.id: source for source in critique.request.sources}
    page = draw_pages(len(claims), _ON_A_PAGE, keys.ASK_CLAIM_PAGE)
    with st.container(gap="small"):
        for claim in claims[(page - 1) * _ON_A_PAGE : page * _ON_A_PAGE]:
            _draw_claim(claim, numbers[claim.id], sources)


def _draw_claim(claim: VerifiedClaim, number: int, sources: dict[str, SourceDocument]) -> None:
    fails = claim.status in FAILING
    with st.container(border=fails, gap="xxsmall", key=f"ask_claim_{number}-{claim.status}"):
        belief = f" · probability of support {claim.probability:.2f}" if claim.probability is not None else ""
        st.markdown(f"**Claim {number}** · {escape(status_words(claim.status))}{belief}")
        st.text(visible(shortened(claim.text, _CLAIM_LENGTH)))
        verdict = claim.verdict
        if verdict is None:
            return
        if not fails:
            first = next((one for one in verdict.evidence if one.relation == "supports"), None)
            if first is not None:
                st.caption(escape(place(sources.get(first.source_id), first.source_id), 120))
            return
        st.caption(escape(verdict.failure or verdict.reasoning, _REASON_LENGTH))
        if verdict.evidence:
            _draw_quote(verdict.evidence[0], sources)


def _draw_quote(evidence: Evidence, sources: dict[str, SourceDocument]) -> None:
    st.caption(escape(quote_heading(evidence, sources.get(evidence.source_id)), 200))
    st.text(visible(f"“{shortened(evidence.quote, _QUOTE_LENGTH)}”"))


_WIDTHS = {"solid": 3, "dashed": 4, "double": 6, "wavy": 4, "dotted": 4, "none": 3}
_LINES = {"wavy": "groove", "none": "solid"}  # CSS has no wavy border


def draw_status_edges() -> None:
    """Put the style sheet on the page; it takes no space."""
    rules = [
        f'[class*="st-key-ask_claim_"][class*="-{status}"] {{ padding-left: 0.8rem; border-left: '
        f"{_WIDTHS[style.underline]}px {_LINES.get(style.underline, style.underline)} "
        f"light-dark({style.light_ink}, {style.dark_ink}); }}"
        for status, style in STATUS_STYLES.items()
    ]
    st.html(f"<style>{' '.join(rules)}</style>")
