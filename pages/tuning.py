"""Tuning: from reviewers' labels to the threshold from which a claim counts as supported."""

import streamlit as st

from components import services
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar
from components.review.profile_in_use import draw_profile_notice
from components.tuning.page import current_critic, draw_tuning
from components.tuning.profiles import draw_profiles
from components.tuning.rescore import draw_rescore

draw_sidebar()
st.title("Tuning", anchor=False)
draw_messages()
draw_profile_notice(services.profile_notice(), leads_to_tuning=False)
with errors_shown():
    critic = current_critic()
    draw_rescore()
    draw_tuning(critic)
    draw_profiles(critic.verifier.spec if critic else None)
    services.spare_collector()
