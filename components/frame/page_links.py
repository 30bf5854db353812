"""A click on a page's name that ends typing in a field: first the text reaches the server, then the page is asked for.

Streamlit sends the two in the wrong order. The click leaves at once; the text follows some 20 milliseconds later, still
under the old page's name, and the server takes that for the newer wish: it draws the old page, and the click is lost.

In a narrow window the list lies over the page, so it is closed once a page was picked; Streamlit does so on phones.
"""

import streamlit as st

_SCRIPT = """
const WATCHED = Symbol.for("claimlens_page_links");
const UNDER_WAY = 200; // milliseconds within which what was typed has left the browser
const NARROW = 800; // pixels
const CLOSE = "[data-testid=stSidebar][data-collapsed=false] [data-testid=stSidebarCollapseButton] button";
const LINK = "[data-testid=stSidebarNavLink]";
export default function () {
  if (globalThis[WATCHED]) return; // each page draws its own element, and the document outlives them
  globalThis[WATCHED] = true;
  document.addEventListener("click", (event) => {
    if (innerWidth >= NARROW || !event.target.closest?.(LINK)) return;
    setTimeout(() => document.querySelector(CLOSE)?.click(), UNDER_WAY);
  });
  let changed = -UNDER_WAY;
  document.addEventListener("change", () => { changed = performance.now(); }, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(LINK);
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || !event.isTrusted || performance.now() - changed >= UNDER_WAY) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    setTimeout(() => {
      const drawn = [...document.querySelectorAll(LINK)].find((one) => one.href === link.href);
      (drawn ?? link).click();
    }, UNDER_WAY);
  }, true);
}
"""

_links = st.components.v2.component("claimlens_page_links", js=_SCRIPT)  # pyright: ignore[reportAttributeAccessIssue]


def keep_clicks() -> None:
    """Watch the list of pages from now on; takes no space."""
    _links(key="page_links")
