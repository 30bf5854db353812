"""What replaces the verdict while a reviewer labels blind, and what is shown once the answer is submitted."""

from collections.abc import Sequence

import streamlit as st

from components.escape import escape, visible
from components.review.labelling.task import Task
from components.review.labelling.words import Said, differ, reveal_words, said_of
from components.widgets.local_time import local_time
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Critique, Decision
from critique_core.text.shortening import shortened

_QUERY_LENGTH = 300


def draw_blind_banner(critique: Critique, claims: Sequence[ReviewedClaim]) -> None:
    """Draw what replaces the verdict while it is hidden."""
    labelled = sum(claim.decision is not None for claim in claims)
    if critique.request.query.strip():
        st.text(f"Asked: {visible(shortened(critique.request.query, _QUERY_LENGTH))}")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if claims:
            st.progress(labelled / len(claims), text=f"{labelled} of {len(claims)} labelled", width=190)
        else:
            st.caption("There is no claim in this answer; submit it.", width="content")
        st.caption(
            ":material/visibility_off: Blind: the machine's word is hidden until you submit. Keys: 1 to 5 label, "
            "v opens the sources, ? shows all.",
            width="stretch",
        )


def draw_reveal(critique: Critique, task: Task) -> None:
    """Draw how blind labels compare with the machine's, once the answer was submitted."""
    words = reveal_words(critique, task.events, task.reviewer) if task.revealed else None
    if words is not None:
        st.caption(f":material/visibility: {escape(words)}")


def draw_said(critique: Critique, chosen: ReviewedClaim, events: Sequence[Decision]) -> None:
    """Draw each reviewer's label of a claim if there are several, and labels given blind that were changed."""
    said = said_of(critique, events).get(chosen.claim.id, ())
    blind = said_of(critique, [event for event in events if event.shown is None]).get(chosen.claim.id, ())
    if len(said) > 1:
        _draw_word_of_each(said)
    for one in blind:
        if any(last.reviewer == one.reviewer and last.decision.id != one.decision.id for last in said):
            st.caption(escape(f"{one.reviewer[:60]} said blind: {one.words}"))


def _draw_word_of_each(said: Sequence[Said]) -> None:
    if differ(said):
        st.markdown("**:material/warning: Conflict: reviewers differ**")
    else:
        st.caption("Reviewers agree")
    for one in said:
        blind = ", blind" if one.blind else ""
        st.caption(
            escape(f"{one.reviewer[:60]}: {one.words}{blind}, {local_time(one.decision.created_at)}"),
        )
