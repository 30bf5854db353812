"""Labels from decisions and from files, the held-out part, and how many are needed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.agreement.reviewers import ratings_of
from critique_core.labels.adjudication import disagreements
from critique_core.models import Critique, Decision, Shown
from critique_core.tuning.fitting import data_fingerprint
from critique_core.tuning.held_out import is_held_out, labels_needed, parted
from critique_core.tuning.label_files import read_labels
from critique_core.tuning.labels import Label, extent, labels_of, of_origins
from tests.makers.timeout_answer import decide, timeout_answer


@pytest.fixture
def reviewed() -> Critique:
    return timeout_answer()


def truths(shown: Critique, *decisions: Decision) -> dict[float, bool]:
    return {label.probability: label.supported for label in labels_of(shown, decisions).labels}


def test_accept_says_that_the_shown_status_is_right(reviewed):
    assert truths(reviewed, decide(reviewed, 0, "accept"), decide(reviewed, 1, "accept")) == {0.1: False, 0.9: True}


def test_a_reject_or_a_relabel_names_the_right_status(reviewed):
    found = truths(
        reviewed,
        decide(reviewed, 0, "reject", status="supported"),
        decide(reviewed, 1, "relabel", status="contradicted"),
    )
    assert found == {0.1: True, 0.9: False}


def test_a_bare_reject_turns_the_binary_label_round(reviewed):
    assert truths(reviewed, decide(reviewed, 0, "reject"), decide(reviewed, 1, "reject")) == {0.1: True, 0.9: False}


def test_a_bare_reject_of_a_partly_supported_claim_leaves_its_side_open(reviewed):
    partly = decide(reviewed, 0, "reject", shown={"status": "partially_supported"})
    found = labels_of(reviewed, [partly])
    assert found.labels == ()
    assert found.left_out == {"no reviewer said whether it is supported": 1}


def test_claims_confirmed_together_are_no_labels_and_are_counted_apart(reviewed):
    both = [
        {"claim_id": one.id, "start": one.start, "end": one.end, "shown": {"status": one.status}}
        for one in reviewed.claims[1:]
    ]
    together = decide(reviewed, None, "confirm", confirmed=both)
    found = labels_of(reviewed, [together, decide(reviewed, 2, "accept", reviewer="ben")])
    assert [(label.probability, label.reviewer) for label in found.labels] == [(0.8, "ben")]
    assert found.left_out == {"confirmed with the rest, not read one by one": 1}
    assert ratings_of(reviewed, [together]) == ()
    assert disagreements(reviewed, [together, decide(reviewed, 1, "reject", reviewer="ben")]) == ()


def test_partly_supported_is_not_supported(reviewed):
    assert truths(reviewed, decide(reviewed, 1, "relabel", status="partially_supported")) == {0.9: False}


def test_a_status_given_blind_counts_and_is_marked(reviewed):
    [label] = labels_of(reviewed, [decide(reviewed, 0, "relabel", status="supported")]).labels
    assert (label.supported, label.blind) == (True, True)
    seen = {"shown": {"status": "contradicted"}}
    [label] = labels_of(reviewed, [decide(reviewed, 0, "accept", **seen)]).labels
    assert (label.supported, label.blind) == (False, False)


def test_a_claim_counts_once_by_most_reviewers_and_a_tie_gives_no_label(reviewed):
    votes = [
        decide(reviewed, 1, "accept"),
        decide(reviewed, 1, "reject", reviewer="ben"),
        decide(reviewed, 2, "accept"),
        decide(reviewed, 2, "reject", reviewer="ben"),
        decide(reviewed, 2, "accept", reviewer="eve"),
    ]
    found = labels_of(reviewed, votes)
    assert [(label.probability, label.supported, label.reviewer) for label in found.labels] == [
        (0.8, True, "ann, ben, eve")
    ]
    assert found.left_out == {"reviewers disagree and nobody adjudicated": 1}


def test_an_adjudication_outranks_the_reviewers(reviewed):
    votes = [decide(reviewed, 1, "accept", reviewer=name) for name in ("ann", "ben")]
    final = decide(reviewed, 1, "adjudicate", status="unsupported", reviewer="eve")
    assert truths(reviewed, *votes, final) == {0.9: False}


def test_an_adjudication_that_was_taken_back_does_not_count(reviewed):
    final = decide(reviewed, 1, "adjudicate", status="unsupported", reviewer="eve")
    undone = decide(reviewed, None, "undo", supersedes=final.id, reviewer="eve")
    assert truths(reviewed, decide(reviewed, 1, "accept"), final, undone) == {0.9: True}


def test_what_was_taken_back_gives_no_label(reviewed):
    wrong = decide(reviewed, 1, "reject")
    assert truths(reviewed, wrong, decide(reviewed, None, "undo", supersedes=wrong.id)) == {}


def test_imported_and_model_labels_stay_apart_unless_asked_for(reviewed):
    found = labels_of(
        reviewed,
        [
            decide(reviewed, 0, "relabel", status="unsupported", origin="imported", reviewer="RAGTruth"),
            decide(reviewed, 1, "relabel", status="supported", origin="model", reviewer="judge"),
            decide(reviewed, 1, "reject"),
        ],
    ).labels
    assert [(label.probability, label.supported) for label in of_origins(found)] == [(0.9, False)]
    both = of_origins(found, ("human", "imported", "model"))
    assert {(label.probability, label.supported, label.origin) for label in both} == {
        (0.1, False, "imported"),
        (0.9, False, "human"),
    }


def test_labels_are_counted_with_their_answers_and_the_groups_that_share_sources(reviewed):
    [own] = labels_of(reviewed, [decide(reviewed, 0, "accept")]).labels
    other = own.model_copy(update={"answer": "another", "group": "another"})
    assert extent([own, own, other]) == "3 labels of 2 answers"
    shared = [label.model_copy(update={"group": "manual 7"}) for label in (own, other)]
    assert extent(shared) == "2 labels of 2 answers from 1 source group"
    assert extent([own]) == "1 label of 1 answer"
    assert (
        extent(read_labels(['{"probability": 0.5, "label": true, "group": "a"}'] * 2).labels) == "2 labels in 1 group"
    )


def test_a_label_knows_its_verifier_group_and_slices(reviewed):
    [label] = labels_of(reviewed, [decide(reviewed, 0, "accept")], source_group="manual 7").labels
    assert label.verifier_fingerprint == reviewed.verifier.fingerprint
    assert (label.group, label.answer) == ("manual 7", reviewed.id)
    assert label.slices == {
        "source_type": "manual", "claim_kind": "fact", "verifier": "scripted", "length": "up to 60 characters",
    }  # fmt: skip


# --- files -------------------------------------------------------------------------------------------------------


def test_good_lines_are_read_and_bad_ones_named():
    lines = [
        b'\xef\xbb\xbf{"probability": 0.8, "label": true}\n',
        b"\n",
        b'{"probability": 1.2, "label": true}',
        b'{"probability": 0.2, "label": "contradicted", "slice": "news", "verifier": "v", "group": "a", "id": "7"}',
        b'{"probability": 0.2, "label": "maybe"}',
        b"{not json",
        b"\xff\xfe",
        b"[0.2, true]",
        b'{"probability": 0.2, "label": false, "orign": "model"}',
        b'{"probability": "0.2", "label": false}',
        b'{"label": false}',
        b'{"probability": NaN, "label": false}',
    ]
    found = read_labels(lines)
    assert [(label.probability, label.supported, label.origin) for label in found.labels] == [
        (0.8, True, "human"),
        (0.2, False, "human"),
    ]
    assert found.labels[1].model_dump(include={"group", "claim", "verifier_fingerprint", "slices"}) == {
        "group": "a", "claim": "7", "verifier_fingerprint": "v", "slices": {"slice": "news"},
    }  # fmt: skip
    assert [fault.line for fault in found.faults] == [3, 5, 6, 7, 8, 9, 10, 11, 12]
    messages = {fault.line: fault.message for fault in found.faults}
    assert "probability" in messages[3]
    assert "supported, partially_supported, unsupported, contradicted" in messages[5]
    assert "is not UTF-8" in messages[7]
    assert "orign: unknown field" in messages[9]


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.sampled_from(["human", "imported", "model"]))))
def test_every_written_label_is_read_back(rows):
    lines = [json.dumps({"probability": p, "label": label, "origin": origin}) for p, label, origin in rows]
    found = read_labels(lines)
    assert found.faults == ()
    assert [(label.probability, label.supported, label.origin) for label in found.labels] == rows


# --- held out ----------------------------------------------------------------------------------------------------


def label_of(group: str, *, supported: bool = True) -> Label:
    return Label(probability=0.5, supported=supported, group=group, claim=group)


@given(st.text(), st.booleans())
def test_a_claim_stays_on_its_side_whatever_its_label(group, supported):
    on, held = parted([label_of(group, supported=supported)])
    assert len(on) + len(held) == 1
    assert bool(held) == is_held_out(group)


def test_the_held_out_part_is_about_the_share_asked_for():
    labels = [label_of(f"request {number}") for number in range(4000)]
    on, held = parted(labels, 0.3)
    assert len(held) / len(labels) == pytest.approx(0.3, abs=0.025)
    assert {label.group for label in on}.isdisjoint(label.group for label in held)
    assert parted(labels, 0)[1] == ()
    assert parted(labels, 1)[0] == ()


def test_the_split_is_the_same_in_every_process():
    """Figures that were reported must stay comparable: these sides were written down when the rule was made."""
    assert [is_held_out(name) for name in "abcdefgh"] == [False, True, False, False, True, False, False, False]


# --- how many ----------------------------------------------------------------------------------------------------


def test_half_the_width_needs_four_times_the_labels():
    assert labels_needed(500, 0.2, 0.1) == 2000
    assert labels_needed(500, 0.05, 0.1) == 125
    assert labels_needed(0, None, 0.1) == 385  # 1.96² / 4 / 0.05²


def test_a_label_knows_the_order_of_the_queue_that_led_to_it_and_is_the_same_label_all_the_same(reviewed):
    claim = reviewed.claims[0]
    queued = decide(reviewed, 0, "accept", shown=Shown.of(reviewed, claim, order="uncertain"))
    [known] = labels_of(reviewed, [queued]).labels
    [unknown] = labels_of(reviewed, [decide(reviewed, 0, "accept", shown=Shown.of(reviewed, claim))]).labels
    assert (known.order, unknown.order) == ("uncertain", None)
    assert data_fingerprint([known]) == data_fingerprint([unknown])


def test_a_claim_that_one_reviewer_came_to_in_random_order_was_not_chosen(reviewed):
    claim = reviewed.claims[0]
    chosen, drawn = (
        decide(reviewed, 0, "accept", reviewer=who, shown=Shown.of(reviewed, claim, order=order))
        for who, order in (("ann", "uncertain"), ("bob", "random"))
    )
    for events in ([chosen, drawn], [drawn, chosen]):
        [label] = labels_of(reviewed, events).labels
        assert label.order == "random"
