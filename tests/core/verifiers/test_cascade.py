"""The embedded verifier decides what it is sure of, and a model is asked about the rest only."""

import re
from typing import Any

import pytest

from critique_core import pipeline
from critique_core.errors import ModelError, SettingsError
from critique_core.models import Critique, Escalation, parse_request
from critique_core.verifiers.cascade import CascadeVerifier
from critique_core.verifiers.llm import LlmVerifier
from tests.makers.verifiers import ScriptedChatModel, ScriptedVerifier, believing

SOURCE = "Ada writes code. Bob paints houses. Cem plays chess. Dan bakes bread."
DRAFT = "Ada writes code. Bob paints boats. Cem plays chess. Dan bakes cakes."
SURE = {"Ada": believing(0.97), "Bob": believing(0.03)}
UNSURE = {"Cem": believing(0.4), "Dan": believing(0.6)}


def verdict(number: int, status: str, quote: str = "") -> dict[str, Any]:
    quotes = [{"source": 1, "quote": quote, "relation": "supports"}] if quote else []
    return {"claim": number, "reasoning": "", "quotes": quotes, "status": status, "confidence": 0.9, "lacking": []}


def run(first: ScriptedVerifier, model: ScriptedChatModel, **band: float) -> Critique:
    request = parse_request({"draft": DRAFT, "sources": [{"id": "a", "content": SOURCE}]})
    return pipeline.critique(request, verifier=CascadeVerifier(first, LlmVerifier(model, fallback=first), **band))


def methods(result: Critique) -> list[str]:
    return [claim.verdict.method for claim in result.claims if claim.verdict]


def test_only_what_the_first_is_unsure_of_goes_to_the_model_in_one_call():
    model = ScriptedChatModel({"verdicts": [verdict(1, "supported", "Cem plays chess."), verdict(2, "unsupported")]})
    first = ScriptedVerifier(SURE | UNSURE)
    result = run(first, model)
    assert [claim.status for claim in result.claims] == ["supported", "unsupported", "supported", "unsupported"]
    assert methods(result) == ["typed_comparison", "typed_comparison", "llm_verification", "llm_verification"]
    [(_, user, _)] = model.asked
    assert re.findall(r"(?m)^\d+\. (\w+)", user) == ["Cem", "Dan"]
    assert result.metadata.run.escalation == Escalation(claims=4, sent=2, answered=2, agreed=0, calls_saved=0)
    assert len(first.asked[0].claims) == 4


def test_nothing_unsure_saves_the_call():
    model = ScriptedChatModel({})
    result = run(ScriptedVerifier(SURE | {"Cem": believing(0.8), "Dan": believing(0.19)}), model)
    assert model.asked == []
    assert result.metadata.run.escalation == Escalation(claims=4, calls_saved=1)
    assert result.metadata.run.tokens is None


def test_calls_are_saved_where_only_some_claims_are_sent():
    first, model = ScriptedVerifier(SURE | UNSURE), ScriptedChatModel({"verdicts": [verdict(1, "unsupported")]})
    request = parse_request({"draft": DRAFT, "sources": [{"id": "a", "content": SOURCE}]})
    cascade = CascadeVerifier(first, LlmVerifier(model, fallback=first, most_claims=1))
    result = pipeline.critique(request, verifier=cascade)
    assert len(model.asked) == 2
    assert result.metadata.run.escalation == Escalation(claims=4, sent=2, answered=2, agreed=1, calls_saved=2)


def test_the_band_can_be_set():
    model = ScriptedChatModel({"verdicts": [verdict(1, "unsupported")]})
    result = run(ScriptedVerifier(SURE | UNSURE), model, sure_below=0.5, sure_from=0.7)
    assert result.metadata.run.escalation == Escalation(claims=4, sent=1, answered=1, agreed=0, calls_saved=0)


@pytest.mark.parametrize("band", [(0.8, 0.2), (-0.1, 0.5), (0.5, 1.1)])
def test_a_band_that_is_none_is_refused(band):
    first = ScriptedVerifier()
    behind = LlmVerifier(ScriptedChatModel({}), fallback=first)
    with pytest.raises(SettingsError, match="sure_below"):
        CascadeVerifier(first, behind, sure_below=band[0], sure_from=band[1])


def test_without_the_model_the_first_verifiers_verdicts_stand():
    result = run(ScriptedVerifier(SURE | UNSURE), ScriptedChatModel(ModelError("gone; start it")))
    assert methods(result) == ["typed_comparison"] * 4
    assert any("gone; start it" in line for line in result.skipped)
    assert result.metadata.run.escalation == Escalation(claims=4, sent=2, answered=0, agreed=0, calls_saved=0)


def test_an_unusable_answer_leaves_the_claim_unverified_not_passed():
    result = run(ScriptedVerifier(SURE | {"Cem": believing(0.79), "Dan": believing(0.79)}), ScriptedChatModel({}))
    assert [claim.status for claim in result.claims][2:] == ["unverified", "unverified"]


def test_a_different_band_or_model_is_a_different_verifier():
    first = ScriptedVerifier()

    def fingerprint(name: str = "m", **band: float) -> str:
        return CascadeVerifier(
            first, LlmVerifier(ScriptedChatModel({}, name=name), fallback=first), **band
        ).spec.fingerprint

    assert fingerprint() == fingerprint()
    assert len({fingerprint(), fingerprint("other"), fingerprint(sure_below=0.1)}) == 3
