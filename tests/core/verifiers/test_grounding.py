import pytest

from critique_core.evidence import grounding
from critique_core.models import (
    Claim,
    ClaimCandidates,
    Evidence,
    Probabilities,
    Relation,
    SourceDocument,
    Verdict,
    VerificationInput,
)
from tests.makers.verifiers import believing

DRAFT = "The timeout is 30 seconds."
CLAIM = Claim.of(DRAFT, 0, len(DRAFT))
SOURCE = SourceDocument(id="conf", content="Timeout: 60 seconds")


def asked(*, complete: bool) -> VerificationInput:
    candidates = (ClaimCandidates(claim_id=CLAIM.id, passages=(), complete=complete),)
    return VerificationInput(query="", draft=DRAFT, claims=(CLAIM,), candidates=candidates, sources=(SOURCE,))


@pytest.mark.parametrize(
    ("searched", "judged", "complete"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_a_verdict_is_complete_only_when_all_was_searched_and_all_was_judged(searched, judged, complete):
    request = asked(complete=searched)
    given = believing(0.1)(CLAIM, request).model_copy(update={"complete": judged})
    assert [verdict.complete for verdict in grounding.ground([given], request)] == [complete]


@pytest.mark.parametrize(
    ("supported", "contradicted", "offered", "fails"),
    [
        (0.3, 0.6, "contradicts", True),
        (0.3, 0.6, "supports", False),  # the outcome that it would have backed is not the likeliest
        (0.6, 0.3, "supports", True),
        (0.2, 0.2, "supports", False),  # nothing is offered for "unsupported", so nothing can be missing
    ],
)
def test_an_invented_quote_for_the_likeliest_outcome_fails_the_verdict(
    supported: float, contradicted: float, offered: Relation, *, fails: bool
) -> None:
    claim, source = Claim.of("The pump is red.", 0, 16), SourceDocument(id="s", content="The valve is blue.")
    verdict = Verdict(
        claim_id=claim.id, reasoning="so it says", method="llm_verification",
        probabilities=Probabilities(
            supported=supported, contradicted=contradicted, unsupported=round(1 - supported - contradicted, 4)
        ),
        evidence=(Evidence(source_id="s", quote="Painted in a bright crimson", start=0, end=27, match="exact",
                           relation=offered, score=0.9),),
    )  # fmt: skip
    given = VerificationInput(query="", draft=claim.text, claims=(claim,), candidates=(), sources=(source,))
    [checked] = grounding.ground([verdict], given)
    assert (checked.failure is not None) is fails
