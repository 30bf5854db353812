import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.errors import SettingsError, VerifierUnavailable
from critique_core.examples import load_examples
from critique_core.models import (
    Critique,
    CritiqueOptions,
    CritiqueRequest,
    Profile,
    SourceDocument,
    parse_request,
)
from critique_core.pipeline import STAGES, critique, redecide
from tests.makers.places import ROOT
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

DRAFT = "The timeout is 30 seconds. The server runs on port 8080. I think that is fine."
SOURCES = (
    SourceDocument(id="conf", content="Timeout: 60 seconds\nPort: 8080"),
    SourceDocument(id="news", content="The cafeteria opens at eight."),
)
SAYS_60 = believing(
    0.03, 0.95, quotes=(("conf", "Timeout: 60 seconds", "contradicts"),), reasoning="the source says 60 seconds"
)
SAYS_8080 = believing(0.97, quotes=(("conf", "Port: 8080", "supports"),))


def request(draft: str = DRAFT, sources: tuple[SourceDocument, ...] = SOURCES, **fields) -> CritiqueRequest:
    return CritiqueRequest(**({"query": "What are the timeout and the port?"} | fields), draft=draft, sources=sources)


def scripted() -> ScriptedVerifier:
    return ScriptedVerifier({"timeout": SAYS_60, "port": SAYS_8080})


def statuses(result: Critique) -> dict[str, str]:
    return {result.request.draft[claim.start : claim.end]: claim.status for claim in result.claims}


def test_each_claim_gets_its_status_and_the_wrong_one_its_issues():
    result = critique(request(), verifier=scripted())
    assert statuses(result) == {
        "The timeout is 30 seconds.": "contradicted",
        "The server runs on port 8080.": "supported",
        "I think that is fine.": "not_checkable",
    }
    assert {issue.type for issue in result.issues} == {"unsupported", "contradiction"}
    assert (result.is_valid, result.recommendation, result.confidence) == (False, "reject", 0.5)
    assert (result.metadata.facts_checked, result.metadata.facts_verified) == (2, 1)


def test_only_checkable_claims_are_sent_to_the_verifier_with_their_passages():
    verifier = scripted()
    critique(request(), verifier=verifier)
    [asked] = verifier.asked
    assert [claim.text for claim in asked.claims] == ["The timeout is 30 seconds.", "The server runs on port 8080."]
    assert [candidates.claim_id for candidates in asked.candidates] == [claim.id for claim in asked.claims]


def test_what_was_used_and_read_is_counted():
    result = critique(request(), verifier=scripted())
    assert result.metadata.sources_used == ("conf",)
    assert result.coverage.sources_unused == ("news",)
    assert result.metadata.characters_read == sum(len(source.content) for source in SOURCES)


def test_draft_text_that_no_claim_covers_is_named():
    result = critique(request("The server runs on port 8080."), verifier=scripted())
    assert result.coverage.draft_uncovered == ()
    result = critique(request("```\nretries = 3\n```\n\nThe server runs on port 8080."), verifier=scripted())
    covered = {place for claim in result.claims for place in range(claim.start, claim.end)}
    left = {place for span in result.coverage.draft_uncovered for place in range(span.start, span.end)}
    assert not covered & left
    assert {place for place, character in enumerate(result.request.draft) if character.isalnum()} <= covered | left


def test_stages_are_reported_in_order_and_timed():
    told: list[tuple[str, float]] = []
    result = critique(request(), verifier=scripted(), progress=lambda stage, done: told.append((stage, done)))
    assert told == [(stage, done) for stage in STAGES for done in (0.0, 1.0)]
    assert [stage.stage for stage in result.metadata.run.stages] == list(STAGES)


def test_progress_can_cancel_before_the_verifier_is_asked():
    class Cancelled(Exception):
        pass

    def cancel(stage: str, done: float) -> None:
        if stage == "verdicts":
            raise Cancelled

    verifier = scripted()
    with pytest.raises(Cancelled):
        critique(request(), verifier=verifier, progress=cancel)
    assert verifier.asked == []


def long_draft(claims: int) -> str:
    return " ".join(f"The server runs on port {port}." for port in range(8000, 8000 + claims))


def test_a_long_draft_reports_progress_between_batches_of_claims():
    told: list[float] = []
    verifier = scripted()
    result = critique(
        request(long_draft(40)),
        verifier=verifier,
        progress=lambda stage, done: told.append(done) if stage == "verdicts" else None,
    )
    assert told == [0.0, 0.375, 0.75, 1.0]
    assert [len(asked.claims) for asked in verifier.asked] == [15, 15, 10]
    assert all(claim.status == "supported" for claim in result.claims)


def test_a_verifier_that_goes_away_keeps_what_it_has_judged():
    class Leaving(ScriptedVerifier):
        def verify(self, request):
            if self.asked:
                raise VerifierUnavailable("the server is gone; start it and run again")
            return super().verify(request)

    verifier = Leaving({"port": SAYS_8080})
    result = critique(request(long_draft(40)), verifier=verifier)
    assert [claim.status for claim in result.claims] == ["supported"] * 15 + ["unverified"] * 25
    assert len(verifier.asked) == 1
    assert (result.confidence, result.is_grounded, result.recommendation) == (0.97, None, "retry")


def test_no_sources_leave_each_claim_unverified_without_asking_the_verifier():
    verifier = scripted()
    for sources in ((), (SourceDocument(id="blank", content=" \n"),)):
        result = critique(request(sources=sources, query=""), verifier=verifier)
        assert [claim.status for claim in result.claims] == ["unverified", "unverified", "not_checkable"]
        assert (result.confidence, result.grounded_probability, result.is_grounded) == (None, None, None)
        assert (result.confidence_reason, result.recommendation, result.issues) == ("no_sources", "retry", ())
    assert verifier.asked == []


def test_a_verifier_that_is_away_leaves_claims_unverified_and_says_why():
    result = critique(request(), verifier=UnreachableVerifier())
    assert (result.confidence_reason, result.recommendation) == ("nothing_verified", "retry")
    assert "does not answer" in result.claims[0].verdict.failure


def test_a_refusal_is_grounded_and_accepted_without_a_confidence():
    result = critique(request("I don't have that information."), verifier=scripted())
    assert (result.abstained, result.is_grounded, result.recommendation) == (True, True, "accept")
    assert (result.confidence, result.confidence_reason, result.is_valid) == (None, "abstained", True)


def test_nothing_to_verify_is_neither_a_pass_nor_a_failure():
    result = critique(request("What would you like to know?"), verifier=scripted())
    assert (result.confidence, result.grounded_probability, result.is_grounded) == (None, None, None)
    assert (result.confidence_reason, result.recommendation) == ("no_claims", "retry")


def test_checks_that_did_not_run_are_named():
    skipped = critique(request(query=""), verifier=scripted()).skipped
    assert {"completeness: no query", "relevance: no query", "usefulness: no query"} <= set(skipped)
    off = CritiqueOptions(check_relevance=False, check_factual=False, policy="critic", auto_revise=True)
    assert critique(request(options=off), verifier=scripted()).skipped == (
        "factual: switched off",
        "relevance: switched off",
    )
    assert critique(request(), verifier=scripted()).skipped == ()
    without = critique(request(sources=()), verifier=scripted())
    assert without.skipped == ("completeness: no sources", "relevance: no sources")
    assert without.findings.ran == ("contradictions", "citations", "usefulness")
    refusal = critique(request("I don't have that information."), verifier=scripted()).skipped
    assert refusal == ("completeness: the draft declines to answer",)


def test_an_invented_supporting_quote_makes_the_claim_unverified_and_says_so():
    invented = believing(0.97, quotes=(("conf", "The port is certainly 8080, as always.", "supports"),))
    result = critique(request("The server runs on port 8080."), verifier=ScriptedVerifier({"port": invented}))
    [claim] = result.claims
    assert (claim.status, claim.probability) == ("unverified", None)
    assert "in no source" in claim.verdict.reasoning
    assert [part.match for part in claim.verdict.evidence] == ["not_found"]
    assert result.recommendation == "retry"
    assert result.metadata.sources_used == ()


def test_one_real_quote_beside_an_invented_one_still_carries_the_claim():
    quotes = (("conf", "Nothing of the kind is here.", "supports"), ("conf", "Port: 8080", "supports"))
    mixed = believing(0.97, quotes=quotes)
    [claim] = critique(request("The server runs on port 8080."), verifier=ScriptedVerifier({"port": mixed})).claims
    assert claim.status == "supported"
    assert [part.match for part in claim.verdict.evidence] == ["not_found", "exact"]


def test_an_invented_contradiction_does_not_condemn_a_claim():
    invented = believing(0.02, 0.96, quotes=(("conf", "Under no circumstances use 8080.", "contradicts"),))
    [claim] = critique(request("The server runs on port 8080."), verifier=ScriptedVerifier({"port": invented})).claims
    assert claim.status == "unverified"


def test_a_quote_from_another_source_is_moved_to_where_it_stands():
    elsewhere = believing(0.97, quotes=(("news", "Port: 8080", "supports"),))
    result = critique(request("The server runs on port 8080."), verifier=ScriptedVerifier({"port": elsewhere}))
    [part] = result.claims[0].verdict.evidence
    assert (part.source_id, part.match) == ("conf", "misattributed")
    assert SOURCES[0].content[part.start : part.end] == part.quote
    assert result.metadata.sources_used == ("conf",)


def test_a_claim_that_the_verifier_left_out_is_unverified():
    class Forgetful(ScriptedVerifier):
        def verify(self, request):
            return super().verify(request)[:1]

    result = critique(request(), verifier=Forgetful({"timeout": SAYS_60}))
    assert [claim.status for claim in result.claims] == ["contradicted", "unverified", "not_checkable"]


def test_equal_content_has_an_equal_id_and_another_verdict_another():
    first = critique(request(), verifier=scripted())
    second = critique(request(), verifier=scripted())
    assert first.id == second.id
    assert first.metadata.run != second.metadata.run
    quotes = (("conf", "Port: 8080", "supports"),)
    reworded = believing(0.97, quotes=quotes, reasoning="the port is the same, said in other words")
    other = critique(request(), verifier=ScriptedVerifier({"timeout": SAYS_60, "port": reworded}))
    assert (other.scores, other.issues) == (first.scores, first.issues)
    assert other.id != first.id


def test_another_threshold_decides_again_without_verifying():
    verifier = ScriptedVerifier({"timeout": believing(0.6, marked=()), "port": SAYS_8080})
    first = critique(request(), verifier=verifier)
    strict = redecide(first, profile=Profile(name="strict", support_threshold=0.8))
    assert [claim.status for claim in first.claims[:2]] == ["supported", "supported"]
    assert [claim.status for claim in strict.claims[:2]] == ["unsupported", "supported"]
    assert strict.recommendation == "reject"
    assert len(verifier.asked) == 1
    assert strict.profile.name == "strict"
    assert (strict.metadata.run, strict.coverage) == (first.metadata.run, first.coverage)


def test_deciding_again_under_the_same_profile_changes_nothing():
    for sources in (SOURCES, ()):
        first = critique(request(sources=sources), verifier=scripted())
        assert redecide(first) == first


def test_other_options_filter_issues_again():
    first = critique(request(), verifier=scripted())
    assert redecide(first, options=CritiqueOptions(check_contradictions=False)).issues == first.issues[:1]


def test_a_profile_of_another_verifier_is_refused():
    stale = Profile(name="old", verifier_fingerprint="something else")
    with pytest.raises(SettingsError, match="'old' was tuned for another verifier"):
        critique(request(), verifier=scripted(), profile=stale)
    result = critique(request(), verifier=scripted())
    with pytest.raises(SettingsError, match="tune it again"):
        redecide(result, profile=stale)


def test_a_critique_survives_json_with_every_field():
    result = critique(request(), verifier=scripted())
    written = json.loads(result.model_dump_json())
    assert Critique.model_validate(written) == result
    assert set(written) == set(Critique.model_fields)


READABLE = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")


@given(st.text(READABLE, min_size=1, max_size=200).filter(str.strip))
@pytest.mark.slow
def test_any_text_gives_a_critique(draft):
    asked = request(draft, sources=(SourceDocument(id="1", content=draft),))
    result = critique(asked, verifier=scripted())
    assert all(draft[claim.start : claim.end] for claim in result.claims)
    assert redecide(result) == result


# --- the seeds' own examples, with the embedded verifier ---------------------------------------------------------


def seed(draft: str, *contents: str, query: str = "What is the timeout?") -> Critique:
    sources = tuple(SourceDocument(id=str(place), content=text) for place, text in enumerate(contents, start=1))
    return critique(CritiqueRequest(query=query, draft=draft, sources=sources))


def test_seed_0_thirty_seconds_against_sixty_is_invalid():
    result = seed("The timeout is 30 seconds.", "Timeout: 60 seconds")
    assert not result.is_valid
    assert "unsupported" in {issue.type for issue in result.issues}
    assert "Change “30 seconds” to “60 seconds”" in result.suggestions


def test_seed_0_sixty_seconds_is_valid_with_high_confidence():
    result = seed("The timeout is 60 seconds.", "Timeout: 60 seconds")
    assert result.is_valid
    assert result.confidence > 0.8
    assert (result.recommendation, result.issues) == ("accept", ())


def test_seed_0_a_limit_that_depends_on_the_tier_is_incomplete():
    result = seed(
        "The maximum file upload size is 100MB.",
        "Free tier: 10MB limit",
        "Pro tier: 100MB limit",
        query="What's the maximum file upload size?",
    )
    assert not result.is_valid
    [issue] = [issue for issue in result.issues if issue.type == "incomplete"]
    assert issue.band == "high"
    assert "10" in issue.suggestion
    assert "Free" in issue.suggestion


def test_seed_0_the_auth_service_answer_is_verified_from_both_sources():
    [example] = [example for example in load_examples() if example.name == "04_auth_service"]
    result = critique(example.request)
    assert result.is_valid
    assert result.metadata.facts_verified == result.metadata.facts_checked > 1
    assert result.metadata.sources_used == ("AuthService.ts", "auth-routes.ts")


def fingerprints() -> list[tuple[str, str, str]]:
    """Of every eighth short example: the critique's, the verifier's and the request's."""
    examples = [one for one in load_examples() if len(one.request.draft) < 3_000][::8]
    results = [critique(one.request) for one in examples]
    return [(one.id, one.verifier.fingerprint, one.request.fingerprint) for one in results]


@pytest.mark.slow
def test_every_process_gives_equal_fingerprints():
    # Here the hashes of texts are seeded at random, unless the environment says otherwise.
    program = f"from {__name__} import fingerprints; print(fingerprints())"
    apart = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "1"},
    )  # fmt: skip
    assert apart.stdout == f"{fingerprints()}\n"
    assert len(apart.stdout) > 200


def test_a_value_that_another_source_states_otherwise_is_disputed_and_not_accepted():
    sources = [
        {"id": "old", "content": "The timeout is 30 seconds."},
        {"id": "new", "content": "The timeout is 60 seconds."},
    ]
    result = critique(parse_request({"query": "", "draft": "The timeout is 60 seconds.", "sources": sources}))
    [claim] = result.claims
    assert claim.disputed
    assert {(e.source_id, e.relation) for e in claim.verdict.evidence} == {("new", "supports"), ("old", "contradicts")}
    assert result.recommendation == "retry"


@pytest.mark.parametrize(
    ("draft", "one", "other"),
    [
        ("Retention is 90 days.", "Retention in the EU is 30 days.", "Retention in the US is 90 days."),
        ("The limit is 20.", "In version 1 the limit is 10.", "In version 2 the limit is 20."),
        ("Backups are kept for 30 days.", "On the Basic plan, backups are kept for 7 days.",
         "On the Enterprise plan, backups are kept for 30 days."),
        ("The fee is $8.", "Before 1 May 2024 the fee is $5.", "From 1 May 2024 the fee is $8."),
    ],
)  # fmt: skip
def test_a_value_that_holds_in_one_case_alone_is_incomplete(draft: str, one: str, other: str):
    sources = [{"id": "a", "content": one}, {"id": "b", "content": other}]
    result = critique(parse_request({"query": "What holds?", "draft": draft, "sources": sources}))
    assert not result.is_valid
    assert any(issue.type == "incomplete" and issue.band == "high" for issue in result.issues)


def test_a_question_in_a_source_supports_nothing():
    sources = [{"id": "faq", "content": "Is the lamp safe to use outdoors? It is made for indoor rooms."}]
    result = critique(parse_request({"draft": "The lamp is safe to use outdoors.", "sources": sources}))
    quotes = [evidence for claim in result.claims for evidence in claim.verdict.evidence]
    assert not any(quote.relation == "supports" and quote.quote.endswith("?") for quote in quotes)
