"""Agreement: how far reviewers agree, and a ruling where they do not."""

import streamlit as st

from components.agreement.page import draw_agreement
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar

draw_sidebar()
st.title("Agreement", anchor=False)
draw_messages()
with errors_shown():
    draw_agreement()
