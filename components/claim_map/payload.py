"""What the claim map sends to the browser: the texts once a critique, the states on every run."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from components.claim_map.cards import ClaimCard
from components.claim_map.links import LinkedQuote, Spot
from components.palette import (
    DECISION_ICONS,
    DECISION_WORDS,
    FIXED,
    RELATION_STYLES,
    STATUS_STYLES,
    UNLABELLED,
    StatusStyle,
    decided_as,
)
from components.words import terms
from components.words.review import draft_order
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import SourceDocument, Span, VerifiedClaim
from critique_core.provenance import fingerprint
from critique_core.text.segments import NamedSpan, Segment, paragraphs, segments

_MARK = "mark"
_GAP = "gap"
_SPOT = "spot"  # with its number
_FIX = "fix"  # with its claim and number
_MARKED, _UNCLAIMED = 1, 2  # flags of a piece
_LINKED_SCORE = 0.0  # below the claim's own evidence
_LABEL_CHARACTERS = 160
_CODE_TYPES = frozenset({"code", "json", "yaml", "csv", "toml", "xml", "sql", "record"})
_CODE_NAME = re.compile(
    r"\.(c|cc|cpp|cs|css|csv|go|h|html|ini|java|jsx?|jsonl?|kt|lua|php|py|rb?|rs|scala|sh|sql|swift|toml|tsx?|xml|ya?ml)$"
)


class ClaimPlace(NamedTuple):
    """The place of one claim in the draft and its evidence; hashable, so that texts are built once.

    ``counts`` says whether it is among the claims to decide: the checkable ones, and all of a blind map.
    """

    id: str
    text: str
    start: int
    end: int
    marked: tuple[tuple[int, int], ...]
    evidence: tuple[tuple[str, int, int, str, float], ...]
    counts: bool = True
    disputed: bool = False
    opposed: tuple[str, ...] = ()
    card: ClaimCard | None = None

    @classmethod
    def of(
        cls,
        claim: VerifiedClaim,
        *,
        blind: bool,
        quotes: Sequence[LinkedQuote] = (),
        opposed: tuple[str, ...] = (),
        card: ClaimCard | None = None,
    ) -> "ClaimPlace":
        """What is drawn of a claim; without marks, relations and conflicts for a blind map."""
        verdict = claim.verdict
        evidence = verdict.evidence if verdict else ()
        marked: tuple[Span, ...] = verdict.marked if verdict and not blind else ()
        return cls(
            claim.id,
            claim.text,
            claim.start,
            claim.end,
            tuple((span.start, span.end) for span in marked),
            tuple(
                (item.source_id, item.start, item.end, "context" if blind else item.relation, item.score)
                for item in evidence
                if item.match != "not_found"
            )
            + tuple((one.source_id, one.start, one.end, one.relation, _LINKED_SCORE) for one in quotes if not blind),
            blind or claim.checkable,
            claim.disputed and not blind,
            () if blind else opposed,
            None if blind else card,
        )


def in_reading_order(reviewed: Sequence[ReviewedClaim]) -> list[ReviewedClaim]:
    """By place in the draft, a claim before those inside it."""
    return sorted(reviewed, key=lambda review: draft_order(review.claim))


class Texts(NamedTuple):
    """The texts as the browser gets them: ``content`` is the fingerprint (64 characters) followed by JSON."""

    fingerprint: str
    content: bytes


@lru_cache(maxsize=16)
def texts(
    key: str,
    draft: str,
    sources: tuple["SourceText", ...],
    claims: tuple[ClaimPlace, ...],
    *,
    height: str,
    blind: bool,
    queue: bool = False,
    surgery: bool = False,
    spots: tuple[Spot, ...] = (),
    gaps: tuple[tuple[int, int], ...] = (),
) -> Texts:
    """All that does not change while a critique is reviewed: draft, sources, claims, evidence, words.

    A text is a list of paragraphs, a paragraph a list of ``[text, indexes]``; an index counts claims in the draft and
    evidence in a source. A third member flags words of a claim that lack support (1) or draft text in no claim (2);
    a fourth lists the numbers of the spots that cover the piece, a fifth the fixes, as ``[claim, fix]``.
    """
    evidence = _evidence(claims, sources, blind=blind)
    index = {source.id: position for position, source in enumerate(sources)}
    content: dict[str, Any] = {
        "claims": _claims(claims),
        "draft": _draft(draft, claims, spots, () if blind else gaps),
        "spots": [-1 if spot.source_id is None else index.get(spot.source_id, -1) for spot in spots],
        "evidence": [{"claim": item.claim, "source": item.source, "relation": item.relation} for item in evidence],
        "sources": [_source(source, place, evidence, spots) for place, source in enumerate(sources)],
        "about_claims": terms.CLAIM,
        "key": key,
        "height": height,
        "blind": blind,
        "queue": queue,
        "surgery": surgery,
        "statuses": _looks({**STATUS_STYLES, "unlabelled": UNLABELLED, "fixed": FIXED}),
        "relations": {"context": ["…", "evidence"]} if blind else _looks({**RELATION_STYLES}),
        "decisions": {name: [DECISION_ICONS[name], DECISION_WORDS[name]] for name in DECISION_ICONS},
    }
    identity = fingerprint(content)
    return Texts(identity, (identity + json.dumps(content, ensure_ascii=False, separators=(",", ":"))).encode())


def states(reviewed: Sequence[ReviewedClaim], *, blind: bool) -> list[list[str]]:
    """``[status, decision]`` a claim, in reading order, the decision as the palette names it.

    A blind map gets only the reviewer's own statuses.
    """
    found: list[list[str]] = []
    for review in reviewed:
        decision = decided_as(review.decision) if review.decision else ""
        own = review.decision.status if review.decision else None
        status = (own or "unlabelled") if blind else review.status
        found.append([status, decision])
    return found


class SourceText(NamedTuple):
    """What is drawn of a source document; hashable."""

    id: str
    name: str
    about: str
    url: str | None
    content: str
    code: bool

    @classmethod
    def of(cls, source: SourceDocument) -> "SourceText":
        """Name, place and text of a source; the address is kept only where it is a web address."""
        path = source.path if source.path != source.name else None
        page = f"page {source.page}" if source.page is not None else None
        about = [part for part in (path, source.section, page, source.domain) if part]
        web = source.url if source.url and source.url.lower().startswith(("https://", "http://")) else None
        if source.url and not web:
            about.append(source.url)
        return cls(source.id, source.name, " · ".join(about), web, source.content, _is_code(source))


class _EvidencePlace(NamedTuple):
    claim: int
    source: int
    start: int
    end: int
    relation: str


def _evidence(
    claims: Sequence[ClaimPlace], sources: Sequence[SourceText], *, blind: bool = False
) -> list[_EvidencePlace]:
    """Evidence of all claims, a claim's strongest first, without evidence in an unknown source or of no text.

    For a blind map it is sorted by place, because the other order would show what the machine found strong.
    """
    index = {source.id: position for position, source in enumerate(sources)}
    found: list[_EvidencePlace] = []
    for claim, place in enumerate(claims):
        ranked = sorted(place.evidence, key=lambda item: (item[3] == "context", -item[4]))
        if blind:
            ranked = sorted(place.evidence, key=lambda item: (index.get(item[0], 0), item[1]))
        for source_id, start, end, relation, _score in ranked:
            source = index.get(source_id)
            if source is not None and start < min(end, len(sources[source].content)):
                found.append(_EvidencePlace(claim, source, start, end, relation))
    return found


def _claims(claims: Sequence[ClaimPlace]) -> list[dict[str, Any]]:
    index = {place.id: position for position, place in enumerate(claims)}
    return [
        {
            "id": place.id,
            "text": _shorten(place.text),
            "counts": place.counts,
            "disputed": place.disputed,
            "opposed": [index[other] for other in place.opposed if other in index],
            "card": _card(place.card),
        }
        for place in claims
    ]


def _card(card: ClaimCard | None) -> dict[str, Any] | None:
    if card is None:
        return None
    fixes = [[_shorten(old), _shorten(new), new] for _, _, old, new in card.fixes]
    return {"status": card.status, "reason": card.reason, "pairs": [list(pair) for pair in card.pairs], "fixes": fixes}


def _draft(
    draft: str, claims: Sequence[ClaimPlace], spots: Sequence[Spot], gaps: Sequence[tuple[int, int]]
) -> list[list[list[Any]]]:
    spans = [NamedSpan(str(index), place.start, place.end) for index, place in enumerate(claims)]
    spans += [NamedSpan(_MARK, start, end) for place in claims for start, end in place.marked]
    spans += [NamedSpan(_GAP, start, end) for start, end in gaps]
    spans += _spots(spots, None)
    spans += [
        NamedSpan(f"{_FIX}{claim}.{number}", start - (0 < start == end), end)  # an insertion shows behind a letter
        for claim, place in enumerate(claims)
        for number, (start, end, _, _) in enumerate(place.card.fixes if place.card else ())
    ]
    return [[_piece(segment) for segment in line] for line in paragraphs(segments(draft, spans))]


def _is_fix(name: str) -> bool:
    return name.startswith(_FIX)


def _spots(spots: Sequence[Spot], source_id: str | None) -> list[NamedSpan]:
    return [
        NamedSpan(f"{_SPOT}{number}", spot.start, spot.end)
        for number, spot in enumerate(spots)
        if spot.source_id == source_id
    ]


def _piece(segment: Segment) -> list[Any]:
    indexes = [int(name) for name in segment.ids if name.isdigit()]
    spots = [int(name.removeprefix(_SPOT)) for name in segment.ids if name.startswith(_SPOT)]
    flags = _MARKED * (_MARK in segment.ids and bool(indexes)) + _UNCLAIMED * (_GAP in segment.ids and not indexes)
    fixes = [[int(part) for part in name.removeprefix(_FIX).split(".")] for name in segment.ids if _is_fix(name)]
    if fixes:
        return [segment.text, indexes, flags, spots, fixes]
    if spots:
        return [segment.text, indexes, flags, spots]
    return [segment.text, indexes, flags] if flags else [segment.text, indexes]


def _source(
    source: SourceText, position: int, evidence: Sequence[_EvidencePlace], spots: Sequence[Spot]
) -> dict[str, Any]:
    spans = [NamedSpan(str(i), item.start, item.end) for i, item in enumerate(evidence) if item.source == position]
    lines = paragraphs(segments(source.content, [*spans, *_spots(spots, source.id)]))
    return {
        "name": source.name,
        "about": source.about,
        "url": source.url,
        "code": source.code,
        "evidence": len(spans),
        "text": [[_piece(segment) for segment in line] for line in lines],
    }


def _is_code(source: SourceDocument) -> bool:
    name = source.path or source.title or source.id
    return source.type.lower() in _CODE_TYPES or _CODE_NAME.search(name.lower()) is not None


def _looks(styles: dict[str, StatusStyle]) -> dict[str, list[str]]:
    return {name: [style.icon, style.word] for name, style in styles.items()}


def _shorten(text: str) -> str:
    return text if len(text) <= _LABEL_CHARACTERS else f"{text[:_LABEL_CHARACTERS]}…"
