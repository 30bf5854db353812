"""Reviewed items as hypothesis makes them: any script, any status, people's and files' words."""

from datetime import UTC, datetime
from functools import cache

from hypothesis import strategies as st

from critique_core.assembly import critic
from critique_core.formats.base import ReviewedItem
from critique_core.formats.losses import title_of
from critique_core.models import (
    Claim,
    Critique,
    CritiqueRequest,
    Decision,
    ImportedLabel,
    Item,
    SourceDocument,
    Status,
    VerifiedClaim,
    parse_request,
)
from critique_core.settings import load_settings

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
STATUSES: tuple[Status, ...] = ("supported", "partially_supported", "unsupported", "contradicted")
_WORDS = (
    "ferry",
    "60 🚗",
    "مرحبا",
    "שלום",
    "e\u0301a",
    "北京",
    "👩‍👩‍👧",
    "=SUM(A1)",
    "[1]",
    "'-2",
    "\t+x",
    "naïve",
    'a,"b"\r\nc',
)
_TEXT = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4).map(" ".join)


@cache
def base() -> Critique:
    """A real critique, whose request and claims are then exchanged."""
    request = {
        "query": "When?",
        "draft": "It leaves at 9:40.",
        "sources": [{"id": "1", "content": "It leaves at 9:15."}],
    }
    return critic(load_settings({})).critique(parse_request(request))


@st.composite
def requests(draw: st.DrawFn) -> tuple[CritiqueRequest, tuple[Claim, ...]]:
    """A request and the claims of its draft, one a line."""
    lines = draw(st.lists(_TEXT, min_size=1, max_size=4))
    claims: list[Claim] = []
    draft = "\n".join(lines)
    start = 0
    for line in lines:
        claims.append(Claim.of(draft, start, start + len(line)))
        start += len(line) + 1
    texts = draw(st.lists(_TEXT, max_size=3))
    named = draw(st.booleans())
    sources = tuple(
        SourceDocument(id=f"s{number}" if named else str(number), content=text, title="T" if named else None,
                       metadata={"k": text} if named else {})
        for number, text in enumerate(texts, 1)
    )  # fmt: skip
    query = draw(st.just("") | _TEXT)
    return CritiqueRequest(query=query, draft=draft, sources=sources), tuple(claims)


@st.composite
def reviewed_items(draw: st.DrawFn, people: tuple[str, ...] = ("ann",)) -> ReviewedItem:
    """An item whose claims bear a file's labels, people's decisions, both or none."""
    request, claims = draw(requests())
    statuses = [draw(st.sampled_from(STATUSES)) for _ in claims]
    verified = tuple(
        VerifiedClaim(**dict(claim), status=status, probability=0.25)
        for claim, status in zip(claims, statuses, strict=True)
    )
    critique = base().model_copy(update={"request": request, "claims": verified})
    labels: list[ImportedLabel] = []
    events: list[Decision] = []
    for claim in claims:
        origin = draw(st.sampled_from(("human", "imported", None)))
        if origin is None:
            continue
        status, note = draw(st.sampled_from(STATUSES)), draw(st.none() | st.just("why"))
        who = "imported" if origin == "imported" else draw(st.sampled_from(people))
        if origin == "imported":
            labels.append(ImportedLabel(status=status, start=claim.start, end=claim.end,
                                        text=request.draft[claim.start : claim.end], note=note))  # fmt: skip
        events.append(
            Decision(item_id="a" * 32, action="relabel", reviewer=who, claim_id=claim.id, start=claim.start,
                     end=claim.end, status=status, note=note, critique_id=critique.id, origin=origin,
                     id=f"{len(events):032}", sequence=len(events) + 1, created_at=NOW)
        )  # fmt: skip
    item = Item(
        id="a" * 32,
        request_fingerprint=request.fingerprint,
        title=draw(st.sampled_from(("Title", ""))) or title_of(request),
        source_group=draw(st.sampled_from(("g1", None))),
        imported_labels=tuple(labels),
        labels_complete=False,
        created_at=NOW,
        gold=draw(st.booleans()),
    )
    return ReviewedItem(item, critique, tuple(events))
