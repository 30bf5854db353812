"""Changes that a reviewer makes to the claims: each is one event, written at once, and can be undone."""

from collections.abc import Sequence

from components.claim_map import MapEvent, MapSpan
from components.review import decisions
from components.review.labelling import task
from components.review.open_review import OpenReview, read_open, read_review
from components.state import notices, on_screen
from components.words.review import draft_order
from critique_core.errors import InvalidInput
from critique_core.labels.reshape import check
from critique_core.models import Critique, Evidence, VerifiedClaim

_STALE = "the words you pointed to are not those of this text any more; point to them again"


def operate(event: MapEvent) -> None:
    """Apply a change made in the map; one that would change nothing is refused with a message."""
    current = read_open()
    if current is None:
        return
    if current.item_id is None:
        notices.report_problem(
            "This critique is not saved yet, so its claims cannot be changed. Press “Save again” first."
        )
        return
    seen = current.seen
    try:
        fields = _fields(current, event)
    except InvalidInput as refused:
        notices.say(f"Not done. {refused}")
        return
    written = decisions.append(
        current.item_id, current.critique.id, event.kind, claim_id=event.claim_id, guideline=task.guideline(), **fields
    )
    if written is not None:
        _select_new(seen, read_review(current.critique, current.item_id).seen)


def _fields(current: OpenReview, event: MapEvent) -> dict[str, object]:
    """The fields of the event. Raises ``InvalidInput`` when it would change nothing."""
    seen, claims = current.seen, current.in_order
    claim = next((one for one in claims if one.id == event.claim_id), None)
    match event.kind, claim, event.span:
        case "merge", VerifiedClaim(), _:
            start, end = _with_next(claims, claim)
        case "split", VerifiedClaim(), MapSpan():
            start = end = _cut(seen, claim, event.span)
        case (("respan" | "missed"), _, MapSpan()):
            start, end = _words(seen.request.draft, event.span)
        case "evidence", VerifiedClaim(), MapSpan():
            return {"start": claim.start, "end": claim.end, "evidence": _evidence(current, claim, event.span)}
        case _:
            raise InvalidInput(_STALE)
    check(seen, event.kind, event.claim_id, start, end)
    return {"start": start, "end": end}


def _with_next(claims: Sequence[VerifiedClaim], claim: VerifiedClaim) -> tuple[int, int]:
    after = claims[claims.index(claim) + 1 :]
    if not after:
        raise InvalidInput("merge: there is no claim after this one")
    return claim.start, max(claim.end, after[0].end)


def _cut(seen: Critique, claim: VerifiedClaim, span: MapSpan) -> int:
    if seen.request.draft[claim.start : span.start] != span.text:
        raise InvalidInput(_STALE)
    return span.start


def _words(text: str, span: MapSpan) -> tuple[int, int]:
    """The span without the white space around it."""
    if text[span.start : span.end] != span.text:
        raise InvalidInput(_STALE)
    words = span.text
    return span.start + len(words) - len(words.lstrip()), span.end - len(words) + len(words.rstrip())


def _evidence(current: OpenReview, claim: VerifiedClaim, span: MapSpan) -> tuple[Evidence, ...]:
    """The quotes that the reviewer pointed to so far, and this one. Together they replace the verifier's."""
    sources = current.seen.request.sources
    if span.source is None or span.source >= len(sources) or span.relation is None:
        raise InvalidInput(_STALE)
    source = sources[span.source]
    start, end = _words(source.content, span)
    if start >= end:
        raise InvalidInput("evidence: select some words of the source")
    quote = Evidence(source_id=source.id, start=start, end=end, quote=source.content[start:end], relation=span.relation)
    pointed = current.pointed_to(claim.id)
    if quote in pointed:
        raise InvalidInput("evidence: you pointed to these words already")
    kept = (one for one in pointed if (one.source_id, one.start, one.end) != (quote.source_id, start, end))
    return (*kept, quote)


def _select_new(before: Critique, after: Critique) -> None:
    """Select the first new claim, because the change may have removed the selected one."""
    known = {claim.id for claim in before.claims}
    new = [claim for claim in after.claims if claim.id not in known]
    if new:
        on_screen.select(min(new, key=draft_order).id)
