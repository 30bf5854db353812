"""Styles for Streamlit's own elements that the theme cannot set."""

import streamlit as st

# The page's two backgrounds are those of .streamlit/config.toml.
_STYLE = """
<style>
/* Popovers lie outside the element that Streamlit gives its theme's scheme, which is the browser's. */
:root { color-scheme: light dark; }
@media (min-height: 480px) {
  [data-testid=stLayoutWrapper]:has(> .st-key-decision_bar) { position: sticky; bottom: 0.5rem; z-index: 3; }
  /* Progress and Cancel are in view wherever the page is: at the foot of the window, where the button is that begins a
     check of the inputs, or else at its head. */
  [data-testid=stLayoutWrapper]:has(> :is(.st-key-check_under_way, .st-key-tour_step)) {
    position: sticky; top: 0.5rem; z-index: 4;
  }
  [data-testid=stLayoutWrapper]:has(> .st-key-check_at_foot) {
    position: sticky; top: calc(100dvh - 2px); height: 0; z-index: 4;
  }
  .st-key-check_at_foot { position: absolute; inset: auto 0 0; }
}
@media (min-height: 480px) and (max-width: 799px) { /* Streamlit's header is above them */
  [data-testid=stLayoutWrapper]:has(> :is(.st-key-check_under_way, .st-key-tour_step)) { top: 4rem; }
}
@media (min-height: 480px) and (max-width: 799px) { /* where both do not fit, the row that ends the review is in view */
  [data-testid=stLayoutWrapper]:has(> .st-key-finish) { position: sticky; bottom: 0.5rem; z-index: 3; }
  [data-testid=stLayoutWrapper]:has(> .st-key-finish) ~ [data-testid=stLayoutWrapper]:has(> .st-key-decision_bar) {
    position: static;
  }
  .st-key-finish { background: light-dark(#ffffff, #12181f); box-shadow: 0 -2px 10px rgb(0 0 0 / 8%); }
}
@media (min-height: 480px) and (min-width: 800px) { /* on a phone it would hide the fields */
  [data-testid=stLayoutWrapper]:has(> .st-key-check_bar) { position: sticky; bottom: 0; z-index: 3; }
  .st-key-check_bar { padding: 0.4rem 0; background: light-dark(#ffffff, #12181f); }
}
.st-key-tour_step { background: light-dark(#ffffff, #12181f); }
:is(.st-key-check_under_way, .st-key-check_at_foot) {
  padding: 0.6rem 0.8rem; border-radius: 0.5rem; background: light-dark(#ffffff, #12181f);
  box-shadow: 0 2px 14px rgb(0 0 0 / 18%);
}
/* One row where there is room for it, which a window of 1280 pixels has beside the list of pages; else two: moving and
   right or wrong, then the statuses. On a phone these have their icons above their words, and the rest can be called
   right once nothing is in doubt. */
[data-testid=stLayoutWrapper]:has(> .st-key-decision_bar) { container: decisions / inline-size; }
@container decisions (min-width: 960px) {
  /* Chromium cuts off the lower border of a box that scrolls and is not a whole number of pixels high. */
  .st-key-decision_bar { flex-wrap: nowrap !important; overflow-x: auto; scrollbar-width: none; min-height: 49px; }
}
@container decisions (max-width: 959px) {
  .st-key-decision_bar [class*=st-key-relabel_] { order: 1; flex: 1 1 auto; min-width: 0; }
  .st-key-decision_bar [class*=st-key-relabel_] :is(div, button) { width: 100%; min-width: 0; }
  .st-key-decision_bar::after { content: ""; flex: 0 0 100%; } /* the statuses begin a row, whatever is before them */
}
@container decisions (max-width: 1090px) {
  .st-key-decision_bar.st-key-decision_bar button { padding-inline: 0.25rem; }
  /* Where both do not fit, the button says as much: what is left is not in doubt. */
  .st-key-decision_bar:has(.st-key-confirm_rest) .st-key-none_in_doubt { display: none; }
}
@container decisions (max-width: 560px) {
  .st-key-decision_bar:has(.st-key-next_in_doubt) .st-key-confirm_rest { display: none; }
  .st-key-decision_bar > :has(> .st-key-none_in_doubt), .st-key-none_in_doubt { display: none; }
}
@media (max-width: 799px) {
  .st-key-tour_step { padding: 0.5rem 0.7rem; }
  .st-key-tour_step p { font-size: 0.85rem; line-height: 1.4; }
  .st-key-tour_step button { min-height: 1.9rem; padding: 0 0.5rem; }
  .st-key-decision_bar.st-key-decision_bar { padding: 0.3rem; gap: 0.2rem 0.1rem; justify-content: space-between; }
  .st-key-decision_bar.st-key-decision_bar button { min-height: 1.9rem; min-width: 1.6rem; padding: 0 0.25rem; }
  .st-key-decision_bar.st-key-decision_bar button p { font-size: 0.74rem; }
  .st-key-decision_bar.st-key-decision_bar [data-testid=stMarkdown] p { font-size: 0.72rem; }
  .st-key-decision_bar.st-key-decision_bar [class*=st-key-relabel_] { flex-basis: 18%; }
  .st-key-decision_bar.st-key-decision_bar [class*=st-key-relabel_] button { padding: 0.1rem 0; }
  .st-key-decision_bar.st-key-decision_bar :is([class*=st-key-relabel_], .st-key-confirm_rest) p {
    display: block; width: min-content; margin-inline: auto; font-size: 0.66rem; line-height: 1.2;
    text-align: center; white-space: normal; overflow-wrap: normal; word-break: normal;
  }
  .st-key-decision_bar.st-key-decision_bar .st-key-confirm_rest p { width: 3rem; }
}
.st-key-decision_bar > * { flex-shrink: 0; }
.st-key-decision_bar [data-testid=stMarkdown] p { white-space: nowrap; font-size: 0.9rem; }
/* Which claim, and under that the verdict that is called right or wrong; the buttons stay in place whatever it is. */
.st-key-decision_bar.st-key-decision_bar [data-testid=stMarkdown] p:has(br) {
  min-width: 6.8em; font-size: min(0.76rem, 3.1vw); line-height: 1.25;
}
.st-key-previous_claim button, .st-key-next_claim button, .st-key-open_note button, .st-key-undo button {
  min-width: 2.1rem; padding-inline: 0.2rem;
}
:is(.st-key-previous_claim, .st-key-next_claim, .st-key-open_note, .st-key-undo) [data-testid=stMarkdownContainer] {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}
.claimlens-arriving :is(.st-key-decision_bar, .st-key-finish) { pointer-events: none; }
.st-key-finish { padding: 0.4rem 0.6rem; }
.st-key-labelling_bar .st-key-finish { padding: 0; }
.st-key-finish button { min-height: 2.1rem; padding: 0.1rem 0.6rem; }
.st-key-finish button p { font-size: 0.84rem; }
.st-key-decision_bar {
  padding: 0.4rem 0.6rem; background: light-dark(#ffffff, #12181f); box-shadow: 0 -2px 10px rgb(0 0 0 / 8%);
}
.st-key-decision_bar button { min-height: 2.1rem; padding: 0.1rem 0.4rem; }
.st-key-decision_bar button p { font-size: 0.8rem; }
/* The verdict's line wraps in a narrow window only; in a wide one its words break, and its buttons stay beside them. */
@media (min-width: 1100px) {
  .st-key-verdict_line.st-key-verdict_line { flex-wrap: nowrap; gap: 0.5rem; }
  .st-key-verdict_line > :first-child { flex: 1 1 0; min-width: 0; }
}
.st-key-verdict_line h2 { padding: 0; margin: 0; font-size: 1.1rem; line-height: 1.35; }
.st-key-verdict_line [data-testid=stMarkdownContainer] { margin-bottom: 0; }
.st-key-verdict_line button { min-height: 2.1rem; padding: 0.1rem 0.5rem; }
.st-key-verdict_line button p { font-size: 0.84rem; }
.claimlens-mark {
  display: flex; align-items: center; gap: 0.5rem; white-space: nowrap; font-variant-numeric: tabular-nums;
}
.claimlens-mark .number { font-weight: 650; font-size: 1.05rem; }
.claimlens-mark .named { display: grid; gap: 0.2rem; font-size: 0.72rem; line-height: 1; }
.claimlens-mark .scale {
  position: relative; width: 5.5rem; height: 0.5rem; border-radius: 0.25rem;
  background: light-dark(#d3dbe3, #3a4653);
}
.claimlens-mark .bar {
  position: absolute; inset: 0 auto 0 0; border-radius: 0.25rem; background: light-dark(#0b5c8f, #8cc8ef);
}
.claimlens-mark .gate {
  position: absolute; top: -0.25rem; bottom: -0.25rem; width: 3px; background: light-dark(#a34700, #ff9a57);
}
/* Eight key figures in one row of a small window: their names wrap. */
.st-key-insight_figures [data-testid=stMetricValue] { font-size: 1.4rem; }
.st-key-insight_figures [data-testid=stMetricLabel] p { white-space: normal; font-size: 0.8rem; line-height: 1.25; }
.st-key-insight_figures [data-testid=stMetricLabel] { min-height: 2.6rem; align-items: end; }
.st-key-insight_figures [data-testid=stCaptionContainer] p { font-size: 0.78rem; }
/* Streamlit's grey of captions is too faint on a light page (4.15:1, where WCAG asks for 4.5:1). */
[data-testid=stCaptionContainer] { opacity: 0.72 !important; }
/* Nor is its grey of what cannot be changed strong enough for labels. */
[data-testid=stWidgetLabel][disabled] { color: color-mix(in srgb, currentcolor 72%, transparent) !important; }
/* What is chosen or open must stand out from the dark page as from the light one. */
[data-testid=stSliderThumbValue], [role=tab][aria-selected=true], [data-testid=stButtonGroup] [aria-checked=true],
[data-testid=stButtonGroup] [aria-pressed=true], [kind=tertiary]:is(:active, [aria-expanded=true]) {
  color: light-dark(#0b5c8f, #8cc8ef) !important;
}
/* Lists of claims that each open their review. */
.st-key-flips button, .st-key-cell_claims button { min-height: 1.8rem; padding-block: 0; text-align: left; }
/* A click on an empty place gives the page the focus; its ring would cut through the text with the next key. */
[data-testid=stMain]:focus-visible::before { content: none !important; }
/* The page's sides are for the draft and its sources. */
@media (min-width: 800px) { [data-testid=stMainBlockContainer] { padding-inline: 2rem; } }
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

# What would stand around a page that takes the whole window.
_BARE = """
<style>
[data-testid=stSidebar], [data-testid=stHeader], [data-testid=stExpandSidebarButton], [data-testid=stStatusWidget] {
  display: none !important;
}
[data-testid=stMain] { overflow: hidden; }
</style>
"""


def draw_style() -> None:
    """Put the style sheet on the page; it takes no space."""
    st.html(_STYLE)


def hide_frame() -> None:
    """Hide sidebar and header while this run's page is shown."""
    st.html(_BARE)
