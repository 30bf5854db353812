"""A claim before and after the changes, to be set side by side."""

from collections.abc import Iterable, Sequence
from typing import Any

from components.palette import STATUS_STYLES
from components.widgets.text_changes import Piece, changes
from components.words.trial import Change, Turned, moved
from critique_core.models import VerifiedClaim


def newest_first(rows: Sequence[Turned], made: Sequence[Change]) -> tuple[Turned, ...]:
    """The claims in the order of the draft, but the one first whose words were changed last."""
    last = made[-1] if made else None
    if last is None or last.source is not None:
        return tuple(rows)
    at = moved(last.start, made, None)
    return tuple(sorted(rows, key=lambda row: not row.after.start <= at <= row.after.end))


def pair(row: Turned) -> dict[str, Any]:
    """The two sides of a claim: its status with its support, its words, its reason; what differs is marked.

    Where the words are the same, because a source was changed, its quote is there as well. ``before`` is ``None`` for a
    claim that was not there.
    """
    was, now = row.before, row.after
    words = changes(was.text if was else now.text, now.text)
    quotes = changes(_quote(was), _quote(now)) if was and was.text == now.text else ()
    return {
        "number": row.number,
        "before": _side(was, words, quotes, "gone") if was else None,
        "after": _side(now, words, quotes, "new"),
    }


def _side(claim: VerifiedClaim, words: Iterable[Piece], quotes: Iterable[Piece], own: str) -> dict[str, Any]:
    style = STATUS_STYLES[claim.status]
    return {
        "status": claim.status,
        "icon": style.icon,
        "word": f"{style.word}{_support(claim)}",
        "words": _pieces(words, own),
        "quote": _pieces(quotes, own),
        "reason": claim.verdict.reasoning if claim.verdict else "",
    }


def _pieces(found: Iterable[Piece], own: str) -> list[tuple[str, bool]]:
    """The pieces of one of two texts, each with whether the other text has it not."""
    return [(piece.text, piece.kind == own) for piece in found if piece.kind in ("same", own)]


def _quote(claim: VerifiedClaim) -> str:
    found = claim.verdict.evidence if claim.verdict else ()
    return next((item.quote for item in found if item.match != "not_found"), "")


def _support(claim: VerifiedClaim) -> str:
    """The probability of support, as on every page, where the verifier gave one."""
    return f" · support {claim.probability:.2f}" if claim.probability is not None else ""
