"""The seeds' own result shapes, held against the seeds' own examples and field lists."""

import json

import pytest

from critique_core import critique, parse_request, views
from critique_core.corrective.loop import corrective_rag_loop
from critique_core.examples import load_examples
from critique_core.models import SourceDocument
from critique_core.retrieval import grade as retrieval_grade
from tests.makers.verifiers import ScriptedVerifier, believing

TIMEOUT = {"query": "What is the timeout?", "sources": [{"id": "1", "content": "Timeout: 60 seconds", "type": "doc"}]}


def _critique(draft: str, verifier=None, **changes):
    return critique(parse_request(TIMEOUT | {"draft": draft} | changes), verifier=verifier)


@pytest.fixture(scope="module")
def wrong():
    return _critique("The timeout is 30 seconds.")


@pytest.fixture(scope="module")
def right():
    return _critique("The timeout is 60 seconds.")


@pytest.fixture(scope="module")
def refusal():
    return _critique("I don't have that information.")


def _all_of(result):
    return [
        views.critique_result(result), views.critic_result(result), views.validation_result(result),
        views.hallucination_report(result), views.verification_result(result),
    ]  # fmt: skip


# --- S0 --------------------------------------------------------------------------------------------------------------


def test_s0_thirty_against_sixty_seconds_is_invalid_and_unsupported(wrong):
    shape = views.critique_result(wrong).shape()
    assert set(shape) == {"isValid", "confidence", "issues", "suggestions", "metadata"}
    assert shape["isValid"] is False
    assert "unsupported" in {issue["type"] for issue in shape["issues"]}
    issue = shape["issues"][0]
    assert set(issue) == {"type", "severity", "description", "location", "suggestion", "relatedSource"}
    assert (issue["severity"], issue["location"], issue["relatedSource"]) == (
        "high", "The timeout is 30 seconds.", "1"
    )  # fmt: skip


def test_s0_sixty_seconds_is_valid_with_a_confidence_above_eight_tenths(right):
    shape = views.critique_result(right).shape()
    assert shape["isValid"] is True
    assert shape["confidence"] > 0.8
    assert shape["issues"] == []
    assert set(shape["metadata"]) == {"factsChecked", "factsVerified", "sourcesUsed", "critiqueTimeMs"}
    assert (shape["metadata"]["factsChecked"], shape["metadata"]["sourcesUsed"]) == (1, ["1"])
    assert isinstance(shape["metadata"]["critiqueTimeMs"], int)


def test_s0_the_upload_size_is_incomplete_and_high_and_its_revision_names_both_tiers():
    [example] = [one for one in load_examples() if "upload" in one.name.casefold() or "tier" in one.name.casefold()]
    asked = example.request.model_copy(
        update={"options": example.request.options.model_copy(update={"auto_revise": True})}
    )
    shape = views.critique_result(critique(asked)).shape()
    assert shape["isValid"] is False
    assert ("incomplete", "high") in {(issue["type"], issue["severity"]) for issue in shape["issues"]}
    assert "Free" in shape["revisedDraft"]
    assert "Pro" in shape["revisedDraft"]


# --- S1 --------------------------------------------------------------------------------------------------------------


def test_s1_has_its_fields_types_and_numbers(wrong):
    shape = views.critic_result(wrong).shape()
    assert set(shape) == {
        "is_valid", "confidence", "issues", "hallucination_score", "citation_accuracy", "factual_consistency",
        "needs_revision", "revision_suggestions",
    }  # fmt: skip
    assert (shape["is_valid"], shape["hallucination_score"], shape["citation_accuracy"]) == (False, 1.0, 1.0)
    assert shape["needs_revision"] is True
    assert 0 < len(shape["revision_suggestions"]) <= 5
    issue = shape["issues"][0]
    assert set(issue) == {
        "issue_type", "severity", "description", "problematic_text", "suggestion", "citation_index"
    }  # fmt: skip
    assert (issue["issue_type"], issue["severity"]) == ("hallucination", 0.8)
    assert issue["problematic_text"] == "The timeout is 30 seconds."
    weighed = 0.4 * (1 - 1.0) + 0.4 * 1.0 + 0.2 * shape["factual_consistency"]
    assert shape["confidence"] == pytest.approx(weighed)


def test_s1_has_the_types_and_severities_of_its_seed(wrong):
    kinds = [(one.issue_type, one.severity) for one in views.critic_result(wrong).issues]
    assert kinds[0] == ("hallucination", 0.8)
    assert ("contradiction", 0.7) in kinds
    assert kinds[-1] == ("incomplete", 0.4)  # under 50 characters, as its consistency counts too
    assert len([kind for kind, _ in kinds if kind == "hallucination"]) == 1
    believed = believing(0.3, marked=("without the region proxy",), quotes=(("1", "Timeout: 60 seconds", "supports"),))
    partly = _critique(
        "The timeout of a request is 60 seconds with and without the region proxy.",
        ScriptedVerifier({"timeout": believed}),
    )
    assert [claim.status for claim in partly.claims] == ["partially_supported"]
    assert [(one.issue_type, one.severity) for one in views.critic_result(partly).issues] == [
        ("unsupported_claim", 0.4)
    ]


def test_s1_names_the_citation_that_is_wrong():
    result = _critique("The timeout is 60 seconds [7].")
    issues = views.critic_result(result).shape()["issues"]
    assert [issue["citation_index"] for issue in issues if issue["issue_type"] == "incorrect_citation"] == [7]


def test_s1_a_refusal_is_valid_with_full_marks(refusal):
    shape = views.critic_result(refusal).shape()
    assert (shape["is_valid"], shape["confidence"], shape["issues"]) == (True, 1.0, [])
    assert (shape["hallucination_score"], shape["citation_accuracy"], shape["factual_consistency"]) == (0.0, 1.0, 1.0)


# --- S2 --------------------------------------------------------------------------------------------------------------


def test_s2_has_its_fields_and_cites_each_claim(right):
    shape = views.validation_result(right).shape()
    assert set(shape) == {
        "isRelevant", "isSupported", "isUseful", "confidence", "reasoning", "citations", "issues", "recommendation"
    }  # fmt: skip
    assert (shape["isRelevant"], shape["isSupported"], shape["isUseful"]) == (True, True, True)
    assert shape["confidence"] >= 0.9
    assert shape["recommendation"] == "accept"
    [citation] = shape["citations"]
    assert set(citation) == {"claim", "sources", "confidence", "verificationMethod"}
    assert citation["verificationMethod"] in ("semantic_similarity", "exact_match", "llm_verification")
    [source] = citation["sources"]
    assert set(source) == {"id", "document", "chunkId", "content", "metadata", "score"}
    assert source["content"] == "Timeout: 60 seconds"


def test_s2_calls_high_issues_errors(wrong):
    shape = views.validation_result(wrong).shape()
    assert shape["isSupported"] is False
    assert {"type": "support", "severity": "error"}.items() <= shape["issues"][0].items()
    assert set(shape["issues"][0]) == {"type", "severity", "message", "claim", "suggestion"}


def test_s2_keeps_what_is_known_of_a_source_and_leaves_out_what_is_not():
    known = {"id": "1", "content": "Timeout: 60 seconds", "title": "Gateway", "page": 4, "chunk_id": "c7",
             "relevance_score": 0.5}  # fmt: skip
    result = _critique("The timeout is 60 seconds.", sources=[known])
    [source] = views.validation_result(result).shape()["citations"][0]["sources"]
    assert source["metadata"] == {"title": "Gateway", "page": 4}
    assert (source["document"], source["chunkId"], source["score"]) == ("Gateway", "c7", 0.5)


@pytest.mark.parametrize(
    ("wrong_claims", "confidence", "recommendation"), [(0, 1.0, "accept"), (1, 0.75, "regenerate"), (2, 0.5, "reject")]
)
def test_s2_the_hallucination_report_follows_the_rate(wrong_claims, confidence, recommendation):
    script = {"Alpha": believing(0.1), "Beta": believing(0.1 if wrong_claims > 1 else 0.9)}
    verifier = ScriptedVerifier(script if wrong_claims else {})
    draft = "Alpha has a tower. Beta has a bridge. Gamma has a harbour. Delta has a market."
    shape = views.hallucination_report(_critique(draft, verifier)).shape()
    assert set(shape) == {"hasHallucinations", "hallucinations", "confidence", "recommendation"}
    assert shape["hasHallucinations"] is bool(wrong_claims)
    assert (shape["confidence"], shape["recommendation"]) == (confidence, recommendation)
    assert all(set(claim) == {"text", "type", "confidence"} for claim in shape["hallucinations"])
    assert len(shape["hallucinations"]) == wrong_claims


# --- S3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "quality", "action"),
    [
        ("The timeout of the gateway is 60 seconds.", "correct", "refine_and_use"),
        ("The committee met in Leeds.", "incorrect", "trigger_web_search"),
    ],
)
def test_s3_has_its_four_fields(content, quality, action):
    grade = retrieval_grade.grade("What is the timeout of the gateway?", [SourceDocument(id="1", content=content)])
    shape = views.evaluation_result(grade).shape()
    assert set(shape) == {"quality", "confidence", "reasoning", "suggested_action"}
    assert (shape["quality"], shape["suggested_action"]) == (quality, action)
    assert shape["confidence"] == pytest.approx(grade.score if quality == "correct" else 1 - grade.score)


# --- S4 --------------------------------------------------------------------------------------------------------------


def test_s4_verification_has_its_fields_and_statuses(wrong, right):
    shape = views.verification_result(wrong).shape()
    assert set(shape) == {"confidence", "is_grounded", "claims", "suggested_corrections"}
    [claim] = shape["claims"]
    assert set(claim) == {"claim", "status", "evidence", "reasoning"}
    assert (claim["status"], claim["evidence"]) == ("unsupported", "Timeout: 60 seconds")
    assert (shape["confidence"], shape["is_grounded"]) == (0.0, False)
    assert views.verification_result(right).shape()["confidence"] == 1.0


@pytest.fixture(scope="module")
def corrected():
    request = parse_request(TIMEOUT | {"draft": "The timeout is 30 seconds.", "query": "What is the timeout?"})
    return corrective_rag_loop(request)


def test_s4_the_history_holds_the_first_draft_and_each_attempt(corrected):
    shape = views.crag_result(corrected).shape()
    assert set(shape) == {
        "final_response", "confidence", "attempts", "verification_history", "additional_context_used"
    }  # fmt: skip
    assert (shape["final_response"], shape["attempts"]) == ("The timeout is 60 seconds.", 1)
    assert [one["confidence"] for one in shape["verification_history"]] == [0.0, 1.0]
    assert shape["additional_context_used"] is False


def test_s4_the_verification_block_of_an_answer(corrected):
    shape = views.chat_response(corrected, model="none", workspace="personal").shape()
    assert set(shape) == {"content", "model", "workspace", "verification"}
    assert shape["verification"] == {
        "confidence": 1.0, "is_grounded": True, "claims_checked": 1, "claims_supported": 1, "crag_attempts": 1
    }  # fmt: skip
    shown = views.chat_response(corrected, show_claims=True).shape()
    assert set(shown) == {"content", "verification"}
    assert [claim["status"] for claim in shown["verification"]["claims"]] == ["supported"]


def test_s4_an_answer_that_was_not_verified_has_no_block(corrected):
    unchecked = corrected.model_copy(update={"final": None, "first": None, "attempts": ()})
    assert views.chat_response(unchecked).shape() == {"content": "The timeout is 60 seconds."}
    assert views.crag_result(unchecked).shape()["verification_history"] == []


# --- all of them -----------------------------------------------------------------------------------------------------


def test_what_could_not_be_measured_is_null_and_never_a_number():
    nothing = _critique("The timeout is 30 seconds.", sources=[])
    shapes = [view.shape() for view in _all_of(nothing)]
    assert [shape["confidence"] for shape in shapes] == [None] * 5
    assert not shapes[0]["metadata"]["factsChecked"]
    assert shapes[3]["recommendation"] is None
    assert shapes[4]["claims"] == []


def test_every_shape_is_plain_json(wrong, right, refusal):
    for result in (wrong, right, refusal):
        for view in _all_of(result):
            shape = view.shape()
            assert json.loads(json.dumps(shape)) == shape
