"""Labels: what a verifier believed of a claim next to what is true of it, from stored decisions or from a file.

Positive means supported. A claim that is only partly supported is not supported: who passes it passes its wrong half.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import Field

from critique_core.labels.fold import ReviewedClaim, fold_claims, person_says, standing
from critique_core.models import Critique, Decision, Origin, Probability, QueueOrder, Status, Value, VerifiedClaim
from critique_core.scoring.slices import slices_of

ORIGINS: tuple[Origin, ...] = ("human", "imported", "model")
_BINARY: dict[Status, bool] = {
    "supported": True, "partially_supported": False, "unsupported": False, "contradicted": False,
}  # fmt: skip
_NOT_CHOOSING: tuple[QueueOrder, ...] = ("random", "oldest")


class Label(Value):
    """One claim's P(supported) and whether it is supported.

    ``group`` is shared by labels that are not independent: claims of one request, or of requests with the same sources.
    ``claim`` identifies the claim in its group. ``slices`` are what figures are broken down by, by name.
    ``blind`` is set when the reviewer saw no status. ``answer`` distinguishes the answers of a group where it is known;
    it only counts them. ``order`` is that of the queue which led a reviewer to the claim, where one did.
    """

    probability: Probability
    supported: bool
    group: str
    claim: str = ""
    origin: Origin = "human"
    reviewer: str | None = None
    verifier_fingerprint: str | None = None
    slices: dict[str, str] = Field(default_factory=dict)
    blind: bool = False
    answer: str = ""
    order: QueueOrder | None = None


class Gathered(Value):
    """Labels with what was left out: how many decided claims gave none, by reason."""

    labels: tuple[Label, ...] = ()
    left_out: dict[str, int] = Field(default_factory=dict)


def labels_of(critique: Critique, decisions: Iterable[Decision], *, source_group: str | None = None) -> Gathered:
    """Make one label for each decided claim and origin, from one item's decisions and its critique.

    Accept says that the shown status is right, relabel and a reject with a status name the right one, and so does a
    status given blind. A bare reject of ``supported`` says not supported, of ``unsupported`` and ``contradicted``
    supported; of ``partially_supported`` it leaves open which, so it gives no label. Several reviewers' last words are
    counted, an adjudication outranks them, and a tie gives no label. So no claim counts twice. A claim that was only
    confirmed together with others gives none: no one read it.

    Where reviewers split, merged or added claims, hand in what ``new_claims.NewClaims.reshaped`` returns: a claim that
    the verifier has not judged gives no label.
    """
    events = standing(decisions)
    found: list[Label] = []
    left_out: Counter[str] = Counter()
    group = source_group or critique.request.fingerprint
    for origin in ORIGINS:
        own = [event for event in events if event.origin == origin]
        if not own:
            continue
        for claim, opinions in zip(critique.claims, _opinions(critique, own, origin), strict=True):
            if not opinions:
                continue
            truth = _truth(opinions)
            if _believed(claim) is None or isinstance(truth, str):
                left_out["the verifier gave no probability" if isinstance(truth, bool) else truth] += 1
                continue
            found.append(_label(critique, claim, truth, opinions, group=group, origin=origin))
    return Gathered(labels=tuple(found), left_out=dict(left_out))


def truths_of(critique: Critique, decisions: Iterable[Decision], *, origin: Origin = "human") -> dict[str, bool]:
    """Whether each claim is supported by what most of one origin say, by claim id, whatever the verifier believed.

    Claims of which ``labels_of`` could not tell it are left out.
    """
    own = [event for event in standing(decisions) if event.origin == origin]
    opinions = zip(critique.claims, _opinions(critique, own, origin), strict=True)
    truths = {claim.id: _truth(given) for claim, given in opinions if given}
    return {claim_id: truth for claim_id, truth in truths.items() if isinstance(truth, bool)}


def gathered(parts: Iterable[Gathered]) -> Gathered:
    """Put the labels of many items together."""
    labels: list[Label] = []
    left_out: Counter[str] = Counter()
    for part in parts:
        labels += part.labels
        left_out.update(part.left_out)
    return Gathered(labels=tuple(labels), left_out=dict(left_out))


def of_origins(labels: Iterable[Label], origins: Sequence[Origin] = ("human",)) -> tuple[Label, ...]:
    """Keep the labels of these origins: people's alone, unless others are asked for by name.

    A claim that has labels of several kept origins keeps the first one's, in the order human, imported, model; of
    several of one origin and verifier, the first.
    """
    best: dict[tuple[str | None, str, str], Label] = {}
    for label in labels:
        key = (label.verifier_fingerprint, label.group, label.claim)
        if label.origin in origins and (
            key not in best or ORIGINS.index(label.origin) < ORIGINS.index(best[key].origin)
        ):
            best[key] = label
    return tuple(best.values())


def extent(labels: Sequence[Label]) -> str:
    """How many labels of how many answers these are, and how many groups where answers share their sources."""
    groups, answers = len({label.group for label in labels}), {label.answer for label in labels}
    counted = _counted(len(labels), "label")
    if "" in answers:  # from a file, which names groups alone
        return f"{counted} in {_counted(groups, 'group')}"
    shared = f" from {_counted(groups, 'source group')}" if groups < len(answers) else ""
    return f"{counted} of {_counted(len(answers), 'answer')}{shared}"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _opinions(critique: Critique, events: Sequence[Decision], origin: Origin) -> list[list[ReviewedClaim]]:
    """For each claim every reviewer's last word, or the adjudication alone where there is one."""
    adjudged = [
        event.model_copy(update={"action": "relabel"})
        for event in events
        if event.action == "adjudicate" and event.status
    ]
    by_reviewer: dict[str, list[Decision]] = {}
    for event in events:
        by_reviewer.setdefault(event.reviewer, []).append(event)
    folds = [fold_claims(critique.claims, own, critique_id=critique.id, origin=origin) for own in by_reviewer.values()]
    final = fold_claims(critique.claims, adjudged, critique_id=critique.id, origin=origin)
    return [
        [final[place]] if final[place].decision else [fold[place] for fold in folds if fold[place].decision]
        for place in range(len(critique.claims))
    ]


def _truth(opinions: Sequence[ReviewedClaim]) -> bool | str:
    """Whether the claim is supported by what most reviewers say, or why that cannot be known."""
    if all(one.confirmed for one in opinions):
        return "confirmed with the rest, not read one by one"
    votes = [vote for one in opinions if (vote := _vote(one)) is not None]
    if not votes:
        return "no reviewer said whether it is supported"
    if votes.count(True) == votes.count(False):
        return "reviewers disagree and nobody adjudicated"
    return votes.count(True) > votes.count(False)


def _vote(opinion: ReviewedClaim) -> bool | None:
    said = person_says(opinion)
    return None if said is None else _BINARY.get(said)


def _believed(claim: VerifiedClaim) -> float | None:
    """The verifier's own P(supported), before any calibrator of the profile that was in use."""
    verdict = claim.verdict
    return verdict.probabilities.supported if verdict and verdict.probabilities else claim.probability


def _label(
    critique: Critique,
    claim: VerifiedClaim,
    supported: bool,
    opinions: Sequence[ReviewedClaim],
    *,
    group: str,
    origin: Origin,
) -> Label:
    deciders = [one.decision for one in opinions if one.decision and not one.confirmed]
    return Label(
        probability=_believed(claim) or 0.0,
        supported=supported,
        group=group,
        claim=claim.id,
        origin=origin,
        reviewer=", ".join(sorted({event.reviewer for event in deciders})),
        verifier_fingerprint=critique.verifier.fingerprint,
        slices={**slices_of(claim, claim.verdict, critique.request.sources), "verifier": critique.verifier.spec},
        blind=all(event.shown is None for event in deciders),
        answer=critique.id,
        order=_order(deciders),
    )


def _order(deciders: Iterable[Decision]) -> QueueOrder | None:
    """The order that led to a claim; one that does not choose outranks one that does, since it led there as well."""
    orders: list[QueueOrder] = [one.shown.order for one in deciders if one.shown and one.shown.order]
    return max(orders, key=_NOT_CHOOSING.__contains__, default=None)
