"""The claims behind figures: where each is stored, and its words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from critique_core.labels.adjudication import counted, drafters, submitters
from critique_core.models import Critique, Decision, Item

_LENGTH = 200  # code points kept of a claim


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim of a stored review, with the number and the title of its answer.

    ``drafting`` are reviewers who label its answer and have not submitted it: they must not see what others say of it.
    """

    item_id: str
    claim_id: str
    text: str
    number: int
    title: str
    drafting: frozenset[str] = frozenset()


def drafting(item: Item, events: Sequence[Decision]) -> frozenset[str]:
    """Who labels the item and has not submitted it, where labels count once they are submitted."""
    every = tuple(events)
    return drafters(every) - submitters(every) if counted(item, every) != every else frozenset()


def stored_claims(item: Item, seen: Critique, events: Sequence[Decision]) -> Mapping[str, StoredClaim]:
    """The claims of a review by id; ``seen`` holds those that reviewers made, too."""
    who = drafting(item, events)
    return {
        claim.id: StoredClaim(item.id, claim.id, claim.text[:_LENGTH], item.number, item.title, who)
        for claim in seen.claims
    }
