"""Claimlens, the review app: the frame around its pages."""

import streamlit as st

from components.style import draw_style

st.set_page_config(page_title="Claimlens", page_icon="🔎", layout="wide", initial_sidebar_state=230)
draw_style()
st.navigation(
    [
        st.Page("pages/review.py", title="Review", icon=":material/fact_check:", default=True),
        st.Page("pages/history.py", title="History", icon=":material/history:"),
        st.Page("pages/settings.py", title="Settings", icon=":material/settings:"),
    ]
).run()
