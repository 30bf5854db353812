"""Keys that are pressed before the claim map is there: kept, so that the map can step once it knows its claims."""

import streamlit as st

# At the window, behind all others who listen: a key that somebody has taken is not kept. The script stands in the page;
# that of a component would come with the map's own, too late for what is pressed while the map is on its way. What is
# pressed before a click was not meant for the page that the click leads to.
SCRIPT = """
(() => {
  const EARLY = Symbol.for("claimlens.early_keys");
  const MOST = 100; // as many as the words of a search have, which follow its key
  const TYPING = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=dialog] *";
  const PRESSABLE = "button, a[href], summary, [role=button], [role=tab], [role=link]"; // what Enter and Space press
  if (globalThis[EARLY]) return; // the window outlives its pages, and ``server_address.py`` may have begun
  globalThis[EARLY] = [];
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const [on] = event.composedPath();
    if (on.matches?.(TYPING) || (["Enter", " "].includes(event.key) && on.matches?.(PRESSABLE))) return;
    globalThis[EARLY].push({ key: event.key, at: performance.now() });
    if (globalThis[EARLY].length > MOST) globalThis[EARLY].shift();
  });
  window.addEventListener("pointerdown", () => globalThis[EARLY].splice(0), true);
})();
"""


def keep_early_keys() -> None:
    """Keep keys from now on, where the server's page has not begun to; takes no space."""
    st.html(f"<script>{SCRIPT}</script>", unsafe_allow_javascript=True)
