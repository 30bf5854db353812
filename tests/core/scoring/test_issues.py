import pytest

from critique_core.models import (
    CitationCheck,
    Conflict,
    CritiqueOptions,
    CritiqueRequest,
    Evidence,
    Finding,
    Hunk,
    Issue,
    Missing,
    Place,
    Probabilities,
    Reflection,
    SourceDocument,
    Verdict,
    VerifiedClaim,
)
from critique_core.scoring.issues import find, statements, suggestions

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


def change(words: str, replacement: str) -> dict[str, tuple[Hunk, ...]]:
    start = DRAFT.index(words)
    return {"c": (Hunk(start=start, end=start + len(words), replacement=replacement, reason="", claim_id="c"),)}


def test_the_suggestion_is_the_revisers_change_and_is_said_once():
    issues = find([contradicted()], request(), proposed=change("30 seconds", "60 seconds"))
    assert suggestions(issues) == ("Change “30 seconds” to “60 seconds”",)


def test_no_value_is_suggested_that_the_reviser_would_not_write():
    issues = find([contradicted()], request())
    assert suggestions(issues) == ("The source says otherwise; check this against it",)


def test_what_a_source_tells_elsewhere_is_not_said_to_be_stated_by_none():
    under_another_heading = conflict().model_copy(update={"source_value": ""})
    found = claim("contradicted", 0.2, 0.7, evidence=(against(),), findings=(under_another_heading,))
    assert suggestions(find([found], request())) == ("The source says otherwise; check this against it",)


def test_fields_of_a_record_are_not_suggested_as_words():
    partial = claim("partially_supported", 0.4, findings=(omitted('"port": 8080; "retries": 5'),))
    assert suggestions(find([partial], request())) == ("Say what it depends on",)


@pytest.mark.parametrize("kind", ["negation", "antonym", "role", "quantifier", "modality", "comparison", "condition"])
def test_a_conflict_that_is_not_of_values_is_no_exchange_of_words(kind):
    other = conflict().model_copy(update={"kind": kind, "claim_value": "covers", "source_value": "cover"})
    issues = find([claim("contradicted", 0.05, 0.9, evidence=(against(),), findings=(other,))], request())
    assert suggestions(issues) == ("The source says otherwise; check this against it",)


def test_two_corrections_of_one_claim_are_suggested_once():
    other = conflict().model_copy(update={"claim_value": "3", "source_value": "4"})
    both = claim("contradicted", 0.05, 0.9, evidence=(against(),), findings=(conflict(), other))
    changes = (*change("30 seconds", "60 seconds")["c"], *change("The", "A")["c"])
    told = suggestions(find([both], request(), proposed={"c": changes}))
    assert told == ("Change “30 seconds” to “60 seconds”; Change “The” to “A”",)


def test_each_sentence_of_a_claims_issues_is_stated_once():
    assert statements(find([contradicted()], request())) == (
        "The source “Server manual” contradicts this.",
        "The source says 60 seconds, the draft says 30 seconds.",
        "The source says 60 seconds.",
    )


def test_a_part_of_a_sentence_is_not_stated_once_more():
    [issue] = [one for one in find([contradicted()], request()) if one.type == "contradiction"]
    whole = "The source denies “allowed”, the draft states it; the source forbids this, the draft leaves that out."
    part = "It is wrong. The source forbids this, the draft leaves that out."
    both = tuple(issue.model_copy(update={"description": told}) for told in (whole, part))
    assert statements(both) == (whole, "It is wrong.")


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


# --- beyond one claim --------------------------------------------------------------------------------------------

OTHER = SourceDocument(id="wiki", title="Wiki", content="Timeout: 30 seconds")
TWO = CritiqueRequest(query="What is the timeout?", draft=DRAFT, sources=(SOURCE, OTHER),
                      options=CritiqueOptions(strictness="strict"))  # fmt: skip


def between(**fields) -> Conflict:
    related = (Place(start=0, end=19, source_id="wiki"), Place(start=0, end=19, source_id="conf"))
    return Conflict(claim_id="c", start=0, end=len(DRAFT), related=related, severity=0.7,
                    explanation="“Wiki” supports this, “Server manual” does not", **fields)  # fmt: skip


def check(verdict: str, index: int, right: str | None = None) -> CitationCheck:
    return CitationCheck(start=5, end=8, index=index, claim_ids=("c",), verdict=verdict, right_source_id=right)


def reflected(verdict: str, score: float = 0.1) -> Reflection:
    return Reflection(score=score, verdict=verdict, reasoning="no source speaks of it")


def test_sources_that_disagree_are_one_contradiction_with_both_places():
    [issue] = find([claim("supported", 0.9)], TWO, conflicts=[between()])
    assert (issue.type, issue.claim_id, issue.source_id) == ("contradiction", "c", "conf")
    assert issue.related == between().related
    assert issue.suggestion == "Find out which of the sources holds, and say so"


def test_a_dispute_takes_the_place_of_the_claims_own_contradiction():
    plain = find([contradicted()], TWO)
    disputed = find([contradicted()], TWO, conflicts=[between()])
    assert types(plain) == ["unsupported", "contradiction", "factual_error"]
    assert types(disputed) == ["unsupported", "factual_error", "contradiction"]
    assert disputed[-1].related


def test_what_a_newer_source_no_longer_says_is_outdated():
    issues = find([claim("supported", 0.9)], TWO, conflicts=[between(newer_source_id="conf", outdated=True)])
    assert types(issues) == ["contradiction", "outdated"]
    assert issues[0].suggestion == "Check this against the newer source, “Server manual”"
    assert (issues[1].source_id, issues[1].suggestion) == ("conf", "Say what “Server manual” says now")
    assert types(find([claim("supported", 0.9)], TWO, conflicts=[between(newer_source_id="wiki")])) == ["contradiction"]


def test_a_draft_that_contradicts_itself_is_told_of_once_at_the_later_place():
    inside = Conflict(claim_id="c", start=0, end=5, related=(Place(start=9, end=12, claim_id="d"),), severity=0.7,
                      explanation="two values of one thing")  # fmt: skip
    [issue] = find([claim("supported", 0.9)], TWO, conflicts=[inside])
    assert (issue.type, issue.source_id, issue.related[0].claim_id) == ("contradiction", None, "d")
    assert issue.description == "Two values of one thing."


@pytest.mark.parametrize(
    ("found", "severity", "description", "suggestion"),
    [
        (check("wrong_source", 1, "wiki"), 0.6, "The fact is right, the source is not", "Cite [2] “Wiki” instead"),
        (check("wrong_source", 1), 0.6, "does not say this", "Remove it, or cite a source that says this"),
        (check("nonexistent", 9), 0.7, "The citation [9] leads to no source; there are 2 sources.", "Remove it"),
        (check("nonexistent", 9, "wiki"), 0.7, "leads to no source", "Cite [2] “Wiki” instead"),
        (check("nonexistent", 0), 0.7, "This leads to no source.", "Remove it"),
        (check("missing", 2, "wiki"), 0.3, "stated without a citation", "Cite [2] “Wiki”"),
        (check("missing", 0), 0.3, "stated without a citation", "Cite the source that says this"),
    ],
)
def test_a_citation_that_is_not_accurate_says_what_to_write_instead(found, severity, description, suggestion):
    [issue] = find([claim("supported", 0.9)], TWO, citations=[found])
    assert (issue.type, issue.severity, issue.start, issue.end) == ("incorrect_citation", severity, 5, 8)
    assert issue.citation_index == (found.index or None)
    assert description in issue.description
    assert issue.suggestion.startswith(suggestion)


def test_a_citation_of_the_source_that_contradicts_the_claim_stays_once_the_claim_is_right():
    issues = find([contradicted()], TWO, citations=[check("wrong_source", 1)])
    assert issues[-1].description == "The source cited here says otherwise."
    assert issues[-1].suggestion == "Correct the statement, and the citation holds"
    elsewhere = find([contradicted()], TWO, citations=[check("wrong_source", 2)])
    assert elsewhere[-1].suggestion == "Remove it, or cite a source that says this"


@pytest.mark.parametrize(("index", "source"), [(0, None), (1, "conf"), (2, "wiki"), (3, None)])
def test_a_wrong_citation_leads_to_the_source_that_it_counts_to(index, source):
    [issue] = find([claim("supported", 0.9)], TWO, citations=[check("wrong_source", index)])
    assert issue.source_id == source


def test_an_accurate_citation_is_no_issue():
    assert find([claim("supported", 0.9)], TWO, citations=[check("accurate", 2)]) == ()


def test_missing_information_names_its_place_in_the_source():
    left_out = Missing(source_id="wiki", start=9, end=19, quote="30 seconds", severity=0.5,
                       description="the query asks for a time")  # fmt: skip
    [issue] = find([claim("supported", 0.9)], TWO, missing=[left_out])
    assert (issue.type, issue.severity, issue.source_id) == ("incomplete", 0.5, "wiki")
    assert issue.related == (Place(start=9, end=19, source_id="wiki"),)
    assert issue.suggestion == "Add what “Wiki” says: 30 seconds"


def test_what_is_to_be_added_is_quoted_to_its_end():
    quote = f"Plans are refunded within 14 days {'of the day on which they were bought ' * 3}unless they were used."
    left_out = Missing(source_id="wiki", start=0, end=len(quote), quote=quote, severity=0.5, description="asked")
    [issue] = find([claim("supported", 0.9)], TWO, missing=[left_out])
    assert issue.suggestion == f"Add what “Wiki” says: {quote}"


STRICT = TWO.model_copy(update={"options": CritiqueOptions(strictness="strict")})


def test_irrelevant_sources_and_an_answer_of_no_use_are_issues_of_the_whole():
    issues = find([], STRICT, relevance=reflected("irrelevant"), usefulness=reflected("not_useful"))
    assert types(issues) == ["irrelevant_sources", "not_useful"]
    assert [issue.band for issue in issues] == ["medium", "medium"]
    [doubtful] = find([], STRICT, usefulness=reflected("not_useful", 0.3))
    assert doubtful.band == "low"
    assert {(issue.claim_id, issue.start) for issue in issues} == {(None, None)}
    assert find([], TWO, relevance=reflected("relevant"), usefulness=reflected("useful")) == ()


@pytest.mark.parametrize(("status", "severity"), [("supported", 0.3), ("contradicted", 0.3), ("unsupported", 0.6)])
def test_sources_that_bear_on_some_claim_are_less_likely_to_be_irrelevant(status, severity):
    [issue] = [one for one in find([claim(status, 0.5)], TWO, relevance=reflected("irrelevant"))
               if one.type == "irrelevant_sources"]  # fmt: skip
    assert issue.severity == severity


@pytest.mark.parametrize(
    ("switch", "gone"),
    [
        ({"check_contradictions": False}, {"contradiction", "outdated"}),
        ({"check_citations": False}, {"incorrect_citation"}),
        ({"check_completeness": False}, {"incomplete"}),
        ({"check_relevance": False}, {"irrelevant_sources"}),
        ({"check_usefulness": False}, {"not_useful"}),
    ],
)
def test_each_switch_drops_the_issues_of_its_check(switch, gone):
    left_out = Missing(source_id="wiki", start=0, end=3, quote="Tim", severity=0.5, description="left out")

    def shown(options: CritiqueOptions) -> set[str]:
        options = options.model_copy(update={"strictness": "strict"})
        return set(types(find(
            [claim("unverified", 0.9)], TWO.model_copy(update={"options": options}), missing=[left_out],
            conflicts=[between(newer_source_id="conf", outdated=True)], citations=[check("wrong_source", 1)],
            relevance=reflected("irrelevant"), usefulness=reflected("not_useful"),
        )))  # fmt: skip

    everything = shown(CritiqueOptions())
    assert len(everything) == 6
    assert shown(CritiqueOptions(**switch)) == everything - gone
