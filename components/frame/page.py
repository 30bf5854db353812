"""The frame around every page: its name and width, its style, and the list of pages."""

import streamlit as st

from components.frame.sign_in import may
from components.frame.style import draw_style
from components.state import running

_PAGES = (
    ("review", "Review", "fact_check"),
    ("queue", "Queue", "format_list_numbered"),
    ("ask", "Ask", "forum"),
    ("library", "Library", "library_books"),
    ("agreement", "Agreement", "handshake"),
    ("tuning", "Tuning", "tune"),
    ("insights", "Insights", "monitoring"),
    ("history", "History", "history"),
    ("compare", "Compare", "compare_arrows"),
    ("break_it", "Break it live", "bolt"),
    ("settings", "Settings", "settings"),
)
FIRST, *OTHERS = (name for name, _, _ in _PAGES)
"""The page that the app's own address opens, and the last part of the address of each other page."""


def draw_frame() -> st.Page:
    """Draw the frame; returns the page that the address names, for the caller to run."""
    running.enter_frame()
    _configure()
    draw_style()
    # .streamlit/config.toml hides the list that Streamlit makes of the files in pages/; this one is ours.
    st.set_option("client.showSidebarNavigation", True)
    return _navigation()


def ensure_frame() -> None:
    """Rerun inside the frame if the page was opened without it.

    That happens on the first visit to a fresh server: until a run has called ``st.navigation``, Streamlit treats a
    direct link to a page as a script of its own.
    """
    if not running.in_frame():
        running.enter_frame()  # set first, so that a page without a frame reruns only once
        _configure()
        _navigation()
        st.rerun()


def _configure() -> None:
    # Before st.navigation: without an icon of its own, the browser asks a server of Google's for that of the page.
    st.set_page_config(page_title="Claimlens", page_icon="🔎", layout="wide", initial_sidebar_state=230)


def _navigation() -> st.Page:
    return st.navigation(
        [
            st.Page(f"pages/{name}.py", title=title, icon=f":material/{icon}:", default=name == FIRST)
            for name, title, icon in _PAGES
        ],
        position="sidebar" if may("reviewer") else "hidden",  # who may not come in is shown no way
    )
