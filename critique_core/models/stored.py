"""What is kept: items to review, runs, and reviewers' decisions."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, field_validator

from critique_core.errors import InvalidInput
from critique_core.models.base import (
    Action,
    ItemState,
    Offset,
    Origin,
    Probability,
    Recommendation,
    Status,
    Value,
    clean_text,
)
from critique_core.models.claims import Evidence, VerifiedClaim
from critique_core.models.critique import Critique, RunMetadata
from critique_core.models.request import CritiqueRequest, explain
from critique_core.models.roles import Role


class ImportedLabel(Value):
    """What an imported file says of an answer, or of a stretch of it when ``start`` and ``end`` are set.

    ``text`` is the stretch as the file wrote it, by which it was placed.
    """

    status: Status
    start: Offset | None = None
    end: Offset | None = None
    text: str | None = None
    annotator: str | None = None
    note: str | None = None


class NewItem(Value):
    """An answer to review, with what a file says of it, before it is stored.

    ``labels_complete`` says that the file's makers marked all that lacks support, so that what bears no label is
    supported. ``gold`` marks an item whose labels are held to be right and measure reviewers.
    """

    request: CritiqueRequest
    title: str | None = None
    source_group: str | None = None
    labels: tuple[ImportedLabel, ...] = ()
    labels_complete: bool = False
    gold: bool = False


class Item(Value):
    """A thing to review; ``source_group`` keeps items that share sources in one split.

    ``number`` is its place in the store, from 1. ``uncertainty`` is that of its most uncertain claim, 0 to 1 at the
    threshold; ``severity`` of its worst issue; ``disagreement`` the share of its imported labels that the
    verifier contradicts. They are ``None`` before it was verified; ``failure`` says why it could not be.
    """

    id: str
    request_fingerprint: str
    title: str
    source_group: str | None = None
    imported_labels: tuple[ImportedLabel, ...] = ()
    labels_complete: bool = False
    state: ItemState = "pending"
    assignee: str | None = None
    reserved_until: datetime | None = None
    created_at: datetime
    number: int = Field(default=1, ge=1)
    import_id: str | None = None
    gold: bool = False
    flagged: bool = False
    uncertainty: Probability | None = None
    severity: Probability | None = None
    disagreement: Probability | None = None
    failure: str | None = None


class Import(Value):
    """One file read into the store: what came of its rows, and how many of them were gone through so far.

    ``duplicate`` rows were in the store before and took the file's labels on; ``rejected`` ones could not be used.
    """

    id: str
    name: str
    format: str
    who: str
    created_at: datetime
    read: int = Field(default=0, ge=0)
    imported: int = Field(default=0, ge=0)
    duplicate: int = Field(default=0, ge=0)
    rejected: int = Field(default=0, ge=0)
    finished: bool = False


class StoredProfile(Value):
    """A tuned profile as kept: ``body`` is its JSON, ``active`` says that it is the one in use."""

    id: str
    name: str
    body: str
    who: str
    created_at: datetime
    active: bool = False


class ApiKey(Value):
    """A key of the HTTP API without its secret; ``name`` is who calls with it, and who decides."""

    id: str
    name: str = Field(min_length=1, max_length=200)
    role: Role
    created_at: datetime
    revoked_at: datetime | None = None


class Guideline(Value):
    """One version of the labelling guidelines, Markdown; ``version`` counts from 1 and is recorded with decisions."""

    version: int = Field(ge=1)
    text: str
    who: str
    created_at: datetime


class Run(Value):
    """One execution of the pipeline on an item."""

    id: str
    item_id: str
    critique_id: str
    created_at: datetime
    who: str
    run: RunMetadata = RunMetadata()


QueueOrder = Literal["uncertain", "disagreement", "severity", "random", "oldest"]


class Shown(Value):
    """What the reviewer had in view when deciding; absent in blind mode.

    ``order`` is that of the queue which led to the claim, ``None`` where no queue did.
    """

    status: Status
    probability: Probability | None = None
    profile: str | None = None
    verifier_fingerprint: str | None = None
    order: QueueOrder | None = None

    @classmethod
    def of(cls, critique: Critique, claim: VerifiedClaim, *, order: QueueOrder | None = None) -> Self:
        """What the machine says of a claim of the critique."""
        return cls(
            order=order,
            status=claim.status,
            probability=claim.probability,
            profile=critique.profile.name if critique.profile else None,
            verifier_fingerprint=critique.verifier.fingerprint,
        )


class Confirmed(Value):
    """One of the claims that a ``confirm`` calls right together, with what the reviewer had in view of it."""

    claim_id: str
    start: Offset
    end: Offset
    shown: Shown


class DecisionDraft(Value):
    """A reviewer's event before the store has numbered it.

    ``confirmed`` are the claims of a ``confirm``, which no one read one by one. ``answer`` is what the reviewer says of
    the whole answer, for the action of that name: send (accept), fix (retry) or block (reject).
    """

    item_id: str
    action: Action
    reviewer: str = Field(min_length=1, max_length=200)
    critique_id: str | None = None
    claim_id: str | None = None
    start: Offset | None = None
    end: Offset | None = None
    status: Status | None = None
    text: str | None = None
    evidence: tuple[Evidence, ...] | None = None
    note: str | None = None
    authenticated: bool = False
    seconds: float | None = Field(default=None, ge=0)
    shown: Shown | None = None
    supersedes: str | None = None
    guideline: str | None = None
    origin: Origin = "human"
    confirmed: tuple[Confirmed, ...] | None = None
    answer: Recommendation | None = None

    @field_validator("reviewer", "text", "note")
    @classmethod
    def _readable(cls, value: str | None) -> str | None:
        return None if value is None else clean_text(value)


def parse_decision(value: Mapping[str, Any]) -> DecisionDraft:
    """Read a reviewer's event; raises ``InvalidInput`` as ``parse_request`` does."""
    try:
        return DecisionDraft.model_validate(value)
    except ValidationError as error:
        raise InvalidInput(explain(error)) from error


class Decision(DecisionDraft):
    """A reviewer's event as stored: ``sequence`` is the store's order, ``supersedes`` the event an undo takes back."""

    id: str
    sequence: int
    created_at: datetime
