"""Review: check a draft against its sources and decide on each claim."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.messages import draw_messages
from components.frame.sidebar import draw_sidebar
from components.review import checking, opening
from components.review.inputs import draw_examples, draw_inputs, draw_more_examples
from components.review.open_review import stale
from components.review.presenting import begin_example, draw_presentation
from components.review.profile_in_use import draw_profile_notice, follow_profile
from components.review.result import draw_result
from components.review.tour import draw_tour_button
from components.review.unsent_inputs import draw_kept, keep_inputs, restore_inputs
from components.services import spare_collector
from components.state import history, keys, notices, on_screen, queueing, running
from components.work.check import Check


def _cancel() -> None:
    checking.cancel()
    notices.say("Cancelled. Your inputs are as you left them.")


def _watch(check: Check, place: DeltaGenerator) -> None:
    critique = checking.watch(check, place, on_cancel=_cancel)
    running.end_check()
    if critique is not None:
        opening.save(critique)
        if check.redecides:
            notices.say("Decided again under the new options; nothing had to be verified again.")


draw_sidebar()
if history.take_search():
    st.switch_page("pages/history.py")
if queueing.take_queue():
    st.switch_page("pages/queue.py")
begin_example()
progress = st.empty()  # always drawn, so that all below keeps its place and the map its scroll position
if (check := running.running_check()) is not None:
    _watch(check, progress)
restore_inputs()
opening.open_from_address()
profile_notice = follow_profile()

review = on_screen.review()
if draw_presentation(review):
    st.stop()
draw_kept()
draw_profile_notice(profile_notice)
if review is None:
    st.title("Claimlens", anchor=False)
    st.caption("Checks an answer against its sources, claim by claim, and shows you where it is wrong and why.")
    draw_messages()
    draw_examples(checking.ask)
    with st.container(horizontal=True, gap="small"):
        draw_more_examples(checking.ask)
        draw_tour_button(checking.ask)
elif stale(review.critique):
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(":material/update: Judged by another verifier than the current one.", width="content")
        st.button("Check again", key="check_again", on_click=checking.ask, args=(review.critique.request,))
result = st.container(gap=None)
with st.expander("Inputs" if review is None else "Edit inputs", key=keys.INPUTS_OPEN, expanded=review is None,
                 icon=":material/edit_note:", on_change="rerun") as inputs:  # fmt: skip
    if inputs.open:
        draw_inputs(checking.ask_at_foot)
if review is None:
    keep_inputs()
else:
    with result:
        draw_result()
    spare_collector()
