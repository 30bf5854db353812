"""How the answer on screen is labelled: from which queue, blind or not, and what this reviewer may see."""

from collections.abc import Iterable
from typing import Any

import streamlit as st
from pydantic import ValidationError

from components import services
from components.frame.reviewer import reviewer_name
from components.review.unsent_inputs import ITEM
from components.state import inputs, keys, queueing
from components.state.queueing import Labelling
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Decision, Item, Value, VerifiedClaim

LABEL = "label"
"""Parameter of the address that says how its item is being labelled, so that a reload goes on with it."""
MINUTES = 30
"""How long an item stays reserved for one reviewer."""


class Task(Value):
    """An item being labelled, as one reviewer may see it.

    ``revealed`` says that the reviewer has submitted it at least once: from then on the machine's verdicts and other
    reviewers' labels may be shown. ``seen`` says that they have decided on it with the machine's verdict in view, even
    if they took that back. ``submitted`` says that the submission was not undone.
    """

    item: Item
    labelling: Labelling
    reviewer: str
    revealed: bool
    seen: bool
    submitted: bool
    events: tuple[Decision, ...]

    @property
    def blind(self) -> bool:
        """Whether the machine's verdicts are hidden."""
        return self.labelling.blind and not (self.revealed or self.seen)

    @property
    def visible(self) -> tuple[Decision, ...]:
        """The events that the reviewer may see: until the item was submitted, only their own."""
        return self.events if self.revealed else tuple(e for e in self.events if e.reviewer == self.reviewer)


def task(item_id: str | None) -> Task | None:
    """How an item is being labelled; ``None`` when it was neither imported nor opened from the queue.

    An imported item is labelled wherever it was opened from. Raises ``StoreError``.
    """
    if item_id is None:
        return None
    chosen = queueing.labelling(item_id)
    item = services.get_store().item(item_id)
    if item is None or (chosen is None and item.import_id is None):
        return None
    reviewer, events = reviewer_name(), services.get_store().decisions(item_id)
    labelling = chosen or Labelling(blind=bool(inputs.chosen(keys.QUEUE_BLIND, bool)))
    return Task(
        item=item,
        labelling=labelling,
        reviewer=reviewer,
        seen=any(event.shown is not None and event.reviewer == reviewer for event in events),
        revealed=any(event.action == "submit" and event.reviewer == reviewer for event in events),
        submitted=reviewer in services.get_store().submitters(item_id),
        events=events,
    )


def read_address(item_id: str) -> None:
    """Read from the address how its item is being labelled, or write it there."""
    said = st.query_params.get(LABEL)
    known = queueing.labelling(item_id)
    if said is not None:
        queueing.set_labelling(item_id, _parsed(said))
    elif known is not None:
        st.query_params[LABEL] = known.address


def write_address(item_id: str, labelling: Labelling) -> None:
    """Have the Review page open this item, labelled like this, when it next runs."""
    queueing.set_labelling(item_id, labelling)
    for name, value in address_of(item_id).items():
        st.query_params[name] = value


def address_of(item_id: str) -> dict[str, str]:
    """The parameters of the Review page's address while this item is labelled."""
    held = queueing.labelling(item_id)
    return {ITEM: item_id, LABEL: (held or Labelling()).address}


def guideline() -> str | None:
    """The version of the guidelines in view, as decisions record it."""
    version = queueing.guideline_shown()
    return None if version is None else str(version)


def _parsed(said: Any) -> Labelling:
    """The parsed address; anyone may have written it, so one that cannot be read gives the default queue."""
    try:
        return Labelling.model_validate_json(said)
    except ValidationError:
        return Labelling()


def blinded(claims: Iterable[ReviewedClaim]) -> tuple[ReviewedClaim, ...]:
    """The claims without the machine's status, probability, verdict and kind."""
    return tuple(
        claim.model_copy(
            update={"claim": _bare(claim.claim), "status": claim.status if claim.decision else "unverified"}
        )
        for claim in claims
    )


def _bare(claim: VerifiedClaim) -> VerifiedClaim:
    nothing: dict[str, Any] = {
        "status": "unverified", "probability": None, "disputed": False, "verdict": None, "kind": "fact", "why": None,
    }  # fmt: skip
    return claim.model_copy(update=nothing)
