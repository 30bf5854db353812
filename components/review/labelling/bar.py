"""The bar above an answer from the queue: its number, the progress, the guidelines and the buttons."""

from collections.abc import Callable
from typing import Literal

import streamlit as st

from components.escape import escape
from components.frame.messages import errors_shown
from components.review.labelling import acts
from components.review.labelling.guidelines import draw_guidelines, newest_guideline
from components.review.labelling.progress import draw_progress
from components.review.labelling.task import Task
from components.review.labelling.words import hasty_words, place_words
from components.state import notices, queueing
from components.widgets.local_time import local_time
from critique_core.errors import ClaimlensError

Act = Callable[[], None]


def draw_labelling_bar(task: Task, first: Act, end: Act | None) -> None:
    """Draw the bar. ``first`` handles events of the claim map from before a button was pressed.

    Once all is decided, ``end`` draws the row that ends the review in its place: the draft keeps its height.
    """
    with st.container(border=True, key="labelling_bar", gap="xxsmall"), errors_shown():
        if end is None:
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
                _draw_place(task)
                draw_guidelines()
                _draw_ways_off(task, first)
                _draw_way_on(task, first)  # the last of the row, so that no other moves to where it was
        else:
            newest_guideline()
            end()
        _draw_standing(task)


def draw_ways(task: Task, first: Act) -> None:
    """Draw the ways on and off an answer as the end of a row."""
    with st.popover("More", icon=":material/more_horiz:"):
        _draw_ways_off(task, first)
    _draw_way_on(task, first)


def _draw_way_on(task: Task, first: Act) -> None:
    """Draw the button that submits the answer, or goes on from one that is submitted."""
    if task.submitted:
        _draw_button(
            "Next answer", acts.next_item, first, "arrow_forward", "Opens the next one (key Enter)", kind="primary"
        )
    else:
        then = "" if task.blind else ", and the next answer opens"
        _draw_button(
            "Submit", acts.submit, first, "send", f"Your labels are final for now{then} (key s)", kind="primary"
        )


def _draw_place(task: Task) -> None:
    st.markdown(f"**{escape(place_words(task))}**", width="content")
    draw_progress(task.labelling.wanted, task.reviewer, width=230)


def _draw_ways_off(task: Task, first: Act) -> None:
    if not task.submitted:
        _draw_button("Pass over", acts.skip, first, "redo", "It comes again after all others (key p)")
    _draw_button("Unflag" if task.item.flagged else "Flag", acts.flag, first, "flag", "For a second look (key f)")
    _draw_button("Queue", acts.to_queue, first, "list", "Back to the list; the answer is anybody's again")


def _draw_button(
    label: str, act: Act, first: Act, icon: str, about: str, *, kind: Literal["primary", "tertiary"] = "tertiary"
) -> None:
    st.button(
        label, key=f"label_{act.__name__}", icon=f":material/{icon}:", help=about, on_click=_in_order,
        args=(first, act), type=kind,
    )  # fmt: skip


def _in_order(first: Act, act: Act) -> None:
    """Handle keys pressed just before a button first, or they would be lost with their answer."""
    first()
    act()


def _draw_standing(task: Task) -> None:
    try:
        other = acts.hold(task)
    except ClaimlensError as error:
        notices.report_problem(f"The item could not be kept in your hand. {error}")
        other = None
    if other is not None:
        until = task.item.reserved_until
        when = f" until {local_time(until)}" if until else ""
        st.warning(
            escape(f"{other} has this answer in hand{when}. What you decide is kept beside their decisions."),
            icon=":material/group:",
        )
    if task.submitted:
        st.caption("Submitted by you. You may still change a label; both stay on record.")
    warning = hasty_words(queueing.accepted())
    if warning is not None:
        st.warning(escape(warning), icon=":material/speed:")
