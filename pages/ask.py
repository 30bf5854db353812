"""Ask: from a question to a verified, corrected answer, step by step."""

import streamlit as st

from components.ask import run
from components.ask.inputs import draw_question
from components.ask.result import draw_result
from components.frame.messages import draw_messages
from components.frame.sidebar import draw_sidebar
from components.library.state_line import draw_searched

draw_sidebar()
asked = run.on_page()
st.title("Ask", anchor=False)
if asked is not None and not asked.job.done():
    run.watch(asked)
answer = run.answer_of(asked) if asked is not None else None
if answer is None:
    st.caption("Answers from your library. Each claim is checked; what fails is corrected from better sources.")
draw_messages()
draw_question(run.ask, searchable=draw_searched())
if asked is not None and answer is not None:
    draw_result(asked, answer)
