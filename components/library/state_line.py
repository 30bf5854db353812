"""A line that says what can be searched: the library and the web."""

import streamlit as st

from components import services
from components.frame.messages import show_error
from components.widgets.boxes import empty_box
from components.words.review import counted
from critique_core.errors import ClaimlensError

LIBRARY = "pages/library.py"


def draw_searched() -> bool:
    """Draw what Ask can search; returns whether there is anything. Where there is not, draw the way to the library."""
    try:
        documents, web = _searched()
    except ClaimlensError as error:
        show_error(error)
        return False
    if not documents and web == "off":
        _draw_nothing()
        return False
    searched = "no web search is configured" if web == "off" else f"web search by {web}"
    line = f"Your library holds {counted(documents, 'document')}; {searched}."
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f":material/library_books: {line}", width="content")
        st.page_link(LIBRARY, label="Library", icon=":material/arrow_forward:")
    return True


def nothing_to_search() -> bool:
    """Whether the library is empty and no web search is configured; not where the library cannot be read."""
    try:
        documents, web = _searched()
    except ClaimlensError:
        return False
    return not documents and web == "off"


def draw_nothing_to_search() -> None:
    """Draw that there is nothing to search and how to change that; nothing when there is something."""
    try:
        documents, web = _searched()
    except ClaimlensError as error:
        show_error(error)
        return
    if not documents and web == "off":
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(":material/info: Your library is empty, so there is nothing to search in.", width="content")
            st.page_link(LIBRARY, label="Add documents", icon=":material/library_add:")


def _searched() -> tuple[int, str]:
    """How many documents the library holds, and which web search is configured. Raises ``ClaimlensError``."""
    return services.get_library().count, services.get_settings().web_search


def _draw_nothing() -> None:
    box = empty_box("Your library is empty.", "Answers come from documents that you add; they stay on this machine.")
    if box.button("Add documents", type="primary", icon=":material/library_add:", key="to_library"):
        st.switch_page(LIBRARY)
