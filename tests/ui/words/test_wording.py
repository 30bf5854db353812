"""What a critique says in words, at each point of its review."""

from datetime import UTC, datetime

import pytest

from components.ask.version import cited_names
from components.review.profile_in_use import threshold_words
from components.words.advice import headline
from components.words.findings import gain
from components.words.review import (
    by_attention,
    grouped_issues,
    issue_kinds,
    judged_by,
    needs_reviewer,
    on_query,
    place,
    said_in_no_claim,
    severity_words,
)
from components.words.tuning import left_out_words
from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.labels.fold import ReviewedClaim, fold
from critique_core.models import Critique, Decision, Finding, Gate, Profile, Span
from critique_core.scoring.issues import suggestions
from critique_core.text.shortening import shortened
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

DRAFT = "The lamp is red. The lamp weighs 3 kg. The lamp costs 40 euros. Lamps are nice, I think."
SOURCES = (
    SourceDocument(id="a", content="The lamp is red. The lamp weighs 2 kg.", title="Data sheet", page=4),
    SourceDocument(id="b", content="Prices change.", title="Price list"),
)
RED = believing(0.97, quotes=(("a", "The lamp is red.", "supports"),))
WEIGHT = believing(0.05, 0.9, quotes=(("a", "The lamp weighs 2 kg.", "contradicts"),))
COSTS = believing(0.1, 0.1)


@pytest.fixture
def judged() -> Critique:
    verifier = ScriptedVerifier({"red": RED, "weighs": WEIGHT, "costs": COSTS})
    return critique(CritiqueRequest(query="How is the lamp?", draft=DRAFT, sources=SOURCES), verifier=verifier)


def accepted(judged: Critique, *claim_ids: str) -> tuple[ReviewedClaim, ...]:
    return fold(
        judged,
        [
            Decision(
                item_id="i", action="accept", reviewer="Ada", critique_id=judged.id, claim_id=claim_id,
                id=f"d{number}", sequence=number, created_at=datetime.now(UTC),
            )
            for number, claim_id in enumerate(claim_ids, 1)
        ],
    )  # fmt: skip


def test_the_headline_counts_what_waits_for_the_reviewer(judged: Critique) -> None:
    words = headline(judged, fold(judged, ()), Gate())
    assert words.title == "Block: 1 of 3 claims contradicted, 1 unsupported"
    assert words.tone == "attention"


def test_a_confidence_just_below_its_gate_reads_as_below_it(judged: Critique) -> None:
    options = judged.request.options.model_copy(update={"confidence_threshold": 0.7})
    request = judged.request.model_copy(update={"options": options})
    near = judged.model_copy(update={"request": request, "confidence": 0.6996})
    assert headline(near, fold(near, ()), Gate()).detail == "Confidence 69.96%, gate at 70.00%."
    far = near.model_copy(update={"confidence": 0.57})
    assert headline(far, fold(far, ()), Gate()).detail == "Confidence 57%, gate at 70%."
    held = near.model_copy(update={"confidence": 0.73})
    assert held.recommendation != "accept"
    told = headline(held, fold(held, ()), Gate()).detail
    assert told == "Confidence 73%; the gate of 70% alone would let it pass."


def test_a_rejected_answer_is_never_said_to_have_no_issue_of_high_severity(judged: Critique) -> None:
    calm = judged.model_copy(update={"issues": ()})
    assert calm.recommendation == "reject"
    assert "high severity" not in headline(calm, fold(calm, ()), Gate()).detail


def test_no_comparison_of_values_is_named_where_none_was_decisive(judged: Critique) -> None:
    verdict = judged.claims[1].verdict
    assert verdict is not None
    assert judged_by(verdict.model_copy(update={"method": "exact_match"})) == "exact match"
    in_other_words = {"method": "exact_match", "reasoning": "By the model's reading a source says this in other words."}
    assert judged_by(verdict.model_copy(update=in_other_words)) == "entailment model"
    missing = Finding(kind="quantifier", agreement="missing", start=0, end=3, claim_value="All", explanation="missing")
    whole = verdict.model_copy(update={"method": "typed_comparison", "findings": (missing,)})
    assert judged_by(whole) == "entailment model"
    conflict = missing.model_copy(update={"agreement": "conflicts"})
    assert judged_by(whole.model_copy(update={"findings": (conflict,)})) == "comparison of values"


def test_the_count_falls_with_each_decision(judged: Critique) -> None:
    waiting = [claim.claim.id for claim in fold(judged, ()) if needs_reviewer(claim)]
    one_left = headline(judged, accepted(judged, waiting[0]), Gate())
    assert one_left.tone == "attention"
    done = headline(judged, accepted(judged, *waiting), Gate())
    assert done.title == one_left.title


def test_claims_that_wait_lead_worst_first_and_the_rest_follow_the_draft(judged: Critique) -> None:
    claims = by_attention(fold(judged, ()))
    assert [claim.claim.status for claim in claims[:2]] == ["contradicted", "unsupported"]
    rest = [claim.claim.start for claim in claims[2:]]
    assert rest == sorted(rest)


@pytest.mark.parametrize(
    ("draft", "sources", "title"),
    [
        ("Hello! How can I help you?", SOURCES, "Nothing to verify: the draft makes no checkable claim"),
        ("I don't have that information.", SOURCES, "Refusal: the draft says that it does not know"),
        ("The lamp is red.", (), "No sources: 1 claim could not be checked"),
    ],
)
def test_what_cannot_be_measured_is_named_and_neutral(
    draft: str, sources: tuple[SourceDocument, ...], title: str
) -> None:
    judged = critique(CritiqueRequest(draft=draft, sources=sources), verifier=ScriptedVerifier())
    words = headline(judged, fold(judged, ()), Gate())
    assert (words.title, words.tone) == (title, "neutral")


def test_a_verifier_that_fails_is_named_with_its_remedy() -> None:
    judged = critique(CritiqueRequest(draft="The lamp is red.", sources=SOURCES), verifier=UnreachableVerifier())
    words = headline(judged, fold(judged, ()), Gate())
    assert words.title == "Nothing could be verified: 1 claim left unchecked"
    assert "start it and run again" in words.detail


def test_issues_of_one_claim_are_one(judged: Critique) -> None:
    groups = grouped_issues(judged)
    assert len(groups) == 2
    claim_id, issues = groups[0]
    assert {issue.claim_id for issue in issues} == {claim_id}
    assert {"unsupported", "contradiction"} <= {issue.type for issue in issues}
    assert issue_kinds(issues).startswith("Contradiction")
    assert "ontradiction" not in issue_kinds(issues, "contradicted")
    assert severity_words(issues) == "high severity (0.95)"
    assert len(suggestions(issues)) == len(set(suggestions(issues)))


def test_a_query_that_the_page_shows_is_not_quoted_again() -> None:
    query = "Who may  enter, and when?"
    assert on_query("“Who may enter, and when” expects a time.", query) == "The query expects a time."
    assert on_query("It speaks of what “Who may enter, and when” asks.", query) == "It speaks of what the query asks."
    assert on_query("To “when” it says nothing.", query) == "To “when” it says nothing."
    assert on_query("No part is named.", "") == "No part is named."


def test_a_source_is_called_by_its_title_else_its_id() -> None:
    assert place(SOURCES[0], "a") == "Data sheet, page 4"
    assert place(None, "gone") == "gone"
    assert place(SourceDocument(id="x", content="", section="Limits"), "x") == "x, Limits"


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert shortened("one\ntwo   three", 9) == "one two…"
    assert shortened("one", 9) == "one"


def test_connectives_and_punctuation_are_no_uncovered_text() -> None:
    draft = "• and, however 12 the Thanks for it"
    spans = [Span(start=0, end=2), Span(start=2, end=14), Span(start=15, end=21), Span(start=22, end=35)]
    assert [draft[gap.start : gap.end] for gap in said_in_no_claim(draft, spans)] == ["Thanks for it"]


@pytest.mark.parametrize(
    ("threshold", "told"), [(0.5, "0.50"), (0.83, "0.83"), (0.8285, "0.8285"), (0.123456, "0.1235"), (1.0, "1.00")]
)
def test_a_threshold_is_told_with_the_places_that_it_has(threshold, told):
    assert threshold_words(Profile(support_threshold=threshold)) == told


def test_a_change_that_rounds_to_nothing_is_not_negative() -> None:
    assert gain(0.5, 0.4999) == "+0.0 points"
    assert gain(0.5, 0.489) == "-1.1 points"


def test_a_source_with_a_number_for_a_name_is_called_a_source() -> None:
    assert place(SourceDocument(id="1", content="Bins are emptied on Friday."), "1") == "Source 1"
    assert place(SourceDocument(id="1", content="x", title="Bins"), "1") == "Bins"


def test_passages_of_one_document_are_named_with_their_first_words() -> None:
    handbook = [
        SourceDocument(id=f"h{number}", title="handbook.txt", content=content)
        for number, content in enumerate(("Holidays are\n28 days.", "Lunch is at noon."))
    ]
    assert cited_names([*handbook, SourceDocument(id="n", title="notes.txt", content="Notes.")]) == [
        "[1] handbook.txt “Holidays are 28 days.”", "[2] handbook.txt “Lunch is at noon.”", "[3] notes.txt",
    ]  # fmt: skip


def test_what_gives_no_label_is_told_with_the_step_that_makes_it_one() -> None:
    told = left_out_words("the answer was not put into the queue", 6)
    assert told.startswith("6 decided claims give no label: ")
    assert told.endswith("open the review (History), press More, “Put in the queue”, and submit it (s).")
    assert left_out_words("reviewers are tied", 1) == "1 decided claim gives no label: reviewers are tied"
