"""What the claim map links in addition to each claim's evidence: conflicts, places to scroll to, text in no claim."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from components.words.review import said_in_no_claim
from critique_core.models import Critique, Evidence, Issue, Place, Relation


class Spot(NamedTuple):
    """A place that the map can scroll to, in a source if ``source_id`` is set, else in the draft."""

    source_id: str | None
    start: int
    end: int

    @classmethod
    def of(cls, place: Place) -> "Spot":
        """The spot of a place."""
        return cls(place.source_id, place.start, place.end)


class LinkedQuote(NamedTuple):
    """A quote of a source that conflicts with another source about a claim; offsets in that source."""

    source_id: str
    start: int
    end: int
    relation: Relation


@dataclass(frozen=True)
class MapLinks:
    """``opposed`` names the claims that exclude a claim, ``quotes`` the quotes of sources that disagree about it.

    ``gaps`` are stretches of the draft, with words that say something, in no claim.
    """

    spots: tuple[Spot, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()
    opposed: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    quotes: Mapping[str, tuple[LinkedQuote, ...]] = field(default_factory=dict[str, tuple[LinkedQuote, ...]])


def links_of(critique: Critique) -> MapLinks:
    """The links that the issues and citations of a critique make."""
    spots = dict.fromkeys(Spot.of(place) for place in _places(critique))
    gaps = said_in_no_claim(critique.request.draft, critique.coverage.draft_uncovered)
    return MapLinks(
        spots=tuple(spots),
        gaps=tuple((gap.start, gap.end) for gap in gaps),
        opposed=_opposed(critique.issues),
        quotes=_quotes(critique),
    )


def _places(critique: Critique) -> Iterator[Place]:
    for issue in critique.issues:
        yield from issue.related
    for check in critique.citations:
        yield Place(start=check.start, end=check.end)
    for gap in critique.coverage.draft_uncovered:
        yield Place(start=gap.start, end=gap.end)


def _opposed(issues: Iterable[Issue]) -> dict[str, tuple[str, ...]]:
    """Opposed claims by claim id, in both directions."""
    found: dict[str, dict[str, None]] = {}
    for issue in issues:
        for place in issue.related:
            if issue.claim_id and place.claim_id and place.source_id is None:
                found.setdefault(issue.claim_id, {})[place.claim_id] = None
                found.setdefault(place.claim_id, {})[issue.claim_id] = None
    return {claim_id: tuple(others) for claim_id, others in found.items()}


def _quotes(critique: Critique) -> dict[str, tuple[LinkedQuote, ...]]:
    """The quotes of sources that disagree about a claim, without those in its evidence."""
    evidence = {claim.id: claim.verdict.evidence if claim.verdict else () for claim in critique.claims}
    found: dict[str, dict[LinkedQuote, None]] = {}
    for issue in critique.issues:
        if issue.claim_id is None or issue.type not in ("contradiction", "outdated"):
            continue
        known = evidence.get(issue.claim_id, ())
        for number, place in enumerate(issue.related):
            relation: Relation = ("supports", "contradicts")[number] if number < 2 else "context"
            if place.source_id and not any(_same(place, part) for part in known):
                quote = LinkedQuote(place.source_id, place.start, place.end, relation)
                found.setdefault(issue.claim_id, {})[quote] = None
    return {claim_id: tuple(quotes) for claim_id, quotes in found.items()}


def _same(place: Place, part: Evidence) -> bool:
    return part.source_id == place.source_id and part.start < place.end and place.start < part.end
