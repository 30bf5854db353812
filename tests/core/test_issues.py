import pytest

from critique_core.issues import find, statements, suggestions
from critique_core.models import (
    CritiqueOptions,
    CritiqueRequest,
    Evidence,
    Finding,
    Issue,
    Probabilities,
    SourceDocument,
    Verdict,
    VerifiedClaim,
)

DRAFT = "The timeout is 30 seconds."
SOURCE = SourceDocument(id="conf", title="Server manual", content="Timeout: 60 seconds")


def request(draft: str = DRAFT, *, query: str = "What is the timeout?", **options) -> CritiqueRequest:
    return CritiqueRequest(query=query, draft=draft, sources=(SOURCE,), options=CritiqueOptions(**options))


def claim(status: str, supported: float, contradicted: float = 0.0, **fields) -> VerifiedClaim:
    verdict = Verdict(
        claim_id="c", reasoning="the source says 60 seconds, the draft says 30 seconds", method="typed_comparison",
        probabilities=Probabilities(
            supported=supported, unsupported=1 - supported - contradicted, contradicted=contradicted
        ), **fields,
    )  # fmt: skip
    return VerifiedClaim(
        id="c", text=DRAFT, start=0, end=len(DRAFT), status=status, probability=supported, verdict=verdict
    )


def against() -> Evidence:
    return Evidence(source_id="conf", start=0, end=19, quote="Timeout: 60 seconds", relation="contradicts")


def conflict() -> Finding:
    return Finding(
        kind="quantity", agreement="conflicts", start=15, end=25, claim_value="30 seconds", source_id="conf",
        source_start=9, source_end=19, source_value="60 seconds", explanation="the source says 60 seconds",
    )  # fmt: skip


def omitted(value: str) -> Finding:
    return Finding(
        kind="condition", agreement="omitted", start=15, end=25, claim_value="30 seconds", source_id="conf",
        source_value=value, explanation=f"the source says {value}",
    )  # fmt: skip


def contradicted() -> VerifiedClaim:
    return claim("contradicted", 0.05, 0.9, evidence=(against(),), findings=(conflict(),))


def types(issues: tuple[Issue, ...]) -> list[str]:
    return [issue.type for issue in issues]


def test_a_contradicted_value_is_unsupported_a_contradiction_and_a_factual_error():
    issues = find([contradicted()], request())
    assert types(issues) == ["unsupported", "contradiction", "factual_error"]
    assert {issue.severity for issue in issues} == {0.95}
    assert all(issue.claim_id == "c" and issue.source_id == "conf" for issue in issues)
    assert "Server manual" in issues[1].description
    assert DRAFT[issues[2].start : issues[2].end] == "30 seconds"


def test_the_suggestion_says_what_to_change_and_is_said_once():
    assert suggestions(find([contradicted()], request())) == ("Change 30 seconds to 60 seconds",)


@pytest.mark.parametrize("kind", ["negation", "antonym", "role", "quantifier", "modality", "comparison", "condition"])
def test_a_conflict_that_is_not_of_values_is_no_exchange_of_words(kind):
    other = conflict().model_copy(update={"kind": kind, "claim_value": "covers", "source_value": "cover"})
    issues = find([claim("contradicted", 0.05, 0.9, evidence=(against(),), findings=(other,))], request())
    assert suggestions(issues) == ("The source says otherwise; check this against it",)


def test_two_corrections_of_one_claim_are_suggested_once():
    other = conflict().model_copy(update={"claim_value": "3", "source_value": "4"})
    both = claim("contradicted", 0.05, 0.9, evidence=(against(),), findings=(conflict(), other))
    assert suggestions(find([both], request())) == ("Change 30 seconds to 60 seconds; Change 3 to 4",)


def test_each_sentence_of_a_claims_issues_is_stated_once():
    assert statements(find([contradicted()], request())) == (
        "The sources do not support this.",
        "The source says 60 seconds, the draft says 30 seconds.",
        "The source “Server manual” contradicts this.",
        "The source says 60 seconds.",
    )


def test_severity_is_one_minus_the_probability_of_support():
    related = Evidence(source_id="conf", start=0, end=7, quote="Timeout", relation="context")
    [issue] = find([claim("unsupported", 0.3211, evidence=(related,))], request())
    assert (issue.type, issue.severity, issue.band) == ("unsupported", 0.6789, "medium")
    assert issue.suggestion == f"Remove “{DRAFT}”, or add a source that supports it"


def test_a_claim_that_no_passage_is_about_is_a_hallucination_as_well():
    assert types(find([claim("unsupported", 0.1)], request())) == ["unsupported", "hallucination"]


def test_a_partly_supported_claim_is_of_medium_severity():
    [issue] = find([claim("partially_supported", 0.3)], request())
    assert (issue.type, issue.severity, issue.band) == ("unsupported", 0.4, "medium")


def test_a_left_out_condition_is_incomplete_and_names_each_condition_and_value():
    partial = claim("partially_supported", 0.4, findings=(omitted("Free tier: 10MB"), omitted("Pro tier: 100MB")))
    issues = find([partial], request())
    assert types(issues) == ["unsupported", "incomplete"]
    assert (issues[1].severity, issues[1].band) == (0.8, "high")
    assert issues[1].suggestion == "Say what it depends on: Free tier: 10MB; Pro tier: 100MB"


@pytest.mark.parametrize("switch", [{"query": " "}, {"check_completeness": False}])
def test_without_a_query_or_the_switch_nothing_is_incomplete(switch):
    assert types(find([claim("partially_supported", 0.4, findings=(omitted("Free: 10MB"),))], request(**switch))) == [
        "unsupported"
    ]


@pytest.mark.parametrize("status", ["supported", "not_checkable", "unverified"])
def test_other_statuses_have_no_issue(status):
    assert find([claim(status, 0.1)], request(strictness="strict")) == ()


def test_an_unverified_claim_has_no_issue_whatever_was_found_before_the_check_failed():
    failed = claim("unverified", 0.1, findings=(omitted("Free: 10MB"), conflict()), evidence=(against(),))
    assert find([failed], request(strictness="strict")) == ()


@pytest.mark.parametrize(
    ("switch", "left"),
    [
        ({"check_contradictions": False}, ["unsupported"]),
        ({"check_factual": False}, ["contradiction"]),
        ({"check_factual": False, "check_contradictions": False}, []),
    ],
)
def test_a_switch_drops_its_own_issues(switch, left):
    assert types(find([contradicted()], request(**switch))) == left


@pytest.mark.parametrize(
    ("strictness", "severities"), [("lenient", [0.8]), ("moderate", [0.8, 0.5]), ("strict", [0.8, 0.5, 0.35])]
)
def test_strictness_hides_the_less_severe(strictness, severities):
    related = (Evidence(source_id="conf", start=0, end=7, quote="Timeout", relation="context"),)
    found = [claim("unsupported", supported, evidence=related) for supported in (0.2, 0.5, 0.65)]
    assert [issue.severity for issue in find(found, request(strictness=strictness))] == severities


def test_a_long_claim_is_shortened_in_its_suggestion():
    long = claim("unsupported", 0.1).model_copy(update={"text": "word " * 100})
    [suggestion] = suggestions(find([long], request()))
    assert len(suggestion) < 150
    assert "…" in suggestion
