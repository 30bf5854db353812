"""The laws of a verdict, over sources made by rule: each holds for every source, whatever the weights say."""

import json

import pytest
import regex

from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, Profile, SourceDocument, VerificationInput, VerifiedClaim
from critique_core.scoring.statuses import assign
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers import stated
from tests.makers.places import DATA

CASES = 40
EVERY = 25  # of 1,750 rows of the suites
ABSENT = regex.compile(r"(?:[Nn]o source speaks of|none has the word) ((?:“[^”]+”(?:, )?)+)")
QUOTED = regex.compile(r"“([^”]+)”")
SAYS = regex.compile(r"[Tt]he source says (.+?), the draft says (.+?)(?:[;.]|$)")


def rows() -> list[tuple[str, list[str]]]:
    """Claims of the suites with their sources."""
    lines = [line for path in sorted(DATA.glob("claims_open*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    found = [json.loads(line) for line in lines[::EVERY]]
    return [(row["claim"], [source["content"] for source in row["sources"]]) for row in found]


def judged(text: str, *sources: str) -> VerifiedClaim:
    documents = tuple(SourceDocument(id=f"s{number}", content=source) for number, source in enumerate(sources))
    claims = (Claim.of(text, 0, len(text)),)
    candidates = SourceIndex(documents).candidates(claims)
    request = VerificationInput(query="", draft=text, claims=claims, candidates=candidates, sources=documents)
    return assign(claims, EmbeddedVerifier().verify(request), Profile(), draft=text)[0]


@pytest.mark.parametrize("made", [stated.identifiers, stated.fields, stated.values])
def test_what_no_source_states_is_never_supported_and_what_one_states_is(made):
    for case in made(CASES, seed=5):
        assert judged(case.right, case.source).status == "supported", case
        assert judged(case.wrong, case.source).status != "supported", case


@pytest.mark.parametrize("length", [200, 2000])
def test_an_amount_that_no_source_writes_keeps_a_claim_from_support_however_long_the_sources_are(length: int):
    rest = "The leaflet also says how the tablets are kept and whom to ask. " * (length // 12)
    source = f"Adults take one tablet. Do not take more than 6 tablets (1,200 mg) in 24 hours. {rest}"
    assert judged("The maximum dose is 1,600 mg in 24 hours.", source).status != "supported"


def test_a_reason_is_true():
    for claim, sources in rows():
        verdict = judged(claim, *sources).verdict
        assert verdict is not None
        text = "\n".join(sources).casefold()
        for listed in ABSENT.findall(verdict.reasoning):
            for word in QUOTED.findall(listed):
                assert not regex.search(rf"(?<!\w){regex.escape(word.casefold())}(?!\w)", text), verdict.reasoning
        for theirs, mine in SAYS.findall(verdict.reasoning):
            assert theirs.casefold().strip("“”") in text, verdict.reasoning
            assert mine.casefold().strip("“”") in claim.casefold(), verdict.reasoning
        if "in the same words" in verdict.reasoning:
            assert " ".join(regex.findall(r"\w+", claim.casefold())) in " ".join(regex.findall(r"\w+", text))


def test_a_card_of_a_supported_claim_names_no_missing_value():
    for claim, sources in rows():
        found = judged(claim, *sources)
        assert found.verdict is not None
        if found.status == "supported":
            assert "No source speaks" not in found.verdict.reasoning, found.verdict.reasoning


@pytest.mark.parametrize(
    ("source", "claim", "condition"),
    [
        ("Parking is free after 6 pm; until then it costs 2 euros an hour.", "Parking is free.", "after 6 pm"),
        ("Tickets are $10 for members and $20 for everybody else.", "Tickets are $10.", "for members"),
        ("Shipping is free for orders above 50 euros.", "Shipping is free.", "for orders above 50 euros"),
        ("Refunds are only possible within 14 days and if the seal is whole.", "Refunds are possible within 14 days.",
         "if the seal is whole"),
        ("Breakfast is served on weekdays from 7 to 10.", "Breakfast is served from 7 to 10.", "on weekdays"),
        ("The pool closes at 8 pm in winter and at 10 pm in summer.", "The pool closes at 8 pm.", "winter: 8 pm"),
        ("Dogs are allowed in the garden but not in the house.", "Dogs are allowed.", "but not in the house"),
    ],
)  # fmt: skip
def test_a_claim_that_stops_before_a_condition_is_partly_supported_with_the_condition_named(
    source: str, claim: str, condition: str
):
    found = judged(claim, source)
    assert found.status == "partially_supported"
    assert found.verdict is not None
    assert condition in found.verdict.reasoning
