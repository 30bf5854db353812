"""History: every review in the store, to search, open, download and delete."""

import streamlit as st

from components import services
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar
from components.history.filters import draw_filters
from components.history.list import draw_list
from components.state import history, keys
from components.tuning.rescore import draw_rescore
from components.widgets.focus import focus_field

draw_sidebar()
st.title("History", anchor=False)
draw_messages()
with errors_shown():
    draw_rescore()
    draw_list(draw_filters(services.get_store().reviewers()))
opened = history.opened_search()
if opened is not None:
    focus_field(keys.SEARCH, opened, "search")
