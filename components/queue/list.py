"""The answers that wait to be labelled, how far each is, and the ways to open one."""

import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.reviewer import reviewer_name
from components.queue.filters import ROWS_ON_A_PAGE
from components.review.labelling import acts
from components.review.labelling.progress import draw_counted
from components.review.labelling.task import MINUTES, address_of
from components.review.labelling.words import STATE_WORDS, why_queued
from components.state import inputs, keys, notices, queueing
from components.state.queueing import Labelling
from components.widgets.boxes import empty_box
from components.widgets.pages import draw_pages
from components.widgets.sources import draw_faults
from critique_core.errors import ClaimlensError
from critique_core.store import QueuePage, QueueRow
from critique_core.text.shortening import shortened

_EXCERPT_LENGTH = 170
_REVIEW = "pages/review.py"


def draw_queue(chosen: Labelling) -> bool:
    """Draw the progress, the buttons, and a page of answers; returns whether there are any.

    Raises ``StoreError`` and ``InvalidInput``.
    """
    item_id = queueing.take_item()
    if item_id is not None:
        st.switch_page(_REVIEW, query_params=address_of(item_id))
    store = services.get_store()
    page = queueing.queue_page()
    found = store.queue(chosen.wanted.model_copy(update={"offset": (page - 1) * ROWS_ON_A_PAGE}))
    if not found.rows and page > 1:
        queueing.first_queue_page()
        found = store.queue(chosen.wanted)
    _draw_head(chosen, found)
    if not found.rows:
        _draw_nothing(found)
        return False
    for row in found.rows:
        _draw_row(row, chosen)
    draw_pages(found.total, ROWS_ON_A_PAGE, keys.QUEUE_PAGE, kept=True)
    return True


def _draw_nothing(found: QueuePage) -> None:
    """Draw why no answer waits, and what to do now."""
    own, total = found.progress.own, found.progress.total
    if services.get_store().count_unverified()[0]:
        empty_box("Nothing to label yet.", "Answers come here as they are verified.")
    elif 0 < own == total:
        box = empty_box(
            f"You have submitted {'the answer' if total == 1 else f'all {total:,} answers'}.",
            "“submitted” under State shows them again. Your labels are counted in:",
        )
        with box.container(horizontal=True, horizontal_alignment="center"):
            st.page_link("pages/agreement.py", label="Agreement", icon=":material/handshake:")
            st.page_link("pages/tuning.py", label="Tuning", icon=":material/tune:")
    elif total:
        empty_box(
            "Nothing waits for you here.",
            "Clear a filter, or add “submitted” under State for answers that others are done with.",
        )
    else:
        empty_box("Nothing waits for you here.", "Import a file of answers.")


def _draw_head(chosen: Labelling, found: QueuePage) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        draw_counted(found, width=280)
        st.button(
            "Label next", key="label_next", type="primary", icon=":material/play_arrow:", on_click=_label_next,
            args=(chosen,), disabled=not found.total, help=f"Yours alone for {MINUTES} minutes",
        )  # fmt: skip
        st.caption(f"{found.total:,} {'answer waits' if found.total == 1 else 'answers wait'} for you", width="stretch")
        with st.form("number_form", border=False, width="content"), st.container(horizontal=True, gap="xsmall"):
            st.number_input(
                "Number", min_value=1, value=None, step=1, key=keys.QUEUE_NUMBER, placeholder="Number", width=110,
                label_visibility="collapsed",
            )  # fmt: skip
            st.form_submit_button("Go to it", key="go_to_number", on_click=_go_to_number, args=(chosen,))
    draw_faults("number")


def _draw_row(row: QueueRow, chosen: Labelling) -> None:
    with st.container(border=True, gap="xxsmall", key=f"queue_row_{row.item_id}"):
        words, way = st.columns([7, 1], gap="small", vertical_alignment="center")
        with words, st.container(gap="xxsmall"):
            asked = not row.draft_excerpt.startswith(row.title.rstrip("…"))
            st.markdown(f"**{row.number:,}** · {escape(row.title if asked else row.draft_excerpt, _EXCERPT_LENGTH)}")
            if asked:
                st.text(visible(shortened(row.draft_excerpt, _EXCERPT_LENGTH)))
            st.caption(_facts(row, chosen))
        way.button(
            "Label", key=f"label_{row.item_id}", on_click=acts.open_from_list, args=(row.item_id, chosen),
            width="stretch",
        )  # fmt: skip


def _facts(row: QueueRow, chosen: Labelling) -> str:
    """Markdown: why the answer is queued, in bold, then the rest."""
    why = "random sample" if chosen.blind else why_queued(row, chosen.wanted.order)
    facts = [
        STATE_WORDS[row.state],
        f"{row.decided} of {row.checkable} decided" if row.decided and not chosen.blind else "",
        "flagged" if row.flagged else "",
        "gold" if row.gold and not chosen.blind else "",
        "passed over by you" if row.skipped else "",
        _hand(row.in_hand_of),
    ]
    return " · ".join([f"**{escape(why)}**", *(escape(fact) for fact in facts if fact)])


def _hand(name: str | None) -> str:
    if name is None:
        return ""
    return "in your hand" if name == reviewer_name() else f"in hand of {shortened(name, 40)}"


# --- opening one -----------------------------------------------------------------------------------------------------


def _label_next(chosen: Labelling) -> None:
    try:
        item_id = services.get_store().take_next(chosen.wanted, reviewer_name(), minutes=MINUTES)
    except ClaimlensError as error:
        notices.report_problem(f"The next item cannot be had. {error}")
        return
    if item_id is None:
        notices.say("Every answer that waits is in somebody else's hand.")
        return
    acts.open_from_list(item_id, chosen)


def _go_to_number(chosen: Labelling) -> None:
    number = inputs.chosen(keys.QUEUE_NUMBER, int)
    if not number:
        inputs.set_faults("number", ("Write the number of an answer first.",))
        return
    try:
        item = services.get_store().item_by_number(number)
        critique = services.get_store().latest_critique(item.id) if item is not None else None
    except ClaimlensError as error:
        notices.report_problem(f"The item cannot be had. {error}")
        return
    if item is None:
        inputs.set_faults("number", (f"There is no answer {number:,}.",))
    elif item.import_id is None:
        where = "Open it in History; “Put in the queue” is under More."
        inputs.set_faults("number", (f"Answer {number:,} is not in the queue. {where}",))
    elif critique is None:
        why = item.failure or "it waits for the verifier"
        inputs.set_faults("number", (f"Answer {number:,} cannot be labelled yet: {why}.",))
    else:
        inputs.set_faults("number", ())
        acts.open_from_list(item.id, chosen)
