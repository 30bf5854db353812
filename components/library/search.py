"""A search of the library, to see what Ask would find."""

import time

import streamlit as st

from components import services
from components.state import keys
from components.widgets.corrective_timeline import draw_passage
from components.words.review import counted, place

_SHOWN = 8


def draw_search() -> None:
    """Draw the search and the passages that it finds; nothing while the library is empty. Raises ``StoreError``."""
    library = services.get_library()
    if not library.count:
        return
    st.header("Search", anchor=False)
    text = st.text_input(
        "What to look for", key=keys.LIBRARY_SEARCH, type="search", persist_state="session",
        placeholder="A question, or a few words", help="Shows the passages that Ask would answer from",
    )  # fmt: skip
    if not text or not text.strip():
        return
    begun = time.perf_counter()
    found = library.search(text, limit=_SHOWN)
    took = (time.perf_counter() - begun) * 1000
    if not found:
        st.caption("No passage speaks of that. Try other words.")
        return
    st.caption(f"{counted(len(found), 'passage')}, best first, in {took:.0f} ms")
    for source in found:
        draw_passage(source, (), name=place(source, source.id))
