"""A claim that denies something is judged by what it denies too."""

import pytest

from benchmarks.claim_suite import judge
from critique_core.evidence.index import SourceIndex
from critique_core.language.denial import affirmative, denied_limit
from critique_core.models import Claim, Probabilities, SourceDocument, VerificationInput
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.embedded.denied_claims import as_limit, beside_denied, denied_statement
from tests.makers.rows import each_of


@each_of(
    ("sentence", "affirmed"),
    [
        ("The yard is not open on Thursdays.", "The yard is open on Thursdays."),
        ("The fee does not cover lunch.", "The fee covers lunch."),
        ("They don't serve soup.", "They serve soup."),
        ("Dogs cannot enter.", "Dogs can enter."),
        ("It did not rain.", "It rained."),
        ("If it rains, the tour is not held.", "If it rains, the tour is held."),
        ("The fee covers lunch.", None),
        ("The tour is not only for members.", None),
        ("Arthritis is not limited to the spine.", None),
        ("The gate does not open until nine.", None),
        ("Not all rooms have a view.", None),
        ("Is the yard not open?", None),
    ],
)
def test_the_negation_of_a_main_verb_is_taken_out(sentence: str, affirmed: str | None):
    assert affirmative(sentence) == affirmed


@each_of(
    "text",
    [
        "The hotel does not offer parking or Wi-Fi.",
        "The passages do not say how long the eggs boil.",
        "The tour is not held on days on which the wind blows so hard that the ferry over here has to stay in harbour.",
    ],
)
def test_what_says_more_than_one_denial_is_read_alone(text: str):
    assert denied_statement(Claim.of(text, 0, len(text))) is None


def _stands(supported: float, contradicted: float) -> Probabilities:
    return Probabilities(
        supported=supported, contradicted=contradicted, unsupported=round(1.0 - supported - contradicted, 4)
    )


def test_a_claim_loses_to_contradicted_what_speaks_for_the_statement_it_denies():
    supported, contradicted = beside_denied(0.9, 0.05, _stands(0.9, 0.05))
    assert (supported, contradicted) == (pytest.approx(0.5), pytest.approx(0.45))


def test_by_what_speaks_against_the_statement_nothing_is_gained():
    assert beside_denied(0.5, 0.3, _stands(0.1, 0.8)) == (0.5, 0.3)


def test_a_claim_loses_half_to_unsupported_where_the_statement_it_denies_is_unsaid():
    assert beside_denied(0.5, 0.1, _stands(0.1, 0.1)) == (pytest.approx(0.3333), 0.1)


def test_where_nothing_is_more_likely_than_not_nothing_follows():
    assert beside_denied(0.7, 0.1, _stands(0.3, 0.3)) == (0.7, 0.1)


@each_of(
    ("claim", "source", "status"),
    [
        ("The cafe doesn't serve alcohol.", "We serve beer, wine and soft drinks.", "contradicted"),
        ("admin.example is not an allowed origin.", "allowed_origins: [shop.example, admin.example]", "contradicted"),
        ("The warranty does not cover water damage.", "The warranty excludes water damage.", "supported"),
        ("Mara did not sign the lease.", "Mara Hoff refused to sign the lease.", "supported"),
    ],
)
def test_a_denial_is_judged_by_what_it_denies(claim: str, source: str, status: str):
    assert judge({"claim": claim, "sources": [{"id": "s", "content": source}]}).status == status


def test_the_reason_names_the_statement_that_is_denied():
    source = {"id": "s", "content": "We serve beer, wine and soft drinks."}
    verdict = judge({"claim": "The cafe doesn't serve alcohol.", "sources": [source]}).verdict
    assert verdict is not None
    assert verdict.reasoning.startswith("The sources support what this denies, “The cafe serves alcohol”: ")


def test_shared_words_alone_know_no_denial():
    source = SourceDocument(id="s", content="The yard is open on Thursdays.")
    text = "The yard is not open on Thursdays."
    claims = (Claim.of(text, 0, len(text)),)
    candidates = SourceIndex((source,)).candidates(claims)
    request = VerificationInput(query="", draft=text, claims=claims, candidates=candidates, sources=(source,))
    for evidence, denied in ((("alignment",), False), (("typed", "alignment"), True)):
        [judged] = EmbeddedVerifier(evidence).judged(request)
        assert (judged.denied is not None) is denied


@each_of(
    ("claim", "told"),
    [
        ("Stallholders cannot set up before 7 am.", "Stallholders can set up from 7 am."),
        ("Entries are not accepted after 15 May.", "Entries are accepted until 15 May."),
        ("The doors do not open until 18:30.", "The doors open from 18:30."),
        ("Visitors mustn't arrive before 3 pm.", "Visitors may arrive from 3 pm."),
        ("It did not happen before 1990.", None),
        ("Dogs are not allowed.", None),
        ("Who cannot come before 7 am?", None),
    ],
)
def test_a_denied_limit_is_told_as_the_limit(claim: str, told: str | None):
    found = denied_limit(claim)
    assert (found and found[0]) == told


def test_a_limit_that_no_source_has_stays_denied():
    claim = Claim.of("The office is not open before 10:00.", 0, 36)
    for content, told in (("It opens at 8:30.", claim.text), ("It opens at 10:00.", "The office is open from 10:00.")):
        (candidates,) = SourceIndex((SourceDocument(id="s", content=content),)).candidates((claim,))
        assert as_limit(claim, candidates).text == told
