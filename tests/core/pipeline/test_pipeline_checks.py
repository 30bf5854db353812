"""The checks next to the verdicts, deciding again, and revision, as the pipeline puts them together."""

import json
import os
import subprocess
import sys
from typing import ClassVar

import pytest

from critique_core import revision
from critique_core.errors import InvalidInput
from critique_core.models import Critique, CritiqueOptions, CritiqueRequest, Gate, Hunk, Profile, SourceDocument
from critique_core.pipeline import STAGES, critique, not_run, proposed, redecide, revise, with_hunks
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

LIMITS = SourceDocument(id="limits", content="The timeout is 60 seconds. Failed requests are retried three times.")
PORTS = SourceDocument(id="ports", content="The server listens on port 8080. Logs go to standard error.")
OLD = SourceDocument(id="old", content="A ticket costs 5 euros.", published="2020-01-01")
NEW = SourceDocument(id="new", content="A ticket costs 8 euros.", published="2024-05-01")


def request(draft: str, *sources: SourceDocument, query: str = "", **options) -> CritiqueRequest:
    return CritiqueRequest(query=query, draft=draft, sources=sources, options=CritiqueOptions(**options))


def types(result: Critique) -> list[str]:
    return [issue.type for issue in result.issues]


# --- citations ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cited() -> Critique:
    draft = "The timeout is 60 seconds [1]. The server listens on port 8080 [1]. Logs go to standard error [7]."
    return critique(request(draft, LIMITS, PORTS))


def test_each_marker_is_checked_against_the_source_it_names(cited):
    assert [(check.index, check.verdict) for check in cited.citations] == [
        (1, "accurate"),
        (1, "wrong_source"),
        (7, "nonexistent"),
    ]
    assert cited.scores.citation_accuracy == pytest.approx(1 / 3)
    assert cited.coverage.citations_to_nothing == (7,)


def test_a_wrong_citation_is_an_issue_at_its_marker_that_names_the_right_source(cited):
    wrong, nowhere = cited.issues
    assert (wrong.type, wrong.severity, wrong.citation_index, wrong.source_id) == (
        "incorrect_citation",
        0.6,
        1,
        "ports",
    )
    assert (nowhere.severity, nowhere.citation_index) == (0.7, 7)
    assert wrong.suggestion == "Cite [2] “ports” instead"
    assert cited.request.draft[wrong.start : wrong.end] == "1"
    assert not cited.is_valid


def test_citations_are_checked_anew_under_another_profile(cited):
    strict = redecide(cited, profile=Profile(support_threshold=1.0))
    assert "accurate" not in [check.verdict for check in strict.citations]
    assert redecide(cited) == cited


# --- contradictions ----------------------------------------------------------------------------------------------


def test_two_statements_of_a_draft_that_exclude_each_other_are_linked():
    draft = "The timeout of the gateway is 30 seconds. Requests are queued. The timeout of the gateway is 45 seconds."
    source = SourceDocument(id="s", content="The timeout of the gateway is 30 seconds. Requests are queued.")
    result = critique(request(draft, source))
    [issue] = [issue for issue in result.issues if issue.related]
    [other] = issue.related
    assert (issue.type, issue.severity, issue.claim_id) == ("contradiction", 0.7, result.claims[2].id)
    assert draft[issue.start : issue.end] == "The timeout of the gateway is 45 seconds."
    assert draft[other.start : other.end] == "The timeout of the gateway is 30 seconds."
    assert (other.claim_id, other.source_id) == (result.claims[0].id, None)
    assert result.scores.factual_consistency == pytest.approx(1 / 3, abs=1e-4)
    assert result.scores.by_policy["critic"].terms[2].value == pytest.approx(1 - 0.2 * 2)


def test_a_claim_that_a_newer_source_no_longer_supports_is_disputed_outdated_and_not_accepted():
    result = critique(request("A ticket costs 5 euros.", OLD, NEW))
    [claim] = result.claims
    assert (claim.status, claim.disputed, result.recommendation) == ("supported", True, "retry")
    assert types(result) == ["contradiction", "outdated"]
    assert result.issues[0].suggestion == "Check this against the newer source, “new”"
    for issue in result.issues:
        assert [place.source_id for place in issue.related] == ["new", "old"], "the newer quote comes first"
        assert "old" in issue.description
        assert "new" in issue.description
    assert {score.recommendation for score in result.scores.by_policy.values()}.isdisjoint({"accept"})


def test_a_claim_that_the_newer_source_supports_is_disputed_but_not_outdated():
    result = critique(request("A ticket costs 8 euros.", OLD, NEW))
    assert result.claims[0].disputed
    assert types(result) == ["contradiction"]


def test_a_source_that_is_cited_and_disputed_is_read_once():
    class Counting(EmbeddedVerifier):
        asked: ClassVar[list[tuple[str, tuple[str, ...]]]] = []

        def verify(self, asked):
            sources = tuple(source.id for source in asked.sources)
            self.asked.extend((claim.id, sources) for claim in asked.claims)
            return super().verify(asked)

    result = critique(request("A ticket costs 5 euros [2].", OLD, NEW), verifier=Counting())
    assert "outdated" in types(result)
    assert len(Counting.asked) == len(set(Counting.asked)) == 3


def test_quotes_for_and_against_that_are_not_about_one_thing_make_no_dispute():
    quotes = (("ports", "The server listens on port 8080.", "supports"), ("old", OLD.content, "contradicts"))
    verifier = ScriptedVerifier({"port": believing(0.9, quotes=quotes)})
    first = critique(request("The server listens on port 8080.", PORTS, OLD), verifier=verifier)
    assert not first.claims[0].disputed
    assert first.recommendation == "accept"
    assert redecide(first) == first


# --- completeness and reflection ----------------------------------------------------------------------------------

MUSEUM = SourceDocument(id="museum", content="The museum opens at 9 am. A ticket costs 12 euros.")
BOTH = "When does the museum open and what does a ticket cost?"


def test_what_the_query_asks_and_the_draft_leaves_out_is_incomplete():
    result = critique(request("The museum opens at 9 am.", MUSEUM, query=BOTH))
    [issue] = [issue for issue in result.issues if issue.type == "incomplete"]
    [place] = issue.related
    assert MUSEUM.content[place.start : place.end] == "A ticket costs 12 euros."
    assert (issue.source_id, place.source_id, issue.band) == ("museum", "museum", "medium")
    assert "incomplete" not in types(critique(request(MUSEUM.content, MUSEUM, query=BOTH)))


def test_sources_about_something_else_and_an_answer_to_something_else_are_issues():
    draft = "A ticket costs 12 euros."
    result = critique(request(draft, MUSEUM, query="Who wrote the opera Fidelio?", strictness="strict"))
    assert types(result)[-2:] == ["irrelevant_sources", "not_useful"]
    assert (result.scores.relevance.verdict, result.scores.usefulness.verdict) == ("irrelevant", "not_useful")
    assert result.scores.support.verdict == "full"
    assert result.scores.by_policy["self_rag"].confidence == 0.4
    off = critique(
        request(draft, MUSEUM, query="Who wrote the opera Fidelio?", check_relevance=False, check_usefulness=False)
    )
    assert (off.scores.relevance, off.scores.usefulness, off.issues) == (None, None, ())
    assert off.scores.by_policy["self_rag"].confidence == 1.0


@pytest.mark.parametrize("strictness", ["moderate", "strict"])
def test_a_refusal_is_never_flagged(strictness):
    asked = request("I don't have that information.", MUSEUM, query="What does a ticket cost?", strictness=strictness)
    result = critique(asked)
    assert (result.abstained, result.is_valid, result.issues, result.recommendation) == (True, True, (), "accept")


def test_a_refusal_is_not_flagged_for_sources_about_something_else():
    asked = request("I don't have that information.", MUSEUM, query="Who wrote the opera Fidelio?", strictness="strict")
    result = critique(asked)
    assert (result.scores.relevance.verdict, result.issues, result.recommendation) == ("irrelevant", (), "accept")


def test_each_source_has_its_quality():
    result = critique(request("A ticket costs 8 euros.", OLD, NEW, query="What does a ticket cost?"))
    old, new = result.scores.source_quality
    assert (old.source_id, old.age_days, new.age_days) == ("old", 1582, 0)
    assert new.score > old.score


# --- which policy decides ----------------------------------------------------------------------------------------


def test_the_chosen_policy_gives_confidence_level_and_recommendation_and_not_validity():
    draft = "The timeout is 60 seconds. Failed requests are retried nine times."
    results = {
        name: critique(request(draft, LIMITS, policy=name)) for name in ("calibrated", "draft_critique", "grounded")
    }
    for name, result in results.items():
        score = result.scores.by_policy[name]
        assert (result.confidence, result.recommendation) == (score.confidence, score.recommendation)
        assert not result.is_valid
    draft = "The timeout is 30 seconds. Failed requests are retried three times. " + PORTS.content
    lenient = critique(request(draft, LIMITS, PORTS, policy="critic"))  # S1 bears one wrong claim of four
    assert lenient.scores.by_policy["critic"].is_valid
    assert (lenient.is_valid, lenient.recommendation) == (False, "accept")
    assert results["grounded"].confidence == 0.4  # 1 of 2, less 0.1
    assert results["grounded"].level == "very_low"
    assert results["calibrated"].scores == results["grounded"].scores


def test_a_refusal_has_no_confidence_even_under_the_policy_that_gives_it_one():
    result = critique(request("I don't have that information.", MUSEUM, policy="critic"))
    assert (result.confidence, result.confidence_reason, result.level) == (None, "abstained", None)
    assert result.scores.by_policy["critic"].confidence == 1.0


# --- what did not run --------------------------------------------------------------------------------------------


def test_a_check_that_was_off_is_not_made_up_for_without_a_new_critique():
    first = critique(request("A ticket costs 5 euros [2].", OLD, NEW, query="What does a ticket cost?",
                             check_contradictions=False, check_citations=False))  # fmt: skip
    assert first.issues == ()
    assert not_run(first, first.request.options) == ()
    assert not_run(first, first.request.options.model_copy(update={"auto_revise": True})) == ("revision",)
    on = CritiqueOptions()
    assert not_run(first, on) == ("contradictions", "citations")
    again = redecide(first, options=on)
    assert (again.issues, again.citations) == ((), ())
    assert again.skipped == (
        "contradictions: not run when this was checked; check it again",
        "citations: not run when this was checked; check it again",
    )


def test_a_critique_stored_before_there_were_checks_still_loads_and_says_what_it_lacks():
    stored = json.loads(critique(request("A ticket costs 5 euros.", OLD, query="What?")).model_dump_json())
    del stored["findings"], stored["scores"]["query_type"]
    for name in ("relevance", "usefulness"):
        stored["scores"][name] = None
    stored["scores"]["by_policy"] = {"calibrated": stored["scores"]["by_policy"]["calibrated"]}
    old = Critique.model_validate(stored)
    again = redecide(old)
    assert [line.partition(":")[0] for line in again.skipped] == [
        "contradictions", "completeness", "relevance", "usefulness", "citations",
    ]  # fmt: skip
    assert again.claims == old.claims


def test_a_verifier_that_goes_away_before_the_citations_is_told_of():
    class Leaving(ScriptedVerifier):
        def verify(self, asked):
            if self.asked:
                return UnreachableVerifier().verify(asked)
            return super().verify(asked)

    both = (("limits", "The timeout is 60 seconds.", "supports"), ("ports", "port 8080", "supports"))
    result = critique(request("The timeout is 60 seconds [1].", LIMITS, PORTS),
                      verifier=Leaving({"timeout": believing(0.9, quotes=both)}))  # fmt: skip
    assert result.skipped[-1] == "citations: 1 could not be verified against their sources"


# --- revision ----------------------------------------------------------------------------------------------------

WRONG = "The timeout is 30 seconds. Failed requests are retried three times."


@pytest.fixture(scope="module")
def revised() -> Critique:
    return critique(request(WRONG, LIMITS, query="What is the timeout?", auto_revise=True, max_revisions=2))


def test_a_revision_is_kept_with_its_history_when_it_helps(revised):
    [attempt] = revised.revisions
    assert revised.revised_draft == "The timeout is 60 seconds. Failed requests are retried three times."
    assert (attempt.kept, attempt.text) == (True, revised.revised_draft)
    assert attempt.confidence_after > attempt.confidence_before == revised.confidence
    assert (attempt.issues, attempt.is_valid, attempt.recommendation) == ((), True, "accept")
    assert [claim.status for claim in attempt.claims] == ["supported", "supported"]
    assert revision.apply(WRONG, attempt.hunks) == attempt.text


def test_seed_0_the_revised_limit_names_both_tiers():
    tiers = (SourceDocument(id="1", content="Free: 10"), SourceDocument(id="2", content="Pro: 100"))
    result = critique(request("The limit is 100.", *tiers, query="What is the limit?", auto_revise=True))
    assert "Free" in result.revised_draft
    assert "Pro" in result.revised_draft


def test_the_critique_stays_about_the_draft(revised):
    assert revised.request.draft == WRONG
    assert (revised.is_valid, revised.recommendation) == (False, "reject")
    plain = critique(request(WRONG, LIMITS, query="What is the timeout?"))
    assert (plain.revisions, plain.revised_draft) == ((), None)
    assert plain.issues == revised.issues


def test_a_critique_can_be_revised_afterwards(revised):
    plain = critique(request(WRONG, LIMITS, query="What is the timeout?"))
    later = revise(plain)
    assert (later.revised_draft, later.revisions) == (revised.revised_draft, revised.revisions)
    assert later.id != plain.id
    assert redecide(plain, options=revised.request.options).skipped == (
        "revision: not run when this was checked; check it again",
    )
    assert redecide(later, options=revised.request.options).skipped == ()
    assert redecide(later).revisions == later.revisions


def test_a_revision_that_does_not_help_is_shown_and_not_kept():
    class Stubborn(ScriptedVerifier):
        def verify(self, asked):
            self._script = {"60": believing(0.02, 0.97), **self._script}
            return super().verify(asked)

    from critique_core.models import Finding  # noqa: PLC0415

    conflict = Finding(kind="quantity", agreement="conflicts", start=15, end=25, claim_value="30 seconds",
                       source_id="limits", source_start=15, source_end=25, source_value="60 seconds",
                       explanation="the source says 60 seconds")  # fmt: skip
    against = (("limits", "The timeout is 60 seconds.", "contradicts"),)
    script = {"30": believing(0.1, 0.85, quotes=against, findings=(conflict,))}
    result = critique(request(WRONG, LIMITS, auto_revise=True, max_revisions=3), verifier=Stubborn(script))
    [attempt] = result.revisions
    assert (attempt.kept, result.revised_draft) == (False, None)
    assert attempt.reason


def test_no_revision_is_made_of_a_draft_without_issues_or_with_no_rounds_allowed():
    assert critique(request(LIMITS.content, LIMITS, auto_revise=True)).revisions == ()
    assert critique(request(WRONG, LIMITS, auto_revise=True, max_revisions=0)).revisions == ()


def test_an_attempt_still_too_low_when_all_are_used_is_rejected():
    asked = request(WRONG, LIMITS, auto_revise=True, confidence_threshold=1.0)
    assert critique(asked, gate=Gate(attempts_allowed=1)).revisions[0].recommendation == "reject"
    assert critique(asked, gate=Gate(attempts_allowed=2)).revisions[0].recommendation == "retry"


def test_some_of_the_proposed_changes_can_be_taken_and_are_verified():
    draft = "The timeout is 30 seconds. Failed requests are retried nine times."
    first = critique(request(draft, LIMITS))
    hunks = proposed(first)
    assert [(draft[hunk.start : hunk.end], hunk.replacement) for hunk in hunks] == [
        ("30 seconds", "60 seconds"),
        ("nine times", "three times"),
    ] or [hunk.replacement for hunk in hunks] == ["60 seconds", "three"]
    one = with_hunks(first, hunks[:1])
    assert one.request.draft == "The timeout is 60 seconds. Failed requests are retried nine times."
    assert [claim.status for claim in one.claims] == ["supported", "contradicted"]
    assert one.confidence > first.confidence
    none = with_hunks(first, ())
    assert (none.request.draft, none.issues) == (draft, first.issues)


def test_changes_that_overlap_are_refused():
    first = critique(request(WRONG, LIMITS))
    twice = (Hunk(start=0, end=5, replacement="x", reason="-"), Hunk(start=4, end=9, replacement="y", reason="-"))
    with pytest.raises(InvalidInput, match="overlaps"):
        with_hunks(first, twice)


def test_revision_tells_its_progress_in_its_own_stage():
    told: list[tuple[str, float]] = []
    critique(request(WRONG, LIMITS, auto_revise=True, max_revisions=2), progress=lambda *now: told.append(now))
    inside = [done for stage, done in told if stage == "revision"]
    assert inside == sorted(inside)
    assert (inside[0], inside[-1]) == (0.0, 1.0)
    assert len(inside) > len(STAGES)
    assert list(dict.fromkeys(stage for stage, _ in told)) == list(STAGES)


# --- laws --------------------------------------------------------------------------------------------------------

EVERYTHING = request(
    "The timeout is 30 seconds [1]. Failed requests are retried three times [2]. The timeout is 45 seconds. "
    "The server listens on port 8080 [9].",
    LIMITS, PORTS, OLD, NEW, query="What are the timeout and the port?", auto_revise=True, max_revisions=2,
)  # fmt: skip


def test_no_stage_changes_its_inputs():
    asked = EVERYTHING.model_copy(deep=True)
    before = asked.model_dump_json()
    first = critique(asked)
    assert asked.model_dump_json() == before
    written = first.model_dump_json()
    for again in (
        redecide(first), redecide(first, profile=Profile(support_threshold=0.9), options=CritiqueOptions()),
        revise(first), with_hunks(first, proposed(first)),
    ):  # fmt: skip
        assert again.model_dump_json() != ""
        assert first.model_dump_json() == written
    assert asked.model_dump_json() == before


@pytest.mark.slow
def test_the_whole_critique_has_one_fingerprint_in_every_process_and_run():
    program = (
        "import sys; from critique_core.models import CritiqueRequest; from critique_core import critique\n"
        "asked = CritiqueRequest.model_validate_json(sys.stdin.read())\n"
        "print(critique(asked).model_dump_json(), critique(asked).model_dump_json(), sep='\\n')"
    )
    apart = subprocess.run(
        [sys.executable, "-c", program], input=EVERYTHING.model_dump_json(), capture_output=True, text=True,
        check=True, env={**os.environ, "PYTHONHASHSEED": "1"},
    )  # fmt: skip
    found = [Critique.model_validate_json(line) for line in apart.stdout.splitlines()]
    here = critique(EVERYTHING)
    assert [one.id for one in found] == [here.id] * 2
    assert [one.revised_draft for one in found] == [here.revised_draft] * 2
    assert [one.findings for one in found] == [here.findings] * 2
