"""The changes of a claim as buttons with their keys. A button begins the change in the claim map, as its key does."""

import streamlit as st

from components.state import keys, on_screen

_ACTS = (
    ("split", "b", "Split it in two", "content_cut"),
    ("merge", "m", "Merge it with the next one", "merge"),
    ("respan", "w", "Choose its words", "ink_highlighter"),
    ("missed", "i", "Add a missed claim", "add"),
    ("supports", "y", "Point to a passage that supports it", "add_link"),
    ("contradicts", "o", "Point to a passage that contradicts it", "link_off"),
)


def draw_surgery_menu() -> None:
    """Draw the menu, folded."""
    menu = st.popover(
        "Change the claim", key=keys.SURGERY_MENU, icon=":material/content_cut:", type="tertiary", on_change="rerun"
    )
    if not menu.open:
        return
    with menu, st.container(gap="xxsmall"):
        for name, key, says, icon in _ACTS:
            st.button(
                f"{says} `{key}`", key=f"surgery_{name}", icon=f":material/{icon}:", type="tertiary",
                on_click=on_screen.ask_act, args=(name,),
            )  # fmt: skip
        st.caption("Or select words in the draft or a source, or click where to split.")
