"""Which of two sources is newer: by when they were published, else by the dates that they state of themselves."""

from collections.abc import Iterator
from datetime import date
from typing import Literal

import regex

from critique_core.models import SourceDocument, Span, Value
from critique_core.text.languages import language_of
from critique_core.typed_values.dates import DateMatch, dates

AgeBasis = Literal["published", "metadata", "stated", "document", "title", "path", "version"]

_REACH = 40  # characters from a cue like "as of" to its date
_OPENING = 600  # characters at either end of a text where it says of itself when it was written
_HEADLINE = 8  # words
_END = regex.compile(r"\n|[.:;] ")
_DATED = regex.compile(
    r"dat(?:e|um)|publi|updat|modif|revis|creat|issued|version_?date|stand|timestamp", regex.IGNORECASE
)
# What a text says of the time that its statements hold for.
_HOLDS = regex.compile(
    r"\b(?:as (?:of|at)|(?:in )?effect(?:ive)?(?: (?:from|as of|since|date|on))?|valid (?:from|since)|starting"
    r"|beginning|since|from|with effect from|in force (?:from|since)|stand|gültig (?:ab|seit)|ab|seit|en vigueur|depuis"
    r"|à (?:compter|partir) d[ue]|au|vigente desde|a partir del?|desde|dal|per)\b",
    regex.IGNORECASE,
)
# What a text says of its own making.
_MADE = regex.compile(
    r"(?:\b(?:last |date )?(?:updated|modified|revised|reviewed|published|posted|issued|amended|edited|dated|released)"
    r"|\bstand|\baktualisiert|\bveröffentlicht|\bgeändert|\bmise? à jour|\bpublié|\bactualizad[oa]|\bpublicad[oa]"
    r"|\baggiornat[oa]|\bbijgewerkt|©|\bcopyright)(?: (?:on|am|le|el|in))?",
    regex.IGNORECASE,
)
_VERSION = regex.compile(r"\b(?:version|release|ver\.?|v)[ .]?(?P<number>\d+(?:\.\d+){0,3})\b", regex.IGNORECASE)


class Age(Value):
    """The time a source is about: from ``first`` to ``last`` day, or as of a ``version``; ``told`` is what says so."""

    basis: AgeBasis
    told: str
    first: date | None = None
    last: date | None = None
    version: tuple[int, ...] = ()


def ages(source: SourceDocument, quote: Span, *, stated: bool = True) -> tuple[Age, ...]:
    """All that says how old the statement at ``quote`` is, the clearest first.

    That is when the source was published, what its metadata says, a date that the statement itself holds for, the
    latest date at the opening or the end of the text that says when it was made or, in a short first line ("Fares as of
    January 2025"), from when it holds, a date in its title, its section or its path, and last a version that the
    statement or the title names. ``stated`` is false when dates and versions in
    the statement are what it is about.
    """
    published = source.published
    found = (
        [Age(basis="published", told=f"published {published}", first=published, last=published)] if published else []
    )
    found += _metadata(source)
    code = language_of(source.content)
    sentence = source.content[quote.start : quote.end]
    found += _latest(_cued(sentence, _HOLDS, code, "stated")) if stated else []
    content = source.content
    edges = f"{content[:_OPENING]}\n{content[-_OPENING:]}" if len(content) > 2 * _OPENING else content
    found += _latest(_cued(edges, _MADE, code, "document"))
    found += _latest(_cued(_headline(content), _HOLDS, code, "document"))
    names: tuple[tuple[AgeBasis, str | None], ...] = (
        ("title", source.title), ("title", source.section), ("path", source.path)
    )  # fmt: skip
    for basis, name in names:
        found += _latest(_aged(basis, name, match) for match in dates(name, code)) if name else []
    return (*found, *_versions(source, sentence if stated else "", edges))


def _headline(content: str) -> str:
    """The first line or sentence of a text where it is short enough to be its heading."""
    first = _END.split(content.lstrip(), maxsplit=1)[0]
    return first if len(first.split()) <= _HEADLINE else ""


def newer(first: tuple[Age, ...], second: tuple[Age, ...]) -> tuple[int, Age | None, Age | None]:
    """Which of two is newer, 1 or -1 for the first or the second, 0 for neither, with the ages that were compared.

    Dates are compared before versions. Of "2024" and "May 2024" neither is newer: only days that do not overlap count.
    """
    for kind in ("dated", "versioned"):
        one = next((age for age in first if (age.basis == "version") == (kind == "versioned")), None)
        two = next((age for age in second if (age.basis == "version") == (kind == "versioned")), None)
        if one is not None and two is not None:
            return _order(one, two), one, two
    return 0, next(iter(first), None), next(iter(second), None)


def _order(one: Age, two: Age) -> int:
    if one.version and two.version:
        length = max(len(one.version), len(two.version))
        a, b = ((*age.version, *(0,) * (length - len(age.version))) for age in (one, two))
        return (a > b) - (a < b)
    if one.first is None or one.last is None or two.first is None or two.last is None:
        return 0
    return (one.first > two.last) - (two.first > one.last)


def _metadata(source: SourceDocument) -> list[Age]:
    """Dates under keys that mention publishing or changing, the latest first."""
    return _latest(
        _aged("metadata", f"{key}: {value}", match)
        for key, value in source.metadata.items()
        if _DATED.search(key)
        for match in dates(value[:_REACH], "en")
    )


def _cued(text: str, cue: regex.Pattern[str], code: str, basis: AgeBasis) -> Iterator[Age | None]:
    """Dates that directly follow a cue, with the words from the cue to the date's end."""
    for match in cue.finditer(text):
        following = text[match.end() : match.end() + _REACH]
        found = next(iter(dates(following, code)), None)
        if found is not None and not regex.search(r"\p{L}{2}", _bare(following[: found.start])):
            yield _aged(basis, text[match.start() : match.end() + found.end], found)


def _bare(between: str) -> str:
    """What is between a cue and its date, without the small words that may."""
    return regex.sub(r"(?i)\b(?:the|on|at|of|date|le|am|den|el|der|vom|du|del)\b", "", between)


def _aged(basis: AgeBasis, told: str, match: DateMatch) -> Age | None:
    """The age that a date gives; ``None`` for one without a year."""
    if not match.low or not match.high:
        return None
    first, last = date.fromordinal(int(match.low)), date.fromordinal(int(match.high))
    return Age(basis=basis, told=" ".join(told.split()), first=first, last=last)


def _latest(found: Iterator[Age | None]) -> list[Age]:
    """The latest of several, alone: a text is at least as new as its last change."""
    known = [age for age in found if age is not None and age.first is not None]
    return [max(known, key=lambda age: (age.first or date.min, age.last or date.min))] if known else []


def _versions(source: SourceDocument, sentence: str, edges: str) -> Iterator[Age]:
    for text in (sentence, source.title or "", source.section or "", source.path or "", edges[:_OPENING]):
        match = _VERSION.search(text)
        if match is not None:
            number = tuple(int(part) for part in match["number"].split("."))
            yield Age(basis="version", told=match.group(), version=number)
            return
