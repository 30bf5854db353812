"""The frame around every page: its name and width, its style, and the list of pages."""

import streamlit as st

from components.frame.style import draw_style
from components.state import running

_PAGES = (
    ("review", "Review", "fact_check"),
    ("queue", "Queue", "format_list_numbered"),
    ("ask", "Ask", "forum"),
    ("library", "Library", "library_books"),
    ("agreement", "Agreement", "handshake"),
    ("tuning", "Tuning", "tune"),
    ("history", "History", "history"),
    ("settings", "Settings", "settings"),
)


def draw_frame() -> st.Page:
    """Draw the frame; returns the page that the address names, to be run in it."""
    running.enter_frame()
    st.set_page_config(page_title="Claimlens", page_icon="🔎", layout="wide", initial_sidebar_state=230)
    draw_style()
    # .streamlit/config.toml hides the list that Streamlit makes of the files in pages/; this one is ours.
    st.set_option("client.showSidebarNavigation", True)
    return _navigation()


def ensure_frame() -> None:
    """Start over inside the frame where a page was opened without it.

    The first visit of a fresh server is: until some run has called ``st.navigation``, Streamlit takes a direct link to
    a page for a script of its own.
    """
    if not running.in_frame():
        running.enter_frame()  # once: a page that has no frame at all must not start over for ever
        _navigation()
        st.rerun()


def _navigation() -> st.Page:
    return st.navigation(
        [
            st.Page(f"pages/{name}.py", title=title, icon=f":material/{icon}:", default=name == "review")
            for name, title, icon in _PAGES
        ]
    )
