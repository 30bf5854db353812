"""The row that stays in view: which claim is selected, and the buttons that decide on it."""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from components.escape import escape
from components.palette import STATUS_KEYS, STATUS_STYLES
from components.review import decisions
from components.review.labelling import acts
from components.state import on_screen
from components.words.review import needs_reviewer, quiet, status_words
from critique_core.labels.fold import ReviewedClaim


def draw_decision_bar(claims: Sequence[ReviewedClaim], claim_id: str | None, *, blind: bool = False) -> None:
    """Draw the row for one claim of the critique; nothing when it has no claims. ``blind`` offers statuses only."""
    ordered = sorted(claims, key=lambda claim: claim.claim.start)
    number = next((place for place, claim in enumerate(ordered, 1) if claim.claim.id == claim_id), None)
    if number is None or claim_id is None:
        return
    with st.container(
        border=True, key="decision_bar", horizontal=True, vertical_alignment="center", gap="xxsmall",
    ):  # fmt: skip
        st.button("Previous", key="previous_claim", icon=":material/chevron_left:", type="tertiary",
                  on_click=decisions.step, args=(-1,), disabled=number == 1)  # fmt: skip
        st.button("Next", key="next_claim", icon=":material/chevron_right:", type="tertiary",
                  on_click=decisions.step, args=(1,), disabled=number == len(ordered))  # fmt: skip
        chosen = ordered[number - 1]
        given = _given(chosen)
        word = STATUS_STYLES[chosen.claim.status].word
        judged = "" if blind else f"  \n{_short(word).capitalize()}:"  # else "wrong" would be read as said of the claim
        st.markdown(f"**{_place(number, ordered, blind=blind)}**{judged}", width="content")
        if not blind:
            _draw_verdict_buttons(claim_id, word, given)
        _draw_statuses(claim_id, given)
        st.button("Note", key="open_note", icon=":material/sticky_note_2:", type="tertiary",
                  on_click=on_screen.open_field, args=("note",), help="Your words on this claim (key n)")  # fmt: skip
        st.button("Undo", key="undo", icon=":material/undo:", type="tertiary", on_click=acts.undo,
                  help="Takes back your last decision (key u)")  # fmt: skip
        if not blind and (rest := len(quiet(claims))):
            st.button(f"Rest right ({rest})", key="confirm_rest",
                      on_click=decisions.confirm_rest, help="Calls the claims right that are not in doubt; kept as "
                      "one act, and no label of a claim (key g)")  # fmt: skip
        waiting = sum(needs_reviewer(claim) for claim in claims)
        if not waiting and not blind:
            with st.container(key="none_in_doubt", width="content"):
                st.markdown("None in doubt", width="content")
        elif not blind:
            st.button(f"{waiting} in doubt", key="next_in_doubt",
                      on_click=decisions.next_in_doubt, help="The next one that waits for you (key Enter)")  # fmt: skip


def _place(number: int, claims: Sequence[ReviewedClaim], *, blind: bool) -> str:
    """Which claim this is; of how many only where all count as claims, as the rest of the screen counts those alone."""
    whole = f" of {len(claims)}" if blind or all(one.claim.checkable for one in claims) else ""
    return f"Claim {number}{whole}"


def _given(claim: ReviewedClaim) -> str | None:
    """What a person has said of the claim: ``accept``, ``reject`` or a status."""
    decision = claim.decision
    if decision is None or decision.action == "confirm":
        return None
    return decision.action if decision.action in ("accept", "reject") else claim.status


def _short(words: str) -> str:
    return words.replace("partially supported", "partly")


def _draw_statuses(claim_id: str, given: str | None) -> None:
    for digit, status in STATUS_KEYS.items():
        word = status_words(status)
        st.button(
            escape(_short(word)), key=f"relabel_{status}", help=f"The right status is {word} (key {digit})",
            on_click=decisions.decide, args=("relabel", claim_id), kwargs={"status": status}, type=_look(status, given),
        )  # fmt: skip


def _draw_verdict_buttons(claim_id: str, word: str, given: str | None) -> None:
    st.button("Right", key="accept", type=_look("accept", given), help=f"Right: it is {word} (key a)",
              on_click=decisions.decide, args=("accept", claim_id))  # fmt: skip
    st.button("Wrong", key="reject", type=_look("reject", given), help=f"Wrong: it is not {word} (key x)",
              on_click=decisions.decide, args=("reject", claim_id))  # fmt: skip


def _look(said: str, given: str | None) -> Literal["primary", "secondary"]:
    """Only what has been said looks chosen."""
    return "primary" if said == given else "secondary"
