"""What each reviewer said of each claim, and whether they came round to the machine once they saw its status."""

from collections.abc import Iterable
from dataclasses import dataclass

from critique_core.agreement.tables import Rating
from critique_core.labels.fold import ReviewedClaim, fold_claims, standing
from critique_core.metrics.accuracy import Interval, wilson
from critique_core.models import Critique, Decision, Status

_NO_RATING = frozenset({"adjudicate", "confirm"})


@dataclass(frozen=True, slots=True)
class Reveal:
    """A claim labelled blind and then seen: the reviewer's status before and after, and the machine's."""

    before: Status
    after: Status
    machine: Status


@dataclass(frozen=True, slots=True)
class Anchoring:
    """How often reviewers came round to the machine after seeing its status, of the claims where they had not agreed.

    ``changed`` counts labels that changed at all, of ``revealed``. The interval is Wilson's.
    """

    rate: float | None
    interval: Interval | None
    came_round: int
    differed: int
    changed: int
    revealed: int


def ratings_of(
    critique: Critique, decisions: Iterable[Decision], *, source_group: str | None = None
) -> tuple[Rating, ...]:
    """Every reviewer's status for each claim of one item: the blind one where there is one, else the last.

    A reject that names no status rates nothing, nor does a claim that was confirmed with others, unread. Imported and
    model labels are no reviewers. ``source_group`` is the item's, shared by answers with the same sources, of which
    labels are not independent.
    """
    item, found = critique.request.fingerprint, list[Rating]()
    for reviewer, blind, last in _by_reviewer(critique, decisions):
        for before, after in zip(blind, last, strict=True):
            chosen = before if before.decision else after
            if chosen.decision and not chosen.wrong:
                found.append(Rating(f"{item}/{chosen.claim.id}", reviewer, chosen.status, source_group or item))
    return tuple(found)


def reveals_of(critique: Critique, decisions: Iterable[Decision]) -> tuple[Reveal, ...]:
    """The claims of one item that reviewers labelled blind and, by submitting it, then saw the machine's status of."""
    events = tuple(decisions)
    submitted = {event.reviewer for event in standing(events) if event.action == "submit"}
    found: list[Reveal] = []
    for reviewer, blind, last in _by_reviewer(critique, events):
        for before, after in zip(blind, last, strict=True):
            seen = after.decision is not None and after.decision.shown is not None
            if before.decision and not before.wrong and not after.wrong and (seen or reviewer in submitted):
                found.append(Reveal(before.status, after.status, before.claim.status))
    return tuple(found)


def anchoring(reveals: Iterable[Reveal]) -> Anchoring:
    """The anchoring rate: of the claims labelled otherwise than the machine did, the share changed to its status."""
    listed = list(reveals)
    differed = [one for one in listed if one.before != one.machine]
    came_round = sum(one.after == one.machine for one in differed)
    return Anchoring(
        rate=came_round / len(differed) if differed else None,
        interval=wilson(came_round, len(differed)),
        came_round=came_round,
        differed=len(differed),
        changed=sum(one.before != one.after for one in listed),
        revealed=len(listed),
    )


def _by_reviewer(
    critique: Critique, decisions: Iterable[Decision]
) -> list[tuple[str, tuple[ReviewedClaim, ...], tuple[ReviewedClaim, ...]]]:
    """Each reviewer's name with what they said blind, and what they said last."""
    events: dict[str, list[Decision]] = {}
    for event in standing(decisions):
        if event.origin == "human" and event.action not in _NO_RATING:
            events.setdefault(event.reviewer, []).append(event)
    return [
        (
            reviewer,
            fold_claims(critique.claims, [event for event in own if event.shown is None], critique_id=critique.id),
            fold_claims(critique.claims, own, critique_id=critique.id),
        )
        for reviewer, own in sorted(events.items())
    ]
