"""Reads what a model answered: a judgement for each claim, or what is wrong with it. Nothing is taken on trust."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from critique_core.models import Relation, SourceDocument
from critique_core.verifiers.llm.prompts import STATUSES, ModelStatus

MISSING = "there is no verdict on it"
_MOST_QUOTES = 8
_MOST_LACKING = 20


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that the model says a source holds; ``source_id`` is that of a source of the request."""

    source_id: str
    text: str
    relation: Relation


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a model says of one claim, in a form that fits; whether its quotes are true is not known yet."""

    status: ModelStatus
    confidence: float
    reasoning: str
    quotes: tuple[Quote, ...]
    lacking: tuple[str, ...]

    def kept(self) -> dict[str, Any]:
        """As JSON for the cache."""
        return {
            "status": self.status, "confidence": self.confidence, "reasoning": self.reasoning,
            "quotes": [[quote.source_id, quote.text, quote.relation] for quote in self.quotes],
            "lacking": list(self.lacking),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answers:
    """Judgements by claim number, and for each other number asked about what is wrong.

    ``strays`` counts verdicts on numbers that no one asked about.
    """

    judged: Mapping[int, Judgement]
    faults: Mapping[int, str]
    strays: int = 0


def read(content: Mapping[str, Any], numbers: Sequence[int], sources: Sequence[SourceDocument]) -> Answers:
    """The judgements in a model's answer on the claims ``numbers``; a claim judged twice is judged not at all."""
    entries: object = content.get("verdicts")
    listed = cast("list[object]", entries) if isinstance(entries, list) else []
    by_number: dict[int, list[Mapping[str, Any]]] = {}
    strays = 0
    for entry in listed:
        verdict = _mapping(entry)
        number = _whole(verdict.get("claim"))
        if number is None or number not in numbers:
            strays += 1
        else:
            by_number.setdefault(number, []).append(verdict)
    judged: dict[int, Judgement] = {}
    faults: dict[int, str] = {}
    for number in numbers:
        given = by_number.get(number, [])
        try:
            judged[number] = _judgement(_only(given), sources)
        except ValueError as error:
            faults[number] = str(error)
    return Answers(judged, faults, strays)


def from_kept(value: Any, sources: Sequence[SourceDocument]) -> Judgement | None:
    """A judgement out of the cache; ``None`` when it is not what ``Judgement.kept`` makes, or names another source."""
    known = {source.id for source in sources}
    try:
        held = cast("Mapping[str, Any]", value)
        quotes = tuple(Quote(str(one[0]), str(one[1]), _relation(one[2])) for one in held["quotes"])
        if any(quote.source_id not in known for quote in quotes):
            return None
        return Judgement(
            _status(held["status"]), _confidence(held["confidence"]), str(held["reasoning"]), quotes,
            tuple(str(words) for words in held["lacking"]),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def _only(given: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    if not given:
        raise ValueError(MISSING)
    if len(given) > 1:
        raise ValueError("there is more than one verdict on it")
    return given[0]


def _judgement(verdict: Mapping[str, Any], sources: Sequence[SourceDocument]) -> Judgement:
    reasoning = verdict.get("reasoning")
    if not isinstance(reasoning, str):
        raise ValueError("its reasoning is no text")  # noqa: TRY004 - a fault of the answer, like the others
    quotes: object = verdict.get("quotes")
    if not isinstance(quotes, list):
        raise ValueError("its quotes are no list")  # noqa: TRY004
    listed = cast("list[object]", quotes)
    if len(listed) > _MOST_QUOTES:
        raise ValueError(f"it has {len(listed)} quotes; give the {_MOST_QUOTES} that matter most at most")
    return Judgement(
        _status(verdict.get("status")), _confidence(verdict.get("confidence")), reasoning,
        tuple(_quote(quote, sources) for quote in listed), _lacking(verdict.get("lacking")),
    )  # fmt: skip


def _quote(value: object, sources: Sequence[SourceDocument]) -> Quote:
    quote = _mapping(value)
    number, text = _whole(quote.get("source")), quote.get("quote")
    if number is None or not 1 <= number <= len(sources):
        raise ValueError(f"a quote names a source that is not there; the sources are 1 to {len(sources)}")
    if not isinstance(text, str) or not text.strip():
        raise ValueError("a quote is empty")
    return Quote(sources[number - 1].id, text, _relation(quote.get("relation")))


def _status(value: object) -> ModelStatus:
    written = value.strip().casefold().replace(" ", "_").replace("-", "_") if isinstance(value, str) else ""
    for status in STATUSES:
        if status == written:
            return status
    raise ValueError(f"its status is none of {', '.join(STATUSES)}")


def _relation(value: object) -> Relation:
    if value not in ("supports", "contradicts"):
        raise ValueError("a quote's relation is neither supports nor contradicts")
    return cast("Relation", value)


def _confidence(value: object) -> float:
    number = value if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
    if not 0.0 <= number <= 1.0:  # NaN fails as well
        raise ValueError("its confidence is no number from 0 to 1")
    return float(number)


def _lacking(value: object) -> tuple[str, ...]:
    """Words that help to mark a claim; what is not readable marks nothing and spoils no verdict."""
    listed = cast("list[object]", value) if isinstance(value, list) else []
    return tuple(words for words in listed[:_MOST_LACKING] if isinstance(words, str) and words.strip())


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _whole(value: object) -> int | None:
    """A whole number, also where a model wrote it as text or as 3.0."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    if isinstance(value, float) and not value.is_integer():
        return None
    return int(value) if isinstance(value, (int, float)) else None
