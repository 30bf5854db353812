"""Styles for Streamlit's own elements that the theme cannot set."""

import streamlit as st

# The page's two backgrounds are those of .streamlit/config.toml.
_STYLE = """
<style>
@media (min-height: 480px) {
  [data-testid=stLayoutWrapper]:has(> .st-key-decision_bar) { position: sticky; bottom: 0.5rem; z-index: 3; }
}
/* On a narrow page the bar is two rows that are swiped sideways, or it would hide what it decides on. */
@media (max-width: 799px) {
  .st-key-decision_bar [data-testid=stHorizontalBlock] {
    flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; padding-block: 2px;
  }
  .st-key-decision_bar [data-testid=stHorizontalBlock] > * { flex-shrink: 0; }
  .st-key-decision_bar [data-testid=stMarkdown] p { white-space: nowrap; }
  .st-key-decision_bar > :first-child [data-testid=stHorizontalBlock] > :nth-child(2) { flex: 1 1 0; min-width: 0; }
  .st-key-decision_bar > :first-child p { overflow: hidden; text-overflow: ellipsis; }
  .st-key-previous_claim button, .st-key-next_claim button { min-width: 2.1rem; }
  .st-key-previous_claim [data-testid=stMarkdownContainer], .st-key-next_claim [data-testid=stMarkdownContainer] {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  }
}
.st-key-decision_bar {
  padding-block: 0.5rem; background: light-dark(#ffffff, #12181f); box-shadow: 0 -2px 10px rgb(0 0 0 / 8%);
}
.st-key-decision_bar button { min-height: 2.1rem; padding-block: 0.1rem; }
/* What is chosen must stand out from the dark page as from the light one. */
[data-testid=stSliderThumbValue], [role=tab][aria-selected=true], [data-testid=stButtonGroup] [aria-checked=true] {
  color: light-dark(#0b5c8f, #8cc8ef) !important;
}
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
    """Put the style sheet on the page; it takes no space."""
    st.html(_STYLE)
