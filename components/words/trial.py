"""A trial: a request with some changes, its verdicts before and after, and what of it has turned. No Streamlit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from critique_core.models import Critique, CritiqueRequest, VerifiedClaim
from critique_core.mutations import Kind, choices
from critique_core.reports.words import draft_order

_SEEDS = 4
_MOST_TYPED = 200
_NEGATED = re.compile(r"not\b|n['’]t\b", re.IGNORECASE)
# These read all of a changed draft anew, which takes as long as its verdicts. Neither a verdict nor the calibrated
# confidence depends on them, and a trial shows nothing else.
_UNSEEN = {"check_completeness": False, "check_relevance": False, "check_usefulness": False}


@dataclass(frozen=True)
class Change:
    """``new`` in the place of ``old`` at ``start`` of the draft (``source`` is ``None``) or of a source."""

    source: str | None
    start: int
    old: str
    new: str

    @property
    def end(self) -> int:
        """Where the old words end."""
        return self.start + len(self.old)


_CHANGES = TypeAdapter(tuple[Change, ...])


def written(changes: Sequence[Change]) -> str:
    """Changes as a text that an address can hold; ``read`` reads it."""
    return _CHANGES.dump_json(tuple(changes)).decode()


def read(text: str) -> tuple[Change, ...]:
    """The changes of a text that ``written`` has made; none of any other text."""
    try:
        return _CHANGES.validate_json(text)
    except ValidationError:
        return ()


@dataclass(frozen=True)
class Place:
    """Words that can be changed, with the changes to offer."""

    source: str | None
    start: int
    old: str
    kind: Kind
    options: tuple[str, ...]

    @property
    def end(self) -> int:
        """Where the words end."""
        return self.start + len(self.old)


@dataclass(frozen=True)
class Turned:
    """A claim of the changed draft next to what it was; ``before`` is ``None`` for one that was not there."""

    number: int
    before: VerifiedClaim | None
    after: VerifiedClaim

    @property
    def other_status(self) -> bool:
        """Whether the status is another one."""
        return self.before is None or self.before.status != self.after.status


def act_words(place: Place) -> str:
    """What a change of a place does to it, as an instruction."""
    match place.kind:
        case "negation":
            return "say the opposite" if _NEGATED.search(place.old) else "deny this"
        case "comparison":
            return "turn this round"
        case "condition":
            return "leave this condition out"
        case value:
            return f"change this {value}"


@lru_cache(maxsize=64)
def places(source: str | None, text: str) -> tuple[Place, ...]:
    """The places of a text that can be changed, in order, each with up to four other words."""
    drawn = [{(m.start, m.end): m.new for m in choices(text, seed)} for seed in range(_SEEDS)]
    return tuple(
        Place(source, m.start, m.old, m.kind, tuple(dict.fromkeys(one[at] for one in drawn if at in one)))
        for m in choices(text)
        for at in [(m.start, m.end)]
    )


def places_of(request: CritiqueRequest) -> tuple[Place, ...]:
    """The places of the draft, then those of each source."""
    found = [*places(None, request.draft)]
    for source in request.sources:
        found += places(source.id, source.content)
    return tuple(found)


def with_change(changes: Sequence[Change], change: Change) -> tuple[Change, ...]:
    """The changes with one more in place of one at the same place; writing the old words only takes that one back."""
    kept = [one for one in changes if (one.source, one.start) != (change.source, change.start)]
    typed = replace(change, new=" ".join(change.new.split())[:_MOST_TYPED])
    return (*kept, typed) if typed.new != typed.old else tuple(kept)


def changed(request: CritiqueRequest, changes: Sequence[Change]) -> CritiqueRequest:
    """The request with the changes made, to be checked for its verdicts and its confidence alone."""
    sources = tuple(
        source.model_copy(update={"content": _written(source.content, changes, source.id)})
        for source in request.sources
    )
    draft = _written(request.draft, changes, None)
    unseen = _UNSEEN if request.options.policy == "calibrated" else {}
    options = request.options.model_copy(update={"auto_revise": False, **unseen})
    return request.model_copy(update={"draft": draft, "sources": sources, "options": options})


def _written(text: str, changes: Sequence[Change], source: str | None) -> str:
    for one in sorted((c for c in changes if c.source == source), key=lambda c: -c.start):
        text = text[: one.start] + one.new + text[one.end :]
    return text


def moved(offset: int, changes: Sequence[Change], source: str | None) -> int:
    """Where an offset of the text as it was is in the changed text."""
    return offset + sum(len(c.new) - len(c.old) for c in changes if c.source == source and c.end <= offset)


def turned(before: Critique, after: Critique, changes: Sequence[Change]) -> tuple[Turned, ...]:
    """The claims that have another status, or words that were changed, in the order of the draft."""
    ordered = sorted(after.claims, key=draft_order)
    was = {claim.id: _counterpart(claim, before, changes) for claim in ordered}
    rows = [Turned(number, was[claim.id], claim) for number, claim in enumerate(ordered, 1)]
    spans = [(moved(c.start, changes, None), len(c.new)) for c in changes if c.source is None]
    return tuple(
        row
        for row in rows
        if row.other_status
        or any(row.after.start <= start < row.after.end or start == row.after.end for start, _ in spans)
    )


def _counterpart(claim: VerifiedClaim, before: Critique, changes: Sequence[Change]) -> VerifiedClaim | None:
    """The earlier claim that shares most of a claim's place."""

    def shared(other: VerifiedClaim) -> int:
        start, end = moved(other.start, changes, None), moved(other.end, changes, None)
        return min(end, claim.end) - max(start, claim.start)

    best = max(before.claims, key=shared, default=None)
    return best if best is not None and shared(best) > 0 else None


def pieces(
    text: str, changes: Sequence[Change], source: str | None, spans: Sequence[tuple[int, int, int]]
) -> list[list[Any]]:
    """The changed text cut for the screen: ``[text, span, place]`` with -1 for none.

    ``text`` is the text as it was; ``spans`` are ``(start, end, number)`` in the changed text, the later of two that
    overlap counting. ``place`` is the number of a place of ``places(source, text)``.
    """
    own = [c for c in changes if c.source == source]
    found = places(source, text)
    news = {c.start: c.new for c in own}
    marks = [(moved(p.start, own, source), len(news.get(p.start, p.old)), number) for number, p in enumerate(found)]
    return list(_cut(_written(text, own, source), marks, spans))


def _cut(
    text: str, marks: Sequence[tuple[int, int, int]], spans: Sequence[tuple[int, int, int]]
) -> Iterator[list[Any]]:
    edges = {0, len(text)}
    for start, end, _ in spans:
        edges |= {start, end}
    at = 0
    for start, length, number in [*marks, (len(text), 0, -1)]:
        inner = sorted(edge for edge in edges if at < edge < start)
        for first, last in zip([at, *inner], [*inner, start], strict=True):
            if first < last:
                yield [text[first:last], _span_at(spans, first), -1]
        if number >= 0:
            yield [text[start : start + length], _span_at(spans, start), number]
        at = start + length


def _span_at(spans: Sequence[tuple[int, int, int]], offset: int) -> int:
    return next((number for start, end, number in reversed(spans) if start <= offset < end), -1)
