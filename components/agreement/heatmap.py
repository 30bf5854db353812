"""Two parties' statuses of the same claims as a heatmap: each cell is a button that asks for the claims behind it."""

from collections.abc import Mapping
from typing import Any, Literal

import streamlit as st

from components.escape import visible
from components.palette import STATUS_STYLES
from components.state import inputs
from critique_core.models import Status

Pair = tuple[Status, Status]
_Kind = Literal["same", "alike", "other"]
KINDS: dict[_Kind, tuple[str, str]] = {
    "same": ("=", "same status"),
    "alike": ("≈", "another status, alike on whether it is supported"),
    "other": ("≠", "at odds on whether it is supported"),
}
# What is out of sight at a side casts a shadow there; the page's own ground, which scrolls along, hides it at the end.
# Half a colour at most, so that the page's ink stays readable on it in both themes (4.5 to 1 and more).
STYLE = """
.room {
  overflow-x: auto; color: var(--st-text-color); font-family: var(--st-font);
  background:
    linear-gradient(to right, var(--st-background-color) 40%, transparent) local left / 2.5rem 100% no-repeat,
    linear-gradient(to left, var(--st-background-color) 40%, transparent) local right / 2.5rem 100% no-repeat,
    linear-gradient(to right, rgb(128 140 152 / 70%), transparent) left / 1rem 100% no-repeat,
    linear-gradient(to left, rgb(128 140 152 / 70%), transparent) right / 1rem 100% no-repeat;
}
table { border-collapse: separate; border-spacing: 3px; font-size: .875rem; font-variant-numeric: tabular-nums; }
th { font-weight: 400; padding: .2rem .5rem; } tbody th { text-align: right; }
thead th { vertical-align: bottom; } th { white-space: nowrap; }
.party { opacity: .8; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; }
td { padding: 0; min-width: 6rem; }
td button, td span {
  --share: 0; box-sizing: border-box; width: 100%; display: block; padding: .35rem .5rem; text-align: center;
  border: 2px solid transparent; border-radius: .3rem; font: inherit; color: inherit; background: none;
}
button { cursor: pointer; }
button:hover { outline: 2px solid rgb(128 140 152 / 70%); }
button:focus-visible { outline: 3px solid var(--st-primary-color); outline-offset: 1px; }
button[aria-pressed=true] { outline: 3px solid var(--st-text-color); }
b { font-size: 1.1rem; } small { display: block; }
.none { background: rgb(128 140 152 / 10%); }
.same { background: rgb(0 114 178 / calc(12% + 38% * var(--share))); }
.alike, .other { border: 2px dashed rgb(128 140 152 / 80%); }
.alike { background: rgb(230 159 0 / calc(10% + 35% * var(--share))); }
.other {
  border-color: #d55e00;
  background: repeating-linear-gradient(
    -45deg, rgb(213 94 0 / calc(8% + 34% * var(--share))) 0 6px, rgb(213 94 0 / calc(14% + 40% * var(--share))) 6px 12px
  );
}
ul { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: .4rem 0 0; padding: 0; }
li { font-size: .875rem; list-style: none; }
@media (max-width: 640px) { td { min-width: 4.2rem; } th { padding: .2rem; } }
"""
# Every word goes into the page as text, never as HTML. A second press on a cell closes it.
_SCRIPT = """
const made = (tag, text, set = {}) => {
  const one = document.createElement(tag);
  one.textContent = text;
  for (const [name, value] of Object.entries(set)) one.setAttribute(name, value);
  return one;
};
// What is pressed is read when it is clicked: the next click may come before the answer to the last one.
const press = (button, choose) => {
  const opens = button.getAttribute("aria-pressed") !== "true";
  for (const other of button.closest("table").querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", opens);
  choose(opens ? button.dataset.cell : "");
};
const cell = (one, chosen, choose) => {
  const place = document.createElement("td");
  if (!one.count) return place.append(made("span", "0", { class: "none" })), place;
  const button = made("button", "", {
    type: "button", class: one.kind, "data-cell": one.cell, "aria-label": one.says,
    "aria-pressed": one.cell === chosen,
  });
  button.style.setProperty("--share", one.share);
  button.append(made("b", one.shown), made("small", one.row));
  button.onclick = () => press(button, choose);
  place.append(button);
  return place;
};
export default function ({ data, parentElement, setStateValue }) {
  const focused = parentElement.querySelector("button:focus")?.dataset.cell;
  const room = made("div", "", { class: "room" });
  const [table, head, body] = ["table", "thead", "tbody"].map((tag) => made(tag, ""));
  const [parties, names] = [made("tr", ""), made("tr", "")];
  const across = { class: "party", colspan: data.columns.length, scope: "colgroup" };
  parties.append(made("td", ""), made("th", data.across, across));
  names.append(made("th", data.down, { class: "party", scope: "col" }));
  names.append(...data.columns.map((name) => made("th", name, { scope: "col" })));
  head.append(parties, names);
  for (const row of data.rows) {
    const line = made("tr", "");
    line.append(made("th", row.name, { scope: "row" }));
    line.append(...row.cells.map((one) => cell(one, data.chosen, (name) => setStateValue("cell", name))));
    body.append(line);
  }
  table.append(head, body);
  room.append(table);
  const legend = made("ul", "");
  legend.append(...data.legend.map((says) => made("li", says)));
  const place = parentElement.querySelector(".place") ?? parentElement.appendChild(made("div", "", { class: "place" }));
  place.replaceChildren(room, legend);
  if (focused) place.querySelector(`[data-cell="${CSS.escape(focused)}"]`)?.focus();
}
"""
_cells = st.components.v2.component("claimlens_heatmap", css=STYLE, js=_SCRIPT)  # pyright: ignore[reportAttributeAccessIssue]


def draw_heatmap(key: str, counts: Mapping[Pair, int], parties: tuple[str, str]) -> Pair | None:
    """Draw how often each pair of statuses was given, the first party's down and the second's across.

    Returns the pair whose claims are asked for, by click or by key; ``None`` while none is.
    """
    held = inputs.chosen(key, Mapping)
    chosen = _pair(str(held.get("cell") or "")) if held is not None else None
    chosen = chosen if chosen and counts.get(chosen) else None
    _cells(key=key, data=payload(counts, parties, chosen), default={"cell": ""}, on_cell_change=_nothing)
    return chosen


def _nothing() -> None:
    """A state of the component is kept for the session only if something listens."""


def _pair(cell: str) -> Pair | None:
    found: list[Status] = [status for name in cell.split() for status in STATUS_STYLES if status == name]
    return (found[0], found[1]) if len(found) == 2 else None


def payload(counts: Mapping[Pair, int], parties: tuple[str, str], chosen: Pair | None) -> dict[str, Any]:
    """What the script draws: rows of cells, each with its count, its sign and its share of the row."""
    rows: list[Status] = [status for status in STATUS_STYLES if any(one == status for one, _ in counts)]
    columns: list[Status] = [status for status in STATUS_STYLES if any(other == status for _, other in counts)]
    return {
        "down": visible(f"{parties[0]} said"),
        "across": visible(f"{parties[1]} said"),
        "chosen": " ".join(chosen) if chosen else "",
        "columns": [status_name(column) for column in columns],
        "rows": [
            {
                "name": status_name(row),
                "cells": _cells_of(row, {one: counts.get((row, one), 0) for one in columns}, parties),
            }
            for row in rows
        ],
        "legend": [f"{sign} {words}" for sign, words in KINDS.values()],
    }


def _cells_of(row: Status, numbers: Mapping[Status, int], parties: tuple[str, str]) -> list[dict[str, Any]]:
    total = max(sum(numbers.values()), 1)
    return [_cell((row, other), number, number / total, parties) for other, number in numbers.items()]


def _cell(pair: Pair, number: int, share: float, parties: tuple[str, str]) -> dict[str, Any]:
    kind = _kind(pair)
    sign, words = KINDS[kind]
    said = f"{parties[0]}: {STATUS_STYLES[pair[0]].word}, {parties[1]}: {STATUS_STYLES[pair[1]].word}"
    return {
        "cell": " ".join(pair), "kind": kind, "count": number, "share": round(share, 2), "shown": f"{sign} {number:,}",
        "row": f"{share:.0%} of the row", "says": visible(f"{said}: {number:,}, {words}. Show the claims"),
    }  # fmt: skip


def _kind(pair: Pair) -> _Kind:
    if pair[0] == pair[1]:
        return "same"
    return "alike" if (pair[0] == "supported") == (pair[1] == "supported") else "other"


def status_name(status: Status) -> str:
    """A status with its icon."""
    style = STATUS_STYLES[status]
    return f"{style.icon} {style.word}"
