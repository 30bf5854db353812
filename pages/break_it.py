"""Break it live: change one thing in a draft or a source and see which verdict turns; and the battery of errors."""

import streamlit as st

from components import services
from components.break_it.battery import draw_battery
from components.break_it.trial import draw_trial
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar

draw_sidebar()
st.title("Break it live", anchor=False)
draw_messages()
live, many = st.tabs(["One change", "Error battery"], key="break_it_tab", on_change="rerun")
with errors_shown():
    if live.open:
        with live:
            draw_trial()
    if many.open:
        with many:
            draw_battery()
    services.spare_collector()
