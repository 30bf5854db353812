"""How many rows of a table are as a claim says: "Ines Moreau placed two orders", "three trails are open all year"."""

from collections.abc import Iterator, Sequence

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, heads
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.columns import READ_WHOLE
from critique_core.verifiers.embedded.records.fields import Field, name_words, same_word, spoken
from critique_core.verifiers.embedded.records.match import HEDGES, SAME

_SURE = 0.8
_LIGHT = frozenset("altogether available list offer open suitable total".split())
"""Words that say of rows no more than that they are there, or that what their column says holds."""


def of_rows(claim: Sentence, fields: Sequence[Field]) -> Iterator[tuple[Alignment, Observation]]:
    """What a table that is read whole says to a number of its rows, if it accounts for all that the claim says.

    The rows are counted that hold each value the claim names. Denials, guesses and bounds ("at least two") are left.
    """
    if claim.code != "en" or claim.functions & (HEDGES - {"can"}) or any(word.negated for word in claim.words):
        return
    counted = [m for m in claim.mentions if m.kind == "number" and not (m.ordinal or m.bound or m.is_range)]
    if len(counted) != 1 or len(claim.mentions) > 1:
        return
    nouns = heads(claim, counted[0])
    for rows in _tables(fields):
        naming = rows[0][0]
        if 1 < len(rows) <= READ_WHOLE and nouns and _are_of(nouns, naming, claim):
            yield from _counted(claim, counted[0], nouns, rows)


def _tables(fields: Sequence[Field]) -> list[list[list[Field]]]:
    """The cells of each table by row, in the order of their columns."""
    tables: dict[tuple[str, str], dict[int, list[Field]]] = {}
    for item in fields:
        if item.kind == "cell":
            unit = item.alignment.scope.unit
            rows = tables.setdefault((item.source_id, unit.label), {})
            rows.setdefault(unit.start, []).append(item)
    return [list(rows.values()) for rows in tables.values()]


def _are_of(nouns: Sequence[Word], naming: Field, claim: Sentence) -> bool:
    """Whether what is counted is what the first column names: "orders" of ``order_id``."""
    return not naming.thing and any(same_word(key, noun, claim.code) >= SAME for key in naming.key for noun in nouns)


def _counted(
    claim: Sentence, mention: Mention, nouns: Sequence[Word], rows: Sequence[Sequence[Field]]
) -> Iterator[tuple[Alignment, Observation]]:
    said = [w for w in spoken(claim) if w not in nouns and not mention.start <= w.token.start < mention.end]
    wanted: dict[str, str | bool] = {}
    told = set[Word]()
    for item in (cell for row in rows for cell in row if cell.thing):
        told |= {w for w in said if any(same_word(key, w, claim.code) >= SAME for key in item.key)}
        hits = _said_by(claim, said, item)
        if hits and wanted.setdefault(item.key_text, item.value) != item.value:
            return  # two values of one column
        told |= hits
    for column in zip(*rows, strict=True):
        key = column[0]
        if key.key_text in wanted or not key.thing or not _says_key(claim, said, key):
            continue
        if any(cell.truth is None for cell in column):
            return  # which of its values is meant is not said
        wanted[key.key_text] = True
    if any(w not in told and not (acts(claim, w) or w.keys & _LIGHT) for w in said):
        return
    matching = [row for row in rows if all(_is_so(cell, wanted.get(cell.key_text)) for cell in row)]
    shown = (matching or list(rows))[0][0]
    rows_so = f"{len(matching)} {'row' if len(matching) == 1 else 'rows'}"
    named = " and ".join(f"“{key if value is True else value}”" for key, value in wanted.items())
    text = f"the source's table has {rows_so}{f' with {named}' if named else ''}"
    agreement = "agrees" if len(matching) == mention.low else "conflicts"
    places = (mention.start, mention.end, mention.text, shown.start, shown.end, shown.value)
    yield shown.alignment, Observation("comparison", agreement, *places, text, _SURE)


def _said_by(claim: Sentence, said: Sequence[Word], item: Field) -> set[Word]:
    """The words of a claim that say the whole of a cell."""
    words = name_words(item.value, claim.code) if item.truth is None else ()
    hits = {s for w in words for s in said if same_word(w, s, claim.code) >= SAME}
    return hits if words and len(hits) >= len(words) else set()


def _says_key(claim: Sentence, said: Sequence[Word], item: Field) -> bool:
    return bool(item.key) and all(any(same_word(key, w, claim.code) >= SAME for w in said) for key in item.key)


def _is_so(item: Field, wanted: str | bool | None) -> bool:
    """Whether a cell has the value that is wanted of its column, if any is."""
    return wanted is None or (item.truth is True if wanted is True else item.value == wanted)
