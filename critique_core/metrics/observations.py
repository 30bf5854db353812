"""What the store tells of its use over time: dated runs, and reviewers' words on the verifier's statuses."""

from datetime import datetime
from typing import NamedTuple

from critique_core.metrics.usage import StoredMeasures


class ObservedRun(NamedTuple):
    """When a run was stored and what it measured."""

    at: datetime
    measures: StoredMeasures


class Judgement(NamedTuple):
    """A reviewer's last standing word on one claim of a critique, and whether it gives the verifier's status.

    ``verifier`` is the fingerprint of the verifier that judged the claim, ``None`` where that was not kept.
    """

    at: datetime
    item_id: str
    reviewer: str
    agrees: bool
    verifier: str | None


class ObservedItem(NamedTuple):
    """A review that was run at least once."""

    id: str
    number: int | None
    title: str
    request_fingerprint: str
    imported: bool
    reviewers: frozenset[str]


class Observations(NamedTuple):
    """All of them: runs oldest first, judgements by the order of the decisions, items by id.

    ``verifiers`` are the names of the verifiers by fingerprint.
    """

    runs: tuple[ObservedRun, ...]
    judgements: tuple[Judgement, ...]
    items: dict[str, ObservedItem]
    verifiers: dict[str, str]
