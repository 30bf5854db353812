"""What the draft leaves out of the answer that its sources hold."""

import json

import pytest

from critique_core.claims.extraction import extract
from critique_core.completeness import missing
from critique_core.completeness.gaps import ABSTAINED_SEVERITY
from critique_core.evidence.index import SourceIndex
from critique_core.examples import load_examples
from critique_core.models import (
    CritiqueRequest,
    Missing,
    Profile,
    SourceDocument,
    VerificationInput,
    VerifiedClaim,
    parse_request,
)
from critique_core.scoring.statuses import assign
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.places import DATA
from tests.makers.rows import each_of

OWN_CASES = DATA / "completeness.jsonl"
FULL_EXAMPLES = {"02_timeout_right", "04_auth_service", "14_refusal"}
FILTER = """# Replacing the filter

1. Turn off the tap.
2. Press the release button and pull the old cartridge out.
3. Push the new cartridge in until it clicks.
4. Run water for two minutes.
"""


def left_out(query: str, draft: str, *texts: str, verified: tuple[VerifiedClaim, ...] = ()) -> tuple[Missing, ...]:
    sources = tuple(SourceDocument(id=str(number), content=text) for number, text in enumerate(texts, 1))
    return missing(query, draft, verified, sources, index=SourceIndex(sources))


def quotes(found: tuple[Missing, ...]) -> list[str]:
    return [one.quote for one in found]


def verified_by(request: CritiqueRequest) -> tuple[VerifiedClaim, ...]:
    claims = extract(request.draft)
    checkable = tuple(claim for claim in claims if claim.checkable)
    asked = VerificationInput(
        query=request.query,
        draft=request.draft,
        claims=checkable,
        candidates=SourceIndex(request.sources).candidates(checkable),
        sources=request.sources,
    )
    return assign(claims, EmbeddedVerifier().verify(asked), Profile(), draft=request.draft)


def test_the_second_of_two_questions_is_left_unanswered():
    found = left_out(
        "How much does the card cost and how long is it valid?",
        "The card costs 9 euros.",
        "The card costs 9 euros. It is valid for 30 days.",
    )
    assert quotes(found) == ["It is valid for 30 days."]
    assert (found[0].source_id, found[0].start, found[0].end) == ("1", 24, 48)
    assert "length of time" in found[0].description


@pytest.mark.parametrize(
    "draft", ["It costs 9 euros, for a month of 30 days.", "It costs 9 euros. It is valid for 720 hours."]
)
def test_a_value_said_in_another_way_is_not_missing(draft):
    source = "The card costs 9 euros. It is valid for 30 days."
    assert left_out("How much does the card cost and how long is it valid?", draft, source) == ()


def test_a_wrong_value_answers_the_question_and_is_left_to_the_verifier():
    assert left_out("How long is it valid?", "It is valid for 90 days.", "The card is valid for 30 days.") == ()


def test_members_of_an_enumeration_that_the_draft_does_not_name():
    source = "The plans are Free, Pro and Team. Each has support."
    found = left_out("Which plans are there?", "There are the Free and Pro plans.", source)
    assert quotes(found) == ["The plans are Free, Pro and Team."]
    assert "“Team”" in found[0].description
    assert left_out("Which plans are there?", "There are Free, Pro and Team.", source) == ()


def test_an_enumeration_that_nobody_asked_for_may_be_shortened():
    source = "The plans are Free, Pro and Team. Free and Pro differ in storage."
    assert left_out("How do the Free and Pro plans differ?", "The Free and Pro plans differ in storage.", source) == ()


def test_a_step_dropped_between_others():
    draft = "Turn off the tap. Push the new cartridge in until it clicks. Run water for two minutes."
    found = left_out("How do I replace the filter?", draft, FILTER)
    assert quotes(found) == ["Press the release button and pull the old cartridge out."]


def test_steps_after_the_last_one_given_may_be_someone_elses():
    draft = "Turn off the tap. Press the release button and pull the old cartridge out."
    assert left_out("How do I take out the filter?", draft, FILTER) == ()


def test_an_aspect_that_the_draft_does_not_name():
    source = (
        "Side effects of Veltonal are dizziness and a dry mouth. Interactions: do not combine Veltonal with alcohol."
    )
    query = "What are the side effects and the interactions of Veltonal?"
    found = left_out(query, "The side effects of Veltonal are dizziness and a dry mouth.", source)
    assert quotes(found) == ["Interactions: do not combine Veltonal with alcohol."]
    assert "interactions" in found[0].description


def test_an_aspect_that_the_draft_names_by_one_of_its_words_is_not_missing():
    source = "Side effects of Veltonal are headaches. Drug interactions: do not combine Veltonal with alcohol."
    query = "What are the side effects and the drug interactions of Veltonal?"
    side_effects = "The side effects of Veltonal are headaches."
    assert left_out(query, f"{side_effects} Other drugs do no harm.", source) == ()
    assert quotes(left_out(query, side_effects, source)) == ["Drug interactions: do not combine Veltonal with alcohol."]


def test_a_refusal_whose_sources_hold_the_answer_is_a_slight_fault():
    query, text = "When was the observatory built?", "The observatory was built in 1896 on the hill."
    sources = [{"id": "1", "content": text}]
    request = parse_request({"query": query, "draft": "I don't have that information.", "sources": sources})
    found = left_out(query, request.draft, text, verified=verified_by(request))
    assert quotes(found) == [text]
    assert found[0].severity == ABSTAINED_SEVERITY < 0.4


@pytest.mark.parametrize("query", ["Who designed the northern bridge?", "When was the northern bridge painted?"])
def test_a_refusal_whose_sources_are_silent_is_right(query):
    text = "The northern bridge was opened in 1931."
    sources = [{"id": "1", "content": text}]
    request = parse_request({"query": query, "draft": "I don't have that information.", "sources": sources})
    assert left_out(query, request.draft, text, verified=verified_by(request)) == ()


def test_a_condition_that_a_claim_drops_is_the_verifiers_finding():
    request = next(one.request for one in load_examples() if one.name == "03_upload_size")
    verified = verified_by(request)
    omitted = [f for c in verified if c.verdict for f in c.verdict.findings if f.agreement == "omitted"]
    assert omitted
    assert missing(request.query, request.draft, verified, request.sources, index=SourceIndex(request.sources)) == ()


def test_what_contradicts_a_claim_is_not_reported_as_missing_too():
    query, draft = "How much is it and how long is it valid?", "It is 9 euros, and it never expires."
    text = "The card is 9 euros. The card is valid for 30 days."
    assert quotes(left_out(query, draft, text)) == ["The card is valid for 30 days."]
    start = text.index("The card is valid")
    verdict = {
        "claim_id": "c", "probabilities": None, "reasoning": "", "method": "typed_comparison",
        "evidence": [{"source_id": "1", "start": start, "end": len(text), "quote": text[start:],
                      "relation": "contradicts"}],
    }  # fmt: skip
    claim = VerifiedClaim(id="c", text=draft, start=0, end=len(draft), status="contradicted", verdict=verdict)
    assert left_out(query, draft, text, verified=(claim,)) == ()


def test_a_condition_that_a_claim_drops_is_not_reported_as_missing_too():
    query, draft = "How much is it and how long is it valid?", "It is 9 euros, and it can always be used."
    text = "The card is 9 euros. The card is valid for 30 days."
    assert quotes(left_out(query, draft, text)) == ["The card is valid for 30 days."]
    start = text.index("30 days")
    verdict = {
        "claim_id": "c", "probabilities": None, "reasoning": "", "method": "typed_comparison",
        "findings": [{"kind": "condition", "agreement": "omitted", "start": 0, "end": 2, "claim_value": "It",
                      "explanation": "for 30 days", "source_id": "1", "source_start": start, "source_end": start + 7}],
    }  # fmt: skip
    claim = VerifiedClaim(id="c", text=draft, start=0, end=len(draft), status="partially_supported", verdict=verdict)
    assert left_out(query, draft, text, verified=(claim,)) == ()


def test_nothing_is_asked_or_nothing_can_be_read():
    assert left_out("", "The card costs 9 euros.", "It is valid for 30 days.") == ()
    assert left_out("What?", "The card costs 9 euros.", "It is valid for 30 days.") == ()
    assert left_out("How long is it valid?", "It costs 9 euros.") == ()
    assert left_out("How long is it valid?", "It costs 9 euros.", "   ") == ()


@each_of("example", load_examples())
def test_no_alarm_on_the_complete_answers_among_the_examples(example):
    request = example.request
    found = left_out(request.query, request.draft, *(source.content for source in request.sources))
    if example.name in FULL_EXAMPLES:
        assert found == ()


def test_quotes_lie_where_they_say_they_do():
    for line in OWN_CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        texts = [source["content"] for source in case["sources"]]
        for one in left_out(case["query"], case["draft"], *texts):
            assert texts[int(one.source_id) - 1][one.start : one.end] == one.quote


def test_own_cases_are_told_apart():
    cases = [json.loads(line) for line in OWN_CASES.read_text("utf-8").splitlines()]
    flagged = [bool(left_out(c["query"], c["draft"], *(s["content"] for s in c["sources"]))) for c in cases]
    lacking = [bool(case["missing"]) for case in cases]
    right = sum(a and b for a, b in zip(flagged, lacking, strict=True))
    assert len(cases) >= 40
    assert right / sum(flagged) >= 0.9
    assert right / sum(lacking) >= 0.75


def test_a_list_of_three_steps_is_long_enough_to_miss_the_middle_one_and_one_of_two_is_not():
    steps = ["1. Turn off the tap.", "2. Pull the old cartridge out.", "3. Run water for two minutes."]
    draft = "Turn off the tap. Then run water for two minutes."
    found = left_out("How do I replace the filter?", draft, "\n".join(steps))
    assert quotes(found) == ["Pull the old cartridge out."]
    assert not left_out("How do I replace the filter?", "Turn off the tap.", "\n".join(steps[:2]))
