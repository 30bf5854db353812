"""Keys that are pressed before the claim map is there: kept, so that the map can step once it knows its claims."""

import streamlit as st

# At the window, behind all others who listen: a key that somebody has taken is not kept.
_SCRIPT = """
const EARLY = Symbol.for("claimlens.early_keys");
const MOST = 10;
const TYPING = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=dialog] *";
const PRESSABLE = "button, a[href], summary, [role=button], [role=tab], [role=link]"; // what Enter and Space press
export default function () {
  if (globalThis[EARLY]) return; // each page draws its own element, and the window outlives them
  globalThis[EARLY] = [];
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const [on] = event.composedPath();
    if (on.matches?.(TYPING) || (["Enter", " "].includes(event.key) && on.matches?.(PRESSABLE))) return;
    globalThis[EARLY].push({ key: event.key, at: performance.now() });
    if (globalThis[EARLY].length > MOST) globalThis[EARLY].shift();
  });
}
"""

_early = st.components.v2.component("claimlens_early_keys", js=_SCRIPT)  # pyright: ignore[reportAttributeAccessIssue]


def keep_early_keys() -> None:
    """Keep keys from now on; takes no space."""
    _early(key="early_keys")
