import pytest

from critique_core.evidence import grounding
from critique_core.models import Claim, ClaimCandidates, SourceDocument, VerificationInput
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
