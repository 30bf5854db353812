"""Reviews that are hard to show on a wall: long texts, many claims, other scripts, nothing at all."""

from collections.abc import Callable, Sequence

from components.claim_map import ClaimCard, MapLinks
from components.presenter import Closing, Opening, slides
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import (
    Claim,
    CritiqueRequest,
    Evidence,
    Relation,
    SourceDocument,
    Span,
    Verdict,
    VerifiedClaim,
)
from tests.makers import claim_map_cases
from tests.makers.claim_map_cases import Case

_SENTENCE = "The committee heard that the northern pier had been closed since the storm and that repairs would wait. "
_JAPANESE = "博物館は千九百九十八年に開館し、入場料は大人五百円、子どもは無料と案内されています。"
_ARABIC = "يفتح المتحف أبوابه في الساعة التاسعة صباحًا ويغلق في الخامسة مساءً كل يوم ما عدا الاثنين. "


def long_texts() -> Case:
    """Claims and quotes of 900 characters: English, Japanese, Arabic; and a short claim with a long quote."""
    texts = [(text * 40)[:900].strip() for text in (_SENTENCE, _JAPANESE, _ARABIC)]
    short = "The pier is closed."
    draft = "\n".join([*texts, short])
    sources = tuple(
        SourceDocument(id=f"s{place}", title=f"Minutes {place}", page=place + 1, content=text)
        for place, text in enumerate([*texts, texts[0]])
    )
    parts = [(text, source) for text, source in zip([*texts, short], sources, strict=True)]
    return Case(draft, sources, tuple(_claims(draft, parts)))


def sixty() -> Case:
    """Sixty claims, each with its quote."""
    said = [f"Depot {number} opens at noon." for number in range(60)]
    source = SourceDocument(id="s", title="Depots", content="\n".join(said))
    draft = " ".join(said)
    return Case(draft, (source,), tuple(_claims(draft, [(words, source) for words in said])))


def disputed() -> Case:
    """A claim on which two sources disagree, and a third says something around it."""
    draft = "Some 1,200 residents left their homes."
    told: tuple[tuple[str, Relation], ...] = (
        ("Around 900 residents left.", "contradicts"), ("It rained.", "context"), ("1,200 left.", "supports"),
    )  # fmt: skip
    sources = tuple(SourceDocument(id=words, title=f"News {words}", content=words) for words, _ in told)
    claim = Claim.of(draft, 0, len(draft))
    evidence = tuple(
        Evidence(source_id=words, start=0, end=len(words), quote=words, relation=relation) for words, relation in told
    )
    verdict = Verdict(claim_id=claim.id, probabilities=None, reasoning="900 or 1,200?", method="nli", evidence=evidence)
    return Case(
        draft, sources, (VerifiedClaim(**claim.model_dump(), status="contradicted", disputed=True, verdict=verdict),)
    )


def greeted() -> Case:
    """Two claims between words that no source could confirm."""
    source = SourceDocument(id="s", title="Hours", content="It opens at noon. It closes at six.")
    draft = "Hello! It opens at noon. Good choice! It closes at six. Have fun!"
    claims = _claims(draft, [(words, source) for words in ("It opens at noon.", "It closes at six.")])
    for words in ("Hello!", "Good choice!", "Have fun!"):
        start = draft.index(words)
        said = Claim.of(draft, start, start + len(words), kind="opinion")
        claims.append(VerifiedClaim(**said.model_dump(), status="not_checkable"))
    return Case(draft, (source,), tuple(claims))


def _claims(draft: str, parts: Sequence[tuple[str, SourceDocument]]) -> list[VerifiedClaim]:
    found: list[VerifiedClaim] = []
    for place, (words, source) in enumerate(parts):
        start = draft.index(words)
        claim = Claim.of(draft, start, start + len(words))
        at = source.content.find(words)
        span = (at, at + len(words)) if at >= 0 else (0, len(source.content))
        quote = source.content[slice(*span)]
        verdict = Verdict(
            claim_id=claim.id, probabilities=None, reasoning="The source says it in other words.",
            marked=(Span(start=claim.end - 8, end=claim.end),), method="nli",
            evidence=(Evidence(source_id=source.id, start=span[0], end=span[1], quote=quote, relation="supports"),),
        )  # fmt: skip
        status = "supported" if place % 20 else "unsupported"
        found.append(VerifiedClaim(**claim.model_dump(), status=status, verdict=verdict))
    return found


# A reason and pairs of values as long as a card has them.
_CROWDED = (
    "Neither the number, nor the day, nor the place is the one that the source gives " * 4,
    tuple(
        (f"{number} pallets of {_SENTENCE[:60]}", f"{number + 5} pallets of {_SENTENCE[:60]}") for number in range(3)
    ),
)

CASES: dict[str, Callable[[], Case]] = {
    **{name: claim_map_cases.CASES[name] for name in ("release", "hostile", "languages", "empty")},
    "long": long_texts,
    "sixty": sixty,
    "crowded": long_texts,
    "disputed": disputed,
    "greeted": greeted,
}


def presented(name: str) -> bytes:
    """The slides of a case."""
    case = CASES[name]()
    reason, pairs = ("The source says otherwise. ", ()) if name != "crowded" else _CROWDED
    return slides(
        CritiqueRequest(query="What is said?", draft=case.draft, sources=case.sources),
        tuple(ReviewedClaim(claim=claim, status=claim.status) for claim in case.claims),
        {claim.id: ClaimCard(claim.status, reason=reason, pairs=pairs) for claim in case.claims if claim.verdict},
        MapLinks(),
        opening=Opening("What is said?", "Fix: not all of it is supported", "Confidence 50%, gate at 70%."),
        closing=Closing(
            (("same", "It is "), ("gone", "30"), ("new", "60"), ("same", " seconds.")), "50%", "90%", "Fixed."
        ),
    )
