"""Which entry a value belongs to: the field, row or day that it is listed under."""

from collections.abc import Sequence

import regex

from critique_core.language.cells import parted
from critique_core.language.sentence import Sentence, analyse
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import weekdays
from critique_core.verifiers.embedded.alignment.numbered import numbered
from critique_core.verifiers.embedded.alignment.slots import Slot

_KEY = regex.compile(r"(?:^|[\n,;|{(\[])[\s\"'`*-]*([\p{L}_][\p{L}\d_. -]{0,40}?)[\s\"'`*]*[:=][\s\"'`*]*$")
_CELL = regex.compile(r"\s*\|?\s*([^|]+?)\s*\|")
_WORD = regex.compile(r"[\p{L}\d_]+")
_PARTS = regex.compile(r"[\n,;|]|\.\s|(?<=\d|[ap]\.?m\.?)\s+(?:and|und|et|y|e)\s+")


def of_entry(claim: Sentence, found: Sequence[Slot]) -> list[Slot]:
    """The values in question without those of fields, rows and days beside the one that the claim names.

    Where the claim names a field or a row in its own words, or a day, and a value is listed under it, what is listed
    under another is no value of it: that "port" is 8080 does not bear on "admin_port". A word that all keys
    share ("Free tier", "Pro tier") need not be named.
    """
    named = {match.group().casefold() for match in _WORD.finditer(claim.text)}
    keys = {id(slot): _key(slot) for slot in found}
    listed_under = {key for key in keys.values() if key}
    shared = frozenset[str].intersection(*listed_under) if listed_under else frozenset[str]()
    own = [slot for slot in found if _is_named(keys[id(slot)], named, shared)]
    kept = [slot for slot in found if not own or slot in own or not keys[id(slot)]]
    days = weekdays(claim.text)
    if not days:
        return kept
    listed = {id(slot): _days(slot) for slot in kept}
    if not any(days <= listed[id(slot)] for slot in kept):
        return kept
    return [slot for slot in kept if not listed[id(slot)] or days & listed[id(slot)]]


def without_keys(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> list[Slot]:
    """The values without those of keys, for a number that the claim has said before: the second 3 of "Room 3 has 3"."""
    if not any(m.text == mention.text and m.start < mention.start for m in claim.mentions):
        return list(found)
    return [
        slot
        for slot in found
        if slot.alignment.scope.unit.kind != "record"
        or ":" not in slot.alignment.scope.sentence.text[slot.mention.end :]
    ]


def of_column(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> list[Slot]:
    """The values without those of a table's row that stand under another head than the one of it the claim names."""
    if any(one.start == mention.start for one in numbered(claim)):
        return list(found)
    heads = {id(slot): _head(slot) for slot in found}
    spoken = frozenset[str]().union(*(token.keys for token in claim.tokens))
    days = weekdays(claim.text)

    def is_called(slot: Slot) -> bool:
        head = heads[id(slot)]
        if head is None:
            return False
        words = [token for token in head.tokens if token.kind == "word" and not token.function]
        return (bool(words) and all(token.keys & spoken for token in words)) or bool(days & weekdays(head.text))

    rows = {(slot.alignment.scope.source_id, slot.alignment.scope.unit.start) for slot in found if is_called(slot)}
    return [
        slot
        for slot in found
        if (slot.alignment.scope.source_id, slot.alignment.scope.unit.start) not in rows or is_called(slot)
    ]


def _head(slot: Slot) -> Sentence | None:
    """The head of the column that a value of a table is in; ``None`` where it has none."""
    scope = slot.alignment.scope
    if scope.unit.kind != "table" or not scope.unit.label:
        return None
    row, heads = scope.sentence.text, parted(scope.unit.label).strip("| ").split("|")
    if len(heads) == row.strip("| ").count("|"):
        heads = ["", *heads]  # the head of the first column is empty
    place = row[: slot.mention.start].strip().removeprefix("|").count("|")
    return analyse(heads[place].strip(), scope.sentence.code) if 0 < place < len(heads) else None


def _is_named(key: frozenset[str], named: set[str], shared: frozenset[str]) -> bool:
    return bool(key) and (key <= named or (key > shared and key - shared <= named))


def _key(slot: Slot) -> frozenset[str]:
    """The words of the key before a value, or of the first cell of its row."""
    unit, text = slot.alignment.scope.unit, slot.alignment.scope.sentence.text
    if unit.kind == "table":
        cell = _CELL.match(text)
        key = cell.group(1) if cell and cell.end() <= slot.mention.start + 1 else ""
    else:
        match = _KEY.search(text, 0, slot.mention.start)
        key = match.group(1) if match else ""
    return frozenset(word.group().casefold() for word in _WORD.finditer(key))


def _days(slot: Slot) -> frozenset[int]:
    """The days that a value's part of a list, or its line, names."""
    text = slot.alignment.scope.sentence.text
    if slot.alignment.scope.unit.kind == "table":
        return weekdays(text)
    cuts = [match.span() for match in _PARTS.finditer(text)]
    first = max((close for _, close in cuts if close <= slot.mention.start), default=0)
    last = min((begin for begin, _ in cuts if begin >= slot.mention.end), default=len(text))
    return weekdays(text[first:last])
