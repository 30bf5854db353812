"""The object in a model's text: read exactly where it can be, else out of what is around it, never completed.

Models put fences and prose around their JSON, leave a comma before a bracket, or stop in the middle. All of that is
taken off. What is missing is not made up: of an answer that was cut off, only whole elements of its list are kept.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from critique_core.models.json_keys import each_once

_LONGEST = 512 * 1024
_THOUGHTS = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}\[\],]', re.DOTALL)
_BEGINS = re.compile(r'\{(?=\s*["}])')
_CLOSES = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class ReadObject:
    """The object, whether anything had to be taken off to read it, and whether its end was missing."""

    content: dict[str, Any]
    repaired: bool
    cut_off: bool


def read_object(text: str) -> ReadObject:
    """The one object that the text holds; of several the longest.

    Raises ``ValueError`` saying what the text is instead: no object, a list, an object that holds a key twice or NaN,
    or one that was cut off before anything in it was complete.
    """
    exact = _decoded(text)
    if isinstance(exact, dict):
        return ReadObject(cast("dict[str, Any]", exact), repaired=False, cut_off=False)
    if exact is not None:
        kind = next(name for kind, name in _NAMES.items() if isinstance(exact, kind))
        raise ValueError(f"a {kind} where an object is due")
    if len(text) > _LONGEST:
        raise ValueError(f"{len(text):,} characters of text that is not JSON")
    found = list(_objects(_THOUGHTS.sub("", text)))
    if not found:
        raise ValueError("an object that was cut off or is not JSON" if "{" in text else "text without an object")
    return max(found, key=lambda each: each[0])[1]


_NAMES: dict[type, str] = {list: "list", str: "string", bool: "truth value", int: "number", float: "number"}


def _objects(text: str) -> Iterator[tuple[int, ReadObject]]:
    """The objects side by side in the text with their lengths; one inside another that cannot be read is no answer."""
    end = 0
    while begin := _BEGINS.search(text, end):
        end, candidate, cut_off = _candidate(text, begin.start())
        content = _decoded(candidate)
        if isinstance(content, dict) and (content or not cut_off):
            yield end - begin.start(), ReadObject(cast("dict[str, Any]", content), repaired=True, cut_off=cut_off)


@dataclass(slots=True)
class _Open:
    """A bracket that is not closed yet: its content begins at ``begin`` and is complete up to ``whole``."""

    bracket: str
    begin: int
    whole: int


def _candidate(text: str, start: int) -> tuple[int, str, bool]:
    """Where the object at ``start`` ends, its text without trailing commas, and whether its end is missing."""
    opened: list[_Open] = []
    dropped: list[int] = []
    comma = -1
    for token in _TOKEN.finditer(text, start):
        mark, at = token[0], token.start()
        if mark in _CLOSES:
            opened.append(_Open(mark, at + 1, at + 1))
        elif mark == ",":
            comma, opened[-1].whole = at, at
        elif mark in "}]":
            if _CLOSES[opened.pop().bracket] != mark:
                return at + 1, "", False
            if comma >= 0 and not text[comma + 1 : at].strip():
                dropped.append(comma)
            if not opened:
                return at + 1, _without(text, start, at + 1, dropped), False
            opened[-1].whole = at + 1
    return len(text), _closed(text, start, opened, dropped), True


def _closed(text: str, start: int, opened: list[_Open], dropped: list[int]) -> str:
    """The text up to the last whole element of the outermost list that is open, or else member of the object.

    An element that was being written may lack what contradicts it, so it goes.
    """
    depth = next((depth for depth, each in enumerate(opened) if each.bracket == "["), 0)
    end = opened[depth].whole
    if end == opened[depth].begin:
        return ""
    closing = "".join(_CLOSES[each.bracket] for each in reversed(opened[: depth + 1]))
    return _without(text, start, end, dropped) + closing


def _without(text: str, start: int, end: int, dropped: list[int]) -> str:
    cuts = [start, *(at for at in dropped if at < end)]
    ends = [*(at for at in dropped if at < end), end]
    return "".join(text[cut + (place > 0) : stop] for place, (cut, stop) in enumerate(zip(cuts, ends, strict=True)))


def _decoded(text: str) -> Any:
    """The JSON value of the text; ``None`` when it is none, or holds a key twice, NaN or infinity."""
    try:
        return json.loads(text, object_pairs_hook=each_once, parse_constant=_refuse, strict=False)
    except (ValueError, RecursionError):
        return None


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")
