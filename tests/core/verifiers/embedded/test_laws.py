"""The laws of a verdict, over sources made by rule: each holds for every source, whatever the weights say."""

import json

import pytest
import regex

from critique_core.evidence.index import SourceIndex
from critique_core.examples import load_examples
from critique_core.models import Claim, CritiqueRequest, SourceDocument, VerificationInput
from critique_core.pipeline import critique
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers import stated
from tests.makers.judged import judged
from tests.makers.options import STATUSES_ALONE
from tests.makers.places import DATA
from tests.makers.rows import each_of

CASES = 40
EVERY = 25  # of 1,750 rows of the suites
ABSENT = regex.compile(r"(?:[Nn]o source speaks of|none has the words?) ((?:“[^”]+”(?:, )?)+)")
AMOUNTS = frozenset(("quantity", "currency", "percentage", "date"))
FIGURES = regex.compile(r"\d+(?:[.,]\d+)*")
JUDGED = regex.compile(r"in other words|say otherwise|do not back")
NAMED_FOUR = (
    "The chess club meets in four rooms.",
    ["The chess club meets in rooms A, B, C and D. Four cups are there."],
)
QUOTED = regex.compile(r"“([^”]+)”")
SAYS = regex.compile(r"[Tt]he source says (.+?), the draft says (.+?)(?:[;.]|$)")


def rows() -> list[tuple[str, list[str]]]:
    """Claims of the suites with their sources."""
    lines = [line for path in sorted(DATA.glob("claims_open*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    found = [json.loads(line) for line in lines[::EVERY]]
    return [(row["claim"], [source["content"] for source in row["sources"]]) for row in found]


def test_a_condition_left_out_lowers_a_claim_of_which_all_the_rest_is_certain():
    sources = (SourceDocument(id="s", content="Entry is free for members. The shop opens at nine."),)
    claims = (Claim.of("Entry is free.", 0, 14),)
    candidates = SourceIndex(sources).candidates(claims)
    request = VerificationInput(query="", draft=claims[0].text, claims=claims, candidates=candidates, sources=sources)
    (alone,) = EmbeddedVerifier().judged(request)
    assert alone.judge(30.0).supported < 0.5


@pytest.mark.parametrize("made", [stated.identifiers, stated.fields, stated.values])
def test_what_no_source_states_is_never_supported_and_what_one_states_is(made):
    for case in made(CASES, seed=5):
        assert judged(case.right, case.source).status == "supported", case
        assert judged(case.wrong, case.source).status != "supported", case


@each_of("number", range(1, 7))
@each_of("beside", ["30 seconds", "90 seconds"])
def test_what_a_source_says_word_for_word_is_supported_beside_an_error(number, beside):
    source = f"Gateway {number} times out after 60 seconds. It was built in 1999."
    draft = f"Gateway {number} times out after {beside}. It was built in 1999."
    sources = (SourceDocument(id="s", content=source),)
    request = CritiqueRequest(query="", draft=draft, sources=sources, options=STATUSES_ALONE)
    wrong, copied = critique(request, verifier=EmbeddedVerifier()).claims
    assert (wrong.status, copied.status) == ("contradicted", "supported")


@each_of("number", range(1, 41))
def test_what_a_source_says_word_for_word_is_supported_among_many_lines_like_it(number):
    lines = [f"Room {one} on floor {one % 7} has {10 + one} seats." for one in range(1, 201)]
    assert judged(lines[number - 1], "\n".join(lines)).status == "supported"


_SAME = [
    ("The film lasts 90 minutes.", "The film lasts an hour and a half."),
    ("The climb takes an hour and a half.", "The climb takes 1.5 hours."),
    ("The tank holds 2,500 ml of water.", "The tank holds 2.5 litres of water."),
    ("Twelve volunteers cleaned the pond.", "12 volunteers cleaned the pond."),
    ("The grant is 1.5 million euros.", "The grant is €1,500,000."),
    ("The ferry leaves at 8 pm.", "The ferry leaves at 20:00."),
]


@pytest.mark.parametrize(("claim", "source"), _SAME)
def test_a_sentence_whose_values_alone_are_in_another_form_is_supported(claim: str, source: str):
    assert judged(claim, source).status == "supported"
    assert judged(source, claim).status == "supported"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The film lasts 80 minutes.", "The film lasts an hour and a half."),
        ("The film lasts 90 minutes.", "The film lasts at most an hour and a half."),
        ("The tank holds 2,500 litres of water.", "The tank holds 2.5 litres of water."),
        ("The ferry leaves at 8 am.", "The ferry leaves at 20:00."),
    ],
)
def test_another_value_or_a_bound_is_not_another_form(claim: str, source: str):
    assert judged(claim, source).verdict.probabilities.supported < 0.9


def test_an_amount_that_no_source_writes_is_not_supported_by_its_neighbours_in_a_long_draft():
    [leaflet] = [example.request for example in load_examples() if example.name == "08_medicine_leaflet"]
    asked = leaflet.model_copy(update={"options": STATUSES_ALONE})
    [dose] = [claim for claim in critique(asked, verifier=EmbeddedVerifier()).claims if "1,600 mg" in claim.text]
    assert dose.status != "supported"


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


def test_what_nothing_but_the_encoder_shows_is_told_as_its_judgement():
    for claim, sources in rows():
        verdict = judged(claim, *sources).verdict
        assert verdict is not None
        for judgement in JUDGED.finditer(verdict.reasoning):
            assert "model's reading" in verdict.reasoning[: judgement.start()], verdict.reasoning


def test_a_supported_claim_is_not_said_to_lack_what_a_source_writes():
    for claim, sources in [*rows(), NAMED_FOUR]:
        found = judged(claim, *sources)
        if found.status != "supported" or found.verdict is None:
            continue
        for one in found.verdict.findings:
            assert one.agreement != "missing" or one.explanation.startswith("no source states"), one


def test_a_supported_claim_has_no_amount_whose_figures_no_source_writes():
    supported = [
        (found, sources) for claim, sources in rows() if (found := judged(claim, *sources)).status == "supported"
    ]
    assert len(supported) > 20
    for found, sources in supported:
        assert found.verdict is not None
        missing = [one for one in found.verdict.findings if one.agreement == "missing" and one.kind in AMOUNTS]
        for figure in FIGURES.findall(" ".join(one.claim_value for one in missing)):
            assert regex.search(rf"(?<!\d){regex.escape(figure)}(?!\d)", "\n".join(sources)), found.verdict.findings


@pytest.mark.parametrize(
    ("source", "claim", "condition"),
    [
        ("Parking is free after 6 pm; until then it costs 2 euros an hour.", "Parking is free.", "after 6 pm"),
        ("Tickets are $10 for members and $20 for everybody else.", "Tickets are $10.", "for members"),
        ("Shipping is free for orders above 50 euros.", "Shipping is free.", "for orders above 50 euros"),
        ("Refunds are only possible within 14 days and if the seal is whole.", "Refunds are possible within 14 days.",
         "if the seal is whole"),
        ("Breakfast is served on weekdays from 7 to 10.", "Breakfast is served from 7 to 10.", "on weekdays"),
        ("The pool closes at 8 pm in winter and at 10 pm in summer.", "The pool closes at 8 pm.", "in winter"),
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
