"""Quotes as they may be copied: whole sentences, rows and fields, never a part of one."""

from functools import lru_cache

from critique_core.evidence.units import cut
from critique_core.evidence.units.pieces import MAX_UNIT_CHARACTERS
from critique_core.models import SourceDocument, Unit
from critique_core.text.sentences import sentences

LONGEST_QUOTE = 2_000
"""Characters; what is longer without an end (minified text, a page without full stops) is not quoted."""


def whole_quote(source: SourceDocument, start: int, end: int) -> Unit | None:
    """All units of a source that ``content[start:end]`` touches, as one: its condition and its "not" are in it.

    A sentence that was cut to be read is put together again. ``kind`` and ``label`` are those of the first unit.
    ``None`` where nothing is touched, and where the whole is longer than ``LONGEST_QUOTE``.
    """
    units = _units(source.content, source.path, source.type)
    touched = [place for place, unit in enumerate(units) if unit.start < end and start < unit.end]
    if not touched:
        return None
    first, last = touched[0], touched[-1]
    while first and _one_sentence(source.content, units[first - 1], units[first]):
        first -= 1
    while last + 1 < len(units) and _one_sentence(source.content, units[last], units[last + 1]):
        last += 1
    opening, closing = units[first], max(units[first : last + 1], key=lambda unit: unit.end)
    if closing.end - opening.start > LONGEST_QUOTE:
        return None
    text = source.content[opening.start : closing.end]
    return opening.model_copy(update={"end": closing.end, "text": text})


def _one_sentence(content: str, one: Unit, other: Unit) -> bool:
    """Whether two neighbours are pieces of what was too long to be read at once."""
    if one.end - one.start <= MAX_UNIT_CHARACTERS // 2 or one.kind != other.kind or one.end > other.start:
        return False
    return not content[one.end : other.start].strip() and len(sentences(content[one.start : other.end])) == 1


@lru_cache(maxsize=16)
def _units(content: str, path: str | None, kind: str) -> tuple[Unit, ...]:
    return cut(SourceDocument(id="read", content=content, path=path, type=kind))
