"""Claims that reviewers made are verified against the sources like the machine's, each on its own."""

import pytest

from critique_core import critique as check_draft
from critique_core.errors import VerifierUnavailable
from critique_core.models import Claim, Critique, CritiqueRequest, Evidence, SourceDocument, VerifierSpec
from critique_core.new_claims import judge
from critique_core.surgery import reshape
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.core.test_surgery import event

DRAFT = "The gateway times out after 30 seconds and uploads are limited to 100 MB."
SOURCE = "The gateway times out after 60 seconds. Uploads are limited to 100 MB."


@pytest.fixture(scope="module")
def critique() -> Critique:
    return check_draft(CritiqueRequest(draft=DRAFT, sources=(SourceDocument(id="1", content=SOURCE),)))


def halves() -> tuple[Claim, Claim]:
    cut = DRAFT.index("and uploads")
    return Claim.of(DRAFT, 0, cut - 1), Claim.of(DRAFT, cut, len(DRAFT))


def test_each_half_of_a_claim_gets_a_status_of_its_own(critique):
    wrong, right = judge(critique, halves(), verifier=EmbeddedVerifier())
    assert (wrong.status, right.status) == ("contradicted", "supported")
    assert right.verdict is not None
    assert right.verdict.evidence[0].quote == "Uploads are limited to 100 MB."


def test_what_is_said_of_a_claim_does_not_depend_on_those_beside_it(critique):
    together = judge(critique, halves(), verifier=EmbeddedVerifier())
    assert tuple(judge(critique, [one], verifier=EmbeddedVerifier())[0] for one in halves()) == together


def test_evidence_that_a_reviewer_pointed_to_stays(critique):
    cut = DRAFT.index("and uploads")
    new = halves()[0]
    quote = Evidence(source_id="1", start=0, end=11, quote="The gateway", relation="context")
    events = [event("split", cut, cut, critique.claims[0]), event("evidence", 0, 38, new, evidence=(quote,))]
    seen = reshape(critique, events, judge=lambda claims: judge(critique, claims, verifier=EmbeddedVerifier()))
    assert seen.claims[0].verdict is not None
    assert seen.claims[0].verdict.evidence == (quote,)
    assert seen.claims[0].status == "contradicted"


def test_a_verifier_that_is_away_leaves_the_claim_unverified_and_says_so(critique):
    class Away:
        spec = VerifierSpec(spec="away", fingerprint="f")

        def verify(self, _request):
            raise VerifierUnavailable("the server is away")

    [claim] = judge(critique, halves()[:1], verifier=Away())
    assert (claim.status, claim.probability) == ("unverified", None)
    assert claim.verdict is not None
    assert "the server is away" in (claim.verdict.failure or "")
