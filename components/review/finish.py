"""The end of a review: the verdict on the whole answer, the corrected text, the report, and what comes next."""

from collections.abc import Callable, Sequence

import streamlit as st

from components.escape import escape
from components.frame.reviewer import reviewer_name
from components.review import decisions
from components.review.fixes import Fixes, leave_out
from components.review.labelling.bar import draw_ways
from components.review.labelling.words import place_words
from components.review.open_review import OpenReview
from components.review.opening import close
from components.review.report import report_of
from components.state import finishing
from components.widgets.copy_button import draw_copy_button
from components.words.review import ANSWER_MEANINGS, ANSWER_WORDS, needs_reviewer, numbered_claims
from critique_core.labels.answer_label import said_of_answer
from critique_core.labels.fold import ReviewedClaim, progress
from critique_core.models import Recommendation

_ICONS: dict[Recommendation, str] = {"accept": "send", "retry": "build", "reject": "block"}


def is_finished(claims: Sequence[ReviewedClaim], *, labelling: bool) -> bool:
    """Whether no claim waits for a person, and one can be checked; ``labelling`` wants a word on each of them."""
    decided, checkable = progress(claims)
    if labelling:
        return 0 < checkable == decided
    return checkable > 0 and not any(needs_reviewer(claim) for claim in claims)


def draw_finish(opened: OpenReview, fixes: Fixes, first: Callable[[], None]) -> None:
    """Draw the row that ends a review. ``first`` handles events of the claim map from before a button was pressed."""
    said = said_of_answer(opened.events)
    own = next((one.answer for one in said if one.reviewer == reviewer_name()), None)
    with st.container(border=opened.task is None, key="finish", gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(f":material/flag: {_reached(opened)}", width="content")
            for verdict, word in ANSWER_WORDS.items():
                st.button(
                    word, key=f"answer_{verdict}", icon=f":material/{_ICONS[verdict]}:", help=ANSWER_MEANINGS[verdict],
                    type="primary" if verdict == own else "secondary", on_click=_say, args=(opened, fixes, verdict),
                )  # fmt: skip
            if said:
                st.caption(escape(" · ".join(_signed(one.reviewer, one.answer) for one in said)), width="content")
            draw_copy_button(fixes.text if fixes.taken else opened.critique.request.draft,
                             "Copy corrected answer" if fixes.taken else "Copy answer", key="finish_copy")  # fmt: skip
            st.download_button("Report", data=lambda: report_of(opened, "html"), file_name="review.html",
                               mime="text/html", icon=":material/description:", on_click="ignore",
                               key="finish_report")  # fmt: skip
            _draw_next(opened, first)
        if stays_wrong(opened, fixes):
            _draw_wrong(opened, fixes)


def _reached(opened: OpenReview) -> str:
    """How far the review is, and of which answer of the queue."""
    if opened.task is not None:
        return f"**{escape(place_words(opened.task))}: all decided.**"
    decided, checkable = progress(opened.reviewed)
    return f"**{'All decided' if decided == checkable else 'None in doubt'}.** The answer:"


def _say(opened: OpenReview, fixes: Fixes, verdict: Recommendation) -> None:
    """Write the verdict; to send what was found wrong takes a second press, on a button that says so."""
    if verdict == "accept" and fixes.wrong(opened.reviewed):
        finishing.ask_to_send(opened.item_id)
        return
    finishing.forget_sending()
    decisions.answer(verdict)


def _send_anyway() -> None:
    finishing.forget_sending()
    decisions.answer("accept")


def stays_wrong(opened: OpenReview, fixes: Fixes) -> bool:
    """Whether the answer, with the fixes taken, holds a claim that was found wrong."""
    return bool(fixes.wrong(opened.reviewed) or fixes.in_vain(opened.reviewed))


def _draw_wrong(opened: OpenReview, fixes: Fixes) -> None:
    """Draw which claims found wrong are still in the answer, with what leaves them out."""
    wrong, in_vain = fixes.wrong(opened.reviewed), fixes.in_vain(opened.reviewed)
    can_go = [one.claim.id for one in wrong if any(change.removes for change in fixes.of(one.claim.id))]
    asked = bool(wrong) and finishing.asked_to_send(opened.item_id)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if in_vain:
            st.markdown(
                f":material/warning: Fixed and still lacking support: {_named(opened, in_vain)}.", width="content"
            )
        if wrong:
            sent = "Not sent. " if asked else ""
            st.markdown(
                f":material/warning: {sent}Lacking support and still in the answer: {_named(opened, wrong)}.",
                width="content",
            )
        if can_go:
            st.button("Leave them out" if len(wrong) > 1 else "Leave it out", key="finish_leave_out",
                      icon=":material/content_cut:", on_click=leave_out, args=(opened, can_go))  # fmt: skip
        if asked:
            st.button("Send anyway", key="finish_send_anyway", icon=":material/send:", on_click=_send_anyway)


def _named(opened: OpenReview, claims: Sequence[ReviewedClaim]) -> str:
    return numbered_claims(opened.in_order, [one.claim.id for one in claims])


def _signed(reviewer: str, answer: Recommendation | None) -> str:
    return f"{reviewer[:40]}: {ANSWER_WORDS[answer] if answer else ''}"


def _draw_next(opened: OpenReview, first: Callable[[], None]) -> None:
    """Draw the way on: from an answer of the queue to the next one, else to a new review."""
    if opened.task is None:
        st.button("New review", key="finish_new", icon=":material/add:", on_click=close)
    else:
        draw_ways(opened.task, first)
