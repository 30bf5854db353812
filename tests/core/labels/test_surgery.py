"""Reviewers split, merge, move and add claims; the machine's own stay as they were."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core import critique as check_draft
from critique_core.errors import InvalidInput
from critique_core.labels.fold import fold
from critique_core.labels.reshape import check, left_over, reshape
from critique_core.models import Claim, Critique, CritiqueRequest, Evidence, SourceDocument, VerifiedClaim
from tests.makers.decisions import event

DRAFT = "The timeout is 30 seconds. Requests are retried twice. Logs are kept."


@pytest.fixture(scope="module")
def critique() -> Critique:
    source = SourceDocument(id="1", content="The timeout is 30 seconds. Requests are retried twice.")
    return check_draft(CritiqueRequest(draft=DRAFT, sources=(source,)))


def texts(critique: Critique) -> list[str]:
    return [critique.request.draft[claim.start : claim.end] for claim in critique.claims]


def test_a_claim_is_cut_in_two_and_the_space_between_is_nobodys(critique):
    cut = DRAFT.index(" seconds")
    split = event("split", cut, cut, critique.claims[0])
    assert texts(reshape(critique, [split]))[:2] == ["The timeout is 30", "seconds."]
    assert texts(critique)[0] == "The timeout is 30 seconds."
    assert reshape(critique, [split]).claims[0].status == "unverified"


def test_neighbouring_claims_become_one(critique):
    merge = event("merge", critique.claims[0].start, critique.claims[1].end)
    assert texts(reshape(critique, [merge])) == [
        "The timeout is 30 seconds. Requests are retried twice.",
        "Logs are kept.",
    ]


def test_a_claim_has_another_span_and_a_missed_one_is_added(critique):
    start = DRAFT.index("retried")
    moved = event("respan", start - 1, start + 7, critique.claims[1])
    missed = event("missed", 4, 11)
    assert texts(reshape(critique, [moved, missed])) == [
        "The timeout is 30 seconds.",
        "timeout",
        "retried",
        "Logs are kept.",
    ]


def test_evidence_is_pointed_to_other_words(critique):
    quote = Evidence(source_id="1", start=0, end=11, quote="The timeout", relation="context")
    pointed = reshape(critique, [event("evidence", 0, 26, critique.claims[0], evidence=(quote,))])
    assert pointed.claims[0].verdict.evidence == (quote,)
    assert pointed.claims[0].probability == critique.claims[0].probability


def test_acts_follow_one_another_and_an_undo_takes_one_back(critique):
    cut = DRAFT.index(" seconds")
    split = event("split", cut, cut, critique.claims[0])
    merge = event("merge", 0, critique.claims[0].end)
    assert texts(reshape(critique, [split, merge])) == texts(critique)
    undo = event("undo", 0, 0, supersedes=merge.id)
    assert len(reshape(critique, [split, merge, undo]).claims) == 4


def test_a_new_claim_is_judged_and_decided_like_any_other(critique):
    def judge(claims):
        return [claim.model_copy(update={"status": "supported", "probability": 0.9}) for claim in claims]

    missed = event("missed", 4, 11)
    seen = reshape(critique, [missed], judge=judge)
    new = seen.claims[1]
    assert (new.status, seen.claims[0]) == ("supported", critique.claims[0])
    relabel = event("relabel", new.start, new.end, new, status="unsupported")
    assert [claim.status for claim in fold(seen, [missed, relabel])][1] == "unsupported"


def test_what_was_said_of_the_parts_is_not_said_of_the_whole(critique):
    first, second = critique.claims[:2]
    labels = [
        event("relabel", one.start, one.end, one, status="unsupported", critique_id=critique.id)
        for one in (first, second)
    ]
    events = [*labels, event("merge", first.start, second.end, critique_id=critique.id)]
    assert [claim.decision for claim in fold(reshape(critique, events), events)] == [None, None]
    cut = second.end - 4
    split = [labels[1], event("split", cut, cut, second, critique_id=critique.id)]
    assert [claim.decision for claim in fold(reshape(critique, split), split)] == [None] * 4
    assert [claim.status for claim in fold(critique, labels)][:2] == ["unsupported"] * 2


def test_one_reviewers_knife_does_not_cut_anothers_claims(critique):
    cut = DRAFT.index(" seconds")
    split = event("split", cut, cut, critique.claims[0], reviewer="bob")
    assert reshape(critique, [split], reviewer="ann") == critique


def test_what_fits_no_claim_any_more_changes_nothing_and_is_listed(critique):
    gone = critique.claims[0].model_copy(update={"id": "gone"})
    events = [event("respan", 0, 3, gone), event("split", 0, 0, critique.claims[0]), event("merge", 0, 3),
              event("missed", 26, 27), event("missed", 0, 999)]  # fmt: skip
    assert reshape(critique, events) == critique
    assert left_over(critique, events) == tuple(events)


def test_a_cut_finds_its_claim_on_a_later_critique_with_other_ids(critique):
    cut = DRAFT.index(" seconds")
    gone = critique.claims[0].model_copy(update={"id": "gone"})
    assert len(reshape(critique, [event("split", cut, cut, gone)]).claims) == 4


@pytest.mark.parametrize(("action", "start", "end", "told"), [
    ("split", 0, 0, "inside the claim"), ("merge", 0, 26, "two neighbouring"), ("missed", 26, 27, "select some words"),
    ("missed", 0, 27, "just these words"), ("respan", 0, 26, "just these words"),
])  # fmt: skip
def test_an_act_that_would_change_nothing_is_refused(critique, action, start, end, told):
    with pytest.raises(InvalidInput, match=told):
        check(critique, action, critique.claims[0].id, start, end)


ACTS = st.tuples(st.sampled_from(["split", "merge", "respan", "missed"]), st.integers(0, 75), st.integers(0, 75))


@given(st.lists(ACTS, max_size=6))
def test_whatever_is_done_claims_lie_in_the_draft_in_order_and_are_not_empty(acts):
    spans = ((0, 26), (27, 54))
    claims = tuple(VerifiedClaim(**dict(Claim.of(DRAFT, *span)), status="supported") for span in spans)
    events = [event(action, min(a, b), max(a, b), claims[a % 2]) for action, a, b in acts]
    seen = reshape(bare().model_copy(update={"claims": claims}), events)
    assert list(seen.claims) == sorted(seen.claims, key=lambda claim: (claim.start, claim.end))
    for claim in seen.claims:
        assert DRAFT[claim.start : claim.end] == DRAFT[claim.start : claim.end].strip() == claim.text != ""


@cache
def bare() -> Critique:
    return check_draft(CritiqueRequest(draft=DRAFT))
