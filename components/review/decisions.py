"""Opening, saving and deciding: what a click or key does to the store. Every act is written at once."""

from collections.abc import Callable, Sequence

import streamlit as st

from components import services, state
from components.frame.sidebar import reviewer_name, signed_in_name
from components.review.labelling import task as labelling
from components.review.unsent_inputs import ITEM, clear_desk, set_aside
from components.words.review import by_attention, needs_reviewer
from components.work.new_claims import pointed
from critique_core.errors import ClaimlensError, StoreError
from critique_core.labels.fold import ReviewedClaim, fold, standing
from critique_core.labels.reshape import RESHAPING
from critique_core.models import (
    Action,
    Critique,
    Decision,
    Evidence,
    PolicyName,
    Shown,
    Status,
    VerifiedClaim,
    parse_decision,
)
from critique_core.verifiers.base import Verifier

ACCEPTANCES = 10
"""So many of the last acceptances are looked at to warn of haste."""
ACT_WORDS = {"submit": "the submission", "skip": "passing this answer over", "flag": "the flag"}
_CHANGE_WORDS = {"hunk_accept": "taken", "hunk_reject": "left"}


def open_from_address() -> None:
    """Bring the review on screen that the address names, exactly as it was stored."""
    item_id = st.query_params.get(ITEM)
    current = state.review()
    if item_id is None and current is not None and current.item_id is not None:
        st.query_params[ITEM] = current.item_id
    if ITEM in st.query_params:
        labelling.read_address(st.query_params[ITEM])
    if item_id is None or state.running_check() is not None or (current is not None and current.item_id == item_id):
        return
    try:
        critique = services.get_store().latest_critique(item_id)
    except StoreError as error:
        state.report_problem(str(error))
        return
    if critique is None:
        state.report_problem(f"The address names a review that is not in the store ({item_id[:40]}). Look in History.")
        del st.query_params[ITEM]
        return
    set_aside()
    state.load_inputs(critique.request)
    show(critique, item_id)


def elsewhere(item_id: str | None) -> bool:
    """Whether the address names another review than this one."""
    return st.query_params.get(ITEM) not in (None, item_id)


def show(critique: Critique, item_id: str | None) -> None:
    """Bring a critique on screen, its most doubtful undecided claim selected, the inputs folded away.

    That is one that can be checked, or the next key would fall on what nobody needs to label.
    """
    claims = by_attention(reviewed(critique, item_id))
    waiting = [claim for claim in claims if claim.decision is None and claim.claim.status != "not_checkable"]
    first = next(iter(waiting or claims), None)
    state.show_review(critique, item_id, first.claim.id if first else None)
    state.open_inputs(opened=False)


def close() -> None:
    """Make room for a new review; the one on screen stays in the store, and what was typed since is set aside."""
    set_aside()
    state.close_review()
    state.clear_inputs()
    state.open_inputs(opened=True)
    st.query_params.pop(ITEM, None)
    st.query_params.pop(labelling.LABEL, None)


def save(critique: Critique) -> None:
    """Write a new critique to the store and bring it on screen; when the store fails it is still shown."""
    try:
        run = services.get_store().save_review(critique, who=reviewer_name())
    except ClaimlensError as error:
        st.query_params.pop(ITEM, None)  # or the page would open the stored one in its place
        show(critique, None)
        state.report_problem(f"This critique is not saved. {error}")
        return
    show(critique, run.item_id)
    clear_desk()
    st.query_params[ITEM] = run.item_id


def save_in_place(critique: Critique) -> None:
    """Write a critique that took the place of the one on screen; the claim and the lists in view stay in view."""
    try:
        item_id = services.get_store().save_review(critique, who=reviewer_name()).item_id
    except ClaimlensError as error:
        st.query_params.pop(ITEM, None)
        state.put_review(critique, None)
        state.report_problem(f"This critique is not saved. {error}")
        return
    state.put_review(critique, item_id)
    st.query_params[ITEM] = item_id
    state.forget_problem()


def choose_policy(policy: PolicyName) -> None:
    """Let another policy decide on the verdicts of the critique on screen; nothing is verified again."""
    current = state.review()
    if current is None or current.critique.request.options.policy == policy:
        return
    options = current.critique.request.options.model_copy(update={"policy": policy})
    try:
        critic = services.get_critic()
        decided = critic.redecide(current.critique, profile=current.critique.profile, options=options)
    except ClaimlensError as error:
        state.report_problem(f"The policy could not be changed. {error}")
        return
    state.load_options(options)
    save_in_place(decided)


def save_again() -> None:
    """Try once more to write the critique on screen."""
    current = state.review()
    if current is not None and current.item_id is None:
        save(current.critique)


def reviewed(critique: Critique, item_id: str | None) -> tuple[ReviewedClaim, ...]:
    """The claims of a critique with the decisions that the reviewer may see; without the machine's word when blind."""
    found = task(item_id)
    events = decisions(item_id) if found is None else found.visible
    claims = fold(seen(critique, item_id), events)
    return pointed(labelling.blinded(claims), events) if _hidden(item_id, found) else claims


def seen(critique: Critique, item_id: str | None) -> Critique:
    """The critique with the claims that the reviewer, and whoever else's events may be seen, made of the machine's.

    New claims are verified by the verifier that judged the others; not while the machine's word is hidden.
    """
    events = decisions(item_id)
    if not any(event.action in RESHAPING for event in events):
        return critique
    return services.get_judgements().reshaped(critique, events, _verifier_of(critique, item_id))


def _verifier_of(critique: Critique, item_id: str | None) -> Verifier | str:
    """What is to judge new claims of a critique, or why nothing is."""
    if blind(item_id):
        return "the machine's word is hidden until you submit"
    if stale(critique):
        return "another verifier judged this answer than the one in use; check it again"
    try:
        return services.get_critic().verifier
    except ClaimlensError as error:
        return str(error)


def seen_claims(current: state.Review) -> tuple[VerifiedClaim, ...]:
    """The claims of the review on screen in the order of the draft."""
    claims = seen(current.critique, current.item_id).claims
    return tuple(sorted(claims, key=lambda claim: (claim.start, -claim.end, claim.id)))


def pointed_to(item_id: str | None, claim_id: str) -> tuple[Evidence, ...]:
    """The quotes that reviewers put in place of the verifier's for a claim."""
    last = [
        event for event in standing(decisions(item_id)) if event.action == "evidence" and event.claim_id == claim_id
    ]
    return last[-1].evidence or () if last else ()


def stale(critique: Critique) -> bool:
    """Whether another verifier than the current one judged; not known when that one cannot be used."""
    return services.verifier_fingerprint() not in (None, critique.verifier.fingerprint)


def task(item_id: str | None) -> labelling.Task | None:
    """How an item is being labelled; a store that fails is said, and taken for no labelling."""
    try:
        return labelling.task(item_id)
    except ClaimlensError as error:
        state.report_problem(f"The item cannot be read. {error}")
        return None


def blind(item_id: str | None) -> bool:
    """Whether the machine's word on an item is hidden from the reviewer; when in doubt, it is."""
    return _hidden(item_id, task(item_id))


def _hidden(item_id: str | None, found: labelling.Task | None) -> bool:
    held: labelling.Labelling | None = state.labelling(item_id)
    return found.blind if found is not None else held is not None and held.blind


def decisions(item_id: str | None) -> tuple[Decision, ...]:
    """The events on an item that the reviewer may see; none while the store does not answer."""
    if item_id is None:
        return ()
    found = task(item_id)
    if found is not None:
        return found.visible
    try:
        return services.get_store().decisions(item_id)
    except ClaimlensError as error:
        state.report_problem(f"The decisions cannot be read. {error}")
        return ()


def decide(
    action: Action, claim_id: str, *, status: Status | None = None, text: str | None = None, note: str | None = None
) -> None:
    """Write one decision on a claim of the review on screen, with what the reviewer had in view."""
    current = state.review()
    claim = next((claim for claim in seen_claims(current) if claim.id == claim_id), None) if current else None
    if current is None or claim is None:
        return
    if current.item_id is None:
        state.report_problem(
            "This critique is not saved yet, so nothing can be decided on it. Press “Save again” first."
        )
        return
    hidden = blind(current.item_id)
    if hidden and action in ("accept", "reject"):
        return  # there is nothing in view to accept or reject
    if _stands(current, action, claim_id, status=status, text=text):
        return
    in_view = state.selection()
    event = {
        "item_id": current.item_id,
        "action": action,
        "reviewer": reviewer_name(),
        "critique_id": current.critique.id,
        "claim_id": claim_id,
        "start": claim.start,
        "end": claim.end,
        "status": status,
        "text": text,
        "note": note,
        "authenticated": signed_in_name() is not None,
        "seconds": in_view.seconds if in_view.claim_id == claim_id else None,
        "shown": None if hidden else _shown(current.critique, claim),
        "guideline": labelling.guideline(),
    }
    written = write(lambda: services.get_store().append(parse_decision(event)))
    if written is not None and action == "accept":
        state.note_acceptance(written.seconds, keep=ACCEPTANCES)


def _shown(critique: Critique, claim: VerifiedClaim) -> Shown:
    profile = critique.profile
    return Shown(
        status=claim.status,
        probability=claim.probability,
        profile=profile.name if profile else None,
        verifier_fingerprint=critique.verifier.fingerprint,
    )


def _stands(current: state.Review, action: Action, claim_id: str, *, status: Status | None, text: str | None) -> bool:
    """Whether this reviewer's standing word on the claim of this critique says just that already."""
    claim = next(claim for claim in reviewed(current.critique, current.item_id) if claim.claim.id == claim_id)
    if action == "edit":
        return claim.edited_text == text
    before = claim.decision
    return before is not None and (before.action, before.status, before.reviewer, before.critique_id) == (
        action, status, reviewer_name(), current.critique.id,
    )  # fmt: skip


def undo() -> None:
    """Take back the reviewer's last event on the review on screen, and select its claim; an undo is an event too."""
    current = state.review()
    if current is None or current.item_id is None:
        return
    item_id = current.item_id
    taken_back = write(lambda: services.get_store().undo(item_id, reviewer_name()))
    if taken_back is None and state.problem() is None:
        state.say("Nothing of yours to undo here.")
    elif taken_back is not None:
        _show_undone(current, taken_back)


def _show_undone(current: state.Review, undoing: Decision) -> None:
    event = next((one for one in decisions(current.item_id) if one.id == undoing.supersedes), None)
    if event is None:
        return
    if event.action in _CHANGE_WORDS:
        state.say(f"Undone: a change {_CHANGE_WORDS[event.action]}")
        return
    ordered = seen_claims(current)
    number = next((place for place, claim in enumerate(ordered, 1) if claim.id == event.claim_id), None)
    if number is None:
        state.say(f"Undone: {ACT_WORDS.get(event.action, event.action)}")
        _select_near(ordered, event.start)
        return
    state.select(event.claim_id)
    state.say(f"Undone: {event.action} of claim {number}")


def _select_near(claims: Sequence[VerifiedClaim], place: int | None) -> None:
    """Keep a claim selected when the selected one was undone: the last that begins before its place."""
    if place is None or not claims or state.selection().claim_id in {claim.id for claim in claims}:
        return
    before = [claim for claim in claims if claim.start <= place]
    state.select((before or claims)[-1 if before else 0].id)


def next_in_doubt() -> None:
    """Select the next claim that waits for a person, in the order of the draft, from the selected one on."""
    current = state.review()
    if current is None:
        return
    claims = sorted(reviewed(current.critique, current.item_id), key=lambda claim: claim.claim.start)
    at = next((place for place, claim in enumerate(claims) if claim.claim.id == state.selection().claim_id), -1)
    for claim in (*claims[at + 1 :], *claims[: at + 1]):
        if needs_reviewer(claim):
            state.select(claim.claim.id)
            return
    state.say("No claim waits for you.")


def step(by: int) -> None:
    """Select the claim ``by`` places after the selected one, in the order of the draft."""
    current = state.review()
    claims = seen_claims(current) if current else ()
    if not claims:
        return
    at = next((place for place, claim in enumerate(claims) if claim.id == state.selection().claim_id), 0)
    state.select(claims[max(0, min(len(claims) - 1, at + by))].id)


def write(event: Callable[[], Decision | None]) -> Decision | None:
    """Write one event; when the store refuses, that is said and nothing counts as done."""
    try:
        written = event()
    except ClaimlensError as error:
        state.report_problem(f"Your last act was not saved. {error}")
        return None
    state.forget_problem()
    return written
