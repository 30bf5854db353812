"""What the map links: claims that exclude each other, quotes that disagree, places to scroll to, text in no claim."""

import json
from typing import Any

import pytest

from components.claim_map import MapLinks, Spot, links_of
from components.claim_map.payload import ClaimPlace, SourceText, texts
from components.words.findings import claim_numbers, steps
from critique_core import CritiqueRequest, critique
from critique_core.examples import load_examples
from critique_core.models import Critique, Place, PolicyScore, ScoreTerm, SourceDocument, Span


@pytest.fixture(scope="module")
def judged() -> Critique:
    [request] = [example.request for example in load_examples() if example.name == "16_every_issue"]
    return critique(request)


def sent(judged: Critique, links: MapLinks, *, blind: bool = False) -> dict[str, Any]:
    places = tuple(
        ClaimPlace.of(
            claim, blind=blind, quotes=links.quotes.get(claim.id, ()), opposed=links.opposed.get(claim.id, ())
        )
        for claim in judged.claims
    )
    sources = tuple(SourceText.of(source) for source in judged.request.sources)
    built = texts(
        "map", judged.request.draft, sources, places, height=400, blind=blind, spots=links.spots, gaps=links.gaps
    )
    return json.loads(built.content[64:])


def test_statements_that_exclude_each_other_are_linked_both_ways(judged: Critique) -> None:
    claims = sent(judged, links_of(judged))["claims"]
    numbers = claim_numbers(judged.claims)
    pairs = {(number, other + 1) for number, claim in enumerate(claims, 1) for other in claim["opposed"]}
    assert (6, 7) in pairs
    assert {(b, a) for a, b in pairs} == pairs
    assert len(numbers) == len(claims)


def test_a_disputed_claim_is_sent_as_such_unless_the_map_is_blind(judged: Critique) -> None:
    disputed = [claim["disputed"] for claim in sent(judged, links_of(judged))["claims"]]
    assert disputed == [claim.disputed for claim in judged.claims]
    assert any(disputed)
    blind = sent(judged, links_of(judged), blind=True)
    assert not any(claim["disputed"] or claim["opposed"] for claim in blind["claims"])


def test_both_quotes_of_a_conflict_are_evidence_of_its_claim(judged: Critique) -> None:
    content = sent(judged, links_of(judged))
    number = next(index for index, claim in enumerate(judged.claims) if claim.disputed)
    relations = {item["relation"] for item in content["evidence"] if item["claim"] == number}
    assert {"supports", "contradicts"} <= relations


def test_a_quote_beside_the_evidence_is_another_one(judged: Critique) -> None:
    issue, claim = next(
        (one, claim) for one in judged.issues for claim in judged.claims
        if one.type == "contradiction" and one.claim_id == claim.id and claim.verdict and claim.verdict.evidence
    )  # fmt: skip
    part = claim.verdict.evidence[0].model_copy(update={"start": 10, "end": 20})
    before, within, after = (Place(start=at, end=at + 1, source_id=part.source_id) for at in (9, 15, 20))
    verdict = claim.verdict.model_copy(update={"evidence": (part,)})
    bare = judged.model_copy(update={
        "claims": (claim.model_copy(update={"verdict": verdict}),),
        "issues": (issue.model_copy(update={"related": (before, within, after)}),),
    })  # fmt: skip
    assert [(quote.start, quote.end) for quote in links_of(bare).quotes[claim.id]] == [(9, 10), (20, 21)]


def test_places_of_issues_and_citations_can_be_scrolled_to(judged: Critique) -> None:
    links = links_of(judged)
    content = sent(judged, links)
    marker = judged.citations[0]
    assert Spot.of(Place(start=marker.start, end=marker.end)) in links.spots
    assert len(content["spots"]) == len(links.spots)
    for number, spot in enumerate(links.spots):
        place = content["spots"][number]
        lines = content["draft"] if place < 0 else content["sources"][place]["text"]
        shown = "".join(piece[0] for line in lines for piece in line if len(piece) > 3 and number in piece[3])
        whole = judged.request.draft if place < 0 else judged.request.sources[place].content
        assert shown == whole[spot.start : spot.end]


def test_text_in_no_claim_is_flagged_and_connectives_are_not() -> None:
    bare = critique(CritiqueRequest(draft="The timeout is 60 seconds.", sources=(SourceDocument(id="a", content="x"),)))
    coverage = bare.coverage.model_copy(update={"draft_uncovered": (Span(start=0, end=11), Span(start=12, end=14))})
    links = links_of(bare.model_copy(update={"coverage": coverage}))
    assert links.gaps == ((0, 11),)
    alone = texts("map", bare.request.draft, (), (), height=400, blind=False, gaps=links.gaps)
    flagged = [p[0] for line in json.loads(alone.content[64:])["draft"] for p in line if len(p) > 2 and p[2] & 2]
    assert flagged == ["The timeout"]


def test_many_claims_are_gathered_by_status_and_add_up(judged: Critique) -> None:
    few = steps(judged, judged.scores.by_policy["calibrated"])
    claims = [f"Claim {number}" for number in range(1, len(judged.claims) + 1)]
    assert [step.name for step in few] == ["If all were supported", *claims]
    many = tuple(claim.model_copy(update={"id": f"c{n}"}) for n in range(4) for claim in judged.claims)
    score = PolicyScore(
        confidence=0.5, is_valid=False, recommendation="retry",
        terms=tuple(ScoreTerm(name=f"c{n % 4}", value=0.5, effect=0.01) for n in range(40)),
    )  # fmt: skip
    gathered = steps(judged.model_copy(update={"claims": many}), score)
    assert len(gathered) < 12
    assert sum(step.effect for step in gathered) == pytest.approx(0.4)


def test_of_a_mean_over_claims_each_shows_what_it_cost(judged: Critique) -> None:
    score = judged.scores.by_policy["calibrated"]
    whole, *claims = steps(judged, score)
    assert whole.effect == 1
    assert all(step.effect <= 0 for step in claims)
    assert min(claims, key=lambda step: step.effect).value == min(step.value or 1 for step in claims)
    assert whole.effect + sum(step.effect for step in claims) == pytest.approx(score.confidence, abs=0.001)
    critic = steps(judged, judged.scores.by_policy["critic"])
    assert sum(step.effect for step in critic) == pytest.approx(judged.scores.by_policy["critic"].confidence, abs=0.001)
