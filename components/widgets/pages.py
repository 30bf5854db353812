"""A long list a page at a time."""

import streamlit as st


def draw_pages(total: int, on_a_page: int, key: str, *, kept: bool = False) -> int:
    """Draw the numbers of the pages if there are several; returns the page in view, from 1.

    ``kept`` lets the page number outlive a change of page in the app.
    """
    pages = -(-total // on_a_page)
    return st.pagination(pages, key=key, persist_state="session" if kept else None) if pages > 1 else 1
