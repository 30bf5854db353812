"""A page with nothing but a presentation, for the browser tests: ``?case=`` names what it shows."""

import streamlit as st

from components.presenter import present, take_left
from tests.makers.presenter_cases import presented

st.set_page_config(page_title="Presenter", layout="wide")
left = take_left("presenter")
if left is not None:
    st.code(str(left.get("claim")), language=None)
    st.stop()
st.caption(f"run {st.session_state.setdefault('runs', 0)}")
st.session_state["runs"] += 1
present(presented(st.query_params.get("case", "release")), key="presenter")
