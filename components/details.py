"""Below the claim: claims, issues, citations, revision, scores, and what was and was not checked, each in a tab."""

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from components import state
from components.citations_tab import draw_citations
from components.coverage_tab import draw_checks
from components.escape import visible
from components.finding_words import claim_numbers
from components.issues_tab import draw_issues
from components.more_sources import draw_more_sources
from components.revision_tab import draw_revision
from components.scores_tab import draw_scores
from components.surgery_left import draw_gone_issues
from components.wording import ACTION_WORDS, by_attention, needs_reviewer, one_line, shortened, status_words
from critique_core.models import Critique
from critique_core.review import ReviewedClaim

_CLAIM_LENGTH = 300


def draw_details(critique: Critique, seen: Critique, claims: Sequence[ReviewedClaim]) -> None:
    """Draw the lists as tabs; only the one in view, because a decision draws it anew.

    ``seen`` is the critique with the claims that reviewers made of the machine's.
    """
    issues = len({issue.claim_id for issue in critique.issues})
    tabs: dict[str, Callable[[], None]] = {
        f"Claims ({len(claims)})": lambda: _draw_claims(seen, claims),
        f"Issues ({issues})": lambda: _draw_issues(seen, claims),
        f"Citations ({len(critique.citations)})": lambda: draw_citations(seen),
        "Revision": lambda: draw_revision(critique),
        state.MORE_SOURCES: lambda: draw_more_sources(critique),
        "Scores": lambda: draw_scores(critique),
        "What was checked": lambda: draw_checks(critique),
    }
    drawn = st.tabs(list(tabs), key=state.DETAILS, on_change="rerun")
    for tab, draw in zip(drawn, tabs.values(), strict=True):
        if tab.open:
            with tab, st.container(gap="xsmall"):
                draw()


def _draw_issues(seen: Critique, claims: Sequence[ReviewedClaim]) -> None:
    draw_issues(seen, claims)
    draw_gone_issues(seen)


def _draw_claims(critique: Critique, claims: Sequence[ReviewedClaim]) -> None:
    if not claims:
        st.caption("The draft holds no claim.")
        return
    st.caption("Claims that wait for you come first. Select a row to see the claim above.")
    ordered = by_attention(claims)
    numbers = claim_numbers(critique.claims)

    def chosen() -> None:
        rows = state.selected_rows(state.CLAIM_LIST)
        if rows and rows[0] < len(ordered):
            state.select(ordered[rows[0]].claim.id)

    st.dataframe(
        pd.DataFrame([_row(claim, numbers[claim.claim.id]) for claim in ordered]),
        key=state.CLAIM_LIST,
        hide_index=True,
        on_select=chosen,
        selection_mode="single-row",
        height=min(38 + 35 * len(ordered), 360),
        column_config={
            "Claim": st.column_config.TextColumn(width="large"),
            "Support": st.column_config.NumberColumn(format="%.2f", help="Probability that the sources support it"),
        },
        alt="Claims of the draft, those that wait for a decision first",
    )


def _row(claim: ReviewedClaim, number: int) -> dict[str, object]:
    decision = claim.decision
    disputed = " · ⇄ disputed" if claim.claim.disputed else ""
    return {
        "#": number,
        "Status": status_words(claim.status) + disputed,
        "Support": claim.claim.probability,
        "Decision": ACTION_WORDS[decision.action] if decision else "waits for you" if needs_reviewer(claim) else "",
        "Claim": shortened(visible(one_line(claim.claim.text)), _CLAIM_LENGTH),
    }
