"""Named values of sources that are not prose: a record's field, a table's cell, a parameter's default, a constant."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import regex

from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.similarity import similarity
from critique_core.language.tokens import without_hyphens
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.verifiers.embedded.alignment.align import Alignment

Kind = Literal["field", "cell", "default", "constant", "filter"]

_FIELD = regex.compile(
    r"""\s*(?:-\s+)?(?:"(?P<q>[^"]{1,80})"|'(?P<s>[^']{1,80})'|(?P<k>[^\s"':{}\[\],][^:\n"]{0,60}?))\s*:\s*(?P<v>\S[^\n]*?)?,?\s*"""
)
_PAIR = regex.compile(r"(?P<k>[\p{L}_][\p{L}\d_. -]{0,40}?)\s?[:=]\s?(?P<v>[^,;:=\s][^,;:=\n]{0,60}?)\s*(?:[,;]|$)")
_IN_ONE_LINE = regex.compile(rf"\s*(?:{_PAIR.pattern.replace('?P<k>', '?:').replace('?P<v>', '?:')}\s*){{2,}}")
_CAMEL = regex.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TRUE = frozenset("true yes on enabled ✓ ✔ ✔️ ☑ ☑️ ✅".split())
_FALSE = frozenset("false no off disabled ✗ ✘ ✕ ✖ ✖️ ❌ ☐".split())
_NOTHING = frozenset(("null", "none", "nil", "undefined", "[]", "{}", "~", "", "n/a", "-"))
_PARTICLE = regex.compile(
    r"(?<=\p{Ll})_?((?<=_)(?:out|in|up|off|on|thru|through|over)"
    r"|Out|In|Up|Off|On|Thru|Through|Over)(?![\p{Ll}])"
)
_COMPOUND_PARTICLE = regex.compile(r"(?<=\p{L}{3})-(?:on|off|in)\b")  # of "single sign-on"
_LONGEST_KEY = 5
_SHORT_MINUTES = regex.compile(r"(?<![\d:])(\d{1,2}):(\d)(?![\d:])")
_JOINS = regex.compile(r"[_/\s]+|(?<=\p{L})[-.](?=\p{L})")
_LAST_LETTER = regex.compile(r"(?<= )[a-z]$")
_ENDS = frozenset("max min maximum minimum".split())
RULE = regex.compile(r"[\s|:+=,;-]*")
"""A line of a table that only parts a head from its rows, or one row from the next."""
_DELIMITERS = ",;\t|"
_CORNERS = frozenset(("", *"feature features specification specifications spec property attribute criterion".split()))
_UNIT_IN_BRACKETS = regex.compile(r"[(\[]([^)\]]{1,20})[)\]]")


@dataclass(frozen=True, slots=True)
class Field:
    """A value with the words of its key and of what owns it; ``start`` and ``end`` are offsets in the unit's text.

    ``thing`` names what a cell is of: what the first cell of its row holds, or the head of its column in a table whose
    rows are what is told of the things in its head.
    """

    kind: Kind
    alignment: Alignment
    key: tuple[Word, ...]
    owner: tuple[Word, ...]
    key_text: str
    value: str
    start: int
    end: int
    thing: str = ""

    @property
    def truth(self) -> bool | None:
        """The value as a boolean, or ``None``."""
        text = self.value.casefold()
        return True if text in _TRUE else False if text in _FALSE else None

    @property
    def empty(self) -> bool:
        """Whether the field is there and holds nothing."""
        return self.value.casefold() in _NOTHING

    @property
    def record(self) -> tuple[str, ...]:
        """What the field is in: the source and the words of the owner."""
        return self.source_id, *(word.token.norm for word in self.owner)

    @property
    def source_id(self) -> str:
        """The source it is in."""
        return self.alignment.scope.source_id

    def mentions(self) -> tuple[Mention, ...]:
        """The typed values it may be read as: alone, with a unit of its key ("load_pct: 63").

        The unit may be in the key of what a field is in, too: "dimensions_mm: {height: 420}".
        """
        text = self.value.replace("T", " ") if regex.match(r"\d{4}-\d\d-\d\dT", self.value) else self.value
        text = _SHORT_MINUTES.sub(r"\1:0\2", text)
        found = list(mentions(text))
        if regex.fullmatch(r"-?[\d.,_]+", text):
            for unit in [*_UNIT_IN_BRACKETS.findall(self.key_text), *self._units()]:
                found += [
                    m
                    for m in mentions(f"{text} {unit.upper() if len(unit) == 3 else unit}")
                    if m.kind not in ("number", "identifier")
                ]
                found += [m for m in mentions(f"{text} {unit}") if m.kind not in ("number", "identifier")]
        return tuple(replace(m, start=self.start, end=self.end) for m in found)

    def _units(self) -> list[str]:
        """The words of the key that may be its value's unit: the last one, one before "max" or "min", its parent's."""
        words = in_words(self.key_text).split()
        around = [w for w in words if w.casefold() not in _ENDS]
        parent = [w.token.text for w in self.owner[-1:]] if self.kind == "field" else []
        return [*(around or words)[-1:], *parent]


def in_words(name: str) -> str:
    """``max_poolSize`` as "max pool size"; a particle stays with its word, ``TakeOut`` as "takeout"."""
    glued = _PARTICLE.sub(lambda match: match[1].lower(), without_hyphens(name))
    return " ".join(_CAMEL.sub(" ", _JOINS.sub(" ", glued)).split())


@lru_cache(maxsize=20_000)
def name_words(name: str, code: str) -> tuple[Word, ...]:
    """The words of a key, an identifier or a value, with its numbers and lone letters."""
    parts = in_words(_COMPOUND_PARTICLE.sub("", name))
    if _CAMEL.search(name) or "_" in name:
        parts = _LAST_LETTER.sub(lambda match: match[0].upper(), parts.lower())  # "vitamin_a"
    return spoken(analyse(parts, code, "record"))


@lru_cache(maxsize=20_000)
def spoken(sentence: Sentence) -> tuple[Word, ...]:
    """Every word, number, identifier and lone capital of a sentence, typed values included."""
    known = {w.index: w for w in sentence.words}
    found: list[Word] = []
    for index, token in enumerate(sentence.tokens):
        letter = len(token.text) == 1 and token.text.isupper()
        if index in known:
            found.append(known[index])
        elif token.kind == "number" or token.code or letter or (token.kind == "word" and not token.function):
            found.append(Word(token, index, 1.0, sentence.clauses[index]))
    return tuple(found)


def same_word(first: Word, second: Word, code: str) -> float:
    """How far two words mean the same; those with digits, and lone letters, must be the same."""
    one, two = first.token.norm, second.token.norm
    if one == two:
        return 1.0
    if len(one) == 1 or any(c.isdigit() for c in one + two):
        return 1.0 if one.lstrip("0") == two.lstrip("0") != "" else 0.0
    return similarity(first, second, code)


def fields_of(alignments: Sequence[Alignment], code: str) -> list[Field]:
    """The fields and cells of all record and table units."""
    found: list[Field] = []
    turned = _turned(alignments)
    for alignment in alignments:
        if alignment.scope.unit.kind == "record":
            found += _record_field(alignment, code)
        elif alignment.scope.unit.kind == "table":
            found += _cells(alignment, code, turned=_table(alignment) in turned)
    return found


def _record_field(alignment: Alignment, code: str) -> Iterator[Field]:
    unit = alignment.scope.unit
    if _IN_ONE_LINE.fullmatch(unit.text):  # "port: 8080, admin_port: 9090"
        owner = name_words(unit.label, code)
        for pair in _PAIR.finditer(unit.text):
            value = pair["v"].strip("\"'")
            yield Field("field", alignment, name_words(pair["k"], code), owner, pair["k"], value, *pair.span("v"))
        return
    match = _FIELD.fullmatch(unit.text)
    if match is None or len((match["k"] or "").split()) > _LONGEST_KEY:
        value = unit.text.strip("\"' ,")
        yield Field("field", alignment, name_words(unit.label, code), (), unit.label, value, 0, len(unit.text))
        return
    key = match["q"] or match["s"] or match["k"] or ""
    value = (match["v"] or "").strip()
    bare = value.strip("\"'")
    start = match.start("v") if match["v"] else len(unit.text)
    owner = list(name_words(unit.label.replace("›", " "), code))
    words = name_words(key, code)
    for word in reversed(words):
        if owner and owner[-1].token.norm == word.token.norm:
            owner.pop()
    yield Field("field", alignment, words, tuple(owner), key, bare, start, start + len(value))


def _cells(alignment: Alignment, code: str, *, turned: bool) -> Iterator[Field]:
    header, row = _rows(alignment)
    if len(header) < 2 or len(header) != len(row) or RULE.fullmatch(alignment.scope.unit.text):
        return
    texts = [cell for cell, _ in row]
    for position, ((name, _), (cell, start)) in enumerate(zip(header, row, strict=True)):
        value, end = "" if regex.fullmatch(r":?-{2,}:?", cell) else cell.strip("\"'*` "), start + len(cell)
        if turned:
            if position:
                key = texts[0].strip("\"'*` ")
                owner = name_words(name, code)
                yield Field("cell", alignment, name_words(key, code), owner, key, value, start, end, name)
            continue
        named = " ".join(
            t
            for i, t in enumerate(texts)
            if i != position and (not regex.fullmatch(r"[\d.,\s%€$£-]*", t) or (i == 0 and t.isdigit()))
        )
        dated = " ".join(
            t
            for i, t in enumerate(texts)
            if i != position and regex.fullmatch(r"(?:1[5-9]|20)\d\d(?:-\d\d(?:-\d\d)?)?", t)
        )
        owner = name_words(f"{named} {dated}", code)
        thing = texts[0].strip("\"'*` ") if position else ""
        yield Field("cell", alignment, name_words(name, code), owner, name, value, start, end, thing)


def _table(alignment: Alignment) -> tuple[str, str]:
    return alignment.scope.source_id, alignment.scope.unit.label


def _turned(alignments: Sequence[Alignment]) -> set[tuple[str, str]]:
    """The tables that set things side by side: their head names the things, and most rows are of one kind of value."""
    rows: dict[tuple[str, str], list[list[str]]] = {}
    for alignment in alignments:
        if alignment.scope.unit.kind == "table":
            header, row = _rows(alignment)
            if len(header) == len(row) > 2 and header[0][0].casefold() in _CORNERS:
                rows.setdefault(_table(alignment), []).append([_kind_of(cell) for cell, _ in row[1:]])
    return {
        table
        for table, kinds in rows.items()
        if _alike(kinds) > len(kinds) / 2 and _alike(zip(*kinds, strict=True)) == 0
    }


def _alike(lines: Iterable[Sequence[str]]) -> int:
    """How many lines of cells hold values of one kind, empty ones apart."""
    return sum(len(set(line) - {""}) <= 1 for line in lines)


def _kind_of(cell: str) -> str:
    """What kind of value a cell holds; nothing for an empty one."""
    text = cell.casefold()
    if text in _NOTHING:
        return ""
    if text in _TRUE | _FALSE:
        return "truth"
    value = next((m for m in mentions(cell) if m.kind != "identifier"), None)
    return f"{value.kind} {value.unit}" if value is not None and value.start == 0 else "words"


def _rows(alignment: Alignment) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The cells of a table's head and of a row."""
    unit = alignment.scope.unit
    delimiter = max(_DELIMITERS, key=lambda d: (unit.label.count(d), d == "|"))
    return _split(unit.label, delimiter), _split(unit.text, delimiter)


def _split(line: str, delimiter: str) -> list[tuple[str, int]]:
    """The cells of a row with their offsets."""
    body = line.strip()
    if delimiter == "|":
        body = body.strip("|")
    texts: list[str] = next(csv.reader([body], delimiter=delimiter), [""])
    found: list[tuple[str, int]] = []
    place = 0
    for text in texts:
        cell = text.strip()
        at = line.find(cell, place) if cell else place
        found.append((cell, max(at, place)))
        place = max(at, place) + len(cell)
    return found
