"""The citation markers of the draft, each with its verdict, the right source, and its claim."""

import pandas as pd
import streamlit as st

from components.escape import escape, visible
from components.state import inputs, keys, on_screen
from components.widgets.tables import table_height
from components.words.findings import (
    CITATION_WORDS,
    claim_numbers,
    marker_words,
    percent,
    right_source,
    skipped_reason,
    source_of,
)
from components.words.review import place
from critique_core.models import CitationCheck, Critique, Place
from critique_core.text.shortening import one_line, shortened

_CLAIM_LENGTH = 200
_ORDER = ("nonexistent", "wrong_source", "missing", "accurate")


def draw_citations(critique: Critique) -> None:
    """Draw the markers, wrong ones first; selecting one shows it in the map and selects its claim."""
    if not critique.citations:
        _draw_none(critique)
        return
    accuracy = critique.scores.citation_accuracy
    used = sum(check.verdict != "missing" for check in critique.citations)
    right = sum(check.verdict == "accurate" for check in critique.citations)
    if accuracy is None:
        st.markdown("**No citation is used**, so there is no accuracy to measure.")
    else:
        st.markdown(f"**Citation accuracy {percent(accuracy)}** · {right} of {used} accurate")
    st.caption("Those to mend come first. Select a row to see the marker in the draft and its claim.")
    _draw_table(critique, sorted(critique.citations, key=lambda check: (_ORDER.index(check.verdict), check.start)))


def _draw_none(critique: Critique) -> None:
    if "citations" not in critique.findings.ran:
        st.caption(escape(f"Citations were not checked: {skipped_reason(critique, 'citations')}."))
    else:
        st.caption("The draft cites nothing, and no statement was found to lack a citation.")


def _draw_table(critique: Critique, checks: list[CitationCheck]) -> None:
    numbers = claim_numbers(critique.claims)

    def chosen() -> None:
        rows = inputs.selected_rows(keys.MARKER_LIST)
        if rows and rows[0] < len(checks):
            check = checks[rows[0]]
            on_screen.show_spot(Place(start=check.start, end=check.end))
            if check.claim_ids:
                on_screen.select(check.claim_ids[0])

    st.dataframe(
        pd.DataFrame([_row(critique, check, numbers) for check in checks]),
        key=keys.MARKER_LIST,
        hide_index=True,
        on_select=chosen,
        selection_mode="single-row",
        height=table_height(len(checks), 360),
        column_config={
            **dict.fromkeys(("Marker", "Claim"), st.column_config.TextColumn(width="small")),
            **dict.fromkeys(("Cites", "Right source"), st.column_config.TextColumn(width="medium")),
        },
        alt="Citations of the draft with their verdicts, those to mend first",
    )


def _row(critique: Critique, check: CitationCheck, numbers: dict[str, int]) -> dict[str, object]:
    request = critique.request
    texts = {claim.id: claim.text for claim in critique.claims}
    source = source_of(check, request.sources)
    cites = f"[{check.index}] {place(source, source.id)}" if source and check.verdict != "missing" else ""
    claims = [numbers[claim_id] for claim_id in check.claim_ids if claim_id in numbers]
    first = next((texts[claim_id] for claim_id in check.claim_ids if claim_id in texts), "")
    return {
        "Marker": visible(marker_words(check, request.draft)),
        "Verdict": CITATION_WORDS[check.verdict],
        "Cites": visible(cites),
        "Right source": visible(right_source(check, request.sources)),
        "Claim": ", ".join(map(str, claims)),
        "Words": shortened(visible(one_line(first)), _CLAIM_LENGTH),
    }
