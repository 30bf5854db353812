"""Compare: verifiers or policies on the same claims, with agreement, time and tokens."""

import streamlit as st

from components.compare.page import draw_compare
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar

draw_sidebar()
st.title("Compare", anchor=False)
draw_messages()
with errors_shown():
    draw_compare()
