"""Each policy against numbers worked by hand from its seed's formula."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.models import Gate, Issue, PolicyScore, Reflection, Scores, VerifiedClaim
from critique_core.scoring import confidence, policies
from critique_core.scoring.policies import Measures
from tests.makers.rows import each_of

HIGH = Issue(type="incomplete", severity=0.8, description="only on one tier")
MEDIUM = Issue(type="unsupported", severity=0.4, description="partly")
THREE = (("supported", 0.9), ("supported", 0.8), ("unsupported", 0.1))


def claims(*pairs: tuple[str, float | None], disputed: bool = False) -> tuple[VerifiedClaim, ...]:
    return tuple(
        VerifiedClaim(
            id=f"c{place}", text="x", start=place, end=place + 1, status=status, probability=probability,
            kind="opinion" if status == "not_checkable" else "fact", disputed=disputed,
        )
        for place, (status, probability) in enumerate(pairs)
    )  # fmt: skip


def measured(
    *pairs: tuple[str, float | None], disputed: bool = False, scores: dict | None = None, **fields
) -> Measures:
    """Measures of claims with these statuses and probabilities; ``scores`` are set next to those of the claims."""
    found = claims(*pairs, disputed=disputed)
    gate = fields.pop("gate", Gate())
    reason = fields.pop("reason", confidence.reason_for_none(found, abstained=False, has_sources=True))
    figures = confidence.score(found, gate=gate).model_copy(update=scores or {})
    return Measures(claims=found, scores=figures, reason=reason, gate=gate, **fields)


def reflected(relevance: str | None, support: str | None, usefulness: str | None, **fields) -> Measures:
    given = {"relevance": relevance, "support": support, "usefulness": usefulness}
    scores = {
        name: None if verdict is None else Reflection(score=0.5, verdict=verdict, reasoning="-")
        for name, verdict in given.items()
    }
    return measured(("supported", 0.9), scores=scores | fields.pop("scores", {}), **fields)


def answers(score: PolicyScore) -> tuple[float | None, bool, str]:
    return score.confidence, score.is_valid, score.recommendation


def effects(score: PolicyScore) -> dict[str, float]:
    return {term.name: term.effect for term in score.terms}


# --- what holds for all ------------------------------------------------------------------------------------------

statuses = st.sampled_from(["supported", "partially_supported", "unsupported", "contradicted"])
beliefs = st.floats(0, 1).map(lambda value: round(value, 4))
tokens = st.tuples(
    st.sampled_from(["relevant", "irrelevant", None]),
    st.sampled_from(["full", "partial", "none"]),
    st.sampled_from(["useful", "not_useful", None]),
)


@given(st.lists(st.tuples(statuses, beliefs), min_size=1, max_size=30), tokens, st.floats(0, 1) | st.none())
def test_the_effects_of_the_terms_add_up_to_the_confidence(pairs, reflections, accuracy):
    names = ("relevance", "support", "usefulness")
    scores = {
        name: token and Reflection(score=0.5, verdict=token, reasoning="-")
        for name, token in zip(names, reflections, strict=True)
    }
    found = policies.all_of(measured(*pairs, scores=scores | {"citation_accuracy": accuracy}, draft_conflicts=2))
    assert list(found) == ["calibrated", "draft_critique", "critic", "self_rag", "grounded"]
    for score in found.values():
        assert sum(term.effect for term in score.terms) == pytest.approx(score.confidence, abs=1e-4)


@pytest.mark.parametrize("reason", ["no_claims", "no_sources", "nothing_verified"])
def test_with_nothing_to_measure_no_policy_has_a_confidence_or_passes(reason):
    for score in policies.all_of(measured(("unverified", None), reason=reason)).values():
        assert (score.confidence, score.recommendation, score.terms) == (None, "retry", ())


def test_a_refusal_is_valid_and_accepted_by_every_policy_and_only_s1_gives_it_a_number():
    found = policies.all_of(measured(reason="abstained"))
    assert {name: answers(score) for name, score in found.items()} == {
        "calibrated": (None, True, "accept"),
        "draft_critique": (None, True, "accept"),
        "critic": (1.0, True, "accept"),
        "self_rag": (None, True, "accept"),
        "grounded": (None, True, "accept"),
    }


@pytest.mark.parametrize(
    ("pairs", "disputed"),
    [((("supported", 0.95), ("unverified", None)), False), ((("supported", 0.95),), True)],
)
def test_no_policy_accepts_an_answer_with_a_disputed_or_unverified_claim(pairs, disputed):
    full = {
        "relevance": Reflection(score=1, verdict="relevant", reasoning="-"),
        "support": Reflection(score=1, verdict="full", reasoning="-"),
        "usefulness": Reflection(score=1, verdict="useful", reasoning="-"),
    }
    found = policies.all_of(measured(*pairs, disputed=disputed, scores=full))
    assert {score.recommendation for score in found.values()} == {"retry"}
    clean = policies.all_of(measured(("supported", 0.95), scores=full))
    assert {score.recommendation for score in clean.values()} == {"accept"}


# --- calibrated ---------------------------------------------------------------------------------------------------


def calibrated(*pairs: tuple[str, float | None], **fields) -> PolicyScore:
    return policies.calibrated(measured(*pairs, **fields))


def test_calibrated_confidence_is_the_expected_share_of_supported_claims():
    score = calibrated(*THREE, ("unverified", None), ("not_checkable", None))
    assert score.confidence == 0.6
    assert [(term.name, term.value, term.effect) for term in score.terms] == [
        ("c0", 0.9, 0.3),
        ("c1", 0.8, 0.266667),
        ("c2", 0.1, 0.033333),
        ("c3", None, 0.0),
    ]


def test_a_long_correct_answer_is_not_punished_for_its_length():
    assert calibrated(*[("supported", 0.95)] * 40).confidence == 0.95


def test_calibrated_accepts_a_supported_answer_from_the_threshold_on():
    assert calibrated(("supported", 0.9), ("supported", 0.5)).recommendation == "accept"
    assert calibrated(("supported", 0.9), ("supported", 0.5), confidence_threshold=0.71).recommendation == "retry"


def test_one_contradicted_claim_among_many_bars_acceptance():
    score = calibrated(*[("supported", 0.97)] * 19, ("contradicted", 0.02))
    assert score.confidence > 0.9
    assert score.recommendation == "retry"


def test_a_high_issue_makes_the_answer_invalid_and_bars_acceptance():
    assert answers(calibrated(("supported", 0.95), issues=(HIGH,))) == (0.95, False, "retry")
    assert answers(calibrated(("supported", 0.95), issues=(MEDIUM,))) == (0.95, True, "accept")


def test_the_lowest_severity_that_counts_as_high_makes_the_answer_invalid():
    least = HIGH.model_copy(update={"severity": confidence.HIGH_SEVERITY})
    below = HIGH.model_copy(update={"severity": confidence.HIGH_SEVERITY - 0.01})
    assert not policies.calibrated(measured(("supported", 0.9), issues=(least,))).is_valid
    assert policies.calibrated(measured(("supported", 0.9), issues=(below,))).is_valid


def test_a_share_of_hallucinations_on_the_threshold_is_not_rejected():
    pairs = (("unsupported", 0.1), ("supported", 0.9), ("supported", 0.9), ("supported", 0.9))
    assert policies.calibrated(measured(*pairs, gate=Gate(reject_rate=0.25))).recommendation == "retry"
    assert policies.calibrated(measured(*pairs, gate=Gate(reject_rate=0.24))).recommendation == "reject"


def test_low_confidence_is_rejected_only_when_the_attempts_are_used_up():
    pairs = (("partially_supported", 0.45), ("supported", 0.6))
    assert calibrated(*pairs).recommendation == "retry"
    assert calibrated(*pairs, gate=Gate(attempts_used=1)).recommendation == "retry"
    assert calibrated(*pairs, gate=Gate(attempts_used=2)).recommendation == "reject"
    assert calibrated(("unverified", None), gate=Gate(attempts_used=5)).recommendation == "retry"


def test_more_than_three_hallucinations_in_ten_are_rejected_at_once():
    pairs = (*[("unsupported", 0.2)] * 4, *[("supported", 0.99)] * 6)
    assert calibrated(*pairs).recommendation == "reject"
    assert calibrated(*pairs, gate=Gate(reject_rate=0.5)).recommendation == "retry"


# --- draft_critique (S0) ------------------------------------------------------------------------------------------


def test_s0_is_half_the_mean_confidence_and_half_the_verified_share():
    score = policies.draft_critique(measured(*THREE))  # mean 0.6, verified 2 of 3: (0.6 + 0.6667) / 2
    assert score.confidence == 0.6333
    assert effects(score) == {"mean confidence": 0.3, "verified share": 0.333333}


def test_s0_a_partly_supported_claim_is_not_verified():
    score = policies.draft_critique(measured(("supported", 1.0), ("partially_supported", 0.4)))
    assert score.confidence == 0.6  # (0.7 + 0.5) / 2


def test_s0_is_valid_without_a_high_issue_whatever_the_confidence():
    assert answers(policies.draft_critique(measured(("unsupported", 0.4), issues=(MEDIUM,)))) == (0.2, True, "accept")
    assert answers(policies.draft_critique(measured(("supported", 1.0), issues=(HIGH,)))) == (1.0, False, "retry")


# --- critic (S1) --------------------------------------------------------------------------------------------------


def test_s1_weighs_hallucination_citations_and_consistency():
    pairs = (("contradicted", 0.1), *[("supported", 0.9)] * 3)  # hallucination 0.25, one contradiction
    score = policies.critic(measured(*pairs, scores={"citation_accuracy": 0.75}))
    assert effects(score) == {"no hallucination": 0.3, "citation accuracy": 0.3, "consistency": 0.16}
    assert answers(score) == (0.76, True, "accept")


def test_s1_counts_no_marker_as_accurate_citations():
    score = policies.critic(measured(("supported", 0.9)))
    assert effects(score) == {"no hallucination": 0.4, "citation accuracy": 0.4, "consistency": 0.2}


def test_s1_takes_two_tenths_of_consistency_for_each_conflict_and_for_a_short_answer():
    def consistency(**fields) -> float:
        return policies.critic(measured(("supported", 0.9), **fields)).terms[2].value

    assert consistency(draft_conflicts=2) == 0.6
    assert consistency(draft_conflicts=7) == 0.0
    assert consistency(draft_length=49) == 0.8
    assert consistency(draft_length=49, sources=0) == 1.0
    assert consistency(draft_length=50) == 1.0


@pytest.mark.parametrize(
    ("bad", "of", "accuracy", "valid"),
    [
        (2, 10, 0.7, True),
        (3, 10, 1.0, False),  # a hallucination score of 0.3 is not below 0.3
        (0, 10, 0.69, False),
        (2, 10, None, True),
    ],
)
def test_s1_is_valid_inside_its_thresholds(bad, of, accuracy, valid):
    pairs = (*[("unsupported", 0.1)] * bad, *[("supported", 0.9)] * (of - bad))
    score = policies.critic(measured(*pairs, scores={"citation_accuracy": accuracy}))
    assert (score.is_valid, score.recommendation) == (valid, "accept" if valid else "retry")


def test_s1_asks_for_a_confidence_of_six_tenths():
    strict = Gate(overall_confidence_threshold=0.99)
    measures = measured(("supported", 0.9), draft_length=10)  # 0.4 + 0.4 + 0.16
    assert answers(policies.critic(measures)) == (0.96, True, "accept")
    assert not policies.critic(measured(("supported", 0.9), draft_length=10, gate=strict)).is_valid


# --- self_rag (S2) ------------------------------------------------------------------------------------------------


@each_of(
    ("tokens", "factual", "conversational"),
    [
        (("relevant", "full", "useful"), 1.0, 1.0),
        (("relevant", "partial", "useful"), 0.8, 0.85),
        (("relevant", "partial", "not_useful"), 0.5, 0.35),
        (("relevant", "none", "not_useful"), 0.29, 0.2),
        (("irrelevant", "none", "useful"), 0.29, 0.29),
        (("relevant", "none", "useful"), 0.29, 0.29),
        (("irrelevant", "full", "useful"), 0.49, 0.49),
        (("irrelevant", "none", "not_useful"), 0.0, 0.0),
        (("irrelevant", "full", "not_useful"), 0.4, 0.3),
    ],
)
def test_s2_weighs_relevance_support_and_usefulness_by_the_query_type(tokens, factual, conversational):
    assert policies.self_rag(reflected(*tokens)).confidence == factual
    chat = reflected(*tokens, scores={"query_type": "conversational"})
    assert policies.self_rag(chat).confidence == conversational


def test_s2_what_its_own_tests_hold_below_a_bound_has_a_term_that_says_so():
    assert effects(policies.self_rag(reflected("relevant", "none", "useful")))["no support, at most 0.29"] == -0.31
    assert effects(policies.self_rag(reflected("irrelevant", "full", "useful")))["no relevance, at most 0.49"] == -0.21
    assert list(effects(policies.self_rag(reflected("irrelevant", "none", "not_useful")))) == [
        "relevance", "support", "usefulness"
    ]  # fmt: skip


def test_s2_a_check_that_did_not_run_leaves_its_weight_to_the_others():
    score = policies.self_rag(reflected(None, "partial", None))
    assert (score.confidence, effects(score)) == (0.5, {"relevance": 0.0, "support": 0.5, "usefulness": 0.0})
    assert score.terms[0].value is None
    assert policies.self_rag(reflected("relevant", "full", None)).confidence == 1.0


def test_s2_without_a_support_check_there_is_no_confidence():
    assert answers(policies.self_rag(reflected("relevant", None, "useful"))) == (None, False, "retry")


@pytest.mark.parametrize(
    ("tokens", "query_type", "recommendation"),
    [
        (("relevant", "full", "useful"), "factual", "accept"),
        (("relevant", "partial", "useful"), "factual", "retry"),  # 0.8, but not fully supported
        (("relevant", "full", "not_useful"), "conversational", "retry"),  # 0.5
        (("irrelevant", "full", "not_useful"), "conversational", "reject"),  # 0.3, and support is not the fault
        (("irrelevant", "none", "not_useful"), "factual", "retry"),
    ],
)
def test_s2_recommends_by_confidence_and_support(tokens, query_type, recommendation):
    measures = reflected(*tokens, scores={"query_type": query_type})
    assert policies.self_rag(measures).recommendation == recommendation


def test_s2_rejects_when_two_retries_did_not_help():
    none = ("irrelevant", "none", "not_useful")
    assert policies.self_rag(reflected(*none, gate=Gate(attempts_used=1))).recommendation == "retry"
    assert policies.self_rag(reflected(*none, gate=Gate(attempts_used=2))).recommendation == "reject"


def test_s2_is_valid_at_the_threshold_without_a_high_issue():
    assert policies.self_rag(reflected("relevant", "partial", "useful")).is_valid
    assert not policies.self_rag(reflected("relevant", "partial", "useful", issues=(HIGH,))).is_valid
    assert not policies.self_rag(reflected("relevant", "partial", "useful", confidence_threshold=0.81)).is_valid


# --- grounded (S4) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statuses", "confidence", "recommendation"),
    [
        (["supported"] * 4 + ["unsupported"], 0.7, "accept"),  # 0.8 - 0.1: the answer's own rule, whatever our issues
        (["supported"] * 3 + ["contradicted"], 0.65, "retry"),  # 0.75 - 0.1
        (["supported"] * 2 + ["partially_supported"], 0.7667, "accept"),  # 0.6667 + 0.1
        (["supported"] * 8 + ["unsupported"] * 2, 0.6, "retry"),  # 0.8 - 0.2
        (["supported"] * 5, 1.0, "accept"),  # 1 + 0.1, kept at 1
        (["unsupported"] * 3, 0.0, "retry"),  # 0 - 0.3, kept at 0
        (["partially_supported"] * 2, 0.1, "retry"),
    ],
)
def test_s4_is_the_supported_share_with_penalty_and_bonus(statuses, confidence, recommendation):
    score = policies.grounded(measured(*[(status, 0.5) for status in statuses]))
    assert (score.confidence, score.recommendation) == (confidence, recommendation)
    assert score.is_valid == (confidence >= 0.7)


def test_s4_shows_what_the_limits_took_away():
    assert effects(policies.grounded(measured(("supported", 0.9)))) == {
        "supported share": 1.0, "unsupported claims": 0.0, "nothing unsupported": 0.1, "kept within 0 and 1": -0.1,
    }  # fmt: skip


def test_s4_rejects_when_the_attempts_are_used_up():
    low = (("supported", 0.9), ("unsupported", 0.1))
    assert policies.grounded(measured(*low, gate=Gate(attempts_used=2))).recommendation == "reject"


def test_without_scores_the_measures_still_hold():
    assert policies.critic(Measures(claims=claims(("supported", 0.9)), scores=Scores())).confidence == 1.0
