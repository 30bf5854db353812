"""The way from another page to one claim of a stored review."""

import streamlit as st

from components import services
from components.review.opening import show
from components.review.unsent_inputs import ITEM, set_aside
from components.state import inputs, notices, on_screen
from critique_core.errors import StoreError


def open_claim(item_id: str, claim_id: str) -> None:
    """Go to Review with this claim selected. Call it while a page runs, not in a callback."""
    try:
        critique = services.get_store().latest_critique(item_id)
    except StoreError as error:
        notices.report_problem(f"The review cannot be opened. {error}")
        st.rerun()
    if critique is None:
        notices.report_problem("The review is not in the store any more.")
        st.rerun()
    set_aside()
    inputs.load_inputs(critique.request)
    show(critique, item_id)
    on_screen.select(claim_id)
    st.switch_page("pages/review.py", query_params={ITEM: item_id})
