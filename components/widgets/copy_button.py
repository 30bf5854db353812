"""A button that copies a text: the browser does it at once, without asking the server."""

import streamlit as st

_SCRIPT = """
const SHOWN_FOR = 2500; // milliseconds
export default function ({ data, parentElement }) {
  let button = parentElement.querySelector("button");
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    parentElement.append(button);
  }
  button.textContent = data.label;
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(data.text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Your browser forbids it; see Export";
    }
    setTimeout(() => (button.textContent = data.label), SHOWN_FOR);
  };
}
"""
_STYLE = """
button {
  font: inherit; font-size: 0.84rem; color: inherit; cursor: pointer; min-height: 2.1rem; padding: 0.1rem 0.75rem;
  white-space: nowrap; background: transparent; border: 1px solid var(--st-border-color); border-radius: 0.5rem;
}
button:hover { border-color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
"""

_button = st.components.v2.component("claimlens_copy", js=_SCRIPT, css=_STYLE)  # pyright: ignore[reportAttributeAccessIssue]


def draw_copy_button(text: str, label: str, *, key: str) -> None:
    """Draw a button of this label that copies the text."""
    _button(key=key, data={"text": text, "label": label}, width="content")
