"""Refuses files over the limit in the app's own words, before the browser sends them."""

from collections.abc import Mapping
from typing import Any, cast

import streamlit as st

from components.state import inputs
from critique_core.formats.files import MAX_FILE_BYTES, clean_name

# Streamlit's uploader forgets its refusals once it reads another file of the same drop. So this script removes files
# that are too large before the uploader sees them: a choice by button is a "change" event, a drop is turned into one.
_SCRIPT = """
const WATCHED = Symbol.for("claimlens.file_limits");
const limits = (globalThis[WATCHED] ??= new Map());

function watched(node) {
  for (const [key, { limit, tell }] of limits) {
    const uploader = node.closest?.(`.st-key-${CSS.escape(key)}`);
    if (uploader) return { input: uploader.querySelector("input[type=file]"), key, limit, tell };
  }
  return null;
}

function sorted(files, limit) {
  const kept = new DataTransfer();
  const refused = [];
  for (const file of files) {
    if (file.size > limit) refused.push([file.name, file.size]);
    else kept.items.add(file);
  }
  return [kept.files, refused];
}

function whenIdle(then) {
  let quiet = 0;
  const timer = setInterval(() => {
    const state = document.querySelector("[data-testid=stApp]")?.getAttribute("data-test-script-state");
    quiet = state === "notRunning" ? quiet + 1 : 0;
    if (quiet < 5) return;
    clearInterval(timer);
    then();
  }, 50);
}

function handOn(key, files) {
  const input = document.querySelector(`.st-key-${CSS.escape(key)} input[type=file]`);
  if (!input) return;
  limits.passing = true;
  input.files = files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  limits.passing = false;
}

function chosen(event) {
  const { key, limit, tell } = watched(event.target) ?? {};
  if (!tell || limits.passing || event.target.files.length === 0) return;
  const [kept, refused] = sorted(event.target.files, limit);
  if (refused.length === 0 && !limits.told) return;
  // What is refused is reported first, and the rest goes on when the page is idle: a rerun that crosses an upload loses
  // the files.
  event.stopImmediatePropagation();
  limits.told = refused.length > 0;
  tell(refused);
  if (kept.length > 0) whenIdle(() => handOn(key, kept));
}

function dropped(event) {
  const { input, limit, tell } = watched(event.target) ?? {};
  if (!input || sorted(event.dataTransfer.files, limit)[1].length === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  event.target.dispatchEvent(new DragEvent("dragleave", { bubbles: true }));
  input.files = event.dataTransfer.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

export default function ({ data, setTriggerValue }) {
  if (limits.size === 0) {
    document.addEventListener("change", chosen, true);
    document.addEventListener("drop", dropped, true);
  }
  limits.clear();
  limits.set(data.key, { limit: data.limit, tell: (refused) => setTriggerValue("refused", refused) });
}
"""

_limit = st.components.v2.component("claimlens_file_limit", js=_SCRIPT)  # pyright: ignore[reportAttributeAccessIssue]
_KEY = "file_limit"


def watch_uploader(key: str) -> None:
    """Keep files over ``MAX_FILE_BYTES`` out of the uploader with this widget key, and report them as faults."""
    _limit(key=_KEY, data={"key": key, "limit": MAX_FILE_BYTES}, height=1, on_refused_change=_refuse)


def _refuse() -> None:
    held = inputs.chosen(_KEY, Mapping)
    refused: Any = held.get("refused") if held is not None else None
    inputs.set_faults("refused", tuple(filter(None, map(_words, cast("list[Any]", refused or [])))))


def _words(entry: Any) -> str | None:
    """What is wrong with a file that the browser names, in the server's words for it."""
    match entry:
        case [str(name), int(size)]:
            return (
                f"{clean_name(name)} is {size / 1e6:.1f} MB, over the limit of {MAX_FILE_BYTES / 1e6:.0f} MB; split it"
            )
        case _:
            return None
