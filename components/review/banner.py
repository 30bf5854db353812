"""The verdict in words next to the gauge, and how far the review is."""

from collections.abc import Sequence

import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.reviewer import reviewer_name
from components.review import decisions
from components.review.labelling.words import labelled_words
from components.review.more_sources import find_more, offers_more
from components.review.open_review import stale
from components.review.opening import close, save_again
from components.review.profile_in_use import profile_words
from components.state import keys, notices, on_screen
from components.widgets.gauge import draw_gauge
from components.words.advice import advice
from components.words.quotes import as_markdown, as_text, supporting_quotes
from components.words.review import TONE_ICONS, counted, headline, needs_reviewer, shortened
from critique_core.labels.answer_label import by_labels
from critique_core.labels.fold import ReviewedClaim, progress
from critique_core.models import Critique, Gate
from critique_core.provenance import canonical_json

_QUERY_LENGTH = 300


def draw_banner(review: on_screen.Review, seen: Critique, claims: Sequence[ReviewedClaim]) -> None:
    """Draw what the critique says as a whole, given the decisions so far.

    ``seen`` is the critique with the claims and issues as reviewers changed them.
    """
    critique = review.critique
    words = headline(seen, claims)
    gauge, text = st.columns([1, 4], gap="medium", vertical_alignment="center")
    with gauge:
        draw_gauge(critique, key="gauge", name="Gauge")
        st.caption(escape(profile_words(critique.profile), 120))
    with text, st.container(gap="xsmall"):
        if critique.request.query.strip():
            st.text(f"Asked: {visible(shortened(critique.request.query, _QUERY_LENGTH))}")
        st.subheader(f":material/{TONE_ICONS[words.tone]}: {escape(words.title)}", anchor=False)
        st.markdown(escape(words.detail))
        _draw_advice(critique, reshaped=seen.claims != critique.claims)
        _draw_labelled(critique, claims)
        _draw_actions(review, claims)


def _draw_advice(critique: Critique, *, reshaped: bool) -> None:
    """Draw the reason of the recommendation and the next step; ``reshaped`` says that claims were changed since."""
    told = advice(critique, services.gate() or Gate())
    if told is not None:
        anew = " It was worked out before claims were changed." if reshaped else ""
        st.markdown(f"**Why {critique.recommendation}:** {escape(told.reason)}{anew} {escape(told.next_step)}")


def _draw_labelled(critique: Critique, claims: Sequence[ReviewedClaim]) -> None:
    """Draw the recommendation by people's labels so far; the machine's own does not follow labels."""
    verdict = by_labels(critique, claims, gate=services.gate())
    if verdict is None:
        return
    signers = {claim.decision.reviewer for claim in claims if claim.decision}
    title, detail = labelled_words(verdict, own=signers == {reviewer_name()})
    st.markdown(f":material/how_to_reg: **{escape(title)}** · {escape(detail)}")


def _draw_actions(review: on_screen.Review, claims: Sequence[ReviewedClaim]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        done, total = progress(claims)
        if total:
            st.progress(done / total, text=f"{done} of {total} decided", width=180)
        if any(needs_reviewer(claim) for claim in claims):
            st.button(
                "Next in doubt", key="next_in_doubt", icon=":material/arrow_forward:", on_click=decisions.next_in_doubt
            )
        if offers_more(review.critique):
            st.button(
                "Find more sources", key="find_more", icon=":material/library_add:", on_click=_find_more,
                disabled=stale(review.critique), help="Searches your library for the claims that fail",
            )  # fmt: skip
        citations = st.popover("Quotes", key=keys.CITATIONS, icon=":material/format_quote:", on_change="rerun")
        if citations.open:
            with citations:
                _draw_quotes(review.critique, claims)
        st.download_button(
            "JSON", data=lambda: canonical_json(review.critique), file_name="critique.json",
            mime="application/json", icon=":material/download:", on_click="ignore", key="download_critique",
        )  # fmt: skip
        st.button("New review", key="new_review", icon=":material/add:", on_click=close)
        if review.item_id is None:
            st.button("Save again", key="save_again", type="primary", icon=":material/save:", on_click=save_again)


def _find_more() -> None:
    on_screen.open_tab(keys.MORE_SOURCES)
    notices.say("Looking for better sources; see “More sources” below.")
    find_more()


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
