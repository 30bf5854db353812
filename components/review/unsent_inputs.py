"""Inputs that were typed but not checked yet: they survive a reload, and are set aside when others replace them.

The server keeps them in memory under random names, which only the session and the page's address hold: ``draft`` names
those in the fields, ``kept`` those set aside. A session asks the address for a name when it begins and never again: a
rerun that was asked for before the browser had the name carries an older address, and a second name from it would leave
what is typed next under one name and the reader's address with the other.
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
    _open(st.query_params.get(DRAFT))


def keep_inputs() -> None:
    """Remember what is in the fields; call after they are drawn."""
    typed = _typed()
    if typed.empty:
        forget_draft()
        return
    name = _name()
    services.get_unsent_inputs().put(name, typed)
    if st.query_params.get(DRAFT) != name:
        st.query_params[DRAFT] = name


def forget_draft() -> None:
    """Forget the name, because a saved review holds the inputs now or they were set aside."""
    inputs.set_name(None)
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
    _open(name)


def _forget(name: str) -> None:
    inputs.set_kept(tuple(other for other in inputs.kept() if other != name))


def _typed() -> Inputs:
    return Inputs(texts=tuple((key, inputs.text(key)) for key in _FIELDS), sources=inputs.sources())


def _name() -> str:
    """The name of the inputs in the fields, a new one if they have none."""
    name = inputs.name() or secrets.token_urlsafe(16)
    inputs.set_name(name)
    return name


def _open(name: str | None) -> None:
    """Put what is kept under a name into the fields, which have this name from now on; without it, nothing."""
    held = services.get_unsent_inputs().get(name) if name else None
    if held is not None:
        inputs.set_name(name)
        inputs.set_sources(held.sources)
        for key, text in held.texts:
            inputs.set_text(key, text)
