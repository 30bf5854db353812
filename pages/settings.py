"""Settings: what a person changes, tried out and saved; what the app runs with; all settings."""

import streamlit as st

from components import services
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar
from components.frame.sign_in import draw_reserved
from components.review.profile_in_use import draw_profile_notice
from components.settings.change import changed, draw_fields, draw_save, named
from components.settings.model import draw_answers, draw_asks, draw_duty, watch_model
from components.settings.table import draw_config_path, draw_parts, draw_settings

draw_sidebar()
st.title("Settings", anchor=False)
draw_messages()
draw_profile_notice(services.profile_notice())
with errors_shown():
    settings = services.get_settings()
    if fixed := draw_reserved("admin", "changes and tests the settings"):
        place, waiting = st.empty(), []
    else:
        values = draw_fields(settings)
        changes = changed(settings, values)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            draw_save(changes)
            place = draw_asks(values)
            if changes:  # last in the row, so that it moves no button
                st.caption(f"Not saved yet: {named(changes)}", width="content")
        waiting = draw_answers()
    st.header("In use", anchor=False)
    with errors_shown():
        draw_parts()
    draw_duty(settings)
    with st.expander("All settings"):
        draw_config_path()
        draw_settings(settings.described())
    if not fixed:
        watch_model(place, waiting)
