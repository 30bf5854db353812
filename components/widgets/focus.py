"""Puts the cursor into a text field that a key has opened, once."""

from typing import Literal

import streamlit as st

# The map's script holds keys back while a field is awaited, and stops waiting when the reviewer moves on. Streamlit may
# redraw a field after it got the cursor, a slow server much later; then it gets it again, until the reviewer leaves it.
_SCRIPT = """
const AWAITED = Symbol.for("claimlens.awaited_field");
const LAST = Symbol.for("claimlens.last_focus");
const UNFOLDING = 300; // milliseconds
export default function ({ data }) {
  if (data.serial === globalThis[LAST]) return;
  globalThis[LAST] = data.serial;
  const wish = globalThis[AWAITED];
  if (wish?.field !== data.field || wish.claim !== data.claim) return;
  let [held, since, opened, height] = [null, 0, -1000, 0];
  const done = () => globalThis[AWAITED] === wish && delete globalThis[AWAITED];
  const look = () => {
    const now = performance.now();
    if (globalThis[AWAITED] !== wish || globalThis[LAST] !== data.serial) return;
    if (now > wish.until) return done();
    if (held?.isConnected && document.activeElement !== held && held.checkVisibility()) return done();
    if (held !== null && document.activeElement === held) {
      // With its button as it unfolds, and no farther than that: the claim stays in view.
      const whole = held.closest("details") ?? held;
      if (now - since < UNFOLDING || whole.offsetHeight !== height) whole.scrollIntoView({ block: "nearest" });
      height = whole.offsetHeight; // a slow server unfolds it late
      wish.until = now + wish.lasts;
    } else {
      const field = document.querySelector(`.st-key-${CSS.escape(data.key)} :is(textarea, input)`);
      const folded = field?.closest("details:not([open])");
      if (folded && now - opened > 600) {
        opened = now;
        folded.querySelector("summary")?.click();
      }
      field?.focus({ preventScroll: true });
      if (field && document.activeElement === field) {
        [held, since] = [field, now];
        if (wish.field === "search") field.select(); // an older search is replaced, not added to
        if (wish.typed) document.execCommand("insertText", false, wish.typed);
        wish.typed = "";
      }
    }
    setTimeout(look, 25);
  };
  look();
}
"""

_focus = st.components.v2.component("claimlens_focus", js=_SCRIPT)  # pyright: ignore[reportAttributeAccessIssue]


def focus_field(
    key: str, serial: int, field: Literal["edit", "note", "search"], *, claim_id: str | None = None
) -> None:
    """Move the cursor to the text field with this widget key if a key asked for it; once for each ``serial``.

    ``claim_id`` is the claim that the field is about.
    """
    _focus(key="focus", data={"key": key, "serial": serial, "field": field, "claim": claim_id}, height=1)
