"""The list of stored reviews: open, download, delete."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.sign_in import may
from components.history.filters import ROWS_ON_A_PAGE
from components.review.labelling import task as labelling
from components.review.unsent_inputs import ITEM
from components.state import history, keys, notices, on_screen
from components.widgets.boxes import draw_confirmation, empty_box
from components.widgets.local_time import local_time
from components.widgets.pages import draw_pages
from components.words import terms
from components.words.review import (
    ANSWER_WORDS,
    NOTHING_MEASURED_WORDS,
    RECOMMENDATION_WORDS,
    counted,
    status_words,
)
from critique_core.errors import ClaimlensError
from critique_core.labels.answer_label import said_of_answer
from critique_core.models import Decision
from critique_core.store import ReviewFilter, ReviewSummary
from critique_core.text.shortening import shortened

_EXCERPT_LENGTH = 160


def draw_list(wanted: ReviewFilter) -> None:
    """Draw one page of the reviews that pass the filter. Raises ``StoreError`` and ``InvalidInput``."""
    store = services.get_store()
    page = history.page_number()
    found = store.search(wanted.model_copy(update={"offset": (page - 1) * ROWS_ON_A_PAGE}))
    if not found.rows and page > 1:
        history.first_page()
        found = store.search(wanted)
    if not found.total:
        _draw_nothing(wanted)
        return
    st.caption(f"{counted(found.total, 'review')}, newest work first. {terms.HISTORY_COUNTS}")
    current = services.verifier_fingerprint()
    said = store.answers_said([row.item_id for row in found.rows])
    for row in found.rows:
        _draw_row(row, said.get(row.item_id, ()), stale=current not in (None, row.verifier_fingerprint))
    draw_pages(found.total, ROWS_ON_A_PAGE, keys.SEARCH_PAGE, kept=True)


def _draw_nothing(wanted: ReviewFilter) -> None:
    if wanted != ReviewFilter(limit=wanted.limit):
        empty_box("No review fits this search.", "Use fewer words, or clear a filter.")
        return
    box = empty_box("Nothing reviewed yet.", "Every draft that you check is kept here, with each decision.")
    if box.button("Review an answer", type="primary", icon=":material/fact_check:", key="first_review"):
        st.switch_page("pages/review.py")


def _draw_row(row: ReviewSummary, said: Sequence[Decision], *, stale: bool) -> None:
    with st.container(border=True, gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{escape(row.title, 120)}**", width="stretch")
            if st.button("Open", key=f"open_{row.item_id}", icon=":material/open_in_new:"):
                st.switch_page("pages/review.py", query_params={ITEM: row.item_id})
            st.download_button(
                "JSON", data=partial(_exported, row.item_id), file_name=f"review-{row.item_id}.json",
                mime="application/json", key=f"export_{row.item_id}", icon=":material/download:", type="tertiary",
                on_click="ignore",
            )  # fmt: skip
            if may("lead") and st.button(
                "Delete", key=f"delete_{row.item_id}", icon=":material/delete:", type="tertiary"
            ):
                _confirm_deletion(row)
        st.caption(escape(_facts(row)))
        if said := _may_see(row, said):
            st.caption(escape("The whole answer: " + "; ".join(map(_said, said))))
        st.text(visible(shortened(row.draft_excerpt, _EXCERPT_LENGTH)))
        if stale:
            st.caption(":material/update: Judged by another verifier than the current one; open it to check again.")


def _facts(row: ReviewSummary) -> str:
    counts = ", ".join(f"{count} {status_words(status)}" for status, count in row.status_counts.items())
    facts = [
        local_time(row.updated_at),
        _verdict(row),
        counts or "no claims",
        f"{row.decided} of {row.checkable} decided" if row.checkable else "",
        ", ".join(name[:40] for name in row.reviewers[:4]),
    ]
    return " · ".join(fact for fact in facts if fact)


def _may_see(row: ReviewSummary, said: Sequence[Decision]) -> tuple[Decision, ...]:
    """The verdicts that this reviewer may see: of an answer being labelled, only their own until they submit it."""
    task = labelling.task(row.item_id) if said else None
    return tuple(said) if task is None else said_of_answer(task.visible)


def _said(decision: Decision) -> str:
    word = ANSWER_WORDS[decision.answer] if decision.answer else ""
    return f"{word}, {decision.reviewer[:40]}, {local_time(decision.created_at)}"


def _verdict(row: ReviewSummary) -> str:
    """The recommendation and the confidence; where nothing was measured, the reason that the review gives."""
    if row.confidence is not None:
        return f"{RECOMMENDATION_WORDS[row.recommendation]} · confidence {row.confidence:.0%}"
    try:
        critique = services.get_store().latest_critique(row.item_id)
    except ClaimlensError:  # a critique that cannot be read must not hide the rest of the list
        critique = None
    reason = critique.confidence_reason if critique else None
    return NOTHING_MEASURED_WORDS[reason] if reason else "no confidence"


def _exported(item_id: str) -> str:
    return services.get_store().export_review(item_id).model_dump_json(indent=2)


@st.dialog("Delete this review?", icon=":material/delete:")
def _confirm_deletion(row: ReviewSummary) -> None:
    st.text(visible(row.title))
    st.markdown("The critique and every decision on it are removed from the store. This cannot be undone.")
    draw_confirmation(("Delete for good", "confirm_deletion"), ("Keep it", "keep_review"), _delete, (row.item_id,))


def _delete(item_id: str) -> None:
    try:
        services.get_store().delete_item(item_id)
    except ClaimlensError as error:
        notices.report_problem(f"The review is not deleted. {error}")
        return
    current = on_screen.review()
    if current is not None and current.item_id == item_id:
        on_screen.close_review()
    notices.forget_problem()
    notices.say("Review deleted.")
