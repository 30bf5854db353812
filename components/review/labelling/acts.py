"""A reviewer's actions on a whole answer from the queue: submit, pass over, flag, go on, go back."""

from components import services
from components.frame.reviewer import reviewer_name, signed_in_name
from components.review import decisions
from components.review.labelling import task
from components.review.labelling.task import MINUTES, Task, write_address
from components.review.open_review import read_open, read_task
from components.review.opening import close
from components.state import notices, on_screen, queueing
from components.state.queueing import Labelling
from components.words.review import needs_reviewer
from critique_core.errors import ClaimlensError
from critique_core.labels.fold import progress, standing
from critique_core.models import Action, Decision

_LOOKED_AHEAD = 200


def _open_item(item_id: str, labelling: Labelling) -> bool:
    """Open an item for labelling when the Review page next runs; returns whether the store answered.

    The item is reserved for the reviewer unless someone else has it; then it can still be viewed.
    """
    try:
        services.get_store().reserve(item_id, reviewer_name(), minutes=MINUTES)
        events = services.get_store().decisions(item_id)
    except ClaimlensError as error:
        notices.report_problem(f"The item cannot be opened. {error}")
        return False
    since = max((event.sequence for event in events), default=0)
    write_address(item_id, labelling.model_copy(update={"since": since}))
    return True


def open_from_list(item_id: str, labelling: Labelling) -> None:
    """Open an item for labelling when the Queue page next runs."""
    if _open_item(item_id, labelling):
        queueing.ask_item(item_id)


def submit() -> None:
    """Submit the answer on screen and go on; after blind labelling it stays, to show the machine's verdicts.

    Claims in doubt without a label cause a warning once; the next call submits all the same.
    """
    found = _task()
    if found is None:
        return
    if found.submitted:
        go_on()
        return
    if _waiting() and queueing.tell_unlabelled(found.item.id):
        left = _unlabelled()
        claims = "1 claim has" if left == 1 else f"{left} claims have"
        notices.say(f"{claims} no label. Press s again to submit.")
        return
    if _append(found, "submit") is None:
        return
    if found.blind:
        _release(found)
        notices.say("Submitted. Enter opens the next answer.")
    else:
        _advance(found)


def skip() -> None:
    """Leave the answer for later; this reviewer gets it after all others."""
    found = _task()
    if found is not None and _append(found, "skip") is not None:
        _advance(found)


def flag() -> None:
    """Flag the answer for a second look, or remove one's own flag."""
    found = _task()
    if found is None:
        return
    own = next((event for event in reversed(standing(found.events)) if _own_flag(event, found)), None)
    if own is None and found.item.flagged:
        notices.say("Somebody else has flagged this answer; only they can take it off.")
    elif own is None:
        if _append(found, "flag"):
            notices.say("Flagged for a second look.")
    elif _append(found, "undo", supersedes=own.id):
        notices.say("The flag is off.")


def go_on() -> None:
    """Enter: go to the next claim that waits, or from a submitted answer to the next answer."""
    found = _task()
    if found is None or (not found.submitted and _waiting()):
        decisions.next_in_doubt()
    elif found.submitted:
        _advance(found)
    else:
        notices.say("None is in doubt. Press s to submit.")


def next_item() -> None:
    """Go on to the next answer; the labels given so far stay, and this one stays in the queue."""
    found = _task()
    if found is not None:
        _advance(found)


def undo() -> None:
    """Undo one's last event on this answer; if there is none since it was opened, the last one on the answer before."""
    found = _task()
    if found is None or not found.labelling.trail or _touched(found):
        decisions.undo()
        return
    before = found.labelling.trail[-1]
    try:
        taken_back = services.get_store().undo(before, found.reviewer, authenticated=signed_in_name() is not None)
    except ClaimlensError as error:
        notices.report_problem(f"Your last act was not taken back. {error}")
        return
    _release(found)
    rest = found.labelling.model_copy(update={"trail": found.labelling.trail[:-1]})
    if _open_item(before, rest):
        write_address(before, rest)  # without the mark, so that a further undo applies to this answer
        notices.say("Back at the answer before." if taken_back is None else "Back at the answer before; undone there.")


def put_in_queue() -> None:
    """Have the review on screen labelled as imported answers are."""
    current = on_screen.review()
    if current is None or current.item_id is None:
        return
    try:
        services.get_store().put_in_queue(current.item_id, reviewer_name())
    except ClaimlensError as error:
        notices.report_problem(f"The review is not put into the queue. {error}")
        return
    notices.say("In the queue. Its labels count once you have submitted it (s).")


def to_queue() -> None:
    """Release the answer and return to the list."""
    found = _task()
    if found is not None:
        _release(found)
    close()
    queueing.ask_queue()


def hold(found: Task) -> str | None:
    """Keep the answer reserved for the reviewer; returns who has it if someone else does.

    A submitted answer is not reserved. Raises ``StoreError``.
    """
    if found.submitted or services.get_store().reserve(found.item.id, found.reviewer, minutes=MINUTES):
        return None
    return found.item.assignee


def _task() -> Task | None:
    current = on_screen.review()
    return read_task(current.item_id) if current is not None else None


def _waiting() -> bool:
    """Whether a claim waits for a label: any when blind, else one in doubt."""
    current = read_open()
    return current is not None and any(map(needs_reviewer, current.reviewed))


def _unlabelled() -> int:
    """How many claims have no label, those that are not in doubt among them."""
    current = read_open()
    decided, checkable = progress(current.reviewed) if current is not None else (0, 0)
    return checkable - decided


def _touched(found: Task) -> bool:
    """Whether the reviewer has an event on the answer since it was opened that was not undone."""
    own = (event for event in standing(found.events) if event.reviewer == found.reviewer)
    return any(event.sequence > found.labelling.since for event in own)


def _own_flag(event: Decision, found: Task) -> bool:
    return event.action == "flag" and event.reviewer == found.reviewer and event.origin == "human"


def _append(found: Task, action: Action, *, supersedes: str | None = None) -> Decision | None:
    current = on_screen.review()
    return decisions.append(
        found.item.id, current.critique.id if current else None, action,
        guideline=task.guideline(), supersedes=supersedes,
    )  # fmt: skip


def _release(found: Task) -> None:
    try:
        services.get_store().release(found.item.id, found.reviewer)
    except ClaimlensError as error:
        notices.report_problem(f"The item is still in your hand. {error}")


def _advance(found: Task) -> None:
    """Open the next answer of the queue, or return to the list if there is none."""
    _release(found)
    chosen = found.labelling.left(found.item.id)
    try:
        coming = _next(found)
    except ClaimlensError as error:
        notices.report_problem(f"The next item cannot be had. {error}")
        return
    if coming is None:
        close()
        queueing.ask_queue()
        notices.say("Nothing else is left in this queue.")
    else:
        _open_item(coming, chosen)


def _next(found: Task) -> str | None:
    """The first free item after this one, in the queue's order, then from its beginning. Raises ``StoreError``."""
    store, wanted = services.get_store(), found.labelling.wanted
    free = wanted.model_copy(update={"reviewer": found.reviewer, "free": True, "limit": _LOOKED_AHEAD, "offset": 0})
    ids = [row.item_id for row in store.queue(free).rows]
    at = ids.index(found.item.id) if found.item.id in ids else -1
    for item_id in (*ids[at + 1 :], *ids[: max(at, 0)]):
        if store.reserve(item_id, found.reviewer, minutes=MINUTES):
            return item_id
    return None
