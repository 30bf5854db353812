"""What the presenter is sent: the claim map's texts, where draft and source differ, and what stands beside them."""

import json
from typing import Any

from components.claim_map import ClaimCard, MapLinks
from components.presenter import Closing, Opening, slides
from components.words.review import NO_PASSAGE, NOT_CHECKED
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import (
    Claim,
    CritiqueRequest,
    Evidence,
    Finding,
    SourceDocument,
    Status,
    Verdict,
    VerifiedClaim,
)

DRAFT = "The dose is 1,600 mg <b>a day</b>. It helps. Good luck!"
SOURCE = SourceDocument(id="leaflet", content="Take at most 1,200 mg a day.", title="Leaflet", page=2)


def claim(words: str, status: Status, verdict: dict[str, Any] | None = None) -> VerifiedClaim:
    start = DRAFT.index(words)
    kind = "opinion" if status == "not_checkable" else "fact"
    found = Claim.of(DRAFT, start, start + len(words), kind=kind)
    judged = Verdict(claim_id=found.id, probabilities=None, method="nli", **verdict) if verdict else None
    return VerifiedClaim(**found.model_dump(), status=status, verdict=judged)


DIFFERS = Finding(
    kind="number", agreement="conflicts", start=12, end=20, claim_value="1,600 mg", source_id="leaflet",
    source_start=13, source_end=21, source_value="1,200 mg", explanation="another dose",
)  # fmt: skip
AGREES = DIFFERS.model_copy(update={"agreement": "agrees", "start": 21, "end": 33, "source_start": 0, "source_end": 4})
QUOTE = Evidence(source_id="leaflet", start=0, end=28, quote=SOURCE.content, relation="contradicts")
WRONG = claim(
    "The dose is 1,600 mg <b>a day</b>.", "contradicted",
    {"reasoning": "The source says 1,200 mg. It says more.", "findings": (AGREES, DIFFERS), "evidence": (QUOTE,)},
)  # fmt: skip
VAGUE = claim("It helps.", "unsupported", {"reasoning": "No source says this."})
WISH = claim("Good luck!", "not_checkable")


def sent(*, closing: Closing | None = None, reviewed: tuple[ReviewedClaim, ...] | None = None) -> dict[str, Any]:
    reviewed = reviewed or tuple(ReviewedClaim(claim=one, status=one.status) for one in (WISH, VAGUE, WRONG))
    card = ClaimCard(
        "contradicted",
        "The source says 1,200 mg. It says more.",
        (("1,600 mg", "1,200 mg"),),
        ((12, 20, "1,600", "1,200"),),
    )
    content = slides(
        CritiqueRequest(query="How much?", draft=DRAFT, sources=(SOURCE,)),
        reviewed,
        {WRONG.id: card},
        MapLinks(),
        opening=Opening("How much?", "Block: 1 of 2 claims is contradicted", "Confidence 20%."),
        closing=closing,
    )
    return json.loads(content)


def test_the_texts_are_the_claim_maps_own_and_whole() -> None:
    texts = sent()["map"]
    assert "".join(piece[0] for line in texts["draft"] for piece in line) == DRAFT
    assert [one["id"] for one in texts["claims"]] == [WRONG.id, VAGUE.id, WISH.id]
    assert [(source["name"], source["about"]) for source in texts["sources"]] == [("Leaflet", "page 2")]


def test_what_differs_are_the_places_that_the_findings_name_and_no_others() -> None:
    told = sent()
    texts = told["map"]
    assert told["differs"] == [[0, 1], [], []]
    assert texts["spots"] == [-1, 0], "the first in the draft, the second in the source"
    marked = [piece for text in (texts["draft"], texts["sources"][0]["text"]) for line in text for piece in line]
    assert [(piece[0], piece[3]) for piece in marked if len(piece) > 3] == [("1,600 mg", [0]), ("1,200 mg", [1])]


def test_a_card_says_one_sentence_and_the_pair_and_offers_no_fix() -> None:
    card = sent()["map"]["claims"][0]["card"]
    assert card == {
        "status": "contradicted",
        "reason": "The source says 1,200 mg.",
        "pairs": [["1,600 mg", "1,200 mg"]],
        "fixes": [],
    }


def test_statuses_are_counted_worst_first_with_what_to_say_where_there_is_no_quote() -> None:
    told = sent()
    assert told["states"] == [["contradicted", ""], ["unsupported", ""], ["not_checkable", ""]]
    assert told["counts"] == [["contradicted", 1], ["unsupported", 1]], "a wish is not among the claims"
    assert told["absent"] == [NO_PASSAGE, NO_PASSAGE, NOT_CHECKED]
    failed = claim("It helps.", "unverified", {"reasoning": "no server", "failure": "no server"})
    assert sent(reviewed=(ReviewedClaim(claim=failed, status="unverified"),))["absent"] == ["It could not be checked."]


def test_a_persons_status_is_shown_with_the_machines_own() -> None:
    reviewed = tuple(ReviewedClaim(claim=one, status="supported") for one in (WRONG, VAGUE))
    told = sent(reviewed=reviewed)
    assert told["counts"] == [["supported", 2]]
    assert told["machine"] == ["contradicted", "unsupported"]


def test_the_first_and_the_last_slide_say_what_they_were_given() -> None:
    told = sent(closing=Closing((("gone", "</script>"), ("new", "1,200")), "20%", "90%", "1 correction"))
    assert told["opening"]["question"] == "How much?"
    assert told["closing"]["pieces"] == [["gone", "</script>"], ["new", "1,200"]]
    assert sent()["closing"] is None
