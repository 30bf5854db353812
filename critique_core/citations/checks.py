"""Citation markers checked against the sources they name: right, wrong source, no such source, or missing.

A marker's number is the place of the source in the request, counted from 1, unless the draft's own list of sources
says otherwise ("[1]: https://…"). Links, addresses, paths, ids and titles in brackets name the source that has them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from critique_core.citations.markers import NamedSource, normalised, normalised_among
from critique_core.citations.ties import Tied, tie
from critique_core.models import CitationCheck, Claim, SourceDocument, Span, Status, VerifiedClaim

_BACKS: Final[tuple[Status, ...]] = ("supported", "partially_supported")
_JUDGED: Final[tuple[Status, ...]] = ("supported", "partially_supported", "unsupported", "contradicted")  # best first
LEAST_QUOTE = 0.2
_ADDRESS_START = ("http://", "https://", "www.")
_Statuses = Mapping[tuple[str, str], Status]


class Marker(Span):
    """One source that a citation marker names.

    ``draft[start:end]`` are its digits ("2-4" for each number of that range), or the name when it has none;
    ``outer`` is the whole marker with its brackets. ``index`` is the number as written, or the named source's place (0
    when no source has that name). ``source_ids`` are the sources it can mean, several when parts of one document share
    an address, none when there is no such source. ``claim_ids`` are the claims right before it, ``reach`` those that
    it may be behind as well.
    """

    index: int
    outer: Span
    source_ids: tuple[str, ...]
    claim_ids: tuple[str, ...]
    reach: tuple[str, ...] = ()


def names(sources: Sequence[SourceDocument]) -> frozenset[str]:
    """Every name by which a draft may cite a source, for ``claims.extract``: id, path, file name, title, address."""
    return frozenset(_Names(sources).places)


def markers(draft: str, claims: Sequence[Claim], sources: Sequence[SourceDocument]) -> tuple[Marker, ...]:
    """The markers of a draft in order, one for each source that is named; see ``ties`` for their claims.

    A number has one to three digits; "[2019]" is a year. Markers of claims that cannot be checked are given too.
    """
    named = _Names(sources)
    found, told = tie(draft, claims, named.places.keys())
    return tuple(marker for tied in found for part in tied.written.parts for marker in named.markers(tied, part, told))


def to_verify(markers: Iterable[Marker], verified: Sequence[VerifiedClaim]) -> tuple[tuple[str, str], ...]:
    """The pairs (claim id, source id) whose claim must be verified against that source alone, each once.

    Left out is what the claim's own verdict says: no source supports it, or the cited one is the only one that
    supports, or contradicts, it.
    """
    by_id = {claim.id: claim for claim in verified}
    asked = {
        (claim_id, source_id): None
        for marker in markers
        for claim_id in (*marker.claim_ids, *marker.reach)
        for source_id in marker.source_ids
        if claim_id in by_id and by_id[claim_id].checkable and _answered(by_id[claim_id], source_id) is None
    }
    return tuple(asked)


def alone(verified: VerifiedClaim) -> Status:
    """What a claim verified against the cited source alone says of that source, for ``check``.

    A source that is given alone draws belief to it for want of others, so its support counts only with a quote in the
    claim's favour that scores ``LEAST_QUOTE`` or more; without one a supported claim counts as unsupported.
    """
    evidence = verified.verdict.evidence if verified.verdict else ()
    quotes = [part for part in evidence if part.relation == "supports" and part.match != "not_found"]
    if verified.status in _BACKS and not any(part.score >= LEAST_QUOTE for part in quotes):
        return "unsupported"
    return verified.status


def check(
    markers: Sequence[Marker],
    verified: Sequence[VerifiedClaim],
    statuses: _Statuses,
    sources: Sequence[SourceDocument],
) -> tuple[CitationCheck, ...]:
    """A check for each marker and for each claim that lacks one, ordered by place.

    ``statuses`` answers the pairs of ``to_verify``, each as ``alone`` reads it. *accurate*: the source supports one of
    the marker's claims, or a part of one that it is quoted for; so each of several numbers must. *wrong_source*: it
    supports none; ``right_source_id`` is one that does, ``None`` when none does (S1 calls both inaccurate).
    *nonexistent*: no source has that number or name. *missing*: in a draft with markers, a checked claim that has none,
    or that another source supports than those cited in its sentence; its span is the claim, ``index`` the place of the
    source that supports it, 0 when none does. A marker whose claims could not be checked has no check.
    """
    if not markers:
        return ()
    judge = _Judge(verified, statuses, sources)
    checks = [found for group in _together(markers) for marker in group if (found := judge.marker(marker, group))]
    checks += judge.missing(markers, checks)
    return tuple(sorted(checks, key=lambda found: (found.start, found.end, found.index)))


def accuracy(checks: Iterable[CitationCheck]) -> float | None:
    """Share of the checked markers that are accurate (S1's citation accuracy); ``None`` when there is none."""
    used = [found.verdict == "accurate" for found in checks if found.verdict != "missing"]
    return sum(used) / len(used) if used else None


class _Names:
    """The places of the sources by every name they have."""

    def __init__(self, sources: Sequence[SourceDocument]) -> None:
        self.sources = sources
        self.places: dict[str, list[int]] = {}
        for place, source in enumerate(sources, start=1):
            for name in (source.id, source.path, source.url, source.title):
                self._add(normalised(name or ""), place)
        for place, source in enumerate(sources, start=1):
            file_name = normalised(source.path or source.id).rpartition("/")[2]
            if "." in file_name:
                self._add(file_name, place)

    def _add(self, name: str, place: int) -> None:
        places = self.places.setdefault(name, []) if name and not name.isdigit() else []
        if place not in places:
            places.append(place)

    def markers(self, tied: Tied, part: NamedSource, told: Mapping[str, str]) -> Iterator[Marker]:
        outer = Span(start=tied.start, end=tied.end)
        for start, end, number in self._split(part):
            places = self._meant(number, part.name, told)
            yield Marker(
                start=tied.offset + start,
                end=tied.offset + end,
                index=number if number is not None else next(iter(places), 0),
                outer=outer,
                source_ids=tuple(self.sources[place - 1].id for place in places),
                claim_ids=tied.claims,
                reach=tied.reach,
            )

    def _split(self, part: NamedSource) -> Iterator[tuple[int, int, int | None]]:
        """Raised digits beyond the last source are a row of numbers: "¹²" is 1 and 2 when there are five sources."""
        digits, count = str(part.number), len(self.sources)
        row = part.raised and part.number is not None and part.number > count
        if row and all(0 < int(digit) <= count for digit in digits):
            yield from ((part.start + at, part.start + at + 1, int(digit)) for at, digit in enumerate(digits))
        else:
            yield part.start, part.end, part.number

    def _meant(self, number: int | None, name: str | None, told: Mapping[str, str]) -> list[int]:
        label = str(number) if number is not None else name or ""
        words = told.get(label, "") if name is None or number is None else ""
        for described in (name or "", words):
            if places := self._described(described):
                return places
        here = [number] if number is not None and 0 < number <= len(self.sources) else []
        address = next((word for word in (name or words).split() if word.strip("<(").startswith(_ADDRESS_START)), None)
        # An address of its own that is not the source's at this place names no source.
        return [] if here and address and self.sources[here[0] - 1].url else here

    def _described(self, words: str) -> list[int]:
        if not words:
            return []
        pieces = [words, *words.split(), *words.replace("–", " - ").replace("—", " - ").split(" - "), *words.split(",")]
        pieces += [piece.partition("](")[2].rstrip(").") for piece in words.split("[") if "](" in piece]
        found = (normalised_among(piece.strip(" .,;()"), self.places) for piece in pieces)
        name = next((name for name in found if name and (name == normalised(words) or not name.isalpha())), None)
        return self.places[name] if name else []


def _together(markers: Sequence[Marker]) -> Iterator[list[Marker]]:
    """Markers that follow the same claims."""
    for _, group in groupby(markers, key=lambda marker: (marker.claim_ids, marker.reach)):
        yield list(group)


def _supporters(claim: VerifiedClaim) -> list[str]:
    """The sources quoted in the claim's favour, the strongest first."""
    return _quoted(claim, "supports")


def _quoted(claim: VerifiedClaim, relation: str) -> list[str]:
    evidence = claim.verdict.evidence if claim.verdict else ()
    found = [part for part in evidence if part.relation == relation and part.match != "not_found"]
    return list(dict.fromkeys(part.source_id for part in sorted(found, key=lambda part: -part.score)))


def _answered(claim: VerifiedClaim, source_id: str) -> Status | None:
    """What the claim's own verdict says about one source alone; ``None`` when it does not."""
    if claim.status not in _BACKS and claim.status != "contradicted":
        return claim.status
    supporters = _supporters(claim)
    if claim.status in _BACKS:
        return claim.status if supporters == [source_id] else None
    return "contradicted" if source_id in _quoted(claim, "contradicts") and source_id not in supporters else None


class _Judge:
    """Gives each marker its verdict from the statuses of its claims under the cited source."""

    def __init__(
        self, verified: Sequence[VerifiedClaim], statuses: _Statuses, sources: Sequence[SourceDocument]
    ) -> None:
        self.claims = {claim.id: claim for claim in verified}
        self.statuses = statuses
        self.place_of = {source.id: place for place, source in enumerate(sources, start=1)}
        self.cited: dict[str, set[str]] = {}

    def marker(self, marker: Marker, group: Sequence[Marker]) -> CitationCheck | None:
        """The check of one marker, ``None`` when none of its claims could be checked."""
        core, reach = self._known(marker.claim_ids), self._known(marker.reach)
        if not marker.source_ids:
            return self._found(marker, marker.claim_ids, self._right(core or reach, marker, group), nonexistent=True)
        statuses: dict[str, Status | None] = {
            claim.id: self._status(claim, marker.source_ids) for claim in (*core, *reach)
        }
        if not any(statuses.values()):
            return None
        backs = [claim for claim in (*core, *reach) if self._backs(claim, statuses[claim.id], marker)]
        for claim in backs:
            self.cited.setdefault(claim.id, set()).update(marker.source_ids)
        tied = dict.fromkeys((*marker.claim_ids, *(claim.id for claim in backs)))
        right = self._right(core, marker, group)
        if any(claim.id in marker.claim_ids for claim in backs) or (backs and right is None):
            return CitationCheck(
                start=marker.start, end=marker.end, index=marker.index, claim_ids=tuple(tied), verdict="accurate"
            )
        return self._found(marker, tuple(tied), right or self._right(reach, marker, group))

    def missing(self, markers: Sequence[Marker], checks: Sequence[CitationCheck]) -> list[CitationCheck]:
        """A check for each claim that has no marker, or that a source supports which its markers leave out."""
        behind = {claim_id for marker in markers for claim_id in (*marker.claim_ids, *marker.reach)}
        blamed = {claim_id for found in checks if found.verdict != "accurate" for claim_id in found.claim_ids}
        checked = [claim for claim in self.claims.values() if claim.probability is not None and claim.id not in blamed]
        return [self._missing(claim) for claim in checked if claim.id not in behind or self._left_to_another(claim)]

    def _left_to_another(self, claim: VerifiedClaim) -> bool:
        """Whether a source supports the claim and no marker names one that does so whole."""
        supporting = self._supporting(claim)
        cited = self.cited.get(claim.id, set())
        whole = any(self._of_pair(claim, source_id) == "supported" for source_id in cited)
        return bool(supporting) and not whole and not cited.issuperset(supporting)

    def _missing(self, claim: VerifiedClaim) -> CitationCheck:
        cited = self.cited.get(claim.id, set())
        right = next((source_id for source_id in self._supporting(claim) if source_id not in cited), None)
        return CitationCheck(
            start=claim.start,
            end=claim.end,
            index=self.place_of.get(right, 0) if right else 0,
            claim_ids=(claim.id,),
            verdict="missing",
            right_source_id=right,
        )

    def _found(
        self, marker: Marker, claim_ids: tuple[str, ...], right: str | None, *, nonexistent: bool = False
    ) -> CitationCheck:
        return CitationCheck(
            start=marker.start,
            end=marker.end,
            index=marker.index,
            claim_ids=claim_ids,
            verdict="nonexistent" if nonexistent else "wrong_source",
            right_source_id=right,
        )

    def _known(self, claim_ids: Collection[str]) -> list[VerifiedClaim]:
        return [self.claims[claim_id] for claim_id in claim_ids if claim_id in self.claims]

    def _status(self, claim: VerifiedClaim, source_ids: Sequence[str]) -> Status | None:
        """The best that any of the sources which the marker can mean does for the claim."""
        found = {self._of_pair(claim, source_id) for source_id in source_ids}
        return next((status for status in _JUDGED if status in found), None)

    def _of_pair(self, claim: VerifiedClaim, source_id: str) -> Status | None:
        answered = _answered(claim, source_id) or self.statuses.get((claim.id, source_id))
        if answered is None or answered == "unverified":
            # Where the pair could not be verified, a quote in the claim's favour still speaks for it.
            return claim.status if claim.status in _BACKS and source_id in _supporters(claim) else None
        return answered

    def _backs(self, claim: VerifiedClaim, status: Status | None, marker: Marker) -> bool:
        if status != "partially_supported":
            return status == "supported"
        # A part is only surely this source's when the claim's own verdict, with all sources in view, quotes it.
        return any(source_id in _supporters(claim) for source_id in marker.source_ids)

    def _supporting(self, claim: VerifiedClaim) -> list[str]:
        return _supporters(claim) if claim.status in _BACKS or claim.disputed else []

    def _right(self, claims: Iterable[VerifiedClaim], marker: Marker, group: Sequence[Marker]) -> str | None:
        """The source that supports the claims, rather one that is not cited next to it already."""
        found = [source_id for claim in claims for source_id in self._supporting(claim)]
        right = [source_id for source_id in found if source_id not in marker.source_ids]
        cited = {source_id for other in group for source_id in other.source_ids}
        return next((source_id for source_id in right if source_id not in cited), next(iter(right), None))
