import pytest

from critique_core.claims.extraction import extract
from critique_core.contradictions import within_draft
from critique_core.contradictions.between_sources import between, to_verify
from critique_core.contradictions.differences import differences
from critique_core.contradictions.within_draft import pairs, search, within
from critique_core.evidence.index import SourceIndex
from critique_core.models import (
    Claim,
    Evidence,
    Probabilities,
    Profile,
    SourceDocument,
    Verdict,
    VerificationInput,
    VerifiedClaim,
)
from critique_core.scoring.statuses import assign
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.rows import each_of

UPLOADS = "Uploads are limited to 25 MB per file. Files are scanned. The limit for uploads is 50 MB per file."


def verdict(claim: Claim, supported: float, contradicted: float, evidence: tuple[Evidence, ...] = ()) -> Verdict:
    belief = Probabilities(
        supported=supported, contradicted=contradicted, unsupported=round(1 - supported - contradicted, 4)
    )
    return Verdict(
        claim_id=claim.id, probabilities=belief, evidence=evidence, reasoning="because", method="typed_comparison"
    )


def verified_against(draft: str, sources: tuple[SourceDocument, ...]) -> tuple[VerifiedClaim, ...]:
    claims = extract(draft)
    index = SourceIndex(sources)
    asked = VerificationInput(
        query="", draft=draft, claims=claims, candidates=index.candidates(claims), sources=sources
    )
    return assign(claims, EmbeddedVerifier().verify(asked), Profile(), draft=draft)


def alone(draft: str, verified: tuple[VerifiedClaim, ...], sources: tuple[SourceDocument, ...]):
    asked = to_verify(verified, SourceIndex(sources).candidates(verified))
    return {
        (claim_id, source_id): verified_against(draft, tuple(s for s in sources if s.id == source_id))[place].verdict
        for claim_id, source_id in asked
        for place, claim in enumerate(verified)
        if claim.id == claim_id
    }


def said_twice(draft: str) -> list[tuple[str, str]]:
    return [(pair.first.text, pair.second.text) for pair in pairs(extract(draft))]


# --- which claims are compared


@pytest.mark.parametrize(
    ("first", "second", "parts"),
    [
        ("Uploads are limited to 25 MB per file.", "The limit for uploads is 50 MB per file.", ("25 MB", "50 MB")),
        ("Gift cards can be refunded at any store.", "Gift cards cannot be refunded.", ("refunded", "not refunded")),
        ("Sales of bikes rose in May 2024.", "Sales of bikes fell in May 2024.", ("rose", "fell")),
        ("The committee approved the plan.", "The committee rejected the plan.", ("approved", "rejected")),
        ("All students passed the exam.", "Some students passed the exam.", ("all", "some")),
        ("The treaty was signed on 4 March 1921.", "The treaty was signed on 18 March 1921.", ("4 March", "18 March")),
        ("The chief executive of Norvane is Alma Reyes.", "The chief executive of Norvane is Jo Lund.",
         ("Alma Reyes", "Jo Lund")),
    ],
)  # fmt: skip
def test_statements_of_one_thing_that_part_in_one_place_are_compared(first, second, parts):
    single = differences(first, second).single
    assert single is not None
    assert single.first.startswith(parts[0])
    assert single.second.startswith(parts[1])
    assert said_twice(f"{first} {second}") == [(first, second)]


@each_of(
    "draft",
    [
        "Free allows 10 MB. Pro allows 100 MB.",
        "The standard plan costs 10 euros a month. The premium plan costs 25 euros a month.",
        "In 2021 the town had 12,400 inhabitants. In 2024 the town had 13,900 inhabitants.",
        "The fee was 5 dollars until 2022. The fee is now 8 dollars.",
        "GET requests are cached. POST requests are not cached.",
        "Sales of bikes rose in 2019. Sales of bikes rose in 2020.",
        "The password needs at least 8 characters. The password may have at most 64 characters.",
        "The flight takes 90 minutes. The flight takes an hour and a half.",
        "If the payment fails, the order is cancelled. The order is not cancelled when the payment succeeds.",
        "The trip takes 20 minutes before noon. The trip takes 35 minutes after noon.",
        "The first edition appeared in 1998. The second edition appeared in 2004.",
        "Version 1 supports CSV files. Version 2 supports CSV files and JSON files.",
        "Step 5: Add the olives and simmer for a while. Step 9: Add the olives and simmer for a while.",
        "Some models have a radio. Some models do not have a radio.",
        "The train stops in Lisbon. The train stops in Turin.",
        "Orlen Foods made a profit of 3 million euros. Baltic Mills made a profit of 7 million euros.",
    ],
)
def test_statements_of_two_cases_are_not_compared(draft):
    assert said_twice(draft) == []


def test_the_same_line_under_two_headings_speaks_of_two_things():
    sections = "## Free\n\n- Upload limit is 10 MB per file.\n\n## Pro\n\n- Upload limit is 100 MB per file.\n"
    one_topic = sections.replace("Free", "Limits").replace("Pro", "Uploads and their limit")
    assert said_twice(sections) == []
    assert len(said_twice(one_topic)) == 1


def test_a_pronoun_is_compared_with_what_it_stands_for_and_with_nothing_else():
    same = "The Kestrel bridge is 420 metres long. It is 610 metres long."
    other = "The Kestrel bridge is 420 metres long. The Alder tunnel lies beside it. It is 610 metres long."
    assert len(said_twice(same)) == 1
    assert said_twice(other) == []


def test_what_is_left_out_beyond_the_limit_is_counted():
    draft = " ".join(f"The harbour crane lifts {tonnes} tonnes." for tonnes in (10, 20, 30, 40))
    found = search(extract(draft), limit=2)
    assert (len(found.pairs), found.left_out) == (2, 4)


def test_a_claim_is_compared_with_few_others_however_many_are_alike(monkeypatch):
    compared: list[tuple[str, ...]] = []

    def counted(*texts: str):
        compared.append(texts)
        return differences(*texts)

    monkeypatch.setattr(within_draft, "MOST_PARTNERS", 2)
    monkeypatch.setattr(within_draft, "differences", counted)
    goods = ("barley", "copper", "timber", "wool")
    draft = " ".join(f"The {good} depot {n} holds {n + 3} tonnes of {good}." for good in goods for n in range(10))
    search(extract(draft))
    assert 0 < len(compared) <= 40 * 2


# --- what the verdicts decide


def test_the_verifier_decides_and_both_places_are_given():
    claims = extract(UPLOADS)
    [pair] = pairs(claims)
    (later, earlier_text), (earlier, _) = pair.to_verify
    assert (earlier_text.id, earlier_text.content) == (earlier.id, earlier.text)
    [found] = within([pair], {(later.id, earlier_text.id): verdict(later, 0.1, 0.8)})
    [first] = found.related
    assert UPLOADS[first.start : first.end] == "Uploads are limited to 25 MB per file."
    assert UPLOADS[found.start : found.end] == "The limit for uploads is 50 MB per file."
    assert (first.claim_id, found.claim_id, found.severity) == (earlier.id, later.id, 0.7)
    assert "25 MB" in found.explanation
    assert "50 MB" in found.explanation
    assert within([pair], {(later.id, earlier_text.id): verdict(later, 0.4, 0.4)}) == ()


def test_support_one_way_outweighs_a_contradiction_the_other_way():
    [pair] = pairs(extract(UPLOADS))
    (later, one), (earlier, two) = pair.to_verify
    verdicts = {(later.id, one.id): verdict(later, 0.1, 0.8), (earlier.id, two.id): verdict(earlier, 0.7, 0.1)}
    assert within([pair], verdicts) == ()


def test_a_pair_that_was_not_verified_is_no_conflict():
    assert within(pairs(extract(UPLOADS)), {}) == ()


# --- between the sources


def test_a_denial_in_a_second_source_is_found_by_reading_it_alone():
    draft = "The visitor centre has parking for coaches."
    sources = (
        SourceDocument(id="a", content="The visitor centre has parking for coaches behind the main hall."),
        SourceDocument(id="b", content="The visitor centre has no parking for coaches; they stop at the station."),
    )
    verified = verified_against(draft, sources)
    verdicts = alone(draft, verified, sources)
    assert {source for _, source in verdicts} == {"a", "b"}
    [found] = between(verified, sources, verdicts=verdicts)
    assert [place.source_id for place in found.related] == ["a", "b"]
    for place, source in zip(found.related, sources, strict=True):
        assert source.content[place.start : place.end] == source.content
    assert found.newer_source_id is None
    assert not found.outdated
    assert found.severity >= 0.7


def test_sources_about_different_things_do_not_disagree():
    draft = "The Dale reservoir holds 40 million litres of water."
    sources = (
        SourceDocument(id="a", content="The Dale reservoir holds 40 million litres of water."),
        SourceDocument(id="b", content="The Fenwick reservoir holds 55 million litres of water."),
    )
    [claim] = verified_against(draft, sources)
    verdicts = {
        (claim.id, "a"): verdict(claim, 0.9, 0.05, (quote("a", sources[0], "supports"),)),
        (claim.id, "b"): verdict(claim, 0.1, 0.9, (quote("b", sources[1], "contradicts"),)),
    }
    assert between([claim], sources, verdicts=verdicts) == ()


def test_a_source_that_says_the_same_of_another_name_is_not_read_for_the_claim():
    draft = "The Ivy station was opened in 1909."
    sources = (
        SourceDocument(id="a", content="The Ivy station was opened in 1908 and has 11 platforms."),
        SourceDocument(id="b", content="The Juniper station was opened in 1909 and has 12 platforms."),
        SourceDocument(id="c", content="The Kale station was opened in 1910 and has 13 platforms."),
    )
    verified = verified_against(draft, sources)
    assert verified[0].status == "contradicted"
    assert alone(draft, verified, sources) == {}
    ours = SourceDocument(id="d", content="The Ivy station was opened in 1909 and has a clock.")
    assert {source for _, source in alone(draft, verified, (*sources, ours))} == {"a", "d"}


def test_sources_that_agree_need_no_second_reading():
    draft = "The film lasts 90 minutes."
    sources = (
        SourceDocument(id="a", content="The film lasts 90 minutes."),
        SourceDocument(id="b", content="The film lasts an hour and a half."),
    )
    assert alone(draft, verified_against(draft, sources), sources) == {}


def quote(source_id: str, source: SourceDocument, relation) -> Evidence:
    return Evidence(source_id=source_id, start=0, end=len(source.content), quote=source.content, relation=relation)


def fee(*sources: SourceDocument):
    draft = "The monthly fee is 12 euros."
    [claim] = verified_against(draft, sources[:1])
    verdicts = {
        (claim.id, source.id): verdict(claim, 0.9, 0.05, (quote(source.id, source, "supports"),))
        if "12 euros" in source.content
        else verdict(claim, 0.1, 0.85, (quote(source.id, source, "contradicts"),))
        for source in sources
    }
    [found] = between([claim], sources, verdicts=verdicts)
    return found


def dated(source_id: str, price: int, day: str | None = None) -> SourceDocument:
    return SourceDocument(id=source_id, content=f"The monthly fee is {price} euros.", published=day)


def test_a_claim_that_rests_on_the_older_source_is_outdated_and_both_ages_are_told():
    found = fee(dated("old", 12, "2021-03-01"), dated("new", 15, "2024-06-01"))
    assert (found.outdated, found.newer_source_id) == (True, "new")
    assert "2021-03-01" in found.explanation
    assert "2024-06-01" in found.explanation


def test_a_claim_that_rests_on_the_newer_source_is_disputed_but_not_outdated():
    found = fee(dated("old", 15, "2021-03-01"), dated("new", 12, "2024-06-01"))
    assert (found.outdated, found.newer_source_id) == (False, "new")


@pytest.mark.parametrize("days", [("2024-06-01", "2024-06-01"), (None, None), ("2024-06-01", None)])
def test_without_an_order_of_dates_no_source_is_named_as_newer(days):
    found = fee(dated("a", 12, days[0]), dated("b", 15, days[1]))
    assert (found.outdated, found.newer_source_id) == (False, None)


def test_of_three_sources_the_newest_decides():
    found = fee(dated("a", 10, "2018-01-01"), dated("b", 12, "2021-01-01"), dated("c", 15, "2025-01-01"))
    assert ([place.source_id for place in found.related], found.outdated) == (["b", "c", "a"], True)
    found = fee(dated("a", 10, "2018-01-01"), dated("b", 12, "2026-01-01"), dated("c", 15, "2025-01-01"))
    assert (found.newer_source_id, found.outdated) == ("b", False)


# --- values that a source says are over, or has besides


def test_a_source_that_tells_of_a_change_no_longer_supports_what_was_before():
    draft = "The day ticket costs 14 euros."
    sources = (
        SourceDocument(id="old", content="Day ticket 14 euros.", published="2023-01-15"),
        SourceDocument(id="new", content="The day ticket went up from 14 to 17 euros.", published="2025-01-20"),
    )
    [claim] = verified_against(draft, sources)
    old, new = (quote(source.id, source, "supports") for source in sources)
    verdicts = {(claim.id, part.source_id): verdict(claim, 0.7, 0.2, (part,)) for part in (old, new)}
    assert between([claim], sources, verdicts=verdicts) == ()
    over = new.model_copy(update={"relation": "contradicts"})
    [found] = between([claim], sources, verdicts=verdicts, superseding={claim.id: (over,)})
    assert ([place.source_id for place in found.related], found.outdated) == (["old", "new"], True)


def test_of_a_claim_that_may_be_over_every_source_is_read():
    draft = "The day ticket costs 14 euros."
    sources = (
        SourceDocument(id="a", content="The day ticket costs 14 euros."),
        SourceDocument(id="b", content="The day ticket costs 14 euros and includes the garden."),
    )
    [claim] = verified_against(draft, sources)
    candidates = SourceIndex(sources).candidates((claim,))
    assert to_verify((claim,), candidates) == ()
    assert set(to_verify((claim,), candidates, superseded={claim.id})) == {(claim.id, "a"), (claim.id, "b")}


@pytest.mark.parametrize(
    ("text", "conflicts"),
    [("Children pay 7 euros.", 1), ("Adults now pay 11 euros instead of 9, children still 6.", 0)],
)
def test_a_quote_that_has_the_claims_value_besides_another_does_not_contradict_it(text, conflicts):
    draft = "Children pay 6 euros."
    sources = (SourceDocument(id="a", content=draft), SourceDocument(id="b", content=text))
    [claim] = verified_against(draft, sources)
    verdicts = {
        (claim.id, "a"): verdict(claim, 0.9, 0.05, (quote("a", sources[0], "supports"),)),
        (claim.id, "b"): verdict(claim, 0.1, 0.85, (quote("b", sources[1], "contradicts"),)),
    }
    assert len(between([claim], sources, verdicts=verdicts)) == conflicts


def test_the_best_passage_of_each_source_is_read_however_far_behind():
    draft = "The Sorrel cave is 1.2 kilometres long."
    sources = (
        SourceDocument(id="a", content="The Sorrel cave is 1.2 kilometres long and has two exits."),
        SourceDocument(id="b", content="With its 1.9 kilometres the Sorrel cave takes most visitors an hour."),
    )
    verified = verified_against(draft, sources)
    found = SourceIndex(sources).candidates(verified)[0].passages
    assert min(one.score for one in found) < 0.5 * max(one.score for one in found)
    [conflict] = between(verified, sources, verdicts=alone(draft, verified, sources))
    assert conflict.related[1].source_id == "b"


def test_a_far_off_quote_of_the_claims_own_verdict_supports_nothing():
    draft = "The monthly fee is 12 euros."
    sources = (dated("a", 12), dated("b", 15), SourceDocument(id="c", content="The fee is due on Monday."))
    [claim] = verified_against(draft, sources)
    near, other = quote("a", sources[0], "supports"), quote("b", sources[1], "contradicts")
    far = quote("c", sources[2], "supports").model_copy(update={"score": 0.2})
    claim = claim.model_copy(update={"verdict": verdict(claim, 0.9, 0.05, (near, far))})
    [found] = between([claim], sources, verdicts={(claim.id, "b"): verdict(claim, 0.1, 0.85, (other,))})
    assert [place.source_id for place in found.related] == ["a", "b"]


def test_a_quote_with_the_former_value_stands_for_a_claim_that_another_source_calls_over():
    draft = "The day ticket costs 14 euros."
    sources = (dated("c", 14, "2023-01-15"), SourceDocument(id="new", content="It went up from 14 to 17 euros."))
    [claim] = verified_against(draft, sources)
    held = quote("c", sources[0], "context")
    over = {claim.id: (quote("new", sources[1], "contradicts"),)}
    unsure = {(claim.id, "c"): verdict(claim, 0.49, 0.1, (held,))}
    [found] = between([claim], sources, verdicts=unsure, superseding=over)
    assert found.related[0].source_id == "c"
    elsewhere = {(claim.id, "c"): verdict(claim, 0.1, 0.1, (held,))}
    assert between([claim], sources, verdicts=elsewhere, superseding=over) == ()
