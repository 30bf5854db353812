"""The tabs below the claim: claims, issues, citations, revision, more sources, scores, what was checked."""

from collections.abc import Callable, Mapping, Sequence

import pandas as pd
import streamlit as st

from components.escape import visible
from components.palette import DECISION_WORDS, decided_as
from components.review.editing.leftovers import draw_gone_issues
from components.review.more_sources import draw_more_sources
from components.review.open_review import OpenReview
from components.review.tabs.citations import draw_citations
from components.review.tabs.coverage import draw_checks
from components.review.tabs.issues import draw_issues
from components.review.tabs.revision import draw_revision
from components.review.tabs.scores import draw_scores
from components.state import inputs, keys, on_screen
from components.widgets.tables import table_height
from components.words.findings import claim_numbers
from components.words.review import by_attention, needs_reviewer, status_words
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Critique
from critique_core.text.shortening import one_line, shortened

_CLAIM_LENGTH = 300


def draw_details(opened: OpenReview) -> None:
    """Draw the tabs; only the content of the open one, because every decision redraws it."""
    critique, seen, claims = opened.critique, opened.seen, opened.reviewed
    issues = len({issue.claim_id for issue in seen.issues})
    tabs: dict[str, Callable[[], None]] = {
        f"Claims ({sum(one.claim.checkable for one in claims)})": lambda: _draw_claims(seen, claims),
        f"Issues ({issues})": lambda: _draw_issues(critique, seen, claims),
        f"Citations ({len(critique.citations)})": lambda: draw_citations(seen),
        "Revision": lambda: draw_revision(critique, opened),
        keys.MORE_SOURCES: lambda: draw_more_sources(critique),
        "Scores": lambda: draw_scores(critique),
        "What was checked": lambda: draw_checks(critique),
    }
    drawn = st.tabs(list(tabs), key=keys.DETAILS, on_change="rerun")
    for tab, draw in zip(drawn, tabs.values(), strict=True):
        if tab.open:
            with tab, st.container(gap="xsmall"):
                draw()


def _draw_issues(critique: Critique, seen: Critique, claims: Sequence[ReviewedClaim]) -> None:
    draw_issues(seen, claims)
    draw_gone_issues(critique, seen)


def _draw_claims(critique: Critique, claims: Sequence[ReviewedClaim]) -> None:
    if not claims:
        st.caption("The draft holds no claim.")
        return
    ordered = by_attention(claims)
    numbers = claim_numbers(critique.claims)

    def chosen() -> None:
        rows = inputs.selected_rows(keys.CLAIM_LIST)
        if rows and rows[0] < len(ordered):
            on_screen.select(ordered[rows[0]].claim.id)

    st.dataframe(
        pd.DataFrame(_rows(ordered, numbers)),
        key=keys.CLAIM_LIST,
        hide_index=True,
        on_select=chosen,
        selection_mode="single-row",
        placeholder="",
        height=table_height(len(ordered), 360),
        column_config={
            "#": st.column_config.NumberColumn(width=45),
            "Claim": st.column_config.TextColumn(width=350),
            "Label": st.column_config.TextColumn(width=150),
            "Machine": st.column_config.TextColumn(width=180, help="What the machine found; no label changes it"),
            "Support": st.column_config.NumberColumn(
                width=75, format="%.2f", help="Probability that the sources support it"
            ),
            "Decision": st.column_config.TextColumn(
                width=145, help="What waits for you comes first; a row selects its claim"
            ),
        },
        alt="Claims of the draft, those that wait for a decision first",
    )


def _rows(claims: Sequence[ReviewedClaim], numbers: Mapping[str, int]) -> list[dict[str, object]]:
    """The rows of the table; with a column for people's labels once there is one."""
    said = any(claim.decision for claim in claims)
    return [_row(claim, numbers[claim.claim.id], {"Label": _label(claim)} if said else {}) for claim in claims]


def _row(claim: ReviewedClaim, number: int, label: Mapping[str, str]) -> dict[str, object]:
    return {
        "#": number,
        "Claim": shortened(visible(one_line(claim.claim.text)), _CLAIM_LENGTH),
        **label,
        "Machine": status_words(claim.claim.status) + (" · ⇄ disputed" if claim.claim.disputed else ""),
        "Support": claim.claim.probability,
        "Decision": _decision(claim),
    }


def _label(claim: ReviewedClaim) -> str:
    if claim.decision is None:
        return ""
    return "status wrong" if claim.wrong else status_words(claim.status)


def _decision(claim: ReviewedClaim) -> str:
    if claim.decision is None:
        return "fixed" if claim.fixed else "waits for you" if needs_reviewer(claim) else ""
    agrees = not claim.wrong and claim.status == claim.claim.status
    word = DECISION_WORDS[decided_as(claim.decision)].capitalize()
    return word if agrees or claim.wrong else f"{word}: differs"
