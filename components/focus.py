"""Puts the cursor into a text field that a key has opened, once."""

import streamlit as st

_SCRIPT = """
let last = null;
export default function ({ data }) {
  if (data.serial === last) return;
  last = data.serial;
  let tries = 40;
  const look = () => {
    const field = document.querySelector(`.st-key-${CSS.escape(data.key)} textarea`);
    if (field) {
      field.focus();
      field.scrollIntoView({ block: "nearest" });
    } else if (tries-- > 0) setTimeout(look, 25);
  };
  look();
}
"""

_focus = st.components.v2.component("claimlens_focus", js=_SCRIPT)  # pyright: ignore[reportAttributeAccessIssue]


def focus_field(key: str, serial: int) -> None:
    """Move the cursor to the text area with this widget key; the same ``serial`` moves it only once."""
    _focus(key="focus", data={"key": key, "serial": serial}, height=1)
