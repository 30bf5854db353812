"""Settings: what the app runs with, to read only, and whether the model it names can be used."""

import streamlit as st

from components import services
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar
from components.review.profile_in_use import draw_profile_notice
from components.settings.model import draw_model, watch_model
from components.settings.table import draw_config_path, draw_parts, draw_settings

draw_sidebar()
st.title("Settings", anchor=False)
draw_messages()
draw_profile_notice(services.profile_notice())
draw_config_path()
with errors_shown():
    described = services.get_settings().described()
    st.subheader("In use", anchor=False)
    with errors_shown():
        draw_parts()
    st.subheader("Model", anchor=False)
    place = draw_model()
    st.subheader("All settings", anchor=False)
    draw_settings(described)
    watch_model(place)
