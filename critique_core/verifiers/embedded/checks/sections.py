"""What stands under a heading holds of what the heading names: "4.1.3 exports to Parquet", told under "4.2.0"."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.models import Agreement, FindingKind, Unit
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import day_named
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen, quoted

_SURE = 0.8
_KINDS: dict[str, FindingKind] = {"version": "version", "date": "date", "identifier": "identifier"}
_BETWEEN = "›"
_NUMBERED = regex.compile(r"(?P<what>\p{L}+)\s+(?P<which>\d+|[IVX]+|[A-Z])(?![\w.,]\w|\w)")  # "Day 2", "Chapter IV"
_BEYOND = regex.compile(
    r"\b(?:before|after|until|till|by|than|between|to|and|or)\s+(?:the\s+)?(?:\p{L}+\s+)?$", regex.IGNORECASE
)
_DOTTED = regex.compile(r"\d+(?:\.\d+)+")  # "2.1" as a heading, "removed in 5.0"
_OPENING = regex.compile(r"[\s*•-]*(?P<name>[^:–]{1,40})(?::|\s–)\s")
_PLACE, _SPEAKER = "place", "speaker"
_PLACED = regex.compile(
    r"\b(?:in|at)\s+(?:the\s+|our\s+)?(?=(?P<two>\p{L}+\s\p{L}+)?)(?P<one>\p{L}+)\b", regex.IGNORECASE
)
_YEAR = regex.compile(r"\d{4}")
_RANKED = regex.compile(  # "First floor"
    r"\b(?P<which>first|second|third|fourth|fifth|sixth|ground|top|last|\d+(?:st|nd|rd|th))\s+(?P<what>\p{L}+)", regex.I
)
_LEAST_TOLD = 0.6  # of the weight of the claim's other words that a line must have to be what the claim tells
_HALF = 0.5  # of all of the claim's other words, which a line under its own heading must have more than
_LEAST_KNOWN = 0.3  # of the weight of the claim's other words that the lines must have together
_LEAST_LEAD = 0.25  # by which the line elsewhere must have more of them than each line under the claim's own heading
_STRONG = 0.7
_GENERIC = frozenset("version release edition update day week month year since from with in on".split())
_SAYING = frozenset(
    """say tell ask answer reply offer report suggest propose point argue note mention explain add claim state think
    believe want plan promise agree announce warn stress emphasise emphasize complain according""".split()
)
"""What a claim says that a speaker does by speaking."""


@dataclass(frozen=True, slots=True)
class Named:
    """What tells one section from another, at ``start:end`` of a claim or a heading.

    It is a value, ``mention``, or a weekday or a thing with its number ("Day 2", "first floor"), of which ``label``
    holds what and which.
    """

    kind: FindingKind
    start: int
    end: int
    mention: Mention | None = None
    label: tuple[str, str] = ("", "")

    def rivals(self, other: "Named") -> bool:
        """Whether both name a section in the same way, be it one or two."""
        if self.mention and other.mention:
            return compare.comparable(self.mention, other.mention)
        return self.label[0] == other.label[0] != ""

    def names(self, other: "Named") -> bool:
        """Whether both name one section."""
        if self.mention and other.mention:
            return compare.agrees(self.mention, other.mention)
        return self.label == other.label != ("", "")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line under headings, what the nearest one names, and the line's share of the claim's other words.

    ``share`` is of those words that any such line has, ``whole`` of all. ``named`` is empty for a line that names a
    section itself ("deprecated; it will be removed in 5.0").
    """

    alignment: Alignment
    heading: Sentence
    named: tuple[Named, ...]
    share: float
    whole: float

    def of(self, own: Named) -> bool:
        """Whether the line stands in the section that a claim names."""
        return any(own.names(one) for one in self.named)


def sections(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """For each section that the claim names, whether what it tells stands there or under another heading.

    Nothing is found where the line itself names such a thing, nor where no line under any heading tells it plainly.
    """
    for own, line, agreement in _placed(claim, alignments):
        said = f"the source tells this under “{quoted(line.heading.text)}”"
        if own.label[0] == _SPEAKER:
            said = f"in the source it is {quoted(line.heading.text)} who says this"
        place = (own.start, own.end, claim.text[own.start : own.end])
        firm = own.label[0] == _SPEAKER
        yield line.alignment, Observation(own.kind, agreement, *place, 0, 0, "", said, _SURE, firm)


def told_by_heading(claim: Sentence, alignments: Sequence[Alignment]) -> list[Named]:
    """What of a claim only repeats the heading over the line that tells the rest."""
    return [own for own, _, agreement in _placed(claim, alignments) if agreement == "agrees"]


def _placed(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Named, _Line, Agreement]]:
    every = (*_named(claim), *_places(claim, alignments), *_speakers(claim, alignments))
    lines = {own: _lines(claim, own, every, alignments) for own in every}
    known = [own for own in every if any(line.of(own) for line in lines[own])]
    for own in known:
        if any(other.rivals(own) and not other.names(own) for other in known):
            continue  # "what came in May was taken out in July"
        here = max((line for line in lines[own] if line.of(own)), key=lambda line: line.share)
        there = max((line for line in lines[own] if not line.of(own)), key=lambda line: line.share, default=None)
        if there is not None and there.share >= max(_LEAST_TOLD, here.share + _LEAST_LEAD):
            if own.label[0] == _SPEAKER and there.whole < _LEAST_TOLD:
                continue
            if there.named and not _BEYOND.search(claim.text, 0, own.start):
                yield own, there, "conflicts"
        elif (
            own.label[0] != _SPEAKER
            and here.whole > _HALF
            and here.share >= (there.share if there else 0.0)
            and _as_exact(claim, own, here)
        ):
            yield own, here, "agrees"


def _as_exact(claim: Sentence, own: Named, line: _Line) -> bool:
    """Whether the heading has the claim's year, if it names one."""
    years = _YEAR.findall(claim.text[own.start : own.end])
    return all(year in line.heading.text for year in years)


def _lines(claim: Sentence, own: Named, every: Sequence[Named], alignments: Sequence[Alignment]) -> list[_Line]:
    """The lines under headings that name a section as ``own`` does, with those that do so themselves.

    Their shares are of the words that any of them has: "takes place" tells no section from another.
    """
    left_out = _SAYING if own.label[0] == _SPEAKER else _GENERIC
    words = {w.index: w.weight for w in claim.words if not _within(w, own) and w.keys.isdisjoint(left_out)}
    found: list[tuple[Alignment, Sentence, tuple[Named, ...], frozenset[int]]] = []
    for alignment in alignments:
        unit, sentence = alignment.scope.unit, alignment.scope.sentence
        if unit.kind not in ("prose", "record") or unit.text.lstrip().startswith('"'):
            continue
        heading, named = _heading_of(own, unit, sentence)
        stated = [one for one in _named(sentence) if own.rivals(one) and not any(one.names(o) for o in named)]
        elsewhere = own.label[0] == _PLACE and own.label[1] in unit.text.casefold()
        if elsewhere or any(not any(other.names(one) for other in every if other is not own) for one in stated):
            named = ()
        elif not named:
            continue
        held = frozenset(p.claim.index for p in alignment.pairs if p.strength >= _STRONG and p.claim.index in words)
        found.append((alignment, heading, named, held))
    told = frozenset[int]().union(*(held for *_, held in found))
    total = sum(words[index] for index in told)
    if not total or total < _LEAST_KNOWN * sum(words.values()):
        return []
    weighed = [(a, h, named, sum(words[index] for index in held)) for a, h, named, held in found]
    return [_Line(a, h, named, held / total, held / sum(words.values())) for a, h, named, held in weighed]


def _heading_of(own: Named, unit: Unit, line: Sentence) -> tuple[Sentence, tuple[Named, ...]]:
    """The nearest heading that names a section as ``own`` does, and what it names; else the line itself, and nothing.

    A sentence may have its heading before a colon: "2018: A dairy is built in Holm". A record's key is no heading.
    """
    opening = _OPENING.match(line.text) if unit.kind == "prose" else None
    if own.label[0] == _SPEAKER:
        name = _speaker_of(unit)
        named = (Named("name", 0, len(name), label=(_SPEAKER, name.casefold())),) if name else ()
        return analyse(name, line.code), named
    if own.label[0] == _PLACE:
        name = unit.label.rsplit(_BETWEEN, 1)[-1].strip()
        named = (Named("detail", 0, len(name), label=(_PLACE, name.casefold())),) if name else ()
        return analyse(name, line.code), named
    for part in [*([opening["name"]] if opening else []), *reversed(unit.label.split(_BETWEEN))]:
        heading = analyse(part.strip(), line.code)
        named = tuple(one for one in _named(heading) if own.rivals(one))
        if named:
            return heading, named
    return line, ()


def _places(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Named]:
    """The headings without a value that a claim names as a place: "in the bathroom" under or beside "Bathroom"."""
    headings = {a.scope.unit.label.rsplit(_BETWEEN, 1)[-1].strip().casefold() for a in alignments}
    for match in _PLACED.finditer(claim.text):
        for part in ("two", "one"):
            heading = (match[part] or "").casefold()
            if heading in headings and heading and not _named(analyse(heading, claim.code)):
                yield Named("detail", *match.span(part), label=(_PLACE, heading))
                break


def _speakers(claim: Sentence, alignments: Sequence[Alignment]) -> list[Named]:
    """The one speaker of a transcript that a claim names: nothing is told of two, since one may ask the other."""
    names = {speaker.casefold() for a in alignments if (speaker := _speaker_of(a.scope.unit))}
    found = [
        Named("name", match.start(), match.end(), label=(_SPEAKER, name))
        for name in names
        for match in [regex.search(rf"(?<!\p{{L}}){regex.escape(name)}(?!\p{{L}})", claim.text, regex.IGNORECASE)]
        if match
    ]
    return found if len(found) == 1 else []


def _speaker_of(unit: Unit) -> str:
    """Who says what a unit of a transcript says."""
    return next((part.strip()[:-1] for part in unit.label.split(_BETWEEN) if part.strip().endswith(":")), "")


@lru_cache(maxsize=20_000)
def _named(sentence: Sentence) -> tuple[Named, ...]:
    found = [Named(_KINDS[m.kind], m.start, m.end, m) for m in sentence.mentions if m.kind in _KINDS]
    found += [Named("version", m.start, m.end, m) for m in sentence.mentions if _is_bare_version(m)]
    for token in sentence.tokens:
        day = day_named(token.text)
        if day is not None:
            found.append(Named("date", token.start, token.end, label=("weekday", str(day))))
    for match in itertools.chain(_NUMBERED.finditer(sentence.text), _RANKED.finditer(sentence.text)):
        if not any(one.start < match.end() and match.start() < one.end for one in found):
            found.append(Named("number", *match.span(), label=(match["what"].casefold(), match["which"].casefold())))
    return tuple(found)


def _is_bare_version(mention: Mention) -> bool:
    return mention.kind == "number" and _DOTTED.fullmatch(mention.text) is not None


def _within(word: Word, own: Named) -> bool:
    return word.token.start < own.end and own.start < word.token.end
