"""An adjudicator's word on a claim: one event, written at once, which then is the label; and taking it back."""

from components import services
from components.frame.reviewer import reviewer_name, signed_in_name
from components.review import decisions
from components.state import adjudication, inputs, keys, notices
from critique_core.models import Critique, Decision, DecisionDraft, Shown, Status, VerifiedClaim, parse_decision


def rule(critique: Critique, item_id: str, claim: VerifiedClaim, status: Status) -> None:
    """Write the status that a claim has from now on, with what is in the field for the reason."""
    event = {
        "item_id": item_id, "critique_id": critique.id, "action": "adjudicate", "claim_id": claim.id,
        "start": claim.start, "end": claim.end, "status": status,
        "note": inputs.text(keys.RULING_NOTE).strip() or None, "reviewer": reviewer_name(),
        "authenticated": signed_in_name() is not None, "shown": _shown(critique, claim),
    }  # fmt: skip
    written = decisions.write(lambda: services.get_store().append(parse_decision(event)))
    if written is not None:
        inputs.set_text(keys.RULING_NOTE, "")
        adjudication.note_ruling((item_id, claim.id), written)


def undo(ruling: Decision | None) -> None:
    """Take a ruling back and bring its claim in view; the ruling stays in the store."""
    if ruling is None or ruling.claim_id is None:
        return
    undoing = DecisionDraft(
        item_id=ruling.item_id, action="undo", reviewer=reviewer_name(), critique_id=ruling.critique_id,
        claim_id=ruling.claim_id, start=ruling.start, end=ruling.end, supersedes=ruling.id,
        authenticated=signed_in_name() is not None,
    )  # fmt: skip
    if decisions.write(lambda: services.get_store().append(undoing)) is not None:
        adjudication.note_ruling((ruling.item_id, ruling.claim_id), None)
        adjudication.put_case((ruling.item_id, ruling.claim_id), adjudication.case()[1])
        notices.say("Undone: the ruling")


def _shown(critique: Critique, claim: VerifiedClaim) -> Shown:
    return Shown(
        status=claim.status,
        probability=claim.probability,
        profile=critique.profile.name if critique.profile else None,
        verifier_fingerprint=critique.verifier.fingerprint,
    )
