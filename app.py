"""Claimlens, the review app: the frame around its pages."""

import streamlit as st

from components.style import draw_style

st.set_page_config(page_title="Claimlens", page_icon="🔎", layout="wide", initial_sidebar_state=230)
draw_style()
st.navigation(
    [
        st.Page("pages/review.py", title="Review", icon=":material/fact_check:", default=True),
        st.Page("pages/queue.py", title="Queue", icon=":material/format_list_numbered:"),
        st.Page("pages/ask.py", title="Ask", icon=":material/forum:"),
        st.Page("pages/library.py", title="Library", icon=":material/library_books:"),
        st.Page("pages/agreement.py", title="Agreement", icon=":material/handshake:"),
        st.Page("pages/tuning.py", title="Tuning", icon=":material/tune:"),
        st.Page("pages/history.py", title="History", icon=":material/history:"),
        st.Page("pages/settings.py", title="Settings", icon=":material/settings:"),
    ]
).run()
