"""Claims on which reviewers disagree, for a person to rule on; and reviewers measured on gold items.

A reviewer's labels count once they have submitted the item. Where no one submits, because the item did not come from a
queue, all labels count.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from critique_core.labels.fold import ReviewedClaim, fold_claims, standing
from critique_core.models import Critique, Decision, Item, Status, VerifiedClaim


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one reviewer last said of a claim; ``label`` is the status, ``None`` for a reject that names none."""

    reviewer: str
    said: ReviewedClaim

    @property
    def label(self) -> Status | None:
        """The status that the reviewer gives the claim."""
        return None if self.said.wrong else self.said.status


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A claim to which reviewers gave different labels; ``ruling`` is the last standing adjudication of it."""

    claim: VerifiedClaim
    number: int
    opinions: tuple[Opinion, ...]
    ruling: Decision | None = None


@dataclass(frozen=True, slots=True)
class GoldScore:
    """A reviewer on gold items: claims labelled, how many have the gold status, how many the same support."""

    reviewer: str
    claims: int
    same_status: int
    same_support: int


def counted(item: Item, decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The events of people whose labels count on this item, and what files and models say of it."""
    events = tuple(decisions)
    submitted = submitters(events)
    if item.import_id is None and not submitted:
        return events
    ids = {event.id for event in events if event.reviewer in submitted or _is_for_all(event)}
    return tuple(event for event in events if event.id in ids or event.supersedes in ids)


def submitters(decisions: Iterable[Decision]) -> frozenset[str]:
    """Who has submitted the item and not taken it back."""
    return frozenset(event.reviewer for event in standing(decisions) if event.action == "submit")


def drafters(decisions: Iterable[Decision]) -> frozenset[str]:
    """Who has labelled claims of the item; those of them who have not submitted must not see others' labels."""
    labels = ("accept", "reject", "relabel")
    return frozenset(one.reviewer for one in standing(decisions) if one.action in labels and one.origin == "human")


def disagreements(critique: Critique, decisions: Iterable[Decision]) -> tuple[Disagreement, ...]:
    """The claims to which two reviewers gave different labels, in the order of the draft.

    Hand in the events that count, and what ``labels.reshape.reshape`` returns where reviewers changed the claims.
    """
    events = standing(decisions)
    rulings = _rulings(critique, events)
    found: list[Disagreement] = []
    for place, opinions in enumerate(_opinions(critique, events)):
        if len({opinion.label for opinion in opinions}) > 1:
            found.append(Disagreement(critique.claims[place], 0, tuple(opinions), rulings[place]))
    return _numbered(critique, found)


def gold_scores(parts: Iterable[tuple[Critique, Sequence[Decision]]]) -> tuple[GoldScore, ...]:
    """Each reviewer's labels of gold items against the labels that came with them, by reviewer.

    ``same_support`` counts a claim as right when both say supported or both say that it is not, which is what a file
    of marked spans can tell.
    """
    claims, status, support = Counter[str](), Counter[str](), Counter[str]()
    for critique, decisions in parts:
        gold = fold_claims(critique.claims, decisions, critique_id=critique.id, origin="imported")
        for place, opinions in enumerate(_opinions(critique, standing(decisions))):
            if gold[place].decision is None:
                continue
            truth = gold[place].status
            for opinion in opinions:
                claims[opinion.reviewer] += 1
                status[opinion.reviewer] += opinion.label == truth
                support[opinion.reviewer] += _supports(opinion) == (truth == "supported")
    return tuple(GoldScore(name, claims[name], status[name], support[name]) for name in sorted(claims))


def _is_for_all(event: Decision) -> bool:
    return event.origin != "human" or event.action == "adjudicate"


def _opinions(critique: Critique, events: Sequence[Decision]) -> list[list[Opinion]]:
    """For each claim what each reviewer said last of it; an adjudication is no one's opinion, nor is a ``confirm``."""
    by_reviewer: dict[str, list[Decision]] = {}
    for event in events:
        if event.origin == "human" and event.action != "adjudicate":
            by_reviewer.setdefault(event.reviewer, []).append(event)
    found: list[list[Opinion]] = [[] for _ in critique.claims]
    for reviewer, own in sorted(by_reviewer.items()):
        for place, said in enumerate(fold_claims(critique.claims, own, critique_id=critique.id)):
            if said.decision is not None and not said.confirmed:
                found[place].append(Opinion(reviewer, said))
    return found


def _rulings(critique: Critique, events: Sequence[Decision]) -> list[Decision | None]:
    rulings = [
        event.model_copy(update={"action": "relabel"})
        for event in events
        if event.action == "adjudicate" and event.status is not None
    ]
    return [said.decision for said in fold_claims(critique.claims, rulings, critique_id=critique.id)]


def _numbered(critique: Critique, found: Iterable[Disagreement]) -> tuple[Disagreement, ...]:
    """With the numbers that the claims have on a page."""
    ordered = sorted(critique.claims, key=lambda claim: (claim.start, -claim.end, claim.id))
    numbers = {claim.id: number for number, claim in enumerate(ordered, 1)}
    placed = [Disagreement(one.claim, numbers[one.claim.id], one.opinions, one.ruling) for one in found]
    return tuple(sorted(placed, key=lambda one: one.number))


def _supports(opinion: Opinion) -> bool:
    said = opinion.said
    return (said.status == "supported") != said.wrong
