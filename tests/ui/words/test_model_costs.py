"""What a check cost is given in words, and nothing is told where no model was asked."""

from datetime import UTC, datetime

from components.words.model_costs import cost_lines
from critique_core.models import Escalation, RunMetadata, StageCost


def run(*costs: StageCost, escalation: Escalation | None = None) -> RunMetadata:
    return RunMetadata(started_at=datetime.now(UTC), stages=(), costs=costs, escalation=escalation)


def test_each_stage_tells_its_calls_and_tokens() -> None:
    verdicts = StageCost(stage="verdicts", calls=2, prompt_tokens=4161, completion_tokens=953, cache_hits=1)
    checks = StageCost(stage="checks", calls=1)
    assert cost_lines(run(verdicts, checks)) == [
        "Model, verdicts: 2 calls, 4,161 tokens read, 953 written, 1 answer from the cache",
        "Model, checks: 1 call, 0 tokens read, 0 written",
    ]


def test_tokens_that_a_server_did_not_tell_are_not_made_up() -> None:
    [line] = cost_lines(run(StageCost(stage="verdicts", calls=1, prompt_tokens=None, completion_tokens=None)))
    assert line == "Model, verdicts: 1 call, tokens not told"


def test_what_the_cache_gave_costs_no_call() -> None:
    assert cost_lines(run(StageCost(stage="verdicts", cache_hits=10))) == ["Model, verdicts: 10 answers from the cache"]


def test_a_cascade_tells_what_it_sent_saved_and_agreed_on() -> None:
    part = Escalation(claims=10, sent=2, answered=2, agreed=1, calls_saved=1)
    assert cost_lines(run(escalation=part)) == [
        "Cascade: 2 of 10 claims went to the model, 1 call saved; it agreed with the embedded verifier on 1 of 2"
    ]
    assert cost_lines(run(escalation=Escalation(claims=1, calls_saved=0))) == [
        "Cascade: 0 of 1 claim went to the model, 0 calls saved"
    ]


def test_without_a_model_nothing_is_told() -> None:
    assert cost_lines(run()) == []
