"""Queue: import answers, see which wait for a label, and label them one after the other."""

import streamlit as st

from components import services
from components.failures import draw_messages, errors_shown
from components.guidelines import draw_guidelines
from components.importing_panel import draw_import
from components.queue_filters import draw_filters
from components.queue_list import draw_queue
from components.sidebar import draw_sidebar
from components.verification_bar import draw_verification

draw_sidebar()
with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Queue", anchor=False, width="stretch")
    with errors_shown():
        draw_guidelines()
draw_messages()
# Places of their own, so that what comes and goes above does not move what is below.
importing, verifying, listed = st.container(), st.container(), st.container()
with importing, errors_shown():
    draw_import(folded=bool(services.get_store().imports()))
with listed, errors_shown():
    draw_queue(draw_filters())
with verifying, errors_shown():  # last: the verifier may take some seconds to load
    draw_verification()
