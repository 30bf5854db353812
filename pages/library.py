"""Library: the documents that Ask and “Find sources” search; add, find, remove."""

import streamlit as st

from components import services
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar
from components.library.add import draw_adding, watch_adding
from components.library.list import draw_documents
from components.library.search import draw_search

draw_sidebar(library=True)
st.title("Library", anchor=False)
st.caption("Documents that Ask and “Find sources” search. They stay on this machine.")
draw_messages()
with errors_shown():
    empty = not services.get_library().count
    place, adding = draw_adding(folded=not empty)
    draw_search()
    draw_documents()
    watch_adding(place, adding)
