"""Stages by a model in the pipeline and its wiring: asked only when wanted, told of, counted, and never needed."""

import json
from dataclasses import fields
from typing import Any

import pytest

from critique_core import assembly, cli, pipeline
from critique_core.errors import ModelError, SettingsError
from critique_core.model_stages import CachedModel, with_model
from critique_core.models import CritiqueRequest, parse_request
from critique_core.pipeline import RULES, Stages
from critique_core.runs.answer_cache import AnswerCache
from critique_core.settings import load_settings
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.fault_server import misbehaving
from tests.makers.verifiers import ScriptedChatModel, ScriptedVerifier, believing

EVERY = frozenset(
    ("claims", "relevance", "usefulness", "completeness", "contradictions", "revision", "queries", "generation")
)
REQUEST = parse_request({
    "query": "When is the museum open and what does entry cost?",
    "draft": "The museum opens at ten. Dogs are welcome.",
    "sources": [{"id": "a", "content": "The museum opens at nine. It closes at six. Entry costs ten euros."}],
})  # fmt: skip


def answering(system: str, user: str) -> dict[str, Any]:
    """A model that answers each stage's question in its form."""
    del system
    if "Do the sources bear on" in user:
        return {"reasoning": "It does.", "source": 1, "quote": "The museum opens at nine.", "score": 0.9}
    if "Does the answer give what" in user:
        return {"reasoning": "Hardly.", "score": 0.2}
    if "leaves out?" in user:
        point = {"description": "The price.", "source": 1, "quote": "Entry costs ten euros.", "needed": True}
        return {"missing": [point]}
    if "cannot both be true" in user:
        return {"pairs": [{"reasoning": "As the model sees it.", "first": 1, "second": 2}]}
    if "List the claims" in user:
        quotes = ("The museum opens at ten.", "Dogs are welcome.", "Entry is free on Sundays.")
        return {"claims": [{"quote": one, "occurrence": 1, "text": one, "kind": "fact"} for one in quotes]}
    return {"edits": [{"find": "ten", "occurrence": 1, "replacement": "nine", "reason": "The source says nine."}]}


def stages(*names: str, model: Any = None) -> Stages:
    return with_model(RULES, model or ScriptedChatModel(answering), frozenset(names) & EVERY)


def by_model(ready: assembly.Critic) -> set[str]:
    """The stages that the critic's model does."""
    replaced = {one.name for one in fields(Stages) if getattr(ready.stages, one.name) is not getattr(RULES, one.name)}
    return replaced | ({"generation"} if ready.writer else set())


def judged(request: CritiqueRequest = REQUEST, **given: Any):
    verifier = ScriptedVerifier({"opens at ten": believing(0.05, 0.9), "Dogs": believing(0.1)})
    return pipeline.critique(request, verifier=verifier, **given)


def test_what_a_model_finds_stands_in_the_critique_with_who_found_it():
    result = judged(stages=stages(*EVERY))
    assert result.scores.relevance
    assert result.scores.usefulness
    assert (result.scores.relevance.score, result.scores.usefulness.score) == (0.9, 0.2)
    assert [one.quote for one in result.findings.missing] == ["Entry costs ten euros."]
    assert any("As the model sees it." in one.explanation for one in result.findings.conflicts)
    assert {one.stage for one in result.findings.by_model} == {
        "claims", "relevance", "usefulness", "completeness", "contradictions"
    }  # fmt: skip
    assert {one.model for one in result.findings.by_model} == {"scripted model"}
    assert any("“Entry is free on Sundays.” (its words do not stand in the draft)" in line for line in result.skipped)


def test_calls_and_tokens_are_counted_under_the_stage_that_asked():
    result = judged(stages=stages(*EVERY))
    assert result.metadata.run
    costs = {cost.stage: cost for cost in result.metadata.run.costs}
    assert {name: cost.calls for name, cost in costs.items()} == {"claims": 1, "checks": 4}
    assert costs["checks"].prompt_tokens


def test_only_the_stages_that_are_wanted_ask():
    model = ScriptedChatModel(answering)
    result = judged(stages=stages("usefulness", model=model))
    assert len(model.asked) == 1
    assert [one.stage for one in result.findings.by_model] == ["usefulness"]
    plain = judged()
    assert result.scores.relevance == plain.scores.relevance
    assert result.findings.missing == plain.findings.missing
    assert plain.findings.by_model == ()


def test_a_model_that_fails_leaves_the_rules_results_and_a_line_for_each_stage():
    broken = ScriptedChatModel(ModelError("localhost does not answer; start it"))
    result, plain = judged(stages=stages(*EVERY, model=broken)), judged()
    assert result.findings.by_model == ()
    assert result.id == plain.id
    for name in ("claims", "relevance", "usefulness", "completeness", "contradictions"):
        assert any(line.startswith(f"{name}: ") and "done by rules" in line for line in result.skipped), name


def test_a_critique_is_decided_again_without_a_call_and_keeps_who_did_what():
    model = ScriptedChatModel(answering)
    result = judged(stages=stages(*EVERY, model=model))
    asked = len(model.asked)
    again = pipeline.redecide(result)
    assert len(model.asked) == asked
    assert again.id == result.id
    assert again.findings.by_model == result.findings.by_model
    assert again.scores.usefulness == result.scores.usefulness


def test_the_model_corrects_the_draft_and_its_text_is_verified():
    options = REQUEST.options.model_copy(update={"auto_revise": True})
    request = REQUEST.model_copy(update={"options": options})
    verifier = ScriptedVerifier({"opens at ten": believing(0.05, 0.9), "Dogs": believing(0.1)})
    result = pipeline.critique(request, verifier=verifier, stages=stages("revision"))
    assert [hunk.reason for hunk in result.revisions[0].hunks] == ["The source says nine."]
    assert result.revised_draft == "The museum opens at nine. Dogs are welcome."
    assert "revision" in {one.stage for one in result.findings.by_model}
    assert result.metadata.run
    assert {cost.stage: cost.calls for cost in result.metadata.run.costs} == {"revision": 1}


def test_what_failed_in_a_revision_is_told_too():
    options = REQUEST.options.model_copy(update={"auto_revise": True})
    broken = stages("revision", model=ScriptedChatModel(ModelError("gone; start it")))
    result = judged(REQUEST.model_copy(update={"options": options}), stages=broken)
    assert any(line.startswith("revision: ") and "done by rules" in line for line in result.skipped)


def test_no_question_costs_twice(tmp_path):
    model = ScriptedChatModel(answering)
    cached = stages(*EVERY, model=CachedModel(model, AnswerCache(tmp_path / "answers.sqlite3")))
    first = judged(stages=cached)
    asked = len(model.asked)
    second = judged(stages=cached)
    assert len(model.asked) == asked
    assert second.id == first.id
    assert second.findings.by_model == first.findings.by_model
    assert second.metadata.run
    assert second.metadata.run.cache_hits == asked


def test_a_refusal_is_never_asked_whether_it_is_useful():
    model = ScriptedChatModel(answering)
    refusal = REQUEST.model_copy(update={"draft": "I don't have that information."})
    result = judged(refusal, stages=stages("relevance", "usefulness", model=model))
    assert result.abstained
    assert model.asked == []


# --- wiring -------------------------------------------------------------------------------------------------------


def test_stages_without_a_model_are_refused_with_what_to_do():
    with pytest.raises(SettingsError, match=r"llm_stages: relevance need a model; .*qwen3:8b \(llm_model\)"):
        assembly.critic(load_settings({"CLAIMLENS_LLM_STAGES": "relevance"}))


def test_none_is_the_default_and_a_model_alone_asks_nothing():
    assert assembly.critic(load_settings({"CLAIMLENS_LLM_MODEL": "some"})).stages is RULES


@pytest.mark.parametrize("written", ["relevance, revision", "revision,relevance,revision"])
def test_stages_are_written_with_commas(written):
    ready = assembly.critic(load_settings({"CLAIMLENS_LLM_MODEL": "some", "CLAIMLENS_LLM_STAGES": written}))
    assert by_model(ready) == {"relevance", "revision"}


def test_all_names_every_stage():
    ready = assembly.critic(load_settings({"CLAIMLENS_LLM_MODEL": "some", "CLAIMLENS_LLM_STAGES": "all"}))
    assert by_model(ready) == EVERY


def test_an_unknown_stage_is_told_with_those_that_there_are():
    with pytest.raises(SettingsError, match="CLAIMLENS_LLM_STAGES: 'relevnce' is not allowed; allowed are claims, rel"):
        load_settings({"CLAIMLENS_LLM_STAGES": "relevnce"})


# --- the command line ---------------------------------------------------------------------------------------------


@pytest.fixture
def request_file(tmp_path, monkeypatch):
    monkeypatch.setenv("CLAIMLENS_CACHE_PATH", str(tmp_path / "answers.sqlite3"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "request.jsonl"
    path.write_text(REQUEST.model_dump_json() + "\n", encoding="utf-8")
    return path


def test_a_model_is_chosen_on_the_command_line_over_the_environment(request_file, monkeypatch, capfd):
    monkeypatch.setenv("CLAIMLENS_LLM_PROVIDER", "anthropic")
    with misbehaving("prose") as server:
        flags = ["--verifier", "llm", "--llm-provider", "openai", "--llm-base-url", server.url, "--llm-model", "m"]
        assert cli.main(["check", str(request_file), *flags, "--no-cache"]) == 0
        assert server.asked
    written = json.loads(capfd.readouterr().out)
    assert written["verifier"]["spec"] == "llm (openai m)"
    assert not (request_file.parent / "answers.sqlite3").exists()


def test_a_wrong_value_names_its_flag(request_file, capfd):
    assert cli.main(["check", str(request_file), "--llm-provider", "olama"]) == 2
    assert "--llm-provider: 'olama' is not allowed; allowed are ollama, openai, anthropic" in capfd.readouterr().err


def test_no_key_is_taken_from_the_command_line(request_file):
    with pytest.raises(SystemExit):
        cli.main(["check", str(request_file), "--llm-api-key", "secret"])
    with pytest.raises(SettingsError, match="environment only"):
        load_settings({}, {"llm_api_key": "secret"})


def test_a_run_is_cancelled_while_a_slow_server_drips():
    class Enough(Exception):
        pass

    def stop(stage: str, done: float) -> None:
        if told.append(stage) or told.count("verdicts") > 5:
            raise Enough

    told: list[str] = []
    settings = {"CLAIMLENS_VERIFIER": "llm", "CLAIMLENS_LLM_PROVIDER": "openai", "CLAIMLENS_LLM_MODEL": "m"}
    with misbehaving("slow drip") as server, pytest.raises(Enough):
        assembly.critic(load_settings({
            **settings, "CLAIMLENS_LLM_BASE_URL": server.url, "CLAIMLENS_CACHE_ENABLED": "false"
        })).critique(REQUEST, stop)  # fmt: skip


def test_progress_moves_while_an_answer_arrives():
    class Writing(ScriptedChatModel):
        """Writes its answer verdict by verdict, and is looked at in between."""

        def complete(self, system: str, user: str, schema: Any, *, stream: Any = None, cancelled: Any = None):
            for count in (1, 2) if stream else ():
                stream('"status" ' * count)
                cancelled()
            return super().complete(system, user, schema, cancelled=cancelled)

    from critique_core.verifiers.llm import LlmVerifier  # noqa: PLC0415

    told: list[float] = []
    verifier = LlmVerifier(Writing({"verdicts": []}), fallback=EmbeddedVerifier())

    def tell(stage: str, done: float) -> None:
        if stage == "verdicts":
            told.append(done)

    pipeline.critique(REQUEST, verifier=verifier, progress=tell)
    assert told == sorted(told)
    assert any(0.4 < done < 0.6 for done in told)
    assert told.count(1.0) == 1


def test_the_answerer_writes_by_the_model_and_tells_what_that_cost():
    from critique_core.corrective.answering import answer  # noqa: PLC0415
    from critique_core.corrective.generation import ExtractiveGenerator  # noqa: PLC0415
    from critique_core.model_stages import ModelGenerator  # noqa: PLC0415

    class Shelf:
        def search(self, query: str, *, limit: int = 4, **_: Any):
            return REQUEST.sources

    model = ScriptedChatModel({"answer": "The museum opens at nine and entry costs ten euros [1]."})
    result = answer(REQUEST.query, Shelf(), ModelGenerator(model, ExtractiveGenerator()), enable_verification=False)
    assert result.final_response == "The museum opens at nine and entry costs ten euros [1]."
    assert [(cost.stage, cost.calls) for cost in result.costs] == [("draft", 1)]
    assert [one.stage for one in result.by_model] == ["generation"]
