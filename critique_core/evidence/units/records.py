"""JSON and YAML sources: one unit a field, spanning its ``key: value`` text, labelled with its key path in words.

Both are read without building values from them, so that offsets are exact and neither depth nor aliases can harm.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import yaml

from critique_core.evidence.units.pieces import sentence_units, units_of
from critique_core.models import Unit

MAX_DEPTH = 60
MAX_YAML_CHARACTERS = 1_500_000
_MAX_LABEL = 300
_MAX_NAME = 80
_LONG_VALUE = 120

_JSON_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)")
_NAME_KEYS = ("name", "title", "label", "id", "key", "code", "sku", "slug")


@dataclass(slots=True)
class _Leaf:
    start: int
    end: int
    value: str


@dataclass(slots=True)
class _Branch:
    start: int
    is_list: bool
    end: int = 0
    entries: "list[_Entry]" = field(default_factory=list["_Entry"])


_Node = _Leaf | _Branch
_Entry = tuple[_Leaf | None, _Node]


class _Unreadable(Exception):
    """The text is not the format it looked like, or nests too deeply."""


class _Builder:
    """Puts scanned scalars and brackets together to trees of nodes with offsets."""

    def __init__(self) -> None:
        self.roots: list[_Node] = []
        self._open: list[_Branch] = []
        self._key: _Leaf | None = None

    def open(self, start: int, *, is_list: bool) -> None:
        if len(self._open) >= MAX_DEPTH or (self._awaits_key and self._open):
            raise _Unreadable
        branch = _Branch(start, is_list)
        self._attach(branch)
        self._open.append(branch)

    def close(self, end: int) -> None:
        self._open.pop().end = end

    def scalar(self, leaf: _Leaf) -> None:
        if self._awaits_key:
            self._key = leaf
        else:
            self._attach(leaf)

    @property
    def _awaits_key(self) -> bool:
        return bool(self._open) and not self._open[-1].is_list and self._key is None

    def _attach(self, node: _Node) -> None:
        if self._open:
            self._open[-1].entries.append((self._key, node))
        else:
            self.roots.append(node)
        self._key = None


def cut_json(content: str) -> list[Unit] | None:
    """Units of a JSON object or array, or of several in a row (NDJSON); ``None`` when it is not that."""
    try:
        _check_json(content)
        builder = _Builder()
        for match in _JSON_TOKEN.finditer(content):
            _take_json_token(builder, match.group(), match.start(), match.end())
    except (ValueError, RecursionError, _Unreadable):
        return None
    return _units(content, builder.roots, escapes=True)


def _check_json(content: str) -> None:
    decoder = json.JSONDecoder(strict=False, parse_int=str, parse_float=str)
    position, roots = 0, 0
    while match := re.compile(r"\S").search(content, position):
        if match.group() not in "{[":
            raise _Unreadable
        _, position = decoder.raw_decode(content, match.start())
        roots += 1
    if not roots:
        raise _Unreadable


def _take_json_token(builder: _Builder, written: str, start: int, end: int) -> None:
    if written in "{[":
        builder.open(start, is_list=written == "[")
    elif written in "}]":
        builder.close(end)
    elif written not in ":,":
        quoted = written.startswith('"')
        value = str(json.loads(written, strict=False)) if quoted and "\\" in written else written.strip('"')
        builder.scalar(_Leaf(start, end, value))


def cut_yaml(content: str) -> list[Unit] | None:
    """Units of a YAML mapping or sequence (any number of documents); ``None`` when it is broken, huge or a scalar."""
    if len(content) > MAX_YAML_CHARACTERS:
        return None
    bom = content.startswith("\ufeff")
    # A tab is not allowed before a YAML key; a blank of equal length keeps every offset.
    text = content.removeprefix("\ufeff").replace("\t", " ")
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    parse = cast("Callable[..., Iterator[Any]]", yaml.parse)  # pyright: ignore[reportUnknownMemberType]
    builder = _Builder()
    try:
        for event in parse(text, Loader=loader):
            _take_yaml_event(builder, event, text, int(bom))
    except (yaml.YAMLError, _Unreadable):
        return None
    if not builder.roots or any(isinstance(root, _Leaf) for root in builder.roots):
        return None
    units = _units(content, builder.roots, escapes=False)
    return sorted([*units, *_comments(content, units)], key=lambda unit: unit.start)


def _take_yaml_event(builder: _Builder, event: Any, text: str, shift: int) -> None:
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
        builder.open(start + shift, is_list=isinstance(event, yaml.SequenceStartEvent))
    elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
        builder.close(end + shift)
    elif isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)):
        written = text[start:end].rstrip()
        value = str(getattr(event, "value", written))
        is_plain = isinstance(event, yaml.ScalarEvent) and event.style is None
        if is_plain and "".join(value.split()) not in "".join(written.split()):
            raise _Unreadable  # the reader's marks do not fit the text: trust none of them
        builder.scalar(_Leaf(start + shift, start + len(written) + shift, value))


# --- from nodes to units -------------------------------------------------------------------------------------------


def _units(content: str, roots: list[_Node], *, escapes: bool) -> list[Unit]:
    whole = _Branch(0, is_list=True, entries=[(None, root) for root in roots])
    branch = roots[0] if len(roots) == 1 and isinstance(roots[0], _Branch) else whole
    return list(_branch_units(content, branch, (), None, escapes))


def _branch_units(
    content: str, branch: _Branch, path: tuple[str, ...], name: _Leaf | None, escapes: bool
) -> Iterator[Unit]:
    """Units under one object or array; ``name`` is the field that names it among its siblings in a list."""
    named = (*path, _short(name.value)) if name else path
    for key, node in branch.entries:
        inner = (*(path if node is name else named), *([_in_words(key.value)] if key else []))
        start = key.start if key else node.start
        if isinstance(node, _Leaf):
            yield from _field_units(content, key, node, _label(inner), escapes)
        elif not node.entries:
            yield from units_of(content, start, node.end, "record", _label(inner))
        else:
            if key:
                yield from units_of(content, key.start, key.end, "heading", _label(named))
            yield from _branch_units(content, node, inner, _naming_field(node) if branch.is_list else None, escapes)


def _field_units(content: str, key: _Leaf | None, leaf: _Leaf, label: str, escapes: bool) -> Iterator[Unit]:
    start = key.start if key else leaf.start
    if not leaf.value.strip() and key:
        end = leaf.end if leaf.end > leaf.start else max(key.end, content.find(":", key.end, key.end + 3) + 1)
        yield from units_of(content, start, end, "record", label)
    elif len(leaf.value) <= _LONG_VALUE:
        yield from units_of(content, start, leaf.end, "record", label)
    else:
        if key:
            yield from units_of(content, key.start, key.end, "heading", label)
        text = content[leaf.start : leaf.end]
        reading = _ESCAPE.sub(_blank_escape, text) if escapes else text
        quote = 1 if text[:1] in ("'", '"') and text[-1:] == text[:1] else 0
        inner = slice(quote, len(text) - quote)
        yield from sentence_units(
            content, leaf.start + quote, leaf.end - quote, label=label, kind="record", reading=reading[inner]
        )


def _blank_escape(match: re.Match[str]) -> str:
    """An escape as text of the same length: a line break where it is for one, else blanks before the character."""
    escape = match.group()
    if escape in ("\\n", "\\r"):
        return " \n"
    if escape.startswith("\\u"):
        character = chr(int(escape[2:], 16))
        return "x" * 5 + ("x" if "\ud800" <= character <= "\udfff" else character)
    return " " + escape[1] if escape[1] in '"\\/' else "  "


def _naming_field(node: _Node) -> _Leaf | None:
    """The field that identifies one element of a list: a name, else an id, else the first short text."""
    if isinstance(node, _Leaf) or node.is_list:
        return None
    fields = [
        (_in_words(key.value).casefold(), leaf)
        for key, leaf in node.entries
        if key and isinstance(leaf, _Leaf) and 0 < len(leaf.value.strip()) <= _MAX_NAME
    ]
    for wanted in _NAME_KEYS:
        for key, leaf in fields:
            if key == wanted or key.endswith(" " + wanted):
                return leaf
    return next((leaf for _, leaf in fields if any(c.isalpha() for c in leaf.value) and len(leaf.value) > 3), None)


def _in_words(key: str) -> str:
    """``businessHours`` and ``business_hours`` as "business hours"; a capital that is all the key has stays."""
    parts = _CAMEL.sub(" ", re.sub(r"[_\-./\s]+", " ", key)).split()
    if len(parts) > 1 and _CAMEL.search(key):
        parts = [part if part.isupper() else part.lower() for part in parts]
    return _short(" ".join(parts))


def _short(text: str) -> str:
    return " ".join(text.split())[:_MAX_NAME]


def _label(path: tuple[str, ...]) -> str:
    return " ".join(part for part in path if part)[-_MAX_LABEL:]


def _comments(content: str, units: list[Unit]) -> list[Unit]:
    """The comments between fields; one that ends a field's line carries that field's label."""
    found: list[Unit] = []
    previous_end, previous_label = 0, ""
    for start, end, label in [*((unit.start, unit.end, unit.label) for unit in units), (len(content), 0, "")]:
        for match in re.finditer(r"#[ \t]*([^\n]*)", content[previous_end:start]):
            same_line = "\n" not in content[previous_end : previous_end + match.start()]
            place = previous_end + match.start(1)
            found += sentence_units(
                content, place, place + len(match[1]), label=previous_label if same_line and previous_end else ""
            )
        previous_end, previous_label = end, label
    return found
