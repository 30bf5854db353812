"""Reviewed claims: the machine's claims folded with the reviewers' decisions.

A decision finds its claim by id, else by exact span, else by the one claim that it overlaps by more than half of the
longer of the two. So labels made on an older critique of the same request stay with their words.

A ``confirm`` calls the claims right that no one had looked at one by one. It decides them on the screen, but is no
label: it gives way to whatever anyone says of one of them, and ``person_says`` does not repeat it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from critique_core.models import Critique, Decision, Origin, Status, Value, VerifiedClaim

_JUDGEMENTS = frozenset({"accept", "reject", "relabel", "confirm"})
_ABOUT_ONE_CLAIM = _JUDGEMENTS | {"edit", "note", "evidence", "flag", "skip", "adjudicate"}
DECIDING = _JUDGEMENTS | {"adjudicate"}
"""The actions that can give a claim another status than the machine's."""
_RESHAPING = frozenset({"split", "merge", "respan", "missed"})


class ReviewedClaim(Value):
    """One machine claim and what reviewers made of it.

    ``decision`` is the last standing adjudication, else the last standing accept, reject or relabel, else the last
    ``confirm``, as an event on this claim; ``status`` is the status that it gives when there is one, else the
    machine's. ``wrong`` is set by a reject that names no right status. ``notes`` are the standing notes. ``fixed`` says
    that a reviewer took every change of the claim that helps; ``hunks.with_fixed`` sets it, and ``fold`` does not.
    """

    claim: VerifiedClaim
    decision: Decision | None = None
    status: Status
    wrong: bool = False
    edited_text: str | None = None
    notes: tuple[Decision, ...] = ()
    fixed: bool = False

    @property
    def confirmed(self) -> bool:
        """Whether the claim was only called right together with others, without being read by itself."""
        return self.decision is not None and self.decision.action == "confirm"


class _Judgement(NamedTuple):
    status: Status
    wrong: bool


def fold(
    critique: Critique, decisions: Iterable[Decision], *, reviewer: str | None = None, origin: Origin = "human"
) -> tuple[ReviewedClaim, ...]:
    """Apply the decisions of one item to a critique's claims, in sequence; the machine's own claims stay unchanged.

    Only events of one ``origin`` count, people's by default: a file's labels decide nothing for them.
    ``reviewer`` keeps to one reviewer's events, else the last event of anyone counts. ``undo`` takes its event back,
    and an undo of an undo restores it. ``accept`` gives the status that was shown. What reviewers made of the claims
    themselves is not applied here: hand in what ``labels.reshape.reshape`` returns.
    """
    return fold_claims(critique.claims, decisions, critique_id=critique.id, reviewer=reviewer, origin=origin)


def fold_claims(
    claims: Sequence[VerifiedClaim],
    decisions: Iterable[Decision],
    *,
    critique_id: str,
    reviewer: str | None = None,
    origin: Origin = "human",
) -> tuple[ReviewedClaim, ...]:
    """Do what ``fold`` does for claims that came without the rest of their critique; verdicts are not looked at."""
    placing = _Placing(claims, critique_id)
    events: dict[int, list[Decision]] = {}
    for decision in standing(decisions):
        for part in _parts(decision):
            place = placing.of(part)
            if place is not None and part.origin == origin and reviewer in (None, part.reviewer):
                events.setdefault(place, []).append(part)
    return tuple(_reviewed(claim, events.get(place, []), critique_id) for place, claim in enumerate(claims))


def person_says(review: ReviewedClaim) -> Status | None:
    """The status that the decision in force gives, ``None`` without one and where it leaves the status open.

    A bare reject turns supported into unsupported, and unsupported or contradicted into supported; of a partly
    supported claim it leaves open which. What was confirmed together with others was not read, so it says nothing.
    """
    if review.decision is None or review.confirmed or review.status == "unverified":
        return None
    if not review.wrong:
        return review.status
    if review.status == "supported":
        return "unsupported"
    return "supported" if review.status in ("unsupported", "contradicted") else None


def unplaced(critique: Critique, decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the standing events about a claim or span that ``fold`` could not use on this critique, in sequence.

    These are: events whose words are no longer one claim's; ``split``, ``merge``, ``respan`` and ``missed``; an accept
    or a bare reject of an older critique when what it judged was not recorded or is not what this critique says; and a
    relabel without a status. Events about the whole item (submit, skip) and about a revision are never listed.
    """
    placing = _Placing(critique.claims, critique.id)
    return tuple(decision for decision in standing(decisions) if _unusable(decision, placing, critique))


def progress(reviewed: Iterable[ReviewedClaim]) -> tuple[int, int]:
    """Return how many checkable claims are decided or fixed, and how many checkable claims there are in all."""
    checkable = [claim for claim in reviewed if claim.claim.checkable]
    return sum(claim.decision is not None or claim.fixed for claim in checkable), len(checkable)


class Event(Protocol):
    """What decides whether an event stands."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def sequence(self) -> int: ...  # noqa: D102
    @property
    def action(self) -> str: ...  # noqa: D102
    @property
    def supersedes(self) -> str | None: ...  # noqa: D102


AnyEvent = TypeVar("AnyEvent", bound=Event)


def standing(decisions: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Return the events that no standing undo takes back, in sequence and without the undo events themselves.

    An undo only reaches back: one that names a later event has no effect.
    """
    taken_back: set[str | None] = set()
    kept: list[AnyEvent] = []
    for decision in sorted(decisions, key=lambda event: event.sequence, reverse=True):
        if decision.id in taken_back:
            continue
        if decision.action == "undo":
            taken_back.add(decision.supersedes)
        else:
            kept.append(decision)
    return tuple(reversed(kept))


def undone(undos: Iterable[Event]) -> frozenset[str]:
    """Return the ids that standing undos take back, given all undos of an item, each of an event before it."""
    taken_back: set[str] = set()
    for undo in sorted(undos, key=lambda event: event.sequence, reverse=True):
        if undo.id not in taken_back and undo.supersedes is not None:
            taken_back.add(undo.supersedes)
    return frozenset(taken_back)


def _parts(decision: Decision) -> tuple[Decision, ...]:
    """The event on each claim that it is about; all of them bear its id, so that one undo takes all back."""
    if decision.action != "confirm":
        return (decision,)
    return tuple(
        decision.model_copy(update={"claim_id": one.claim_id, "start": one.start, "end": one.end, "shown": one.shown})
        for one in decision.confirmed or ()
    )


class _Placing:
    """Finds the one claim that a decision is about."""

    def __init__(self, claims: Sequence[VerifiedClaim], critique_id: str) -> None:
        self._claims, self._critique_id = claims, critique_id
        self._by_id = {claim.id: place for place, claim in enumerate(claims)}

    def of(self, decision: Decision) -> int | None:
        """Return the claim's place in the critique, or ``None`` when no claim, or more than one, would do."""
        if decision.claim_id in self._by_id:
            return self._by_id[decision.claim_id]
        if decision.start is None or decision.end is None:
            return None
        # A claim of this very critique that is gone was cut or joined since; the word on it says nothing of the rest.
        if decision.claim_id is not None and decision.critique_id == self._critique_id:
            return None
        start, end = decision.start, decision.end
        exact = [place for place, claim in enumerate(self._claims) if (claim.start, claim.end) == (start, end)]
        if exact:
            return exact[0] if len(exact) == 1 else None
        near = [(_overlap(claim, start, end), -place) for place, claim in enumerate(self._claims)]
        share, place = max(near, default=(0.0, 0))
        tied = sum(other == share for other, _ in near) > 1
        return -place if share > 0.5 and not tied else None


def _overlap(claim: VerifiedClaim, start: int, end: int) -> float:
    """Common characters over the longer of the two spans, 0 to 1."""
    common = min(claim.end, end) - max(claim.start, start)
    return max(common, 0) / max(claim.end - claim.start, end - start, 1)


def _judgement(decision: Decision, claim: VerifiedClaim, critique_id: str) -> _Judgement | None:
    """Return what an accept, reject or relabel says of the claim, ``None`` when it says nothing of this critique."""
    if decision.status is not None or decision.action == "relabel":
        return _Judgement(decision.status, wrong=False) if decision.status else None
    shown = decision.shown.status if decision.shown else None
    if decision.action == "confirm":  # what no one has read is not carried over to what the machine now says
        return _Judgement(claim.status, wrong=False) if shown == claim.status else None
    elsewhere = decision.critique_id is not None and decision.critique_id != critique_id
    if decision.action == "accept":
        if elsewhere and shown is None:
            return None
        return _Judgement(shown or claim.status, wrong=False)
    if elsewhere and shown != claim.status:
        return None
    return _Judgement(shown or claim.status, wrong=True)


def _reviewed(claim: VerifiedClaim, events: Iterable[Decision], critique_id: str) -> ReviewedClaim:
    last: Decision | None = None
    ruling: Decision | None = None
    judged = _Judgement(claim.status, wrong=False)
    edited_text: str | None = None
    notes: list[Decision] = []
    for event in events:
        if event.action == "note":
            notes.append(event)
        elif event.action == "edit":
            edited_text = event.text
        elif event.action == "adjudicate" and event.status is not None:
            ruling, last, judged = event, event, _Judgement(event.status, wrong=False)
        elif ruling is None and event.action in _JUDGEMENTS:
            judgement = _judgement(event, claim, critique_id)
            outranked = event.action == "confirm" and last is not None and last.action != "confirm"
            if judgement is not None and not outranked:
                last, judged = event, judgement
    return ReviewedClaim(
        claim=claim,
        decision=last,
        status=judged.status,
        wrong=judged.wrong,
        edited_text=edited_text,
        notes=tuple(notes),
    )


def _unusable(decision: Decision, placing: _Placing, critique: Critique) -> bool:
    if decision.action in _RESHAPING:
        return True
    if decision.action not in _ABOUT_ONE_CLAIM or (decision.claim_id is None and decision.start is None):
        return False
    place = placing.of(decision)
    if place is None:
        return True
    return decision.action in _JUDGEMENTS and _judgement(decision, critique.claims[place], critique.id) is None
