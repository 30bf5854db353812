"""Writing a draft from sources: what a generator must do, and one that only quotes, so that no model is needed.

The extractive generator takes the sentences of the sources that answer the query, as they are there and with their
citations, or declines to answer. So what it writes can be wrong only where the sources are, or off the point.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from rapidfuzz import fuzz

from critique_core.evidence.units import cut
from critique_core.language.grammar import has_verb
from critique_core.models import Issue, SourceDocument, Unit
from critique_core.queries import answer_types
from critique_core.queries import question as questions
from critique_core.queries.question import AskedPart, Question
from critique_core.queries.terms import Matcher
from critique_core.retrieval.strips import points_back

NO_ANSWER = "I don't have that information."
"""What is said when no source answers (S2's prompt)."""
ANSWERS_FROM = 0.5
"""Weighted share of a question's words that a sentence, with what is around it, must mention to be its answer."""
_MOST_SENTENCES = 5
_MOST_A_PART = 3
_NEAR_BEST = 0.8  # of the best sentence's score, from which another is quoted next to it
_AROUND = 0.6  # of what the heading and the sentence before mention counts for a sentence too
_OF_RIGHT_KIND = 0.3  # a sentence that holds the kind of answer asked for is worth this much more
_ALIKE = 85.0  # of 100: two sentences that say one thing (RapidFuzz token set ratio)
_LEAST_WORDS = 4
_MOST_CAPITALS = 0.6  # of the words; beyond it they are a title
_LIST_MARK = re.compile(r"\A[-+*•#>|\s]*(?:\d{1,2}[.)]?\s+(?=[A-Z]))?")
_KEY = re.compile(r"([^:.!?]{1,60}):\s")
_ENDS = (".", "!", "?", "。", "！", "？", "…")


@runtime_checkable
class Generator(Protocol):
    """Writes an answer to a query from sources; a model's or one of your own."""

    def generate(self, query: str, sources: Sequence[SourceDocument], issues: Sequence[Issue] = ()) -> str:
        """An answer to ``query`` that says only what ``sources`` say, citing the n-th of them as ``[n]``.

        ``issues`` are what was wrong with the answer before, when this one is to be better (S2). Without an answer in
        the sources it declines in words that ``claims.is_abstention`` knows, such as ``NO_ANSWER``. Raises
        ``ModelError`` when it could not write.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A sentence of a source: ``place`` is the source's number from 1, ``score`` how well it answers.

    ``lead`` is the sentence before, where this one points back to it ("It was ..."); ``right`` says whether it holds
    the kind of answer asked for, ``None`` where any will do.
    """

    place: int
    unit: Unit
    text: str
    score: float
    lead: str = ""
    right: bool | None = None


class ExtractiveGenerator:
    """Quotes the sentences that answer; the same query and sources give the same answer. ``issues`` change nothing."""

    def generate(self, query: str, sources: Sequence[SourceDocument], issues: Sequence[Issue] = ()) -> str:  # noqa: ARG002 - what was wrong with a quotation is not mended by quoting again
        """At most five sentences, in the order of the sources, each with its citation; else ``NO_ANSWER``."""
        question = questions.read(query)
        if not question.terms:
            return NO_ANSWER
        found: list[_Candidate] = []
        for part in question.parts:
            found += _distinct(_best(part, question, sources), found)
        chosen = sorted(found[:_MOST_SENTENCES], key=lambda one: (one.place, one.unit.start))
        said = {one.text for one in chosen}
        return " ".join(_cited(one, said) for one in chosen) or NO_ANSWER


def _best(part: AskedPart, question: Question, sources: Sequence[SourceDocument]) -> list[_Candidate]:
    """The sentences that answer one part of a question, best first; none when no sentence mentions enough of it."""
    if not part.terms:
        part = replace(part, terms=question.terms)
    matcher = Matcher(part.terms, question.language)
    scored = [one for place, source in enumerate(sources, 1) for one in _scored(part, question, matcher, place, source)]
    scored.sort(key=lambda one: (-one.score, one.place, one.unit.start))
    if not scored or scored[0].score < ANSWERS_FROM:
        return []
    scored = _of_the_field(matcher, scored)
    least = max(ANSWERS_FROM, _NEAR_BEST * scored[0].score)
    answered = part.expects in answer_types.CONCRETE and any(one.right for one in scored if one.score >= least)
    return [one for one in scored if one.score >= least and not (answered and one.right is False)]


def _of_the_field(matcher: Matcher, scored: Sequence[_Candidate]) -> list[_Candidate]:
    """Without the fields whose key says less of what is asked than another's: "Runtime" next to "Charging time".

    A key says less when the other one has all its words of the question and one more.
    """
    keys = [_KEY.match(one.text) for one in scored]
    covers = [matcher.cover(key[1]) if key else None for key in keys]
    answering = [
        cover for one, cover in zip(scored, covers, strict=True) if cover and any(cover) and one.score >= ANSWERS_FROM
    ]
    return [
        one
        for one, cover in zip(scored, covers, strict=True)
        if cover is None or not any(_says_more(other, cover) for other in answering)
    ]


def _says_more(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one != other and all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


def _scored(
    part: AskedPart, question: Question, matcher: Matcher, place: int, source: SourceDocument
) -> Iterator[_Candidate]:
    units = list(cut(source))
    opening = _opening_title(units, question.language)
    titled = matcher.cover(" ".join(name for name in (source.title, source.section, opening) if name))
    before: tuple[float, ...] = (0.0,) * len(part.terms)
    previous = ""
    for unit in units[1:] if opening else units:
        text = _sentence(unit)
        own = matcher.cover(text)
        if unit.kind not in ("heading", "code") and _tells(unit, text):
            around = zip(own, titled, before, matcher.cover(unit.label), strict=True)
            share = matcher.share([max(mine, _AROUND * max(rest)) for mine, *rest in around])
            lead = previous if points_back(text) else ""
            right = answer_types.holds(part, text, question.language) if any(own) else None
            score = share * (1 + _OF_RIGHT_KIND * (right is True)) if any(own) or right else 0.0
            yield _Candidate(place, unit, text, score, lead, right)
        before, previous = own, text if unit.kind == "prose" and _tells(unit, text) else ""


def _opening_title(units: Sequence[Unit], language: str) -> str:
    """The first line where it is a title in all but its mark: "AquaPro 300 - Owner's manual." says nothing itself."""
    if not units or language != "en" or units[0].kind != "prose":
        return ""
    text = _sentence(units[0])
    return "" if ":" in text or has_verb(text) else text


def _distinct(found: Sequence[_Candidate], before: Sequence[_Candidate]) -> list[_Candidate]:
    """The first few of the sentences that say different things."""
    kept: list[_Candidate] = []
    for one in found:
        if len(kept) < _MOST_A_PART and not any(_same(one.text, other.text) for other in (*before, *kept)):
            kept.append(one)
    return kept


def _same(one: str, other: str) -> bool:
    return fuzz.token_set_ratio(one.casefold(), other.casefold()) >= _ALIKE


def _sentence(unit: Unit) -> str:
    """A unit as one sentence on one line, without its list mark; a record's field with the words it is under."""
    text = " ".join(_LIST_MARK.sub("", unit.text).split()).rstrip("| ")
    if unit.kind in ("record", "table") and unit.label:
        key, colon, value = (part.strip(chr(34)) for part in text.rpartition(": "))
        named = f"{unit.label} {key}" if colon and key and not unit.label.endswith(key) else unit.label
        text = f"{named}: {value}"
    return text if not text or text.endswith(_ENDS) else f"{text}."


def _tells(unit: Unit, text: str) -> bool:
    """Whether a unit states something: no question, title, sentence that breaks off, or mere scrap of one."""
    written = unit.text.rstrip()
    if written.endswith(("?", "？", "...", "…")):
        return False
    if unit.kind != "prose":
        return True
    if not written.endswith((*_ENDS, '"', "”", ")")) and ":" not in written:
        return False
    words = text.split()
    return (len(words) >= _LEAST_WORDS or not text.isascii()) and (
        sum(word[0].isupper() for word in words) <= _MOST_CAPITALS * len(words)
    )


def _cited(one: _Candidate, said: Collection[str]) -> str:
    """The sentence, after its lead if that is not said anyway, with the citation before the full stop."""
    text = f"{one.lead} {one.text}" if one.lead and one.lead not in said else one.text
    end = len(text.rstrip("".join(_ENDS)))
    return f"{text[:end].rstrip()} [{one.place}]{text[end:]}"
