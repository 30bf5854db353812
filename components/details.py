"""Below the claim: the list of claims, the issues by claim, and what was and was not checked."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components import state
from components.escape import escape, visible
from components.wording import (
    ACTION_WORDS,
    by_attention,
    grouped_issues,
    issue_types,
    needs_reviewer,
    one_line,
    place,
    severity_words,
    shortened,
    status_words,
    uncovered_words,
)
from critique_core.issues import statements, suggestions
from critique_core.models import Critique, Issue
from critique_core.review import ReviewedClaim

_GROUPS_ON_A_PAGE = 15
_CLAIM_LENGTH = 300
_DESCRIPTION_LENGTH = 600


def draw_details(critique: Critique, claims: Sequence[ReviewedClaim]) -> None:
    """Draw the three lists as tabs; only the one in view, because a decision draws it anew."""
    issues = len({issue.claim_id for issue in critique.issues})
    labels = [f"Claims ({len(claims)})", f"Issues ({issues})", "What was checked"]
    listed, by_claim, checks = st.tabs(labels, key=state.DETAILS, on_change="rerun")
    if listed.open:
        with listed:
            _draw_claims(claims)
    if by_claim.open:
        with by_claim:
            _draw_issues(critique, claims)
    if checks.open:
        with checks, st.container(gap="xsmall"):
            _draw_checks(critique)


def _draw_claims(claims: Sequence[ReviewedClaim]) -> None:
    if not claims:
        st.caption("The draft holds no claim.")
        return
    st.caption("Claims that wait for you come first. Select a row to see the claim above.")
    ordered = by_attention(claims)
    numbers = {claim.claim.id: number for number, claim in enumerate(sorted(claims, key=lambda c: c.claim.start), 1)}

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
    return {
        "#": number,
        "Status": status_words(claim.status),
        "Support": claim.claim.probability,
        "Decision": ACTION_WORDS[decision.action] if decision else "waits for you" if needs_reviewer(claim) else "",
        "Claim": visible(one_line(claim.claim.text))[:_CLAIM_LENGTH],
    }


def _draw_issues(critique: Critique, claims: Sequence[ReviewedClaim]) -> None:
    groups = grouped_issues(critique)
    if not groups:
        st.caption("No issue at this strictness.")
        return
    pages = -(-len(groups) // _GROUPS_ON_A_PAGE)
    page = st.pagination(pages, key=state.ISSUE_PAGE) if pages > 1 else 1
    by_id = {claim.claim.id: claim for claim in claims}
    names = {source.id: place(source, source.id) for source in critique.request.sources}
    for claim_id, issues in groups[(page - 1) * _GROUPS_ON_A_PAGE : page * _GROUPS_ON_A_PAGE]:
        _draw_group(by_id.get(claim_id or ""), issues, names)


def _draw_group(claim: ReviewedClaim | None, issues: Sequence[Issue], names: dict[str, str]) -> None:
    sources = dict.fromkeys(names.get(issue.source_id, issue.source_id) for issue in issues if issue.source_id)
    with st.container(border=True, gap="xxsmall"):
        heading = status_words(claim.claim.status) if claim else "The whole draft"
        st.markdown(f"**{escape(f'{heading} · {severity_words(issues)}')}**")
        if claim:
            st.text(visible(shortened(claim.claim.text, _CLAIM_LENGTH)))
        st.caption(escape(issue_types(issues)))
        for description in statements(issues):
            st.text(visible(shortened(description, _DESCRIPTION_LENGTH)))
        for suggestion in suggestions(issues):
            st.text(visible(f"Suggestion: {shortened(suggestion, _DESCRIPTION_LENGTH)}"))
        if sources:
            st.caption(escape("; ".join(sources), 200))


def _draw_checks(critique: Critique) -> None:
    counts = critique.metadata
    stages = ", ".join(f"{stage.stage} {stage.milliseconds:.0f} ms" for stage in counts.run.stages)
    lines = [
        f"{counts.facts_checked} claims checked, {counts.facts_verified} supported",
        f"{counts.characters_read:,} characters of sources read",
        f"Verifier: {critique.verifier.spec} ({critique.verifier.fingerprint[:12]})",
        f"Profile: {critique.profile.name}, a claim counts as supported from {critique.profile.support_threshold:.2f}"
        if critique.profile
        else "Profile: none",
        f"Time: {stages or 'not recorded'}",
    ]
    for line in lines:
        st.text(visible(line))
    _draw_list("Not checked", critique.skipped)
    names = {source.id: place(source, source.id) for source in critique.request.sources}
    _draw_list("Sources not used", [names.get(one, one) for one in critique.coverage.sources_unused])
    uncovered = uncovered_words(critique.request.draft, critique.coverage.draft_uncovered)
    _draw_list("Draft text in no claim", uncovered)


def _draw_list(title: str, lines: Sequence[str], most: int = 30) -> None:
    if not lines:
        return
    st.markdown(f"**{title}**")
    for line in lines[:most]:
        st.text("• " + visible(one_line(line))[:_CLAIM_LENGTH])
    if len(lines) > most:
        st.caption(f"and {len(lines) - most} more")
