"""Inputs that were typed but not checked yet, kept through a reload of the page.

They lie in the server's memory under a random name that only the page's address holds.
"""

import secrets

import streamlit as st

from components import services, state
from components.desks import Inputs

DRAFT = "draft"


def restore_inputs() -> None:
    """Fill the fields of a fresh session with what the address remembers; call before they are drawn."""
    name = st.query_params.get(DRAFT)
    if not state.first_run() or name is None:
        return
    kept = services.get_desks().get(name)
    if kept is not None:
        state.set_sources(kept.sources)
        for key, text in kept.texts:
            state.set_text(key, text)


def keep_inputs() -> None:
    """Remember what is in the fields; call after they are drawn."""
    texts = tuple((key, state.text(key)) for key in (state.QUERY, state.DRAFT, state.PASTE_TITLE, state.PASTE_TEXT))
    inputs = Inputs(texts=texts, sources=state.sources())
    name = st.query_params.get(DRAFT)
    if inputs.empty:
        st.query_params.pop(DRAFT, None)
        return
    if name is None:
        name = secrets.token_urlsafe(16)
        st.query_params[DRAFT] = name
    services.get_desks().put(name, inputs)


def clear_desk() -> None:
    """Take the name out of the address; the inputs are part of a saved review now."""
    st.query_params.pop(DRAFT, None)
