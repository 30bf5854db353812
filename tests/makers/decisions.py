"""Reviewers' decisions."""

from datetime import UTC, datetime
from itertools import count
from typing import Any

from critique_core.models import Claim, Decision

_numbers = count(1)


def event(
    action: str, start: int, end: int, claim: Claim | None = None, reviewer: str = "ann", **fields: Any
) -> Decision:
    number = next(_numbers)
    return Decision(
        id=f"event {number}", sequence=number, created_at=datetime.now(UTC), item_id="item", action=action,
        reviewer=reviewer, start=start, end=end, claim_id=claim.id if claim else None, **fields,
    )  # fmt: skip
