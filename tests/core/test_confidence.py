import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core import confidence
from critique_core.confidence import Gate
from critique_core.models import Issue, Scores, VerifiedClaim


def claim(status: str, probability: float | None, place: int = 0) -> VerifiedClaim:
    kind = "opinion" if status == "not_checkable" else "fact"
    return VerifiedClaim(
        id=f"c{place}", text="x", start=place, end=place + 1, kind=kind, status=status, probability=probability
    )


def claims(*pairs: tuple[str, float | None]) -> list[VerifiedClaim]:
    return [claim(status, probability, place) for place, (status, probability) in enumerate(pairs)]


def scored(found: list[VerifiedClaim], issues: tuple[Issue, ...] = (), *, gate: Gate | None = None, **why) -> Scores:
    reason = confidence.reason_for_none(found, **({"abstained": False, "has_sources": True} | why))
    return confidence.score(found, issues, reason=reason, confidence_threshold=0.7, gate=gate or Gate())


def recommendation(found: list[VerifiedClaim], *issues: Issue, gate: Gate | None = None, **why) -> str:
    return scored(found, issues, gate=gate, **why).by_policy["calibrated"].recommendation


def test_confidence_is_the_expected_share_of_supported_claims():
    found = claims(("supported", 0.9), ("supported", 0.8), ("unsupported", 0.1))
    assert scored(found).by_policy["calibrated"].confidence == 0.6


def test_a_long_correct_answer_is_not_punished_for_its_length():
    many = claims(*[("supported", 0.95)] * 40)
    assert scored(many).by_policy["calibrated"].confidence == 0.95
    assert confidence.grounded_probability(many) == 0.95


def test_an_answer_is_as_grounded_as_its_weakest_claim():
    found = claims(("supported", 0.9), ("unsupported", 0.3), ("unverified", None))
    assert confidence.grounded_probability(found) == 0.3
    assert confidence.grounded_probability(claims(("unverified", None))) is None


def test_what_was_not_checked_is_left_out_of_every_mean():
    found = claims(("supported", 0.9), ("unverified", None), ("not_checkable", None))
    scores = scored(found)
    assert scores.by_policy["calibrated"].confidence == 0.9
    assert scores.hallucination_score == 0
    assert [(term.name, term.value, term.effect) for term in scores.by_policy["calibrated"].terms] == [
        ("c0", 0.9, 0.9),
        ("c1", None, 0.0),
    ]


@given(st.lists(st.floats(0, 1).map(lambda value: round(value, 4)), min_size=1, max_size=30))
def test_the_effects_of_the_terms_add_up_to_the_confidence(beliefs):
    calibrated = scored(claims(*[("supported", belief) for belief in beliefs])).by_policy["calibrated"]
    assert sum(term.effect for term in calibrated.terms) == pytest.approx(calibrated.confidence, abs=1e-4)


@pytest.mark.parametrize(
    ("found", "why", "reason"),
    [
        ([], {}, "no_claims"),
        (claims(("not_checkable", None)), {}, "no_claims"),
        (claims(("not_checkable", None)), {"abstained": True}, "abstained"),
        (claims(("unverified", None)), {"has_sources": False}, "no_sources"),
        (claims(("unverified", None)), {}, "nothing_verified"),
        (claims(("unverified", None), ("supported", 0.9)), {}, None),
    ],
)
def test_confidence_is_none_with_a_reason_when_there_is_nothing_to_measure(found, why, reason):
    assert confidence.reason_for_none(found, **({"abstained": False, "has_sources": True} | why)) == reason
    calibrated = scored(found, **why).by_policy["calibrated"]
    assert (calibrated.confidence is None) == (reason is not None)
    if reason:
        assert calibrated.terms == ()
        assert calibrated.recommendation == ("accept" if reason == "abstained" else "retry")


def test_a_refusal_is_grounded_and_nothing_else_is_without_evidence():
    assert confidence.is_grounded([], None, "abstained") is True
    assert confidence.is_grounded([], None, "no_claims") is None
    assert confidence.is_grounded(claims(("unverified", None)), None, "no_sources") is None


def test_an_unverified_claim_can_make_a_draft_ungrounded_but_not_grounded():
    good = claims(("supported", 0.9), ("unverified", None))
    bad = claims(("unsupported", 0.1), ("unverified", None))
    assert confidence.is_grounded(good, confidence.grounded_probability(good), None) is None
    assert confidence.is_grounded(bad, confidence.grounded_probability(bad), None) is False
    assert confidence.is_grounded(good[:1], 0.9, None) is True


@pytest.mark.parametrize(
    ("value", "level"),
    [
        (1.0, "high"),
        (0.9, "high"),
        (0.8999, "medium"),
        (0.7, "medium"),
        (0.5, "low"),
        (0.4999, "very_low"),
        (None, None),
    ],
)
def test_levels_are_s4s(value, level):
    assert confidence.level(value) == level


@pytest.mark.parametrize(
    ("bad", "band"), [(0, "accept"), (1, "accept"), (2, "regenerate"), (3, "regenerate"), (4, "reject")]
)
def test_hallucination_bands_are_s2s(bad, band):
    found = claims(*[("unsupported", 0.1)] * bad, *[("supported", 0.95)] * (10 - bad))
    assert scored(found).hallucination_score == bad / 10
    assert scored(found).hallucination_band == band


def test_factual_consistency_counts_what_no_source_contradicts():
    found = claims(("contradicted", 0.1), ("unsupported", 0.1), ("supported", 0.9), ("supported", 0.9))
    assert scored(found).factual_consistency == 0.75


def test_the_gate_accepts_a_supported_answer():
    assert recommendation(claims(("supported", 0.9), ("supported", 0.7))) == "accept"


def test_an_unverified_claim_bars_acceptance():
    assert recommendation(claims(("supported", 0.95), ("unverified", None))) == "retry"


def test_one_contradicted_claim_among_many_bars_acceptance():
    found = claims(*[("supported", 0.97)] * 19, ("contradicted", 0.02))
    assert scored(found).by_policy["calibrated"].confidence > 0.9
    assert recommendation(found) == "retry"


def test_a_high_issue_makes_the_draft_invalid_and_bars_acceptance():
    high = Issue(type="incomplete", severity=0.8, description="only on one tier")
    medium = Issue(type="unsupported", severity=0.4, description="partly")
    found = claims(("supported", 0.95))
    assert recommendation(found, high) == "retry"
    assert not scored(found, (high,)).by_policy["calibrated"].is_valid
    assert recommendation(found, medium) == "accept"


def test_low_confidence_is_rejected_only_when_the_attempts_are_used_up():
    found = claims(("partially_supported", 0.45), ("supported", 0.6))
    assert recommendation(found) == "retry"
    assert recommendation(found, gate=Gate(attempts_used=1)) == "retry"
    assert recommendation(found, gate=Gate(attempts_used=2)) == "reject"


def test_more_than_three_hallucinations_in_ten_are_rejected_at_once():
    found = claims(*[("unsupported", 0.2)] * 4, *[("supported", 0.99)] * 6)
    assert recommendation(found) == "reject"
    assert recommendation(found, gate=Gate(reject_rate=0.5)) == "retry"


def test_no_confidence_is_never_turned_into_a_reject_by_attempts():
    assert recommendation(claims(("unverified", None)), gate=Gate(attempts_used=5)) == "retry"
