"""The changes that reviewers make to a draft: their own wording, and what they leave out."""

from dataclasses import replace

from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.labels.fold import fold, progress
from critique_core.labels.hunks import OfferedHunk, fixed, offered, taken, with_fixed
from critique_core.models import Critique, Decision, Hunk
from critique_core.pipeline import proposed
from critique_core.revision import apply
from tests.makers.decisions import event

DRAFT = "The shop opens at 9 am. Dogs may come in. Bread is baked by robots."
SOURCE = "The shop opens at 8 am. Dogs may come in."


def judged() -> Critique:
    return critique(CritiqueRequest(draft=DRAFT, sources=(SourceDocument(id="s", content=SOURCE),)))


def said(found: Critique, place: int, action: str, **fields: object) -> Decision:
    claim = found.claims[place]
    return event(action, claim.start, claim.end, claim, status=claim.status if action == "accept" else None, **fields)


def changes(found: Critique, *events: Decision, own: tuple[Hunk, ...] = ()) -> tuple[OfferedHunk, ...]:
    return offered(found, events, own)


def corrected(found: Critique, *events: Decision) -> str:
    return apply(DRAFT, taken(offered(found, events, proposed(found))))


def test_own_words_are_a_change_that_is_taken() -> None:
    found = judged()
    edit = said(found, 0, "edit", text="The shop opens at half past eight.")
    assert corrected(found, edit) == "The shop opens at half past eight. Dogs may come in. Bread is baked by robots."
    undone = event("undo", 0, 0, supersedes=edit.id)
    assert corrected(found, edit, undone) == DRAFT


def test_own_words_take_the_place_of_the_machines_fix_and_can_be_left_again() -> None:
    found = judged()
    machine = Hunk(start=18, end=22, replacement="8 am", reason="the source says 8 am", claim_id=found.claims[0].id)
    edit = said(found, 0, "edit", text="It opens at 8.")
    [one] = changes(found, edit, own=(machine,))
    assert (one.hunk.replacement, one.taken, one.number) == ("It opens at 8.", True, 1)
    left = event("hunk_reject", one.hunk.start, one.hunk.end, found.claims[0], text=one.hunk.replacement)
    assert [one.taken for one in changes(found, edit, left, own=(machine,))] == [False]


def test_what_a_person_found_wrong_may_be_left_out_and_reads_on() -> None:
    found = judged()
    assert found.claims[2].status in ("unsupported", "contradicted")
    agreed = said(found, 2, "accept")
    [one] = changes(found, agreed)
    assert (one.taken, one.removes, one.hunk.claim_id) == (False, True, found.claims[2].id)
    take = event("hunk_accept", one.hunk.start, one.hunk.end, found.claims[2], text=one.hunk.replacement)
    assert apply(DRAFT, taken(changes(found, agreed, take))) == "The shop opens at 9 am. Dogs may come in."


def test_a_claim_with_a_fix_or_without_a_decision_is_not_offered_to_be_left_out() -> None:
    found = judged()
    machine = Hunk(start=18, end=22, replacement="8 am", reason="the source says 8 am", claim_id=found.claims[0].id)
    [one] = changes(found, said(found, 0, "accept"), own=(machine,))
    assert not one.removes
    assert changes(found) == ()


def test_a_claim_is_fixed_once_every_change_of_it_that_helps_is_taken() -> None:
    found = judged()
    claim = found.claims[0]
    hour = Hunk(start=18, end=22, replacement="8 am", reason="the source says 8 am", claim_id=claim.id)
    shop = Hunk(start=4, end=8, replacement="store", reason="so does it call it", claim_id=claim.id)
    first = event("hunk_accept", 18, 22, claim, text="8 am")
    half = changes(found, first, own=(shop, hour))
    assert fixed(half) == frozenset()
    assert with_fixed(fold(found, [first]), half) == fold(found, [first])
    refused = tuple(replace(one, helps=one.taken) for one in half)
    assert fixed(refused) == {claim.id}, "what does not help need not be taken"
    second = event("hunk_accept", 4, 8, claim, text="store")
    whole = with_fixed(fold(found, [first, second]), changes(found, first, second, own=(shop, hour)))
    assert [one.fixed for one in whole] == [True, False, False]
    assert progress(whole) == (1, 3)
