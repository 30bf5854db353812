import pytest

from critique_core.models import Gate, Issue, Scores, VerifiedClaim
from critique_core.scoring import confidence


def claim(status: str, probability: float | None, place: int = 0) -> VerifiedClaim:
    kind = "opinion" if status == "not_checkable" else "fact"
    return VerifiedClaim(
        id=f"c{place}", text="x", start=place, end=place + 1, kind=kind, status=status, probability=probability
    )


def claims(*pairs: tuple[str, float | None]) -> list[VerifiedClaim]:
    return [claim(status, probability, place) for place, (status, probability) in enumerate(pairs)]


def scored(found: list[VerifiedClaim], **fields) -> Scores:
    return confidence.score(found, **({"gate": Gate()} | fields))


def test_an_answer_is_grounded_with_the_product_of_its_claims_probabilities():
    found = claims(("supported", 0.9), ("unsupported", 0.3), ("unverified", None))
    assert confidence.grounded_probability(found) == 0.27
    assert confidence.grounded_probability(claims(*[("supported", 0.95)] * 40)) == 0.1285
    assert confidence.grounded_probability(claims(("unverified", None))) is None


def test_what_was_not_checked_is_left_out_of_every_share():
    scores = scored(claims(("supported", 0.9), ("unverified", None), ("not_checkable", None)))
    assert (scores.hallucination_score, scores.factual_consistency) == (0, 1)
    empty = scored(claims(("unverified", None), ("not_checkable", None)))
    assert (empty.hallucination_score, empty.hallucination_band, empty.factual_consistency) == (None, None, None)


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
def test_there_is_a_reason_when_there_is_nothing_to_measure(found, why, reason):
    assert confidence.reason_for_none(found, **({"abstained": False, "has_sources": True} | why)) == reason


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


def test_the_bands_are_the_gates():
    found = claims(("unsupported", 0.1), ("supported", 0.9))
    assert scored(found, gate=Gate(reject_rate=0.6)).hallucination_band == "regenerate"
    assert scored(found, gate=Gate(regenerate_rate=0.5, reject_rate=0.6)).hallucination_band == "accept"


def test_factual_consistency_counts_what_neither_a_source_nor_the_draft_itself_contradicts():
    found = claims(("contradicted", 0.1), ("unsupported", 0.1), ("supported", 0.9), ("supported", 0.9))
    assert scored(found).factual_consistency == 0.75
    assert scored(found, in_conflict={"c0", "c2", "c9"}).factual_consistency == 0.5


def test_validity_asks_for_no_issue_of_high_severity():
    medium = Issue(type="unsupported", severity=0.6999, description="partly")
    assert confidence.is_valid([])
    assert confidence.is_valid([medium])
    assert not confidence.is_valid([medium, medium.model_copy(update={"severity": 0.7})])
