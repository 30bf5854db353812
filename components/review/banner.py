"""The verdict in one line: what to do with the answer and why, the number beside its mark, and what else there is."""

from collections.abc import Sequence

import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.sign_in import may
from components.review.confidence_terms import draw_why
from components.review.fixes import Fixes
from components.review.labelling.acts import put_in_queue
from components.review.labelling.words import counts_words
from components.review.more_sources import find_more, offers_more
from components.review.open_review import OpenReview, stale
from components.review.opening import close, save_again
from components.review.presenting import begin
from components.review.profile_in_use import profile_words
from components.review.report import draw_report_buttons
from components.review.verdict import StandingVerdict, standing_verdict
from components.state import inputs, keys, notices, on_screen
from components.widgets.gauge import draw_mark
from components.words.advice import advice
from components.words.quotes import as_markdown, as_text, supporting_quotes
from components.words.review import ANSWER_MEANINGS, ANSWER_WORDS, TONE_ICONS, counted
from critique_core.labels.answer_label import by_labels
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Critique
from critique_core.text.languages import language_of
from critique_core.text.shortening import shortened

_QUERY_LENGTH = 160


def draw_banner(review: on_screen.Review, opened: OpenReview, fixes: Fixes) -> None:
    """Draw the verdict of the critique on screen, given the decisions and the fixes taken so far."""
    critique = review.critique
    told = standing_verdict(opened, fixes)
    words = told.words
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="verdict_line"):
        st.header(f":material/{TONE_ICONS[words.tone]}: {escape(words.title)}", anchor=False, width="stretch")
        draw_mark(critique, fixes.confidence, key="mark")
        _draw_actions(review, opened, fixes)
    _draw_second_line(critique, told, fixes)


def _draw_second_line(critique: Critique, verdict: StandingVerdict, fixes: Fixes) -> None:
    """Draw what was asked, what the fixes have changed, and the verdict before labels and fixes."""
    query = critique.request.query.strip()
    told = [escape(verdict.words.detail)] if critique.confidence_reason else []
    told += [f"Asked: {escape(visible(shortened(query, _QUERY_LENGTH)))}"] if query else []
    if critique.verifier.spec == "embedded" and language_of(critique.request.draft) != "en":
        told.append("Not in English: take the verdicts as hints")  # of its measured decisions two in three are right
    if fixes.words:
        told.append(f"**{escape(fixes.words)}**")
    told += [f"**{escape(one)}**" for one in verdict.earlier]
    if told:
        st.caption(" · ".join(told))


def _draw_actions(review: on_screen.Review, opened: OpenReview, fixes: Fixes) -> None:
    if review.item_id is None:
        st.button("Save again", key="save_again", type="primary", icon=":material/save:", on_click=save_again)
    details = st.popover("Details", key=keys.WHY, icon=":material/speed:", on_change="rerun")
    if details.open:
        with details, st.container(key="confidence_details", width=720):
            _draw_details(review.critique, opened, fixes)
    if offers_more(review.critique):
        st.button(
            "Find sources", key="find_more", icon=":material/library_add:", on_click=_find_more,
            disabled=stale(review.critique), help="Searches your library for the claims that fail",
        )  # fmt: skip
    export = st.popover("Export", key=keys.CITATIONS, icon=":material/ios_share:", on_change="rerun")
    if export.open:
        with export:
            _draw_export(opened, fixes)
    with st.popover("More", icon=":material/more_horiz:"):
        st.button("Present", key="present", icon=":material/slideshow:", type="tertiary",
                  on_click=begin, args=(opened,), help="One claim at a time, on the whole screen")  # fmt: skip
        st.button("New review", key="new_review", icon=":material/add:", on_click=close, type="tertiary")
        if st.button("Break it live", key="break_it", icon=":material/bolt:", type="tertiary",
                     help="Change a number, a name or a “not” and see the verdict turn"):  # fmt: skip
            st.switch_page("pages/break_it.py")
        if opened.task is None and review.item_id is not None and may("lead"):
            st.button("Put in the queue", key="put_in_queue", icon=":material/playlist_add:", type="tertiary",
                      on_click=put_in_queue,
                      help="Has it labelled like imported answers, and its labels count for tuning")  # fmt: skip
        st.button("Edit inputs", key="edit_inputs", icon=":material/edit_note:", type="tertiary",
                  on_click=inputs.open_inputs, kwargs={"opened": True}, help="Opens them below the result")  # fmt: skip


def _draw_details(critique: Critique, opened: OpenReview, fixes: Fixes) -> None:
    """Draw how the number came about and what to do next."""
    told = advice(critique, services.gate())
    if told is not None:
        anew = " It was worked out before claims were changed." if opened.seen.claims != critique.claims else ""
        which = "The draft as it came. " if fixes.taken else ""
        fate = f"{ANSWER_WORDS[critique.recommendation]}: {ANSWER_MEANINGS[critique.recommendation]}."
        st.markdown(f"**{which}{escape(fate)}** {escape(told.reason)}{anew} {escape(told.next_step)}")
    verdict = by_labels(critique, opened.reviewed, gate=services.gate())
    if verdict is not None:
        st.markdown(f"By the labels: {escape(counts_words(verdict))}")
    draw_why(critique)
    st.caption(escape(profile_words(critique.profile), 160))


def _draw_export(opened: OpenReview, fixes: Fixes) -> None:
    if fixes.taken:
        st.caption("The corrected answer: the draft with the fixes taken so far")
        st.code(visible(fixes.text), language=None, wrap_lines=True)
    draw_report_buttons(opened)
    _draw_quotes(opened.critique, opened.reviewed)


def _draw_quotes(critique: Critique, claims: Sequence[ReviewedClaim]) -> None:
    quoted = supporting_quotes(claims, critique.request.sources)
    left_out = sum(review.claim.checkable for review in claims) - len(quoted)
    if not quoted:
        st.caption("No quote supports a claim.")
        return
    note = f" Left out: {counted(left_out, 'claim')} disputed or without such a quote." if left_out else ""
    st.caption(f"Each supported claim with the words that support it.{note}")
    for tab, words in zip(st.tabs(["Plain text", "Markdown"]), (as_text(quoted), as_markdown(quoted)), strict=True):
        tab.code(visible(words), language=None, wrap_lines=True)


def _find_more() -> None:
    on_screen.open_tab(keys.MORE_SOURCES)
    notices.say("Looking for better sources; see “More sources” below.")
    find_more()
