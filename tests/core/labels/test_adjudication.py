"""Whose labels count, on which claims reviewers disagree, who has the last word, and reviewers on gold items."""

from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

from critique_core import critique as check_draft
from critique_core.labels.adjudication import counted, disagreements, drafters, gold_scores, submitters
from critique_core.labels.fold import fold
from critique_core.models import Critique, CritiqueRequest, Decision, Item, SourceDocument

DRAFT = "The timeout is 30 seconds. Requests are retried twice. Logs are kept."
_numbers = count(1)


@pytest.fixture(scope="module")
def critique() -> Critique:
    source = SourceDocument(id="1", content="The timeout is 30 seconds. Requests are retried twice.")
    return check_draft(CritiqueRequest(draft=DRAFT, sources=(source,)))


def item(*, imported: bool = True) -> Item:
    return Item(id="item", request_fingerprint="f", title="t", created_at=datetime.now(UTC),
                import_id="i" if imported else None)  # fmt: skip


def event(reviewer: str, action: str, **fields: Any) -> Decision:
    number = next(_numbers)
    return Decision(id=f"event {number}", sequence=number, created_at=datetime.now(UTC), item_id="item",
                    reviewer=reviewer, action=action, **fields)  # fmt: skip


def label(
    critique: Critique, place: int, reviewer: str, status: str | None, action: str = "relabel", **more: Any
) -> Decision:
    claim = critique.claims[place]
    return event(reviewer, action, claim_id=claim.id, start=claim.start, end=claim.end, status=status, **more)


def test_labels_of_an_imported_item_count_once_they_are_submitted(critique):
    ann, bob = label(critique, 0, "ann", "supported"), label(critique, 0, "bob", "unsupported")
    submit = event("ann", "submit")
    assert counted(item(), [ann, bob, submit]) == (ann, submit)
    assert counted(item(), [ann, bob]) == ()
    assert drafters([ann, bob, submit]) - submitters([ann, bob, submit]) == {"bob"}


def test_a_submission_taken_back_no_longer_counts_and_an_own_check_needs_none(critique):
    ann, submit = label(critique, 0, "ann", "supported"), event("ann", "submit")
    undo = event("ann", "undo", supersedes=submit.id)
    assert counted(item(), [ann, submit, undo]) == ()
    assert counted(item(imported=False), [ann, submit, undo]) == (ann, submit, undo)


def test_a_file_and_an_adjudicator_count_without_submitting_and_so_does_taking_that_back(critique):
    file = label(critique, 0, "file", "supported", origin="imported")
    ruling = label(critique, 0, "judge", "supported", "adjudicate")
    undo = event("judge", "undo", supersedes=ruling.id)
    assert counted(item(), [file, ruling, undo]) == (file, ruling, undo)


def test_only_claims_with_different_labels_are_disagreed_on_and_numbered_as_on_the_page(critique):
    events = [
        label(critique, 0, "ann", "supported"), label(critique, 0, "bob", "supported"),
        label(critique, 1, "ann", "supported"), label(critique, 1, "bob", "contradicted"),
        label(critique, 2, "ann", "supported"),
    ]  # fmt: skip
    [found] = disagreements(critique, events)
    assert (found.claim, found.number) == (critique.claims[1], 2)
    assert [(one.reviewer, one.label) for one in found.opinions] == [("ann", "supported"), ("bob", "contradicted")]
    assert found.ruling is None


def test_a_bare_reject_is_a_label_of_its_own(critique):
    machine = critique.claims[0].status
    accept, reject = (label(critique, 0, who, None, act) for who, act in (("ann", "accept"), ("bob", "reject")))
    [found] = disagreements(critique, [accept, reject])
    assert [one.label for one in found.opinions] == [machine, None]
    assert disagreements(critique, [label(critique, 0, "cat", None, "reject"), reject]) == ()


def test_the_last_standing_adjudication_rules_and_is_nobodys_opinion(critique):
    labels = [label(critique, 0, "ann", "supported"), label(critique, 0, "bob", "contradicted")]
    first, second = (label(critique, 0, "ann", status, "adjudicate") for status in ("supported", "contradicted"))
    [found] = disagreements(critique, [*labels, first, second])
    assert found.ruling is not None
    assert (found.ruling.id, found.ruling.status) == (second.id, "contradicted")
    assert len(found.opinions) == 2
    undone = event("ann", "undo", supersedes=second.id)
    [found] = disagreements(critique, [*labels, first, second, undone])
    assert found.ruling is not None
    assert found.ruling.status == "supported"


def test_reviewers_are_held_against_the_labels_that_came_with_gold_items(critique):
    gold = [label(critique, 0, "file", "supported", origin="imported"),
            label(critique, 1, "file", "unsupported", origin="imported")]  # fmt: skip
    events = [*gold, label(critique, 0, "ann", "supported"), label(critique, 1, "ann", "contradicted"),
              label(critique, 2, "ann", "supported"), label(critique, 1, "bob", "supported")]  # fmt: skip
    ann, bob = gold_scores([(critique, events)])
    assert (ann.reviewer, ann.claims, ann.same_status, ann.same_support) == ("ann", 2, 1, 2)
    assert (bob.reviewer, bob.claims, bob.same_status, bob.same_support) == ("bob", 1, 0, 0)


def test_the_adjudication_is_the_last_word_whatever_comes_after(critique):
    ruling = label(critique, 0, "judge", "contradicted", "adjudicate")
    later = label(critique, 0, "ann", "supported")
    first = fold(critique, [ruling, later])[0]
    assert (first.status, first.decision) == ("contradicted", ruling)
    undone = event("judge", "undo", supersedes=ruling.id)
    assert fold(critique, [ruling, later, undone])[0].status == "supported"
