"""The bar that stays in view: which claim is selected, and the buttons that decide on it."""

from collections.abc import Sequence

import streamlit as st

from components.escape import escape
from components.palette import STATUS_KEYS
from components.review import decisions
from components.review.labelling import acts
from components.words.review import status_words
from critique_core.labels.fold import ReviewedClaim


def draw_decision_bar(claims: Sequence[ReviewedClaim], claim_id: str | None, *, blind: bool = False) -> None:
    """Draw the bar for one claim of the critique; nothing when it has no claims. ``blind`` offers statuses only."""
    ordered = sorted(claims, key=lambda claim: claim.claim.start)
    number = next((place for place, claim in enumerate(ordered, 1) if claim.claim.id == claim_id), None)
    if number is None:
        return
    with st.container(border=True, key="decision_bar", gap="xxsmall"):
        _draw_heading(ordered[number - 1], number, len(ordered), blind=blind)
        _draw_buttons(ordered[number - 1].claim.id, blind=blind)


def _draw_heading(chosen: ReviewedClaim, number: int, total: int, *, blind: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**Claim {number} of {total}**", width="content")
        said = _own_word(chosen) if blind else f"{escape(status_words(chosen.claim.status))}{_belief(chosen)}"
        st.markdown(said, width="stretch")
        st.button("Previous", key="previous_claim", icon=":material/chevron_left:", type="tertiary",
                  on_click=decisions.step, args=(-1,), disabled=number == 1)  # fmt: skip
        st.button("Next", key="next_claim", icon=":material/chevron_right:", type="tertiary",
                  on_click=decisions.step, args=(1,), disabled=number == total)  # fmt: skip


def _own_word(chosen: ReviewedClaim) -> str:
    return f"You: {escape(status_words(chosen.status))}" if chosen.decision else "Not labelled yet"


def _belief(chosen: ReviewedClaim) -> str:
    claim = chosen.claim
    parts: list[str] = []
    if claim.probability is not None:
        parts.append(f"probability of support {claim.probability:.2f}")
    if claim.disputed:
        parts.append("**⇄ disputed**: the sources disagree")
    if claim.why:
        parts.append(escape(claim.why, 60))
    return "".join(f" · {part}" for part in parts)


def _draw_buttons(claim_id: str, *, blind: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if not blind:
            _draw_verdict_buttons(claim_id)
        st.button("Undo", key="undo", icon=":material/undo:", type="tertiary", on_click=acts.undo,
                  help="Takes back your last decision (key u)")  # fmt: skip
        st.caption("The claim is" if blind else "Right is", width="content")
        for digit, status in STATUS_KEYS.items():
            st.button(
                escape(status_words(status)), key=f"relabel_{status}", help=f"The right status (key {digit})",
                on_click=decisions.decide, args=("relabel", claim_id), kwargs={"status": status},
            )  # fmt: skip


def _draw_verdict_buttons(claim_id: str) -> None:
    st.button("Accept", key="accept", type="primary", icon=":material/check:", help="The status is right (key a)",
              on_click=decisions.decide, args=("accept", claim_id))  # fmt: skip
    st.button("Reject", key="reject", icon=":material/close:", help="The status is wrong (key x)",
              on_click=decisions.decide, args=("reject", claim_id))  # fmt: skip
