"""Agreement: how far reviewers agree, and a ruling where they do not."""

import streamlit as st

from components.agreement_page import draw_agreement
from components.failures import draw_messages, errors_shown
from components.sidebar import draw_sidebar

draw_sidebar()
st.title("Agreement", anchor=False)
draw_messages()
with errors_shown():
    draw_agreement()
