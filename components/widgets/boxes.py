"""Boxes that several pages draw: a list without entries, and the two buttons that end a dialog."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def empty_box(title: str, *captions: str) -> DeltaGenerator:
    """Draw that a list is empty and why; returns the box, for a button below."""
    box = st.container(border=True, horizontal_alignment="center")
    box.markdown(f"**{title}**", width="content")
    for caption in captions:
        box.caption(caption, width="content")
    return box


def draw_confirmation(
    do: tuple[str, str], keep: tuple[str, str], on_click: Callable[..., None], args: tuple[object, ...] = ()
) -> None:
    """Draw the buttons of a dialog, each given by label and key; either one closes the dialog."""
    with st.container(horizontal=True, gap="small"):
        done = st.button(do[0], key=do[1], on_click=on_click, args=args)
        if st.button(keep[0], key=keep[1], type="primary") or done:
            st.rerun()
