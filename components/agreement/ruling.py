"""An adjudicator's ruling on a claim and its undoing, each one event written at once. A ruling is the label."""

from components.review import decisions
from components.state import adjudication, inputs, keys, notices
from critique_core.models import Critique, Decision, Shown, Status, VerifiedClaim


def rule(critique: Critique, item_id: str, claim: VerifiedClaim, status: Status) -> None:
    """Write the status that a claim has from now on, with the reason typed into its field."""
    written = decisions.append(
        item_id, critique.id, "adjudicate", claim_id=claim.id, start=claim.start, end=claim.end, status=status,
        note=inputs.text(keys.RULING_NOTE).strip() or None, shown=Shown.of(critique, claim),
    )  # fmt: skip
    if written is not None:
        inputs.set_text(keys.RULING_NOTE, "")
        adjudication.note_ruling((item_id, claim.id), written)


def undo(ruling: Decision | None) -> None:
    """Take a ruling back and bring its claim into view; the store keeps both events."""
    if ruling is None or ruling.claim_id is None:
        return
    undoing = decisions.append(
        ruling.item_id, ruling.critique_id, "undo", claim_id=ruling.claim_id, start=ruling.start, end=ruling.end,
        supersedes=ruling.id,
    )  # fmt: skip
    if undoing is not None:
        adjudication.note_ruling((ruling.item_id, ruling.claim_id), None)
        adjudication.put_case((ruling.item_id, ruling.claim_id), adjudication.case()[1])
        notices.say("Undone: the ruling")
