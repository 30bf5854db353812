"""Every misbehaviour of a server, met by a whole critique: no claim is lost, none passes by default, no key is told."""

import json

import pytest

from critique_core import pipeline
from critique_core.http.json_endpoint import Patience
from critique_core.llm.choice import chat_model
from critique_core.verifiers.cascade import CascadeVerifier
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.llm import LlmVerifier
from tests.makers.fault_server import FAULTS, completion, misbehaving, say, served
from tests.makers.model_server import REQUEST
from tests.makers.verifiers import ScriptedVerifier, believing

KEY = "sk-very-secret-1234"
QUICK = Patience(connect=1.0, read=0.3, whole=0.4, total=2.0, attempts=2, pause=0.01, answer_bytes=2**20)


@pytest.fixture(scope="module")
def plain():
    return pipeline.critique(REQUEST, verifier=EmbeddedVerifier())


def model(url):
    return chat_model("openai", base_url=url, model="m", api_key=KEY, patience=QUICK)


def looked_at(stage, done):
    """Somebody watches: the answer is asked for in pieces."""


@pytest.mark.parametrize("progress", [None, looked_at], ids=["whole", "streamed"])
@pytest.mark.parametrize("fault", FAULTS)
def test_no_claim_is_lost_and_none_passes_by_default(fault, progress, plain):
    with misbehaving(fault) as server:
        verifier = LlmVerifier(model(server.url), fallback=EmbeddedVerifier())
        result = pipeline.critique(REQUEST, verifier=verifier, progress=progress)
        assert server.asked
        assert server.elsewhere == []
    assert [claim.id for claim in result.claims] == [claim.id for claim in plain.claims]
    for claim, before in zip(result.claims, plain.claims, strict=True):
        assert claim.verdict
        if claim.verdict.method == "llm_verification":
            assert (claim.status, bool(claim.verdict.failure)) == ("unverified", True)
        else:
            assert claim.verdict == before.verdict
            assert any(line.startswith("verdicts: embedded judged 3 of 3 claims, as ") for line in result.skipped)
    assert KEY not in result.model_dump_json()


@pytest.mark.parametrize("fault", ["reset in mid-body", "200 with HTML", "prose", "another form"])
def test_nor_in_a_cascade(fault):
    first = ScriptedVerifier({"": believing(0.6)}, name="first")
    with misbehaving(fault) as server:
        verifier = CascadeVerifier(first, LlmVerifier(model(server.url), fallback=first))
        result = pipeline.critique(REQUEST, verifier=verifier, progress=looked_at)
    assert [claim.verdict.method for claim in result.claims if claim.verdict] in (
        ["typed_comparison"] * 3, ["llm_verification"] * 3
    )  # fmt: skip
    for claim in result.claims:
        assert claim.verdict
        assert claim.verdict.failure or claim.verdict.method == "typed_comparison"


def test_a_server_that_answers_whole_although_asked_for_pieces_is_understood():
    quote = {"source": 2, "quote": "API keys expire after 30 days.", "relation": "contradicts"}
    verdicts = [
        {"claim": number, "reasoning": "It does not say so.", "quotes": [quote] if number == 2 else [],
         "status": "contradicted" if number == 2 else "unsupported", "confidence": 0.9, "lacking": []}
        for number in (1, 2, 3)
    ]  # fmt: skip
    body = completion(json.dumps({"verdicts": verdicts}))
    with served(lambda server, caller: say(caller, "200 OK", body)) as server:
        verifier = LlmVerifier(model(server.url), fallback=EmbeddedVerifier())
        result = pipeline.critique(REQUEST, verifier=verifier, progress=looked_at)
        assert len(server.asked) == 1
    assert {claim.verdict.method for claim in result.claims if claim.verdict} == {"llm_verification"}
    assert [claim.status for claim in result.claims][1:] == ["contradicted", "unsupported"]
