"""What the presenter sends to the browser: the claim map's own texts, and what the first and the last slide say."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from components.claim_map import (
    ClaimCard,
    ClaimPlace,
    MapLinks,
    SourceText,
    Spot,
    in_reading_order,
    states,
    texts,
)
from components.words.review import NO_PASSAGE, NOT_CHECKED, WORST_FIRST
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import CritiqueRequest, VerifiedClaim
from critique_core.text.sentences import sentences

_KEY = "presenter"
_FAILED = "It could not be checked."


class Opening(NamedTuple):
    """The first slide: what was asked, the verdict in one sentence, and the sentence that explains it."""

    question: str
    verdict: str
    detail: str


class Closing(NamedTuple):
    """The last slide: the corrected answer, as pieces of the draft's changes, and its confidence in words.

    ``before`` and ``after`` are empty where one of them is not known. ``note`` says whose corrections these are.
    """

    pieces: Sequence[tuple[Literal["same", "gone", "new"], str]]
    before: str
    after: str
    note: str


def slides(
    request: CritiqueRequest,
    reviewed: Sequence[ReviewedClaim],
    cards: Mapping[str, ClaimCard],
    links: MapLinks,
    *,
    opening: Opening,
    closing: Closing | None,
) -> bytes:
    """All slides as JSON. ``map`` is what the claim map gets; the lists beside it go by claim, in reading order.

    ``differs`` numbers the spots of the map where draft and source exclude each other, ``machine`` the machine's status
    where a person's is another, ``absent`` what to say where there is no quote.
    """
    ordered = in_reading_order(reviewed)
    differing = [tuple(_differing(review.claim)) for review in ordered]
    spots = tuple(dict.fromkeys(spot for found in differing for spot in found))
    sent = texts(
        _KEY,
        request.draft,
        tuple(SourceText.of(source) for source in request.sources),
        tuple(_place(review.claim, cards, links) for review in ordered),
        height="",
        blind=False,
        spots=spots,
    )
    told: dict[str, Any] = {
        "states": states(ordered, blind=False),
        "machine": [review.claim.status if review.claim.status != review.status else "" for review in ordered],
        "wrong": [review.wrong for review in ordered],
        "differs": [[spots.index(spot) for spot in found] for found in differing],
        "absent": [_absent(review.claim) for review in ordered],
        "unknown": NO_PASSAGE,
        "counts": _counts(ordered),
        "opening": opening._asdict(),
        "closing": closing._asdict() if closing else None,
    }
    beside = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return b'{"map":' + sent.content[len(sent.fingerprint) :] + b"," + beside[1:]


def _place(claim: VerifiedClaim, cards: Mapping[str, ClaimCard], links: MapLinks) -> ClaimPlace:
    card = cards.get(claim.id)
    said = card._replace(reason=_first_sentence(card.reason), fixes=()) if card else None
    return ClaimPlace.of(claim, blind=False, quotes=links.quotes.get(claim.id, ()), card=said)


def _absent(claim: VerifiedClaim) -> str:
    """What to say of a claim that has no quote."""
    if claim.verdict is None:
        return NOT_CHECKED
    return _FAILED if claim.verdict.failure else NO_PASSAGE


def _first_sentence(reason: str) -> str:
    found = sentences(reason)
    return reason[: found[0].end].strip() if found else reason


def _differing(claim: VerifiedClaim) -> Iterator[Spot]:
    """The places of draft and source that the claim's card sets against each other."""
    for finding in claim.verdict.findings if claim.verdict else ():
        if finding.agreement != "conflicts":
            continue
        yield Spot(None, finding.start, finding.end)
        if finding.source_id is not None and finding.source_start is not None and finding.source_end is not None:
            yield Spot(finding.source_id, finding.source_start, finding.source_end)


def _counts(reviewed: Sequence[ReviewedClaim]) -> list[tuple[str, int]]:
    found = [review.status for review in reviewed if review.claim.checkable]
    return [(status, found.count(status)) for status in WORST_FIRST if status in found]
