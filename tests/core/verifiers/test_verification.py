"""Asking a verifier about claims that read one source alone, and what is done when there is too much to ask."""

from collections.abc import Sequence

from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, CritiqueRequest, SourceDocument, Verdict, VerificationInput
from critique_core.pipeline import critique, cross_checks
from critique_core.verifiers.run import verify, verify_alone
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

DRAFT = "The port is 8080. The timeout is 60 seconds."
ONE, TWO = SourceDocument(id="one", content="Port: 8080"), SourceDocument(id="two", content="Timeout: 60 seconds")
PORT, TIMEOUT = Claim.of(DRAFT, 0, 17), Claim.of(DRAFT, 18, 44)
REQUEST = CritiqueRequest(draft=DRAFT, sources=(ONE, TWO))


def test_each_claim_reads_its_source_alone_and_claims_of_one_source_go_together():
    verifier = ScriptedVerifier()
    pairs = [(TIMEOUT, ONE), (PORT, TWO), (PORT, ONE), (TIMEOUT, ONE)]
    found = verify_alone(REQUEST, pairs, verifier, lambda _: None)
    assert list(found) == [(TIMEOUT.id, "one"), (PORT.id, "two"), (PORT.id, "one")]
    assert [([source.id for source in asked.sources], len(asked.claims)) for asked in verifier.asked] == [
        (["one"], 2),
        (["two"], 1),
    ]
    for asked in verifier.asked:
        passages = {ranked.passage.source_id for each in asked.candidates for ranked in each.passages}
        assert passages == {asked.sources[0].id}


def test_a_quote_that_is_in_another_source_does_not_count():
    verifier = ScriptedVerifier({"port": believing(0.95, quotes=(("two", "Port: 8080", "supports"),))})
    [verdict] = verify_alone(REQUEST, [(PORT, TWO)], verifier, lambda _: None).values()
    assert verdict.probabilities is None
    assert "in no source" in verdict.failure


def test_how_far_it_has_come_is_told_and_may_end_it():
    told: list[float] = []
    verify_alone(REQUEST, [(PORT, ONE), (PORT, TWO)], ScriptedVerifier(), told.append)
    assert told == [0.0, 0.5]


def test_a_verifier_that_is_away_leaves_verdicts_that_say_so():
    [verdict] = verify_alone(REQUEST, [(PORT, ONE)], UnreachableVerifier(), lambda _: None).values()
    assert "does not answer" in verdict.failure


class WholeDraftVerifier(ScriptedVerifier):
    """Takes all claims of a draft at once, with another's verdicts on them."""

    def __init__(self) -> None:
        super().__init__(name="whole")
        self.alone = ScriptedVerifier({"": believing(0.3)}, name="beside")
        self.given: list[tuple[int, tuple[Verdict, ...]]] = []

    def verify_beside(self, request: VerificationInput, own: Sequence[Verdict]) -> tuple[Verdict, ...]:
        self.given.append((len(request.claims), tuple(own)))
        return tuple(own)


def test_a_verifier_that_takes_a_whole_draft_gets_all_claims_with_anothers_verdicts():
    judge, told = WholeDraftVerifier(), list[float]()
    draft = " ".join(f"The port number {number} is open." for number in range(40))
    asked = CritiqueRequest(draft=draft, sources=(ONE,))
    claims = tuple(claim for claim in extract(draft) if claim.checkable)
    verdicts = verify(asked, claims, SourceIndex((ONE,)).candidates(claims), judge, told.append)
    assert [len(each.claims) for each in judge.alone.asked] == [15, 15, 10]
    assert [(count, [one.claim_id for one in own]) for count, own in judge.given] == [(40, [one.id for one in claims])]
    assert [verdict.claim_id for verdict in verdicts] == [claim.id for claim in claims]
    assert told == sorted(told)
    assert told[-1] == 0.1


def test_nothing_to_ask_asks_nothing():
    verifier = ScriptedVerifier()
    assert verify_alone(REQUEST, [], verifier, lambda _: None) == {}
    assert verifier.asked == []


def test_what_is_beyond_the_limit_is_not_read_alone_and_told_of(monkeypatch):
    old = SourceDocument(id="old", content="A ticket costs 5 euros.")
    new = SourceDocument(id="new", content="A ticket costs 8 euros.")
    asked = CritiqueRequest(draft="A ticket costs 5 euros.", sources=(old, new))
    assert not [line for line in critique(asked).skipped if "contradictions" in line]
    monkeypatch.setattr(cross_checks, "MOST_READ_ALONE", 1)
    assert critique(asked).skipped[-1] == "contradictions: 1 more pairs of a claim and a source were not read"
