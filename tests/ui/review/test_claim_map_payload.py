"""What the browser is sent, and what it must not be sent."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from components.claim_map import ClaimCard
from components.claim_map.payload import ClaimPlace, SourceText, Texts, in_reading_order, states, texts
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Claim, Evidence, SourceDocument, Span, Verdict, VerifiedClaim

DRAFT = "The gateway times out after 30 seconds. Uploads are scanned."
SOURCE = SourceDocument(id="notes", content="It closes after 60 seconds.", title="Notes", path="docs/notes.md", page=3)


def reviewed() -> list[ReviewedClaim]:
    claim = Claim.of(DRAFT, 0, 39)
    verdict = Verdict(
        claim_id=claim.id,
        probabilities=None,
        marked=(Span(start=28, end=38),),
        evidence=(
            Evidence(source_id="notes", start=16, end=26, quote="60 seconds", relation="contradicts"),
            Evidence(source_id="notes", start=0, end=5, quote="gone", relation="supports", match="not_found"),
            Evidence(source_id="elsewhere", start=0, end=5, quote="other", relation="supports"),
            Evidence(source_id="notes", start=900, end=950, quote="beyond", relation="supports"),
        ),
        reasoning="the source says 60",
        method="typed_comparison",
    )
    first = VerifiedClaim(**claim.model_dump(), status="contradicted", probability=0.02, verdict=verdict)
    second = VerifiedClaim(**Claim.of(DRAFT, 40, 60).model_dump(), status="supported", probability=0.9)
    return [ReviewedClaim(claim=claim, status=claim.status) for claim in (second, first)]


def built(*, blind: bool = False, draft: str = DRAFT) -> Texts:
    places = tuple(ClaimPlace.of(review.claim, blind=blind) for review in in_reading_order(reviewed()))
    return texts("map", draft, (SourceText.of(SOURCE),), places, height="640px", blind=blind)


CARD = ClaimCard(
    "contradicted", "the source says 60", (("30 seconds", "60 seconds"),), ((28, 38, "30 seconds", "60 seconds"),)
)


def with_card(*, blind: bool) -> Texts:
    [first, second] = in_reading_order(reviewed())
    places = (ClaimPlace.of(first.claim, blind=blind, card=CARD), ClaimPlace.of(second.claim, blind=blind))
    return texts("map", DRAFT, (SourceText.of(SOURCE),), places, height="640px", blind=blind)


def content(sent: Texts) -> dict[str, Any]:
    return json.loads(sent.content[64:])


def joined(paragraphs: list[list[list[Any]]]) -> str:
    return "".join(piece[0] for line in paragraphs for piece in line)


def test_draft_and_sources_arrive_whole() -> None:
    sent = content(built())
    assert joined(sent["draft"]) == DRAFT
    assert joined(sent["sources"][0]["text"]) == SOURCE.content


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
def test_any_draft_arrives_whole_and_as_utf8(draft: str) -> None:
    assert joined(content(built(draft=draft))["draft"]) == draft


def test_claims_come_in_reading_order_with_their_marked_words() -> None:
    sent = content(built())
    assert [claim["text"] for claim in sent["claims"]] == [DRAFT[:39], DRAFT[40:]]
    assert [piece for line in sent["draft"] for piece in line if len(piece) == 3] == [["30 seconds", [0], 1]]


def test_only_evidence_that_can_be_shown_is_sent() -> None:
    sent = content(built())
    assert sent["evidence"] == [{"claim": 0, "source": 0, "relation": "contradicts"}]
    assert [piece[0] for line in sent["sources"][0]["text"] for piece in line if piece[1]] == ["60 seconds"]


def test_equal_content_is_built_once_and_keeps_its_fingerprint() -> None:
    assert built() is built()
    assert built().content.startswith(built().fingerprint.encode())
    assert built(draft=DRAFT + " ").fingerprint != built().fingerprint


def test_a_blind_map_hears_nothing_of_the_machine() -> None:
    sent = content(built(blind=True))
    assert all(len(piece) == 2 for line in sent["draft"] for piece in line)
    assert {item["relation"] for item in sent["evidence"]} == {"context"}
    assert states(in_reading_order(reviewed()), blind=True) == [["unlabelled", ""], ["unlabelled", ""]]


def test_a_card_has_its_reason_and_the_words_that_its_fix_replaces_are_a_piece_of_their_own() -> None:
    sent = content(with_card(blind=False))
    assert [claim["card"] for claim in sent["claims"]] == [
        {
            "status": "contradicted", "reason": "the source says 60", "pairs": [["30 seconds", "60 seconds"]],
            "fixes": [["30 seconds", "60 seconds", "60 seconds"]],
        },
        None,
    ]  # fmt: skip
    mended = [piece for line in sent["draft"] for piece in line if len(piece) == 5]
    assert mended == [["30 seconds", [0], 1, [], [[0, 0]]]]
    assert joined(sent["draft"]) == DRAFT


def test_a_blind_map_is_sent_no_card_and_no_fix() -> None:
    sent = content(with_card(blind=True))
    assert [claim["card"] for claim in sent["claims"]] == [None, None]
    assert all(len(piece) == 2 for line in sent["draft"] for piece in line)


def test_a_source_says_where_it_comes_from() -> None:
    assert SourceText.of(SOURCE).about == "docs/notes.md · page 3"
    assert SourceText.of(SOURCE.model_copy(update={"url": "https://example.com/n"})).url == "https://example.com/n"


def test_only_web_addresses_become_links() -> None:
    shown = SourceText.of(SOURCE.model_copy(update={"url": "javascript:alert(1)"}))
    assert shown.url is None
    assert "javascript:alert(1)" in shown.about


def test_code_is_known_by_type_or_file_name() -> None:
    assert SourceText.of(SourceDocument(id="a", content="", type="json")).code
    assert SourceText.of(SourceDocument(id="b", content="", path="src/auth.service.ts")).code
    assert not SourceText.of(SOURCE).code


def test_only_checkable_claims_count_and_a_blind_map_is_not_told_which() -> None:
    opinion = reviewed()[0].claim.model_copy(update={"status": "not_checkable", "kind": "opinion"})
    assert ClaimPlace.of(opinion, blind=False).counts is opinion.checkable is False
    assert ClaimPlace.of(opinion, blind=True).counts is True
