"""Shares that only compare: "40 % as many" gives no share of its own."""

import pytest

from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, SourceDocument, Verdict, VerificationInput
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.alignments import outcomes

BISCUITS = "Those who had been ignored ate twice as many biscuits as those who had been included."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The share was 40% as of March 2023.", "The share was 30% as of March 2023."),
        ("Sales grew 40% as expected.", "Sales grew 30% as expected."),
    ],
)
def test_another_share_in_the_place_of_the_claims_conflicts(claim: str, source: str) -> None:
    assert outcomes(claim, source)[0] == "conflicts"


def _verdict(claim: str, source: str) -> Verdict:
    claims, sources = (Claim.of(claim, 0, len(claim)),), (SourceDocument(id="s", content=source),)
    candidates = SourceIndex(sources).candidates(claims)
    request = VerificationInput(query="", draft=claim, claims=claims, candidates=candidates, sources=sources)
    return EmbeddedVerifier().verify(request)[0]


def test_a_value_that_nothing_was_compared_with_decides_nothing_and_is_in_no_same_words() -> None:
    verdict = _verdict("Those who had been included had half as many biscuits.", BISCUITS)
    assert not verdict.findings
    assert verdict.method in ("nli", "lexical_alignment")
    assert "same words" not in verdict.reasoning


def test_a_value_that_conflicts_decides_by_typed_comparison() -> None:
    assert _verdict("Teams pay 40 pounds for it.", "Teams pay 14 pounds for it.").method == "typed_comparison"
