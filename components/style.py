"""What Streamlit's own elements need of style sheets beyond the theme."""

import streamlit as st

# The page's two backgrounds are those of .streamlit/config.toml.
_STYLE = """
<style>
@media (min-width: 800px) and (min-height: 600px) {
  [data-testid=stLayoutWrapper]:has(> .st-key-decision_bar) { position: sticky; bottom: 0.5rem; z-index: 3; }
}
.st-key-decision_bar {
  padding-block: 0.5rem; background: light-dark(#ffffff, #12181f); box-shadow: 0 -2px 10px rgb(0 0 0 / 8%);
}
.st-key-decision_bar button { min-height: 2.1rem; padding-block: 0.1rem; }
/* Short messages must not stand in the way: in the sidebar's empty foot where there is one, else clicked through. */
[data-testid=stToastContainer], [data-testid=stToast] { pointer-events: none !important; }
[data-testid=stToast] button { pointer-events: auto; }
@media (min-width: 800px) {
  body:not(:has([data-testid=stExpandSidebarButton])) [data-testid=stToastContainer] {
    inset: auto auto 0.5rem 0 !important; width: 12.5rem; max-width: 12.5rem;
  }
  body:not(:has([data-testid=stExpandSidebarButton])) [data-testid=stToast] {
    width: 100%; min-width: 0; padding: 0.6rem; gap: 0.4rem; box-sizing: border-box;
  }
}
</style>
"""


def draw_style() -> None:
    """Put the style sheet on the page; it takes no room."""
    st.html(_STYLE)
