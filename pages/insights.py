"""Insights: rates, latency and agreement over time, and the records that weigh on them most."""

import streamlit as st

from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar
from components.insights.page import draw_insights

draw_sidebar()
st.title("Insights", anchor=False)
draw_messages()
with errors_shown():
    draw_insights()
