"""The reason of the machine's advice, by the rule of the policy that decides, and what to do."""

import pytest

from components.words.advice import Advice, advice, headline
from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.labels.fold import fold
from critique_core.models import Critique, CritiqueOptions, Gate, PolicyName
from tests.makers.verifiers import ScriptedVerifier, believing

DRAFT = "The lamp is red. The lamp weighs 3 kg. The lamp costs 40 euros. The lamp has a cord."
MEND = "Put right what the issues name (the Revision tab proposes changes), then check it again."


def judged(policy: PolicyName = "calibrated", threshold: float = 0.7, **script: float) -> Critique:
    """The draft with P(supported) of the claims that hold a word; the others are sure."""
    verifier = ScriptedVerifier({word: believing(belief, 0.0) for word, belief in script.items()})
    options = CritiqueOptions(policy=policy, confidence_threshold=threshold)
    sources = (SourceDocument(id="a", content="A lamp."),)
    return critique(CritiqueRequest(draft=DRAFT, sources=sources, options=options), verifier=verifier)


def told(found: Critique) -> Advice:
    advised = advice(found, Gate())
    assert advised is not None
    return advised


def test_a_share_of_failing_claims_above_what_may_fail_is_named_with_both() -> None:
    found = judged(red=0.1, weighs=0.1)
    assert found.recommendation == "reject"
    assert told(found) == (
        "2 of 4 claims are unsupported (50%; at most 30% may be).",
        f"Do not hand it on as it stands. {MEND}",
    )


def test_a_share_of_failing_claims_that_is_just_allowed_is_not_called_too_much() -> None:
    found = judged(red=0.1)
    advised = advice(found, Gate(reject_rate=0.25))
    assert advised is not None
    assert advised.reason == "1 of 4 claims is unsupported."


def test_a_single_failing_claim_is_the_reason_to_try_again() -> None:
    found = judged(red=0.1)
    assert found.recommendation == "retry"
    assert told(found) == ("1 of 4 claims is unsupported.", MEND)


def test_where_nothing_fails_the_confidence_is_the_reason_with_both_figures() -> None:
    found = judged(threshold=0.96)
    assert found.recommendation == "retry"
    assert told(found).reason == "The confidence of 95% is below 96%."


def test_an_accepted_answer_says_that_it_meets_the_rule() -> None:
    found = judged()
    assert found.recommendation == "accept"
    assert told(found).reason == "The confidence reaches the gate and no claim lacks support."


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ("critic", "50% of the checked claims lack support, where less than 30% may."),
        ("draft_critique", "There are 2 issues of high severity."),
        ("grounded", "The confidence of 30% is below 70%."),
    ],
)
def test_each_policy_gives_the_reason_of_its_own_rule(policy: PolicyName, reason: str) -> None:
    assert told(judged(policy, red=0.1, weighs=0.1)).reason == reason


def test_nothing_is_advised_where_nothing_was_measured() -> None:
    assert advice(critique(CritiqueRequest(draft=DRAFT)), Gate()) is None


def test_a_claim_judged_beside_a_part_of_its_sources_is_not_told_as_unchecked() -> None:
    found = judged(red=0.3)
    claims = tuple(
        claim.model_copy(update={"status": "unverified"}) if claim.probability == 0.3 else claim
        for claim in found.claims
    )
    reason = told(found.model_copy(update={"claims": claims, "issues": ()})).reason
    assert "1 claim cannot be called unsupported, as parts of the sources were not read" in reason
    assert "could not be checked" not in reason


def test_an_answer_to_another_question_has_that_as_its_one_reason() -> None:
    source = SourceDocument(id="a", content="Cats are mammals.")
    request = CritiqueRequest(query="What is the boiling point of water?", draft="Cats are mammals.", sources=(source,))
    found = critique(request, verifier=ScriptedVerifier())
    assert found.recommendation == "retry"
    assert told(found).reason == "The query expects a number, and the draft gives none."
    assert headline(found, fold(found, ()), Gate()).title == "Fix: the query expects a number, and the draft gives none"
    assert found.scores.usefulness is not None
    read = found.scores.usefulness.model_copy(
        update={"reasoning": "Read as a whole, the draft does not answer the query."}
    )
    whole = found.model_copy(update={"scores": found.scores.model_copy(update={"usefulness": read})})
    assert headline(whole, fold(whole, ()), Gate()).title == "Fix: the draft does not answer the query"
    [issue] = [issue for issue in found.issues if issue.type == "not_useful"]
    assert issue.description.endswith(
        "“What is the boiling point of water” expects a number, and the draft gives none."
    )


@pytest.mark.parametrize(
    ("source", "title", "tone"),
    [
        ("Water boils at 100 degrees Celsius.", "Refusal, though the sources seem to hold the answer", "attention"),
        ("Cats are mammals.", "Refusal, and rightly: the sources do not hold the answer", "neutral"),
    ],
)
def test_a_refusal_is_named_by_whether_the_sources_hold_the_answer(source: str, title: str, tone: str) -> None:
    sources = (SourceDocument(id="a", title="Water", content=source),)
    request = CritiqueRequest(
        query="At what temperature does water boil?", draft="I can't help with that.", sources=sources
    )
    words = headline(refused := critique(request, verifier=ScriptedVerifier()), fold(refused, ()), Gate())
    assert (words.title, words.tone) == (title, tone)
    assert ("“Water” holds the answer: “Water boils at 100 degrees Celsius.”" in words.detail) == (tone == "attention")


def test_of_several_causes_the_gravest_is_told() -> None:
    found = judged(red=0.1, weighs=0.1, threshold=0.99)
    assert found.recommendation == "reject"
    assert told(found).reason == "2 of 4 claims are unsupported (50%; at most 30% may be)."
