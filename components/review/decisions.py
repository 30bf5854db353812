"""Decisions: a click or a key writes one event to the store at once."""

from collections.abc import Callable, Sequence

from components import services
from components.frame.reviewer import reviewer_name, signed_in_name
from components.review.labelling import task as labelling
from components.review.open_review import OpenReview, read_open, read_review
from components.state import notices, on_screen, queueing, revision
from components.words.review import counted, needs_reviewer, quiet, status_words
from critique_core.errors import ClaimlensError
from critique_core.labels.answer_label import said_of_answer
from critique_core.labels.fold import standing
from critique_core.models import (
    Action,
    Confirmed,
    Critique,
    Decision,
    Recommendation,
    Shown,
    Status,
    VerifiedClaim,
    parse_decision,
)

ACCEPTANCES = 10
"""Number of the last acceptances that the warning of haste considers."""
ACT_WORDS = {
    "submit": "the submission",
    "skip": "passing this answer over",
    "flag": "the flag",
    "answer": "your verdict on the answer",
    "confirm": "the rest is right",
}
_UNSAVED = "This critique is not saved yet, so nothing can be decided on it. Press “Save again” first."
_UNDONE_WORDS: dict[str, str] = {
    "accept": "“Right” for", "reject": "“Wrong” for", "edit": "your wording of", "note": "your note on",
    "evidence": "the passage for", "respan": "the choice of words of",
}  # fmt: skip
_CHANGE_WORDS = {"hunk_accept": "taken", "hunk_reject": "left"}


def decide(
    action: Action, claim_id: str, *, status: Status | None = None, text: str | None = None, note: str | None = None
) -> None:
    """Write one decision on a claim of the review on screen, with what the reviewer had in view."""
    current = read_open()
    claim = next((claim for claim in current.in_order if claim.id == claim_id), None) if current else None
    if current is None or claim is None:
        return
    if current.item_id is None:
        notices.report_problem(_UNSAVED)
        return
    if current.blind and action in ("accept", "reject"):
        return  # no status is in view
    if _decided_so(current, action, claim_id, status=status, text=text):
        return
    in_view = on_screen.selection()
    written = append(
        current.item_id, current.critique.id, action, claim_id=claim_id, start=claim.start, end=claim.end,
        status=status, text=text, note=note, seconds=in_view.seconds if in_view.claim_id == claim_id else None,
        guideline=labelling.guideline(),
        shown=None if current.blind else Shown.of(current.critique, claim, order=queueing.order_of(current.item_id)),
    )  # fmt: skip
    if written is not None and action == "accept":
        queueing.note_acceptance(written.seconds, keep=ACCEPTANCES)


def confirm_rest() -> None:
    """Call all claims right that are not in doubt, as one event, which one undo takes back."""
    current = read_open()
    if current is None or current.blind:
        return
    if current.item_id is None:
        notices.report_problem(_UNSAVED)
        return
    rest = [review.claim for review in quiet(current.reviewed)]
    if not rest:
        notices.say("No claim is left that is not in doubt.")
        return
    confirmed = [
        Confirmed(claim_id=one.id, start=one.start, end=one.end, shown=Shown.of(current.critique, one)) for one in rest
    ]
    if append(
        current.item_id, current.critique.id, "confirm", confirmed=confirmed, guideline=labelling.guideline()
    ):  # fmt: skip
        notices.say(f"{counted(len(rest), 'claim')} called right together. Undo (u) takes it back.")


def answer(verdict: Recommendation) -> None:
    """Write what the reviewer says of the whole answer; the same word again writes nothing."""
    current = read_open()
    if current is None:
        return
    if current.item_id is None:
        notices.report_problem(_UNSAVED)
        return
    own = [one.answer for one in said_of_answer(current.events) if one.reviewer == reviewer_name()]
    if own != [verdict]:
        append(current.item_id, current.critique.id, "answer", answer=verdict, guideline=labelling.guideline())


def _decided_so(current: OpenReview, action: Action, claim_id: str, *, status: Status | None, text: str | None) -> bool:
    """Whether this reviewer's last decision on the claim of this critique is already this one."""
    claim = next(claim for claim in current.reviewed if claim.claim.id == claim_id)
    if action == "edit":
        return claim.edited_text == text
    before = claim.decision
    return before is not None and (before.action, before.status, before.reviewer, before.critique_id) == (
        action, status, reviewer_name(), current.critique.id,
    )  # fmt: skip


def undo() -> None:
    """Take back the reviewer's last act on the review on screen, and select its claim; an undo is an event too.

    The events that one click has written are taken back together.
    """
    current = on_screen.review()
    if current is None or current.item_id is None:
        return
    if _last_own(current.critique, current.item_id) is None:
        notices.say("Nothing of yours to undo here.")
        return
    taken_back = _undo_last(current.item_id)
    if taken_back is None and notices.problem() is None:
        notices.say("Nothing of yours to undo here.")
    elif taken_back is not None:
        together = revision.together_with(taken_back.supersedes)
        count = 1
        while _last_own(current.critique, current.item_id) in together and _undo_last(current.item_id) is not None:
            count += 1
        _show_undone(read_review(current.critique, current.item_id), taken_back, count)


def _undo_last(item_id: str) -> Decision | None:
    proved = signed_in_name() is not None
    return write(lambda: services.get_store().undo(item_id, reviewer_name(), authenticated=proved))


def _last_own(critique: Critique, item_id: str) -> str | None:
    """The id of the reviewer's last event that is not undone."""
    own = [event.id for event in standing(read_review(critique, item_id).events) if _may_undo(event)]
    return own[-1] if own else None


def _may_undo(event: Decision) -> bool:
    return event.reviewer == reviewer_name() and event.origin == "human"


def _show_undone(current: OpenReview, undoing: Decision, count: int) -> None:
    event = next((one for one in current.events if one.id == undoing.supersedes), None)
    if event is None:
        return
    ordered = current.in_order
    number = next((place for place, claim in enumerate(ordered, 1) if claim.id == event.claim_id), None)
    if event.action in _CHANGE_WORDS:
        if number is not None:
            on_screen.select(event.claim_id)
        changes = "a change" if count == 1 else f"{count} changes"
        notices.say(f"Undone: {changes} {_CHANGE_WORDS[event.action]}")
        return
    if number is None:
        notices.say(f"Undone: {ACT_WORDS.get(event.action, event.action)}")
        _select_near(ordered, event.start)
        return
    on_screen.select(event.claim_id)
    said = f"“{status_words(event.status)}” for" if event.action == "relabel" and event.status else None
    notices.say(f"Undone: {said or _UNDONE_WORDS.get(event.action, f'{event.action} of')} claim {number}")


def _select_near(claims: Sequence[VerifiedClaim], place: int | None) -> None:
    """If the undo removed the selected claim, select the last one that begins before its place."""
    if place is None or not claims or on_screen.selection().claim_id in {claim.id for claim in claims}:
        return
    before = [claim for claim in claims if claim.start <= place]
    on_screen.select((before or claims)[-1 if before else 0].id)


def next_in_doubt() -> None:
    """Select the next claim after the selected one that waits for a person, in the order of the draft."""
    current = read_open()
    if current is None:
        return
    claims = sorted(current.reviewed, key=lambda claim: claim.claim.start)
    at = next((place for place, claim in enumerate(claims) if claim.claim.id == on_screen.selection().claim_id), -1)
    for claim in (*claims[at + 1 :], *claims[: at + 1]):
        if needs_reviewer(claim):
            on_screen.select(claim.claim.id)
            return
    rest = len(quiet(current.reviewed))
    if current.task is None:
        notices.say("None is in doubt. Send, Fix or Block ends the review.")
    elif rest:
        notices.say(f"None is in doubt. g calls the other {counted(rest, 'claim')} right.")
    else:
        notices.say("No claim waits for you.")


def step(by: int) -> None:
    """Select the claim ``by`` places after the selected one, in the order of the draft."""
    current = read_open()
    claims = current.in_order if current else ()
    if not claims:
        return
    at = next((place for place, claim in enumerate(claims) if claim.id == on_screen.selection().claim_id), 0)
    on_screen.select(claims[max(0, min(len(claims) - 1, at + by))].id)


def append(item_id: str | None, critique_id: str | None, action: str, **fields: object) -> Decision | None:
    """Write one event in the reviewer's name; returns it, or ``None`` where the store refuses it."""
    event = {
        "item_id": item_id, "critique_id": critique_id, "action": action, "reviewer": reviewer_name(),
        "authenticated": signed_in_name() is not None, **fields,
    }  # fmt: skip
    return write(lambda: services.get_store().append(parse_decision(event)))


def write(event: Callable[[], Decision | None]) -> Decision | None:
    """Write one event; ``None`` if the store refuses, which is reported."""
    try:
        written = event()
    except ClaimlensError as error:
        notices.report_problem(f"Your last act was not saved. {error}")
        return None
    notices.forget_problem()
    return written
