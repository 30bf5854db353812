"""Starting over what is being run, so that all it draws is fresh."""

import streamlit as st
from streamlit.errors import StreamlitAPIException


def run_again() -> None:
    """Start over the fragment that is being rerun, else the page."""
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:  # not in a fragment, or the whole page is being run
        st.rerun()
