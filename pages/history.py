"""History: every review in the store, to search, open, download and delete."""

import streamlit as st

from components import services, state
from components.failures import draw_messages, errors_shown
from components.focus import focus_field
from components.history_filters import draw_filters
from components.history_list import draw_list
from components.sidebar import draw_sidebar
from components.tuning_rescore import draw_rescore

draw_sidebar()
st.title("History", anchor=False)
draw_messages()
with errors_shown():
    draw_rescore()
    draw_list(draw_filters(services.get_store().reviewers()))
opened = state.opened_search()
if opened is not None:
    focus_field(state.SEARCH, opened, "search")
