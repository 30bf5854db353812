"""Inputs that were typed but not checked yet: they survive a reload, and are set aside when others replace them.

The server keeps them in memory under random names, which only the session and the page's address hold: ``draft`` names
those in the fields, ``kept`` those set aside.
"""

import secrets

import streamlit as st

from components import services
from components.escape import escape
from components.state import inputs, keys, on_screen, running
from components.work.unsent_inputs import Inputs

ITEM = "item"  # the review on screen
DRAFT = "draft"
KEPT = "kept"
_FIELDS = (keys.QUERY, keys.DRAFT, keys.PASTE_TITLE, keys.PASTE_TEXT)


def restore_inputs() -> None:
    """Fill the fields of a fresh session with what the address remembers; call before they are drawn."""
    if not running.first_run():
        return
    inputs.set_kept(tuple(name for name in st.query_params.get_all(KEPT) if services.get_unsent_inputs().get(name)))
    _fill(st.query_params.get(DRAFT))


def keep_inputs() -> None:
    """Remember what is in the fields; call after they are drawn."""
    typed = _typed()
    if typed.empty:
        st.query_params.pop(DRAFT, None)
        return
    services.get_unsent_inputs().put(_name(), typed)


def forget_draft() -> None:
    """Remove the name from the address, because a saved review holds the inputs now or they were set aside."""
    st.query_params.pop(DRAFT, None)


def set_aside() -> None:
    """Keep the unchecked inputs, because others are about to replace them in the fields."""
    typed, review = _typed(), on_screen.review()
    if typed.empty or (review is not None and typed == Inputs.of(review.critique.request)):
        return
    name = _name()
    services.get_unsent_inputs().put(name, typed)
    inputs.set_kept((*inputs.kept(), name))
    forget_draft()


def draw_kept() -> None:
    """Draw a button back to each of the inputs set aside, newest first."""
    if inputs.kept():
        st.query_params[KEPT] = list(inputs.kept())
    else:
        st.query_params.pop(KEPT, None)
    for name in reversed(inputs.kept()):
        held = services.get_unsent_inputs().get(name)
        if held is None:
            continue
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(f":material/draft: Not checked yet: {escape(held.title, 80)}", width="content")
            st.button("Return to it", key=f"return_{name}", on_click=_return_to, args=(name,))
            st.button("Discard", key=f"discard_{name}", type="tertiary", on_click=_forget, args=(name,))


def _return_to(name: str) -> None:
    set_aside()
    on_screen.close_review()
    inputs.clear_inputs()
    inputs.open_inputs(opened=True)
    st.query_params.pop(ITEM, None)
    _forget(name)
    _fill(name)
    st.query_params[DRAFT] = name


def _forget(name: str) -> None:
    inputs.set_kept(tuple(other for other in inputs.kept() if other != name))


def _typed() -> Inputs:
    return Inputs(texts=tuple((key, inputs.text(key)) for key in _FIELDS), sources=inputs.sources())


def _name() -> str:
    """The name of the inputs in the fields, which the address gets if it has none."""
    if DRAFT not in st.query_params:
        st.query_params[DRAFT] = secrets.token_urlsafe(16)
    return st.query_params[DRAFT]


def _fill(name: str | None) -> None:
    kept = services.get_unsent_inputs().get(name) if name else None
    if kept is not None:
        inputs.set_sources(kept.sources)
        for key, text in kept.texts:
            inputs.set_text(key, text)
