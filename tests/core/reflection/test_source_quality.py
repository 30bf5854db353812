"""Source quality: each part stated, ``None`` when it cannot be told, and the score that they give."""

from datetime import date
from typing import Any

import pytest

from critique_core.models import Evidence, Probabilities, SourceDocument, SourceQuality, Verdict, VerifiedClaim
from critique_core.reflection.quality import source_quality

DRAFT = "A day pass costs 12 euros."
QUERY = "What does a day pass cost?"


def claim(*evidence: tuple[str, str, str]) -> VerifiedClaim:
    """A claim with (source id, quote, relation) as its evidence, each quote at the start of its source."""
    parts = tuple(
        Evidence.model_validate({
            "source_id": source, "quote": quote, "relation": relation, "start": 0, "end": len(quote),
        })
        for source, quote, relation in evidence
    )  # fmt: skip
    verdict = Verdict(
        claim_id="c", probabilities=Probabilities(supported=0.9, unsupported=0.05, contradicted=0.05),
        evidence=parts, reasoning="-", method="exact_match",
    )  # fmt: skip
    return VerifiedClaim(
        id="c", text=DRAFT, start=0, end=len(DRAFT), status="supported", probability=0.9, verdict=verdict
    )


def rated(sources: list[SourceDocument], *claims: VerifiedClaim, **named: Any) -> dict[str, SourceQuality]:
    return {one.source_id: one for one in source_quality(QUERY, sources, claims, **named)}


PASS = "A day pass costs 12 euros."
OTHER = "A day pass costs 9 euros."


def test_use_is_the_share_of_the_text_that_is_quoted() -> None:
    sources = [SourceDocument(id="a", content=PASS), SourceDocument(id="b", content=PASS + " " + "x" * 25)]
    found = rated(sources, claim(("a", PASS, "supports"), ("b", PASS, "supports"), ("b", PASS[:10], "supports")))
    assert (found["a"].use, found["b"].use) == (1.0, 0.5)


def test_a_context_quote_is_no_use() -> None:
    assert rated([SourceDocument(id="a", content=PASS)], claim(("a", PASS, "context")))["a"].use == 0.0


def test_agreement_is_with_the_sources_that_speak_of_the_same_claim() -> None:
    sources = [SourceDocument(id=name, content=PASS) for name in "abc"]
    found = rated(sources, claim(("a", PASS, "supports"), ("b", PASS, "supports"), ("c", PASS, "contradicts")))
    assert (found["a"].agreement, found["b"].agreement, found["c"].agreement) == (0.5, 0.5, 0.0)


def test_a_source_alone_neither_agrees_nor_disagrees() -> None:
    assert rated([SourceDocument(id="a", content=PASS)], claim(("a", PASS, "supports")))["a"].agreement is None


def test_a_conflict_between_sources_counts_against_both() -> None:
    sources = [SourceDocument(id="a", content=PASS), SourceDocument(id="b", content=OTHER)]
    found = rated(sources, conflicts=[("a", "b")])
    assert (found["a"].agreement, found["b"].agreement) == (0.0, 0.0)


def test_age_runs_to_the_newest_source_so_that_no_score_changes_overnight() -> None:
    sources = [
        SourceDocument(id="new", content=PASS, published=date(2025, 2, 1)),
        SourceDocument(id="old", content=OTHER, published=date(2024, 2, 1)),
        SourceDocument(id="undated", content=OTHER),
    ]
    found = rated(sources, claim(("new", PASS, "supports"), ("old", OTHER, "contradicts")))
    assert [found[name].age_days for name in ("new", "old", "undated")] == [0, 366, None]
    assert found["new"].score > found["old"].score  # type: ignore[operator]


def test_one_date_alone_tells_no_age_unless_today_is_given() -> None:
    sources = [SourceDocument(id="a", content=PASS, published=date(2025, 2, 1))]
    assert rated(sources)["a"].age_days is None
    assert rated(sources, today=date(2025, 2, 11))["a"].age_days == 10


def test_the_score_is_the_weighted_mean_of_what_is_known() -> None:
    sources = [SourceDocument(id="a", content=PASS), SourceDocument(id="b", content=PASS)]
    found = rated(sources, claim(("a", PASS, "supports"), ("b", PASS, "supports")))["a"]
    assert found.relevance is not None
    by_hand = (0.3 * found.relevance + 0.3 * 1 / 1.05 + 0.25 * 1) / 0.85
    assert found.score == pytest.approx(by_hand, abs=1e-4)


def test_what_cannot_be_told_is_none_and_so_is_the_score() -> None:
    only = source_quality("", [SourceDocument(id="a", content=PASS)], ())[0]
    assert only == SourceQuality(source_id="a")
    empty = source_quality("", [SourceDocument(id="a", content="", published=date(2020, 1, 1))], (),
                           today=date(2021, 1, 1))[0]  # fmt: skip
    assert (empty.age_days, empty.score) == (366, None)
