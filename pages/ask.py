"""Ask: from a question to a verified, corrected answer, step by step."""

import streamlit as st

from components import ask_run
from components.ask_inputs import draw_question
from components.ask_result import draw_result
from components.failures import draw_messages
from components.library_state import draw_searched
from components.sidebar import draw_sidebar

draw_sidebar()
asked = ask_run.on_page()
st.title("Ask", anchor=False)
if asked is not None and not asked.job.done():
    ask_run.watch(asked)
answer = ask_run.answer_of(asked) if asked is not None else None
if answer is None:
    st.caption("Answers from your library. Each claim is checked; what fails is corrected from better sources.")
draw_messages()
draw_question(ask_run.ask, searchable=draw_searched())
if asked is not None and answer is not None:
    draw_result(asked, answer)
