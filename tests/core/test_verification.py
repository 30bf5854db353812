"""Asking a verifier about claims that read one source alone, and what is done when there is too much to ask."""

from critique_core import cross_checks
from critique_core.models import Claim, CritiqueRequest, SourceDocument
from critique_core.pipeline import critique
from critique_core.verification import verify_alone
from tests.fakes import ScriptedVerifier, UnreachableVerifier, believing

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
