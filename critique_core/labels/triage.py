"""What makes an answer worth a reviewer's time, and what an imported file's labels say of its claims."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from critique_core.models import Critique, ImportedLabel, Probability, Profile, Status, Value, VerifiedClaim
from critique_core.scoring.slices import SLICES, slices_of

_WORST_FIRST: tuple[Status, ...] = ("contradicted", "unsupported", "partially_supported")
_PLACES = 4


class Placed(Value):
    """What a file says of one claim."""

    claim_id: str
    status: Status
    annotator: str | None = None
    note: str | None = None


class Triage(Value):
    """How urgent an answer is; each 0 to 1, ``None`` where there is nothing to distinguish it from.

    ``uncertainty`` is that of the claim whose probability lies nearest to the threshold that decides on it; see
    ``uncertainty``.
    ``severity`` is that of the worst issue. ``disagreement`` is the share of the file's labels, on claims that the
    verifier could judge, where one says supported and the other does not.
    """

    uncertainty: Probability | None
    severity: Probability | None
    disagreement: Probability | None


def place(
    claims: Sequence[VerifiedClaim], labels: Sequence[ImportedLabel], draft: str, *, complete: bool
) -> tuple[tuple[Placed, ...], tuple[ImportedLabel, ...]]:
    """Put a file's labels on the checkable claims, and return those that no claim can carry.

    A label of a stretch is each claim's that shares a letter or digit with it; of several the worst counts:
    contradicted, unsupported, partially supported, supported. A label of the whole answer is every claim's when it says
    supported or when there is one claim alone; else it is not known which claim it means, and it is not placed.
    ``complete`` says that what bears no label is supported.
    """
    checkable = [claim for claim in claims if claim.checkable]
    by_claim: dict[str, list[ImportedLabel]] = {claim.id: [] for claim in checkable}
    left: list[ImportedLabel] = []
    for label in labels:
        meant = _meant(label, checkable, draft)
        for claim in meant:
            by_claim[claim.id].append(label)
        if not meant:
            left.append(label)
    # A fault that could not be placed may lie in any claim: then silence says nothing.
    silence = complete and all(label.status == "supported" for label in left)
    placed = [_worst(claim, by_claim[claim.id], silence=silence) for claim in checkable]
    return tuple(one for one in placed if one is not None), tuple(left)


def measure(critique: Critique, placed: Sequence[Placed] = ()) -> Triage:
    """How urgent the critique's answer is; see ``Triage``."""
    judged = {claim.id: claim for claim in critique.claims if claim.probability is not None}
    compared = [(judged[one.claim_id].status, one.status) for one in placed if one.claim_id in judged]
    apart = sum((machine == "supported") != (file == "supported") for machine, file in compared)
    return Triage(
        uncertainty=uncertainty(distances(beliefs(critique), critique.profile or Profile(), calibrated=True)),
        severity=max((issue.severity for issue in critique.issues), default=0.0),
        disagreement=round(apart / len(compared), _PLACES) if compared else None,
    )


class Belief(NamedTuple):
    """What was believed of one claim: P(supported) as calibrated then and as the verifier gave it; its ``SLICES``."""

    probability: float | None
    raw: float | None
    slices: tuple[str, ...]


def beliefs(critique: Critique) -> tuple[Belief, ...]:
    """What the critique's verifier believed of each claim."""
    found: list[Belief] = []
    for claim in critique.claims:
        given = claim.verdict.probabilities if claim.verdict else None
        slices = slices_of(claim, claim.verdict, critique.request.sources)
        found.append(
            Belief(claim.probability, given.supported if given else None, tuple(slices[name] for name in SLICES))
        )
    return tuple(found)


def distances(believed: Iterable[Belief], profile: Profile, *, calibrated: bool) -> list[float]:
    """How far the probability of each judged claim lies from the profile's threshold for it, 0 to 1.

    Unless the beliefs are ``calibrated`` as the profile does it, what the verifier gave is calibrated anew.
    """
    found: list[float] = []
    for one in believed:
        probability = one.probability
        if not calibrated and one.raw is not None:
            probability = profile.calibrator.apply(one.raw) if profile.calibrator else one.raw
        if probability is not None:
            own: dict[str, str] = dict(zip(SLICES, one.slices, strict=True)) if profile.slices else {}
            found.append(abs(probability - (profile.threshold_for(own) if own else profile.support_threshold)))
    return found


def uncertainty(distances: Iterable[float]) -> float | None:
    """How uncertain the nearest of these distances to a threshold is: 1 at the threshold, 0 from a half away on.

    So half of what is missing to 1 is the distance. ``None`` without any.
    """
    nearest = min(distances, default=None)
    return None if nearest is None else round(max(0.0, 1.0 - 2.0 * nearest), _PLACES)


def _meant(label: ImportedLabel, claims: Sequence[VerifiedClaim], draft: str) -> list[VerifiedClaim]:
    if label.start is None or label.end is None:
        return list(claims) if label.status == "supported" or len(claims) == 1 else []
    start, end = label.start, label.end
    return [claim for claim in claims if _share_a_word(draft, max(claim.start, start), min(claim.end, end))]


def _share_a_word(draft: str, start: int, end: int) -> bool:
    return start < end and any(character.isalnum() for character in draft[start:end])


def _worst(claim: VerifiedClaim, labels: Sequence[ImportedLabel], *, silence: bool) -> Placed | None:
    if not labels:
        return Placed(claim_id=claim.id, status="supported") if silence else None
    by_status = {label.status: label for label in reversed(labels)}
    worst = next((by_status[status] for status in _WORST_FIRST if status in by_status), labels[0])
    return Placed(claim_id=claim.id, status=worst.status, annotator=worst.annotator, note=worst.note)
