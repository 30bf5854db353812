"""A chat model as verifier: few calls, every answer checked, no claim lost and none passed by default."""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core import assembly, pipeline
from critique_core.claims.extraction import extract
from critique_core.errors import ModelError, SettingsError
from critique_core.evidence.index import SourceIndex
from critique_core.models import Critique, CritiqueRequest, VerificationInput, parse_request
from critique_core.runs.answer_cache import AnswerCache
from critique_core.settings import Settings
from critique_core.verifiers.cascade import CascadeVerifier
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.llm import LlmVerifier, batches, prompts
from critique_core.verifiers.llm.answers import read
from critique_core.verifiers.llm.verdicts import beliefs
from tests.makers.rows import each_of
from tests.makers.verifiers import ScriptedChatModel, ScriptedVerifier, UnreachableVerifier, believing

LIMITS = (
    "The API allows 100 requests per minute on the free plan. Paid plans allow 1,000 requests per minute. "
    "The service was launched in 2018 by Acme in Oslo."
)
KEYS = "API keys expire after 30 days. Expired keys return error 401. A key can be renewed twice."
DRAFT = "The free plan allows 100 requests per minute. Keys expire after 60 days. The service is popular in Japan."


def request(draft: str = DRAFT, **fields: Any) -> CritiqueRequest:
    sources = [{"id": "limits", "content": LIMITS}, {"id": "keys", "content": KEYS, "title": "Keys"}]
    return parse_request({"draft": draft, "sources": sources, **fields})


def asked(of: CritiqueRequest) -> VerificationInput:
    claims = tuple(claim for claim in extract(of.draft) if claim.checkable)
    return VerificationInput(
        query=of.query, draft=of.draft, claims=claims, candidates=SourceIndex(of.sources).candidates(claims),
        sources=of.sources,
    )  # fmt: skip


def said(
    number: Any, status: Any, *quotes: tuple[Any, str, str], confidence: Any = 0.9, lacking: Sequence[str] = ()
) -> dict[str, Any]:
    listed = [{"source": source, "quote": quote, "relation": relation} for source, quote, relation in quotes]
    return {"claim": number, "reasoning": f"about {number}", "quotes": listed, "status": status,
            "confidence": confidence, "lacking": list(lacking)}  # fmt: skip


def answer(*verdicts: Any) -> dict[str, Any]:
    return {"verdicts": list(verdicts)}


RIGHT = said(1, "supported", (1, "The API allows 100 requests per minute on the free plan.", "supports"))
WRONG = said(2, "contradicted", (2, "API keys expire after 30 days.", "contradicts"), lacking=["60 days"])
UNSAID = said(3, "unsupported")
GOOD = answer(RIGHT, WRONG, UNSAID)


def by(model: ScriptedChatModel, **fields: Any) -> LlmVerifier:
    return LlmVerifier(model, fallback=ScriptedVerifier({"": believing(0.5)}, name="behind"), **fields)


def statuses(result: Critique) -> list[str]:
    return [claim.status for claim in result.claims]


# --- what is asked ------------------------------------------------------------------------------------------------


def test_all_claims_are_judged_in_one_call_with_the_sources_first():
    model = ScriptedChatModel(GOOD)
    result = pipeline.critique(request(query="What are the limits?"), verifier=by(model))
    assert statuses(result) == ["supported", "contradicted", "unsupported"]
    [(system, user, schema)] = model.asked
    assert user.index("SOURCE 1: limits") < user.index("SOURCE 2: Keys") < user.index("QUESTION") < user.index("CLAIMS")
    assert LIMITS in user
    assert "1. The free plan allows 100 requests per minute." in user
    verdict = schema["properties"]["verdicts"]["items"]
    assert list(verdict["properties"]).index("reasoning") < list(verdict["properties"]).index("status")
    assert verdict["additionalProperties"] is False
    assert LIMITS not in system


def test_prompts_of_one_request_begin_alike_so_that_a_server_reuses_them():
    model = ScriptedChatModel(answer(RIGHT), answer(WRONG), answer(UNSAID))
    by(model, most_claims=1).verify(asked(request()))
    users = [user for _, user, _ in model.asked]
    sources_end = users[0].index("CLAIMS")
    assert len({system for system, _, _ in model.asked}) == 1
    assert len({user[:sources_end] for user in users}) == 1


def test_no_claim_is_judged_without_a_source_in_sight():
    told = [
        f"Boat {number} lies in the harbour of the old town beside the quay, with its owner's name on it."
        for number in range(90)
    ]
    draft = "Zebras quickly jumped. Boat 3 lies in the harbour."
    small = parse_request({"draft": draft, "sources": [{"id": "boats", "content": "\n\n".join(told)}]})
    model = ScriptedChatModel(answer(said(1, "unsupported")))
    verdicts = by(model, most_claims=1).verify(asked(small))
    assert all("SOURCE 1" in user for _, user, _ in model.asked)
    assert len(model.asked) == 2
    model = ScriptedChatModel(answer(said(1, "unsupported")))
    verdicts = by(model, most_claims=1, prompt_tokens=1500).verify(asked(small))
    assert len(model.asked) == 1
    assert [verdict.method for verdict in verdicts] == ["typed_comparison", "llm_verification"]


def test_another_request_has_another_fence():
    model = ScriptedChatModel(GOOD)
    verifier = by(model)
    for draft in (DRAFT, DRAFT.replace("60", "90")):
        verifier.verify(asked(request(draft)))
    words = {re.findall(r"<<<(\w{12}) ", user)[0] for _, user, _ in model.asked}
    assert len(words) == 2


def test_the_verdict_carries_method_quotes_with_places_and_the_words_that_lack_support():
    result = pipeline.critique(request(), verifier=by(ScriptedChatModel(GOOD)))
    first, second, _ = (claim.verdict for claim in result.claims)
    assert first
    assert second
    assert first.method == second.method == "llm_verification"
    [part] = second.evidence
    assert (part.source_id, KEYS[part.start : part.end], part.match) == (
        "keys",
        "API keys expire after 30 days.",
        "exact",
    )
    assert [DRAFT[span.start : span.end] for span in second.marked] == ["60 days"]
    assert first.marked == ()


def test_the_fence_reaches_no_verdict():
    def telling(system: str, user: str) -> Mapping[str, Any]:
        word = re.findall(r"<<<(\w{12}) ", user)[0]
        return answer({**RIGHT, "reasoning": f"See <<<{word} SOURCE 1."}, WRONG, UNSAID)

    [first, *_] = by(ScriptedChatModel(telling)).verify(asked(request()))
    assert first.reasoning == "See <<< SOURCE 1."


def test_calls_and_tokens_are_told_by_stage():
    model = ScriptedChatModel(GOOD)
    run = pipeline.critique(request(), verifier=by(model)).metadata.run
    [cost] = run.costs
    assert (cost.stage, cost.calls, cost.cache_hits) == ("verdicts", 1, 0)
    assert cost.prompt_tokens == len("".join(model.asked[0][:2])) // 4
    assert run.tokens == (cost.prompt_tokens or 0) + (cost.completion_tokens or 0)


def test_without_a_model_nothing_is_said_of_tokens():
    run = pipeline.critique(request(), verifier=ScriptedVerifier()).metadata.run
    assert (run.tokens, run.costs, run.cache_hits) == (None, (), 0)


def test_the_checks_beside_the_verdicts_ask_the_model_nothing():
    draft = "The free plan allows 100 requests per minute [2]. The free plan allows 200 requests per minute [1]."
    model = ScriptedChatModel(answer(said(1, "unsupported"), said(2, "unsupported")))
    behind = ScriptedVerifier({"": believing(0.5)}, name="behind")
    pipeline.critique(request(draft), verifier=LlmVerifier(model, fallback=behind))
    assert len(model.asked) == 1
    assert len(behind.asked) > 1


# --- quotes -------------------------------------------------------------------------------------------------------


def test_a_quote_that_no_source_holds_is_asked_about_again_and_then_refused():
    forged = said(1, "supported", (1, "The free plan allows unlimited requests per minute.", "supports"))
    model = ScriptedChatModel(answer(forged, WRONG, UNSAID), answer(forged))
    result = pipeline.critique(request(), verifier=by(model))
    assert statuses(result) == ["unverified", "contradicted", "unsupported"]
    assert "in no source" in (result.claims[0].verdict.failure or "")  # pyright: ignore
    again = model.asked[1][1]
    assert "1. The free plan" in again
    assert "\n2. " not in again
    assert "- claim 1: a quote is in no source" in again


@pytest.mark.parametrize("status", ["supported", "partially_supported", "contradicted"])
def test_a_verdict_that_needs_a_quote_and_has_none_does_not_count(status):
    model = ScriptedChatModel(answer(said(1, status), WRONG, UNSAID), answer(said(1, status)))
    [first, *_] = by(model).verify(asked(request()))
    assert first.probabilities is None
    assert "without a quote" in (first.failure or "")


def test_a_quote_about_nothing_in_the_claim_does_not_count():
    stray = said(1, "supported", (2, "A key can be renewed twice.", "supports"))
    [first, *_] = by(ScriptedChatModel(answer(stray, WRONG, UNSAID), answer(stray))).verify(asked(request()))
    assert "shares no word" in (first.failure or "")


def test_one_true_and_one_invented_quote_halve_the_confidence_and_say_so():
    mixed = said(1, "supported", (1, "The API allows 100 requests per minute", "supports"),
                 (1, "The free plan is the best of all plans anywhere", "supports"))  # fmt: skip
    [first, *_] = by(ScriptedChatModel(answer(mixed, WRONG, UNSAID))).verify(asked(request()))
    assert first.probabilities == beliefs("supported", 0.45)
    assert "1 of its 2 quotes do not count" in first.reasoning


def test_a_quote_from_another_source_than_named_is_told_as_misattributed():
    stray = said(1, "supported", (2, "The API allows 100 requests per minute on the free plan.", "supports"))
    [first, *_] = by(ScriptedChatModel(answer(stray, WRONG, UNSAID))).verify(asked(request()))
    assert [(part.source_id, part.match) for part in first.evidence] == [("limits", "misattributed")]


@pytest.mark.parametrize("token", ["‹¦im_end¦›", "<|im_end|>"])
def test_a_quote_with_what_was_neutralised_in_the_prompt_is_found_in_the_source(token):
    sources = [{"id": "a", "content": "The end token is <|im_end|> in the chat template."}]
    of = parse_request({"draft": "The chat template ends with <|im_end|>.", "sources": sources})
    told = said(1, "supported", (1, f"The end token is {token} in the chat template.", "supports"))
    model = ScriptedChatModel(answer(told))
    [verdict] = by(model).verify(asked(of))
    assert verdict.evidence[0].quote == "The end token is <|im_end|> in the chat template."
    assert verdict.evidence[0].match == "exact"
    assert "<|im_end|>" not in model.asked[0][1]


# --- answers that do not fit --------------------------------------------------------------------------------------

FAULTS: Mapping[str, tuple[list[Any], str]] = {
    "confidence above 1": ([said(1, "supported", confidence=1.5)], "no number from 0 to 1"),
    "confidence below 0": ([said(1, "supported", confidence=-0.1)], "no number from 0 to 1"),
    "confidence in words": ([said(1, "supported", confidence="high")], "no number from 0 to 1"),
    "confidence true": ([said(1, "supported", confidence=True)], "no number from 0 to 1"),
    "no confidence": ([{**RIGHT, "confidence": None}], "no number from 0 to 1"),
    "unknown status": ([said(1, "probably")], "its status is none of"),
    "status missing": ([{key: value for key, value in RIGHT.items() if key != "status"}], "its status is none of"),
    "unknown source": ([said(1, "supported", (3, "x", "supports"))], "a source that is not there"),
    "source 0": ([said(1, "supported", (0, "x", "supports"))], "a source that is not there"),
    "empty quote": ([said(1, "supported", (1, " ", "supports"))], "a quote is empty"),
    "unknown relation": ([said(1, "supported", (1, LIMITS, "proves"))], "neither supports nor contradicts"),
    "quotes no list": ([{**RIGHT, "quotes": "none"}], "quotes are no list"),
    "reasoning no text": ([{**RIGHT, "reasoning": 3}], "reasoning is no text"),
    "twice": ([RIGHT, RIGHT], "more than one verdict"),
    "missing": ([], "no verdict on it"),
    "another number": ([{**RIGHT, "claim": 17}], "no verdict on it"),
    "number in words": ([{**RIGHT, "claim": "first"}], "no verdict on it"),
    "no object": (["supported"], "no verdict on it"),
}


@each_of(("verdicts", "fault"), FAULTS.values())
def test_what_does_not_fit_is_asked_for_once_more_and_then_fails_alone(verdicts, fault):
    model = ScriptedChatModel(answer(*verdicts, WRONG, UNSAID), answer(*verdicts))
    result = pipeline.critique(request(), verifier=by(model))
    assert statuses(result) == ["unverified", "contradicted", "unsupported"]
    first = result.claims[0].verdict
    assert first
    assert fault in (first.failure or "")
    assert len(model.asked) == 2
    assert fault in model.asked[1][1]


@each_of(("verdicts", "fault"), FAULTS.values())
def test_the_second_answer_may_mend_it(verdicts, fault):
    result = pipeline.critique(
        request(), verifier=by(ScriptedChatModel(answer(*verdicts, WRONG, UNSAID), answer(RIGHT)))
    )
    assert statuses(result) == ["supported", "contradicted", "unsupported"]


NO_OBJECT = ModelError("answered text without an object", unreadable=True)


def test_an_answer_that_is_no_object_is_asked_for_once_more():
    model = ScriptedChatModel(NO_OBJECT, GOOD)
    assert statuses(pipeline.critique(request(), verifier=by(model))) == ["supported", "contradicted", "unsupported"]
    assert "- claim 1: the answer held no JSON object" in model.asked[1][1]


def test_two_answers_that_are_no_object_leave_every_claim_unverified():
    model = ScriptedChatModel(NO_OBJECT)
    result = pipeline.critique(request(), verifier=by(model))
    assert statuses(result) == ["unverified"] * 3
    assert len(model.asked) == 2


def test_what_was_cut_off_is_asked_for_again_with_the_reason():
    model = ScriptedChatModel(answer(RIGHT), answer(WRONG, UNSAID))
    model.cut_off = True
    result = pipeline.critique(request(), verifier=by(model))
    assert statuses(result) == ["supported", "contradicted", "unsupported"]
    assert "- claim 3: the answer was cut off before its verdict" in model.asked[1][1]


@pytest.mark.parametrize(
    "content", [{}, {"verdicts": None}, {"verdicts": {}}, {"claims": []}, {"verdicts": "supported"}]
)
def test_an_answer_of_another_form_passes_nothing(content):
    result = pipeline.critique(request(), verifier=by(ScriptedChatModel(content)))
    assert statuses(result) == ["unverified"] * 3
    assert result.recommendation != "accept"


@pytest.mark.parametrize(("written", "meant"), [("1", 1), (1.0, 1), ("Supported", None), ("PARTIALLY SUPPORTED", None)])
def test_small_freedoms_of_writing_are_understood(written, meant):
    verdict = {**RIGHT, "claim": written} if meant else {**RIGHT, "status": written}
    assert set(read(answer(verdict), [1], request().sources).judged) == {1}


_WORDS = st.sampled_from("claim verdicts status quotes confidence reasoning source quote relation".split())


def nested(inner):
    return st.one_of(inner, st.lists(inner, max_size=4), st.dictionaries(_WORDS, inner, max_size=7))


json_values = nested(nested(nested(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.sampled_from(["supported", "supports", "claim", LIMITS[:40]])
)))  # fmt: skip


@given(st.dictionaries(st.sampled_from(["verdicts", "claims"]), json_values, max_size=2))
def test_whatever_comes_back_each_claim_has_one_verdict_and_none_is_made_up(content):
    given_input = asked(request())
    verdicts = by(ScriptedChatModel(content)).verify(given_input)
    assert [verdict.claim_id for verdict in verdicts] == [claim.id for claim in given_input.claims]
    for verdict in verdicts:
        assert (verdict.probabilities is None) == (verdict.failure is not None)
        if verdict.probabilities and verdict.probabilities.supported >= 0.5:
            assert any(part.relation == "supports" and part.quote in LIMITS + KEYS for part in verdict.evidence)


# --- beliefs ------------------------------------------------------------------------------------------------------


@given(st.sampled_from(prompts.STATUSES), st.floats(0, 1))
def test_beliefs_are_never_certain_and_only_support_passes(status, confidence):
    belief = beliefs(status, confidence)
    assert 0 < belief.supported < 1
    if status != "supported":
        assert belief.supported < 0.5


def test_more_confidence_in_support_is_more_support_and_in_the_opposite_less():
    for less, more in ((0.1, 0.4), (0.4, 0.9)):
        assert beliefs("supported", less).supported < beliefs("supported", more).supported
        for status in ("unsupported", "contradicted"):
            assert beliefs(status, less).supported > beliefs(status, more).supported


def test_a_partly_supported_claim_is_shown_as_such_with_its_words():
    partly = said(1, "partially_supported", (1, "100 requests per minute", "supports"), lacking=["The free plan"])
    result = pipeline.critique(request(), verifier=by(ScriptedChatModel(answer(partly, WRONG, UNSAID))))
    assert result.claims[0].status == "partially_supported"
    assert [DRAFT[s.start : s.end] for s in result.claims[0].verdict.marked] == ["The free plan"]  # pyright: ignore


def test_a_typed_contradiction_is_not_outvoted_in_silence():
    agreeing = said(2, "supported", (2, "API keys expire after 30 days.", "supports"), confidence=1.0)
    verifier = LlmVerifier(ScriptedChatModel(answer(RIGHT, agreeing, UNSAID)), fallback=EmbeddedVerifier())
    result = pipeline.critique(request(), verifier=verifier)
    claim = result.claims[1]
    assert claim.verdict
    assert claim.status != "supported"
    assert any(finding.agreement == "conflicts" for finding in claim.verdict.findings)
    assert "reads otherwise" in claim.verdict.reasoning
    assert "60 days" in claim.verdict.reasoning
    assert claim.verdict.method == "llm_verification"


# --- servers that fail --------------------------------------------------------------------------------------------


def test_when_the_model_fails_the_embedded_verifier_answers_and_the_critique_says_what_to_do():
    model = ScriptedChatModel(
        ModelError("http://localhost:1 cannot be reached; start it", retryable=True, hint="start it")
    )
    plain = pipeline.critique(request(), verifier=EmbeddedVerifier())
    result = pipeline.critique(request(), verifier=LlmVerifier(model, fallback=EmbeddedVerifier()))
    assert [claim.verdict for claim in result.claims] == [claim.verdict for claim in plain.claims]
    assert {claim.verdict.method for claim in result.claims if claim.verdict}.isdisjoint({"llm_verification"})
    [note] = [line for line in result.skipped if line.startswith("verdicts: ")]
    assert "scripted model could not be used: http://localhost:1 cannot be reached; start it" in note
    assert note.startswith("verdicts: embedded judged 3 of 3 claims, as ")


def test_a_failure_in_the_second_batch_leaves_the_others_as_they_are():
    third = said(1, "unsupported")
    model = ScriptedChatModel(answer(RIGHT), ModelError("gone"), answer(third))
    verdicts = by(model, most_claims=1).verify(asked(request()))
    assert [verdict.method for verdict in verdicts] == ["llm_verification", "typed_comparison", "llm_verification"]
    assert len(model.asked) == 3


def test_a_failure_while_asking_again_leaves_the_claim_unverified():
    model = ScriptedChatModel(answer(said(1, "maybe"), WRONG, UNSAID), ModelError("gone"))
    result = pipeline.critique(request(), verifier=by(model))
    assert statuses(result) == ["unverified", "contradicted", "unsupported"]
    assert "asking again failed" in (result.claims[0].verdict.failure or "")  # pyright: ignore
    assert [line for line in result.skipped if "could not be asked again: gone. Its claims are left unverified" in line]


def test_with_neither_model_nor_fallback_no_claim_passes():
    verifier = LlmVerifier(ScriptedChatModel(ModelError("gone")), fallback=UnreachableVerifier())
    result = pipeline.critique(request(), verifier=verifier)
    assert statuses(result) == ["unverified"] * 3
    assert "verdicts: scripted judged 0 of 3 claims, as scripted model could not be used: gone" in result.skipped


@pytest.mark.parametrize("said", [GOOD, ModelError("gone")], ids=["the model answers", "the model fails too"])
@pytest.mark.parametrize("cascade", [False, True], ids=["model", "cascade"])
def test_that_the_verifier_behind_the_model_is_away_is_told(said, cascade):
    away = UnreachableVerifier()
    verifier = LlmVerifier(ScriptedChatModel(said), fallback=away)
    result = pipeline.critique(request(), verifier=CascadeVerifier(away, verifier) if cascade else verifier)
    [note] = [line for line in result.skipped if "behind the model" in line]
    assert note.startswith("verdicts: behind the model, the verifier scripted could not be used for 3 of 3 claims")
    assert "start it and run again" in note


def test_a_model_is_given_up_on_when_the_run_is_cancelled():
    class Stop(Exception):
        pass

    told: list[tuple[str, float]] = []

    def progress(stage: str, done: float) -> None:
        told.append((stage, done))
        # Told the same again while the model is waited for, and not after.
        if stage == "verdicts" and done < 1 and told.count(told[-1]) == 2:
            raise Stop

    model = ScriptedChatModel(GOOD)
    with pytest.raises(Stop):
        pipeline.critique(request(), verifier=by(model), progress=progress)
    assert model.asked == []


# --- the cache ----------------------------------------------------------------------------------------------------

LONG = " ".join(f"Plan {number} allows {number}00 requests per minute." for number in range(1, 11))


def echo(system: str, user: str) -> Mapping[str, Any]:
    """Supports each claim with a quote of its own words."""
    lines = re.findall(r"(?m)^(\d+)\. (.*?)(?: \(it follows: .*)?$", user)
    return answer(*(said(int(number), "supported", (1, text, "supports")) for number, text in lines))


def long_request(draft: str = LONG, content: str = LONG, **fields: Any) -> CritiqueRequest:
    return parse_request({"draft": draft, "sources": [{"id": "plans", "content": content}], **fields})


def numbers_asked(model: ScriptedChatModel, call: int) -> list[str]:
    return re.findall(r"(?m)^\d+\. Plan (\w+)", model.asked[call][1])


@pytest.fixture
def cache(tmp_path: Path) -> AnswerCache:
    return AnswerCache(tmp_path / "answers.sqlite3")


def test_the_same_question_is_not_asked_twice_by_anybody(cache, tmp_path):
    model = ScriptedChatModel(echo)
    first = pipeline.critique(long_request(), verifier=by(model, cache=cache))
    second = pipeline.critique(long_request(), verifier=by(model, cache=AnswerCache(cache.path)))
    assert len(model.asked) == 1
    assert second.id == first.id
    assert (second.metadata.run.cache_hits, second.metadata.run.tokens) == (10, None)


def test_an_edit_of_one_sentence_asks_about_it_and_the_one_that_follows_it_alone(cache):
    model = ScriptedChatModel(echo)
    verifier = by(model, cache=cache)
    pipeline.critique(long_request(), verifier=verifier)
    edited = LONG.replace("Plan 5 allows 500", "Plan 10 allows 1000")
    pipeline.critique(long_request(edited), verifier=verifier)
    assert len(model.asked) == 2
    assert numbers_asked(model, 1) == ["10", "6"]


def test_a_sentence_put_in_front_moves_no_other_question(cache):
    model = ScriptedChatModel(echo)
    verifier = by(model, cache=cache)
    pipeline.critique(long_request(), verifier=verifier)
    pipeline.critique(long_request(f"Plan X exists.\n\n{LONG}"), verifier=verifier)
    assert numbers_asked(model, 1) == ["X"]


def test_a_change_in_a_source_asks_again_about_the_claims_that_read_it(cache):
    facts = [
        "Rhine water passes Cologne.",
        "Etna towers above Sicily.",
        "Bees produce honey.",
        "Steel contains carbon.",
    ]
    content = "\n\n".join(fact + " Filler text stands here." * 60 for fact in facts)
    model = ScriptedChatModel(echo)
    verifier = by(model, cache=cache)
    pipeline.critique(long_request("\n\n".join(facts), content), verifier=verifier)
    changed = content.replace("Bees produce honey. Filler", "Bees produce honey. New filler")
    pipeline.critique(long_request("\n\n".join(facts), changed), verifier=verifier)
    assert len(model.asked) == 2
    assert re.findall(r"(?m)^\d+\. (\w+)", model.asked[1][1]) == ["Bees"]


@pytest.mark.parametrize("change", [
    {"name": "another model"}, {"query": "another question?"}, {"title": "another title"},
])  # fmt: skip
def test_whatever_else_decides_the_answer_asks_again(cache, change):
    first, second = ScriptedChatModel(echo), ScriptedChatModel(echo, name=change.get("name", "scripted model"))
    pipeline.critique(long_request(), verifier=by(first, cache=cache))
    source = {"id": "plans", "content": LONG, "title": change.get("title")}
    again = parse_request({"query": change.get("query", ""), "draft": LONG, "sources": [source]})
    pipeline.critique(again, verifier=by(second, cache=cache))
    assert len(second.asked) == 1


def test_an_answer_that_could_not_be_used_is_not_kept(cache):
    model = ScriptedChatModel(answer(said(1, "maybe"), WRONG, UNSAID), answer(said(1, "maybe")), answer(RIGHT))
    verifier = by(model, cache=cache)
    pipeline.critique(request(), verifier=verifier)
    result = pipeline.critique(request(), verifier=verifier)
    assert statuses(result) == ["supported", "contradicted", "unsupported"]
    assert len(model.asked) == 3


def test_a_forged_cache_passes_nothing_that_an_answer_would_not(cache):
    model = ScriptedChatModel(answer(RIGHT, WRONG, UNSAID))
    pipeline.critique(request(), verifier=by(model, cache=cache))
    with sqlite3.connect(cache.path) as connection:
        forged = json.dumps({"status": "supported", "confidence": 1, "reasoning": "", "lacking": [],
                             "quotes": [["limits", "The service is popular in Japan.", "supports"]]})  # fmt: skip
        connection.execute("UPDATE answers SET value = ?", (forged,))
    connection.close()
    result = pipeline.critique(request(), verifier=by(model, cache=cache))
    assert statuses(result) == ["supported", "contradicted", "unsupported"]
    assert len(model.asked) == 2


def test_the_verifier_is_another_one_with_another_model_or_fallback():
    first = by(ScriptedChatModel(GOOD)).spec
    assert first == by(ScriptedChatModel(GOOD)).spec
    assert first.fingerprint != by(ScriptedChatModel(GOOD, name="other")).spec.fingerprint
    behind = LlmVerifier(ScriptedChatModel(GOOD), fallback=ScriptedVerifier(name="another"))
    assert first.fingerprint != behind.spec.fingerprint


# --- batches ------------------------------------------------------------------------------------------------------


def test_ten_claims_on_five_sources_of_500_words_take_one_call_and_less_than_half_again_their_tokens():
    sources = [
        {
            "id": str(n),
            "content": " ".join(f"Item {n}-{i} of the report weighs {i + n} kg in its box." for i in range(45)),
        }
        for n in range(5)
    ]
    draft = " ".join(f"Item {n % 5}-{n} of the report weighs {n + n % 5} kg in its box." for n in range(10))
    of = parse_request({"draft": draft, "sources": sources})
    model = ScriptedChatModel(answer(*(said(n, "unsupported") for n in range(1, 11))))
    pipeline.critique(of, verifier=by(model))
    assert len(model.asked) == 1
    sent = batches.tokens("".join(model.asked[0][:2]))
    assert sent <= 1.5 * (batches.tokens(draft) + sum(batches.tokens(source["content"]) for source in sources))


@given(st.integers(1, 30), st.integers(50, 3000), st.integers(1, 25))
def test_every_claim_is_in_one_batch_with_its_passages_shown(count, prompt_tokens, most_claims):
    draft = " ".join(f"Word{n} is {n} metres long." for n in range(count))
    content = " ".join(f"Word{n} is {n} metres long. " + "Other text. " * (n % 7) for n in range(count))
    given_input = asked(parse_request({"draft": draft, "sources": [{"id": "a", "content": content}]}))
    questions = batches.questions(given_input)
    made = batches.batches(questions, given_input.sources, prompt_tokens=prompt_tokens, most_claims=most_claims)
    assert [one.claim.id for batch in made for one in batch.questions] == [claim.id for claim in given_input.claims]
    for batch in made:
        assert len(batch.questions) <= most_claims
        for question in batch.questions:
            for passage in question.passages:
                spans = batch.stretches[0]
                assert any(span.start <= passage.start and passage.end <= span.end for span in spans)


def test_a_claim_whose_passages_do_not_fit_says_so_and_is_not_called_unsupported():
    content = " ".join(
        f"The tower number {n} has a height of {n} metres above the sea level of its town." for n in range(80)
    )
    of = parse_request({"draft": "The tower has a height of 900 metres.", "sources": [{"id": "a", "content": content}]})
    result = pipeline.critique(of, verifier=by(ScriptedChatModel(answer(said(1, "unsupported"))), prompt_tokens=150))
    assert result.claims[0].status == "unverified"
    assert "did not fit into the prompt" in result.claims[0].verdict.reasoning  # pyright: ignore


def test_nor_is_it_when_the_answer_comes_out_of_the_cache(cache):
    content = " ".join(f"The tower number {n} has a height of {n} metres above the sea." for n in range(80))
    of = parse_request({"draft": "The tower has a height of 900 metres.", "sources": [{"id": "a", "content": content}]})
    model = ScriptedChatModel(answer(said(1, "unsupported")))
    first, again = (
        pipeline.critique(of, verifier=by(model, prompt_tokens=150, cache=cache)).claims[0].status for _ in range(2)
    )
    assert len(model.asked) == 1
    assert first == again == "unverified"


# --- from settings ------------------------------------------------------------------------------------------------


def test_the_settings_name_the_model_the_cache_and_what_stands_behind(tmp_path):
    chosen = {"llm_provider": "ollama", "llm_model": "qwen3:8b", "cache_path": tmp_path / "answers.sqlite3"}
    asking = assembly.critic(Settings(verifier="llm", **chosen)).verifier
    first = assembly.critic(Settings(verifier="cascade", **chosen)).verifier
    assert isinstance(asking, LlmVerifier)
    assert isinstance(first, CascadeVerifier)
    assert asking.spec.spec == "llm (ollama qwen3:8b)"
    assert isinstance(asking.alone, EmbeddedVerifier)
    assert isinstance(first.alone, EmbeddedVerifier)
    assert not (tmp_path / "answers.sqlite3").exists()


def test_a_verifier_without_its_model_is_refused_with_what_to_do():
    with pytest.raises(SettingsError, match="llm_model"):
        assembly.critic(Settings(verifier="llm"))
