"""Reviewed claims: the machine's claims folded with the reviewers' decisions."""

from critique_core.models import Decision, Status, Value, VerifiedClaim


class ReviewedClaim(Value):
    """One machine claim and what reviewers made of it.

    ``decision`` is the last standing accept, reject or relabel; ``status`` is the reviewer's status when there is one,
    else the machine's. ``wrong`` is set by a reject that names no right status. ``notes`` are the standing notes.
    """

    claim: VerifiedClaim
    decision: Decision | None = None
    status: Status
    wrong: bool = False
    edited_text: str | None = None
    notes: tuple[Decision, ...] = ()
