"""How many rows of a table are as a claim says: "Ines Moreau placed two orders", "three trails are open all year"."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.opposites import opposites, says_no
from critique_core.language.sentence import Sentence, Word, heads
from critique_core.text.word_classes import NEGATION
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.columns import READ_WHOLE
from critique_core.verifiers.embedded.records.fields import RULE, Field, name_words, same_word, spoken
from critique_core.verifiers.embedded.records.match import NAMES, loosely, opposite
from critique_core.verifiers.embedded.scopes import MOST_ALIGNED

_SURE = 0.8
_ONE_WORD = 0.9  # a form of it, or made of it: by a likeness in meaning dogs were trails
_THERE = frozenset("altogether available exist list offer open total".split())
"""Words that say of rows no more than that they are there."""
_HOLDING = frozenset(
    "accept allow contain equip feature fit include permit place provide sell serve suitable support welcome".split()
)
"""Words that say of rows no more than that what a column says holds; any other verb may deny it."""
_PLAIN = frozenset(
    """a all an and are as at be been being by can each exactly for from had has have having here in is it its just of
    on only our that the their there these they this those to was we were which who with you your""".split()
)
"""Function words that a count may be told with; others deny, guess, bound or choose: "could", "about", "the other"."""
_HOW_MANY = frozenset("count many qty quantity".split())
_AT_HAND = frozenset(("available", "open"))
_STATES = frozenset("availability state status stock".split())
_TOTAL = regex.compile(r"(?:(?:grand |sub-?)?totals?|sum|overall|average|mean|median|all)\b(\W*$)?", regex.IGNORECASE)
_ITEMS = regex.compile(r"\s*[,;/]\s*|\s+(?:and|&|\+)\s+")
_WIDE = regex.compile(
    r"\b(?:all|any|both|daily|each|every\p{L}*|except|from|most|no|not|only|others?|some|to|until|various|weekdays?|weekends?|without)\b"
    r"|[–—]|\d-\d|\b\p{L}{3}-\p{L}{3}\b",
    regex.IGNORECASE,
)  # a cell with one may hold for more than it writes: "daily", "Mon-Fri"

_Rows = Sequence[Sequence[Field]]


def of_rows(
    claim: Sentence, alignments: Sequence[Alignment], fields: Sequence[Field]
) -> Iterator[tuple[Alignment, Observation]]:
    """What a table that is read whole says to a number of its rows, if it accounts for all that the claim says.

    The things are counted that the first column names and whose rows hold each value the claim names.
    """
    counted = [m for m in claim.mentions if m.kind == "number" and not (m.ordinal or m.bound or m.is_range)]
    if claim.code != "en" or len(counted) != 1 or len(claim.mentions) > 1 or len(alignments) >= MOST_ALIGNED:
        return
    mention = counted[0]
    number = {t.norm for t in claim.tokens if mention.start <= t.start < mention.end}
    said = [w for w in spoken(claim) if not mention.start <= w.token.start < mention.end]
    if claim.functions - _PLAIN - number - {w.token.norm for w in said}:
        return
    found = list[tuple[Alignment, Observation]]()
    for rows in _tables(alignments, fields):
        nouns = _counted(heads(claim, mention), rows[0][0], claim.code)
        if nouns and not _told_elsewhere(mention, nouns, rows, alignments, claim.code):
            rest = [w for w in said if w not in nouns]
            wanted = _wanted(claim, rest, list(zip(*rows, strict=True)))
            found += [] if wanted is None else _compared(mention, rows, wanted, claim.code)
    if len(found) > 1:  # the things may be all that the tables name together
        found = [one for one in found if one[1].agreement == "agrees"]
    yield from found


def _tables(alignments: Sequence[Alignment], fields: Sequence[Field]) -> Iterator[_Rows]:
    """The rows of each table that is short and read whole, without those of totals.

    Nothing is known of how many rows a table has where one could not be read, goes on with the one before it, or counts
    things itself.
    """
    cells: dict[int, list[Field]] = {}
    for item in fields:
        if item.kind == "cell":
            cells.setdefault(id(item.alignment), []).append(item)
    tables: dict[tuple[str, str], list[list[Field]]] = {}
    for alignment in alignments:
        unit = alignment.scope.unit
        if unit.kind == "table" and unit.label and not RULE.fullmatch(unit.text):
            tables.setdefault((alignment.scope.source_id, unit.label), []).append(cells.get(id(alignment), []))
    for (source_id, _), rows in tables.items():
        if not all(rows) or any(row[0].empty or row[0].thing for row in rows):
            continue
        ends = {row[0].alignment.scope.unit.end for row in rows}
        if any(
            a.scope.unit.kind != "table" and a.scope.source_id == source_id and a.scope.unit.start - 1 in ends
            for a in alignments
        ):
            continue  # a line right below, which may be a row with too few cells
        totals = [_TOTAL.match(row[0].value) for row in rows]
        kept = [row for row, total in zip(rows, totals, strict=True) if total is None]
        sure = all(total is None or total[1] is not None for total in totals)
        if sure and 1 < len(kept) <= READ_WHOLE and not any(_counts(column) for column in zip(*kept, strict=True)):
            yield kept


def _counts(column: Sequence[Field]) -> bool:
    """Whether a column says how many things of a kind there are, so that a row is no single thing."""
    return bool(column[0].key) and all(w.token.norm in _HOW_MANY for w in column[0].key)


def _counted(nouns: Sequence[Word], naming: Field, code: str) -> list[Word]:
    """The words of what is counted that say what the first column names: "orders" of ``order_id``."""
    found = {key: [n for n in nouns if same_word(key, n, code) >= _ONE_WORD] for key in naming.key}
    if not all(said or key.token.norm in NAMES for key, said in found.items()):
        return []  # a room type is no room
    return [noun for said in found.values() for noun in said]


def _told_elsewhere(
    counted: Mention, nouns: Sequence[Word], rows: _Rows, alignments: Sequence[Alignment], code: str
) -> bool:
    """Whether anything but the table gives another number of the things than it has of them, or the claim's own."""
    table = rows[0][0].alignment.scope
    for scope in (alignment.scope for alignment in alignments):
        if (scope.source_id, scope.unit.label) == (table.source_id, table.unit.label):
            continue
        others = [m.low for m in scope.sentence.mentions if m.kind == "number" and not m.ordinal]
        others = [number for number in others if number != len(_things(rows))]
        if counted.low in others:
            return True
        if others and any(same_word(noun, w, code) >= _ONE_WORD for noun in nouns for w in scope.sentence.words):
            return True
    return False


def _wanted(claim: Sentence, said: Sequence[Word], columns: _Rows) -> dict[int, str] | None:
    """The value that a claim wants of each column it speaks of, empty for "yes"; ``None`` where it says more."""
    wanted: dict[int, str] = {}
    told = set[Word]()
    named = [_says(claim, said, column[0].key) for column in columns]
    for place in sorted(range(1, len(columns)), key=lambda one: not named[one]):
        column = columns[place]
        values = {
            tuple(w.token.norm for w in words): (text, hits)
            for text, words in dict(value for cell in column for value in _values(cell, claim.code)).items()
            if (hits := _says(claim, said, words)) and not hits <= told and _wide(text) <= claim.functions
        }
        if len(values) > 1 or any(hits & told for _, hits in values.values()):
            return None  # two values of one column, or a value of two columns
        if values and not named[place] and _is_state(column[0]):
            return None  # that a hall is closed on Monday is no more said than that it is open
        if not values and not named[place]:
            continue
        if not values and (any(cell.truth is None for cell in column) or _denies(column[0])):
            return None  # which of its values is meant is not said
        wanted[place], hits = next(iter(values.values()), ("", set[Word]()))
        told |= hits | named[place]
    light = _THERE | _HOLDING if wanted else _THERE
    roles = [word for place in wanted for word in columns[place][0].key]
    rest = [w for w in said if w not in told and not any(loosely(w, role) for role in roles)]
    if any(w.keys.isdisjoint(light) for w in rest):
        return None
    return None if any(_bears(claim, rest, columns[i]) for i in range(1, len(columns)) if i not in wanted) else wanted


def _bears(claim: Sentence, rest: Sequence[Word], column: Sequence[Field]) -> bool:
    """Whether a column that is not asked may say something of words that add nothing: "Closed", of what is open."""
    own = [*column[0].key, *(word for cell in column for _, words in _values(cell, claim.code) for word in words)]
    return (_is_state(column[0]) and any(w.keys & _AT_HAND for w in rest)) or any(
        same_word(w, word, claim.code) >= _ONE_WORD or opposite(w, word) for w in rest for word in own
    )


def _says(claim: Sentence, said: Sequence[Word], words: Sequence[Word]) -> set[Word]:
    """The words of a claim that say all of some words."""
    found = [{s for s in said if same_word(word, s, claim.code) >= _ONE_WORD} for word in words]
    return set[Word]().union(*found) if all(found) else set()


def _values(item: Field, code: str) -> list[tuple[str, tuple[Word, ...]]]:
    """The values that a cell lists with their words, none for one that says yes or no."""
    texts = [item.value, *map(str, _ITEMS.split(item.value))] if item.truth is None else []
    return [(text, words) for text in texts if (words := name_words(text, code))]


def _wide(text: str) -> set[str]:
    """What makes a value hold for more, or less, than it names: the "daily", the "all" of "all year"."""
    return {match[0].casefold() for match in _WIDE.finditer(text)}


def _denies(item: Field) -> bool:
    """Whether a column's name has a word of denial, which the words of its key are without: "Not included"."""
    return any(w.casefold() in NEGATION["en"] for w in item.key_text.split())


def _is_state(item: Field) -> bool:
    """Whether a column's name may deny, or says what state a thing is in: "Closed", "Lacks", "Status"."""
    return _denies(item) or any(
        says_no(w.keys)
        or w.token.norm in _STATES
        or w.token.norm.endswith("ed")
        or opposites(frozenset({w.token.norm, w.token.norm.removesuffix("s")}))
        or {"a", "n"}.intersection(lexicon().related(w.token.norm, PARTS)) == {"a"}
        for w in item.key
    )


def _is_so(item: Field, wanted: str, code: str) -> bool | None:
    """Whether a cell has the value that is wanted of its column; ``None`` where that is open."""
    if item.truth is not None and (not wanted or not item.truth):
        return item.truth
    words = {w.token.norm for w in name_words(wanted, code)}
    listed = {text: {w.token.norm for w in held} for text, held in _values(item, code)}
    if any(held == words and _wide(text) == _wide(wanted) for text, held in listed.items()):
        return True
    part = words <= listed.get(item.value, set())  # "German on request"
    return None if part or item.truth or item.empty or (_wide(item.value) and not _wide(wanted)) else False


def _things(rows: _Rows) -> set[str]:
    """What the rows are of: an order with two items has two rows."""
    return {row[0].value.casefold() for row in rows}


def _compared(
    mention: Mention, rows: _Rows, wanted: dict[int, str], code: str
) -> Iterator[tuple[Alignment, Observation]]:
    """The claim's number beside how many things have what is wanted, if that is sure of each row."""
    so = [[_is_so(row[place], text, code) for place, text in wanted.items()] for row in rows]
    matching = [row for row, held in zip(rows, so, strict=True) if all(held)]
    if any(None in held and False not in held for held in so):
        return
    number, shown = len(_things(matching)), (matching or rows)[0][0]
    counted = f"{number} {'row' if number == 1 else 'rows'}"
    if number < len(matching):
        counted = f"{number} different values of “{shown.key_text}”"
    named = " and ".join(f"“{text or rows[0][place].key_text}”" for place, text in wanted.items())
    text = f"the source's table has {counted}{f' with {named}' if named else ''}"
    places = (mention.start, mention.end, mention.text, shown.start, shown.end, shown.value)
    agreement = "agrees" if number == mention.low else "conflicts"
    yield shown.alignment, Observation("comparison", agreement, *places, text, _SURE)
