"""Queue: import answers, see which wait for a label, and label them one by one."""

import streamlit as st

from components import services
from components.frame.messages import draw_messages, errors_shown
from components.frame.sidebar import draw_sidebar
from components.queue.filters import draw_filters
from components.queue.import_panel import draw_import
from components.queue.list import draw_queue
from components.queue.verification import draw_verification
from components.review.labelling.guidelines import draw_guidelines

draw_sidebar()
with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Queue", anchor=False, width="stretch")
    with errors_shown():
        draw_guidelines()
draw_messages()
# Separate containers, so that what appears above does not move what is below.
importing, verifying, listed = st.container(), st.container(), st.container()
with importing, errors_shown():
    draw_import(folded=bool(services.get_store().imports()))
any_listed = False
with listed, errors_shown():
    any_listed = draw_queue(draw_filters())
with verifying, errors_shown():  # last: the verifier may take some seconds to load
    draw_verification(waited_for=not any_listed)
