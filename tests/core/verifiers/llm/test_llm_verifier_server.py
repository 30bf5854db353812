"""A real server whose model talks nonsense: whatever it answers, no claim is lost and none passes by default."""

import socket

import pytest

from critique_core import pipeline
from critique_core.http.json_endpoint import Patience
from critique_core.llm.choice import chat_model
from critique_core.model_stages import with_model
from critique_core.models import Critique
from critique_core.runs.answer_cache import AnswerCache
from critique_core.verifiers.cascade import CascadeVerifier
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.llm import LlmVerifier
from tests.makers.model_server import MODEL, REQUEST, model_server  # noqa: F401 - a fixture
from tests.makers.verifiers import ScriptedVerifier, believing


def passed_by_the_model(result: Critique) -> list[str]:
    return [
        claim.text
        for claim in result.claims
        if claim.status == "supported" and claim.verdict and claim.verdict.method == "llm_verification"
    ]


@pytest.fixture(scope="module")
def nonsense(model_server):  # noqa: F811
    return chat_model("openai", base_url=model_server, model=MODEL, answer_tokens=300)


def test_no_claim_is_lost_and_none_passes_for_nonsense(nonsense, tmp_path):
    cache = AnswerCache(tmp_path / "answers.sqlite3")
    plain = pipeline.critique(REQUEST, verifier=EmbeddedVerifier())
    result = pipeline.critique(REQUEST, verifier=LlmVerifier(nonsense, fallback=EmbeddedVerifier(), cache=cache))
    assert [claim.id for claim in result.claims] == [claim.id for claim in plain.claims]
    assert all(claim.verdict for claim in result.claims if claim.checkable)
    assert passed_by_the_model(result) == []
    calls = [cost.calls for cost in result.metadata.run.costs if cost.stage == "verdicts"]
    assert calls
    assert 1 <= calls[0] <= 4


def test_what_the_server_says_is_read_and_found_wanting(nonsense):
    """Answers that hold no JSON would be refused without being read, and this file would show nothing."""
    result = pipeline.critique(REQUEST, verifier=LlmVerifier(nonsense, fallback=EmbeddedVerifier()))
    failures = [claim.verdict.failure for claim in result.claims if claim.verdict and claim.verdict.failure]
    assert len(failures) == 3
    assert not [one for one in failures if "JSON" in one]
    assert {claim.status for claim in result.claims} == {"unverified"}
    assert not [line for line in result.skipped if "could not be used: http" in line]


def test_progress_comes_with_the_text_of_the_answer(nonsense):
    told: list[float] = []
    verifier = LlmVerifier(nonsense, fallback=EmbeddedVerifier())
    pipeline.critique(
        REQUEST, verifier=verifier, progress=lambda stage, done: told.append(done) if stage == "verdicts" else None
    )
    assert any(0 < done < 1 for done in told)


def test_stages_by_a_model_of_nonsense_leave_what_the_rules_found(nonsense):
    names = frozenset(("claims", "relevance", "usefulness", "completeness", "contradictions"))
    plain = pipeline.critique(REQUEST, verifier=EmbeddedVerifier())
    result = pipeline.critique(REQUEST, verifier=EmbeddedVerifier(), stages=with_model(pipeline.RULES, nonsense, names))
    assert [claim.status for claim in result.claims] == [claim.status for claim in plain.claims]
    assert result.scores == plain.scores
    assert {line.partition(":")[0] for line in result.skipped if "done by rules" in line} >= names - {"claims"}
    assert result.metadata.run
    assert {cost.stage for cost in result.metadata.run.costs} == {"claims", "checks"}


def test_a_cascade_loses_none_either(nonsense):
    first = ScriptedVerifier({"": believing(0.5)})
    result = pipeline.critique(REQUEST, verifier=CascadeVerifier(first, LlmVerifier(nonsense, fallback=first)))
    assert all(claim.verdict for claim in result.claims if claim.checkable)
    assert passed_by_the_model(result) == []
    assert result.metadata.run.escalation
    assert result.metadata.run.escalation.sent == 3


def test_a_server_that_is_not_there_leaves_the_embedded_verdicts():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listened on: whoever connects is refused
        gone = chat_model("ollama", base_url=f"http://127.0.0.1:{taken.getsockname()[1]}", model="none",
                          patience=Patience(attempts=1))  # fmt: skip
        result = pipeline.critique(REQUEST, verifier=LlmVerifier(gone, fallback=EmbeddedVerifier()))
    plain = pipeline.critique(REQUEST, verifier=EmbeddedVerifier())
    assert [claim.verdict for claim in result.claims] == [claim.verdict for claim in plain.claims]
    assert any("cannot be reached" in line for line in result.skipped)
