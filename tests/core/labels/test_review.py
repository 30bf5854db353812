"""Machine claims folded with reviewers' decisions."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.labels.fold import ReviewedClaim, fold, person_says, progress, standing, unplaced
from critique_core.models import (
    Claim,
    Critique,
    CritiqueMetadata,
    CritiqueRequest,
    Decision,
    Scores,
    Status,
    VerifiedClaim,
    VerifierSpec,
)

DRAFT = "The timeout is 30 seconds. Requests are retried twice. I like it."
SPANS = ((0, 26), (27, 54), (55, 65))
_numbers = count(1)


def critique_of(
    *spans: tuple[int, int], statuses: tuple[Status, ...] = (), texts: tuple[str, ...] = (), critique_id: str = "first"
) -> Critique:
    """A critique with one claim for each span; unnamed statuses are contradicted, the third claim is an opinion."""
    claims: list[VerifiedClaim] = []
    for place, (start, end) in enumerate(spans or SPANS):
        text = texts[place] if place < len(texts) else None
        claim = Claim.of(DRAFT, start, end, text=text, kind="opinion" if start == 55 else "fact")
        status = statuses[place] if place < len(statuses) else "contradicted" if claim.checkable else "not_checkable"
        claims.append(VerifiedClaim(**dict(claim), status=status))
    return Critique(
        id=critique_id,
        request=CritiqueRequest(draft=DRAFT),
        claims=tuple(claims),
        grounded_probability=None,
        is_grounded=None,
        confidence=None,
        level=None,
        is_valid=True,
        recommendation="accept",
        needs_revision=False,
        abstained=False,
        issues=(),
        scores=Scores(),
        verifier=VerifierSpec(spec="embedded", fingerprint="v"),
        metadata=CritiqueMetadata(facts_checked=0, facts_verified=0, sources_used=(), characters_read=0),
    )


def decide(action: str, claim: VerifiedClaim | None = None, **fields: Any) -> Decision:
    """An event on a claim, as the store gives it back: the claim's span and the critique's id are on it."""
    number = next(_numbers)
    about: dict[str, Any] = {}
    if claim is not None:
        about = {"claim_id": claim.id, "start": claim.start, "end": claim.end, "critique_id": "first"}
    made = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number)
    values = {"item_id": "i", "action": action, "reviewer": "ann", "id": f"d{number}", "sequence": number}
    return Decision.model_validate(values | {"created_at": made} | about | fields)


def shown(status: str) -> dict[str, Any]:
    return {"shown": {"status": status}}


def first(critique: Critique, *decisions: Decision, reviewer: str | None = None) -> ReviewedClaim:
    return fold(critique, decisions, reviewer=reviewer)[0]


# --- one critique ----------------------------------------------------------------------------------------------------


def test_without_decisions_the_machine_stands() -> None:
    critique = critique_of()
    reviewed = fold(critique, [])
    assert [one.claim for one in reviewed] == list(critique.claims)
    assert [one.status for one in reviewed] == ["contradicted", "contradicted", "not_checkable"]
    assert all(one.decision is None and not one.wrong and one.notes == () for one in reviewed)
    assert unplaced(critique, []) == ()


def test_accept_keeps_the_status_that_was_shown() -> None:
    critique = critique_of()
    plain = decide("accept", critique.claims[0])
    assert first(critique, plain).status == "contradicted"
    assert first(critique, plain).decision == plain
    under_another_threshold = decide("accept", critique.claims[0], **shown("unsupported"))
    assert first(critique, under_another_threshold).status == "unsupported"


def test_reject_with_a_status_sets_it_and_without_one_says_wrong() -> None:
    critique = critique_of()
    named = first(critique, decide("reject", critique.claims[0], status="supported"))
    assert (named.status, named.wrong) == ("supported", False)
    bare = first(critique, decide("reject", critique.claims[0]))
    assert (bare.status, bare.wrong) == ("contradicted", True)


def test_relabel_sets_the_status_and_the_last_word_counts() -> None:
    critique = critique_of()
    events = [
        decide("reject", critique.claims[0]),
        decide("relabel", critique.claims[0], status="partially_supported"),
    ]
    last = first(critique, *events)
    assert (last.status, last.wrong, last.decision) == ("partially_supported", False, events[1])
    assert first(critique, *reversed(events)) == last


def test_edits_and_notes_decide_nothing() -> None:
    critique = critique_of()
    notes = [decide("note", critique.claims[0], note=words) for words in ("one", "two")]
    edits = [decide("edit", critique.claims[0], text=words) for words in ("60 s", "60 seconds")]
    reviewed = first(critique, *notes, *edits)
    assert reviewed.notes == tuple(notes)
    assert reviewed.edited_text == "60 seconds"
    assert (reviewed.decision, reviewed.status) == (None, "contradicted")


def test_one_reviewer_can_be_read_alone() -> None:
    critique = critique_of()
    ann = decide("relabel", critique.claims[0], status="supported")
    bob = decide("relabel", critique.claims[0], status="unsupported", reviewer="bob")
    assert first(critique, ann, bob).status == "unsupported"
    assert first(critique, ann, bob, reviewer="ann").status == "supported"
    assert first(critique, ann, bob, reviewer="cat").status == "contradicted"


def test_progress_counts_checkable_claims_only() -> None:
    critique = critique_of()
    opinion = decide("accept", critique.claims[2])
    fact = decide("accept", critique.claims[0])
    note = decide("note", critique.claims[1], note="x")
    assert progress(fold(critique, [])) == (0, 2)
    assert progress(fold(critique, [opinion, fact, note])) == (1, 2)
    assert progress([]) == (0, 0)


# --- undo ------------------------------------------------------------------------------------------------------------


def test_undo_takes_its_event_back_and_shows_the_one_before() -> None:
    critique = critique_of()
    one = decide("relabel", critique.claims[0], status="supported")
    two = decide("relabel", critique.claims[0], status="unsupported")
    undo_two = decide("undo", supersedes=two.id)
    assert first(critique, one, two, undo_two).decision == one
    undo_one = decide("undo", supersedes=one.id)
    assert first(critique, one, two, undo_two, undo_one).decision is None


def test_notes_and_edits_can_be_undone() -> None:
    critique = critique_of()
    note, edit = decide("note", critique.claims[0], note="x"), decide("edit", critique.claims[0], text="y")
    undone = [decide("undo", supersedes=note.id), decide("undo", supersedes=edit.id)]
    assert first(critique, note, edit, *undone) == first(critique)


@given(st.integers(min_value=0, max_value=6))
def test_a_chain_of_undos_of_undos_restores_every_second_time(length: int) -> None:
    critique = critique_of()
    chain = [decide("relabel", critique.claims[0], status="supported")]
    for _ in range(length):
        chain.append(decide("undo", supersedes=chain[-1].id))
    assert (first(critique, *chain).decision is not None) == (length % 2 == 0)


def test_an_undo_reaches_neither_forward_nor_nowhere() -> None:
    critique = critique_of()
    early = decide("undo", supersedes="later")
    later = decide("accept", critique.claims[0], id="later")
    lost = decide("undo", supersedes="gone")
    assert standing([early, later, lost]) == (later,)


# --- another critique of the same request ----------------------------------------------------------------------------


def test_a_label_finds_the_same_claim_by_id() -> None:
    old, new = critique_of(), critique_of(statuses=("supported",) * 3, critique_id="second")
    label = decide("relabel", old.claims[1], status="unsupported")
    assert [one.status for one in fold(new, [label])] == ["supported", "unsupported", "supported"]
    assert unplaced(new, [label]) == ()


def test_a_label_finds_a_reworded_claim_by_its_span() -> None:
    old, new = critique_of(), critique_of(texts=("The timeout of the API is 30 seconds.",), critique_id="second")
    assert old.claims[0].id != new.claims[0].id
    label = decide("relabel", old.claims[0], status="supported")
    assert first(new, label).decision == label


@pytest.mark.parametrize(
    ("span", "placed"), [((0, 25), True), ((0, 20), True), ((4, 30), True), ((0, 13), False), ((0, 53), False)]
)
def test_a_label_follows_its_words_when_most_of_them_are_shared(span: tuple[int, int], placed: bool) -> None:
    label = decide("relabel", critique_of().claims[0], status="supported")
    new = critique_of(span, critique_id="second")
    assert (first(new, label).decision == label) is placed
    assert unplaced(new, [label]) == (() if placed else (label,))


def test_two_claims_of_one_span_leave_an_old_label_unplaced() -> None:
    label = decide("relabel", critique_of().claims[0], status="supported")
    new = critique_of((0, 26), (0, 26), texts=("It is 30.", "It is in seconds."), critique_id="second")
    assert unplaced(new, [label]) == (label,)
    near = critique_of((0, 25), (0, 25), texts=("It is 30.", "It is in seconds."), critique_id="second")
    assert unplaced(near, [label]) == (label,)


def test_a_label_on_a_span_alone_is_placed() -> None:
    critique = critique_of()
    label = decide("relabel", start=0, end=26, status="supported")
    assert first(critique, label).decision == label


def test_an_old_accept_speaks_of_the_status_that_was_shown_then() -> None:
    old, new = critique_of(), critique_of(statuses=("supported",), critique_id="second")
    accepted = decide("accept", old.claims[0], **shown("contradicted"))
    assert first(new, accepted).status == "contradicted"
    blind = decide("accept", old.claims[0])
    assert first(new, blind).decision is None
    assert unplaced(new, [accepted, blind]) == (blind,)


def test_an_old_bare_reject_counts_only_while_the_machine_says_the_same() -> None:
    old = critique_of()
    rejected = decide("reject", old.claims[0], **shown("contradicted"))
    same, changed = critique_of(critique_id="second"), critique_of(statuses=("supported",), critique_id="third")
    assert first(same, rejected).wrong
    assert not first(changed, rejected).wrong
    assert first(changed, rejected).decision is None
    assert unplaced(same, [rejected]) == ()
    assert unplaced(changed, [rejected]) == (rejected,)


# --- what is not applied ---------------------------------------------------------------------------------------------


def test_reshaping_events_are_listed_and_change_nothing() -> None:
    critique = critique_of()
    events = [decide(action, critique.claims[0]) for action in ("split", "merge", "respan")]
    events.append(decide("missed", start=0, end=3))
    assert fold(critique, events) == fold(critique, [])
    assert unplaced(critique, events) == tuple(events)
    assert unplaced(critique, [*events, decide("undo", supersedes=events[0].id)]) == tuple(events[1:])


def test_events_about_the_whole_item_are_not_listed() -> None:
    critique = critique_of()
    events = [
        decide("submit"),
        decide("skip"),
        decide("note", note="on the whole"),
        decide("hunk_accept", start=0, end=9),
    ]
    assert unplaced(critique, events) == ()
    assert fold(critique, events) == fold(critique, [])


def test_events_on_a_claim_that_is_gone_are_listed() -> None:
    critique = critique_of((27, 54), critique_id="second")
    gone = critique_of().claims[0]
    events = [decide(action, gone, status="supported") for action in ("accept", "relabel", "edit", "note", "flag")]
    assert unplaced(critique, events) == tuple(events)
    by_id_alone = decide("accept", claim_id="unknown", status="supported")
    assert unplaced(critique, [by_id_alone]) == (by_id_alone,)


def test_a_relabel_without_a_status_is_listed() -> None:
    critique = critique_of()
    empty = decide("relabel", critique.claims[0])
    assert first(critique, empty).decision is None
    assert unplaced(critique, [empty]) == (empty,)


@given(st.lists(st.tuples(st.sampled_from(["accept", "reject", "relabel", "note", "edit"]), st.integers(0, 2))))
def test_every_standing_event_is_either_used_or_listed(plan: list[tuple[str, int]]) -> None:
    critique = critique_of()
    events = [decide(action, critique.claims[place], status="supported", text="x") for action, place in plan]
    events += [decide("undo", supersedes=event.id) for event in events[::3]]
    reviewed = fold(critique, events)
    kept = standing(events)
    used = {one.decision for one in reviewed} | {note for one in reviewed for note in one.notes}
    for place, one in enumerate(reviewed):
        about = [event for event in kept if event.claim_id == critique.claims[place].id]
        judged = [event for event in about if event.action in ("accept", "reject", "relabel")]
        assert one.decision == (judged[-1] if judged else None)
        assert one.notes == tuple(event for event in about if event.action == "note")
    assert not used & set(unplaced(critique, events))


# --- the rest is right -----------------------------------------------------------------------------------------------


def confirm(critique: Critique, *places: int, **fields: Any) -> Decision:
    """One event that calls these claims right together."""
    claims = [critique.claims[place] for place in places]
    confirmed = [
        {"claim_id": one.id, "start": one.start, "end": one.end, "shown": {"status": one.status}} for one in claims
    ]
    return decide("confirm", critique_id=critique.id, confirmed=confirmed, **fields)


def test_one_event_confirms_several_claims_and_one_undo_takes_all_back() -> None:
    critique = critique_of(statuses=("supported", "supported"))
    event = confirm(critique, 0, 1)
    reviewed = fold(critique, [event])
    assert [(one.confirmed, one.status) for one in reviewed[:2]] == [(True, "supported")] * 2
    assert not reviewed[2].confirmed
    assert progress(reviewed) == (2, 2)
    back = fold(critique, [event, decide("undo", supersedes=event.id)])
    assert progress(back) == (0, 2)


def test_what_was_confirmed_unread_says_nothing_and_gives_way_to_any_label() -> None:
    critique = critique_of(statuses=("supported", "supported"))
    assert person_says(first(critique, confirm(critique, 0))) is None
    ann = decide("relabel", critique.claims[0], status="contradicted")
    later = first(critique, ann, confirm(critique, 0, reviewer="ben"))
    assert (later.status, later.confirmed) == ("contradicted", False)


def test_a_confirmation_is_not_carried_over_to_another_verdict() -> None:
    event = confirm(critique_of(statuses=("supported", "supported")), 0, 1)
    judged_anew = critique_of(statuses=("contradicted", "supported"), critique_id="second")
    assert [one.confirmed for one in fold(judged_anew, [event])] == [False, True, False]
