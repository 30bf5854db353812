"""The quotes that bear out an answer, to copy as plain text or as Markdown."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from components.words.review import place
from critique_core.evidence.whole_quotes import whole_quote
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import SourceDocument
from critique_core.text.shortening import one_line

_MARKS = re.compile(r"[\\`*_\[\]<>|~&$]|\A[-+=#]")
_NUMBERED = re.compile(r"\A(\d{1,9})([.)])")
_WHAT_LABELS = {"table": "columns", "record": "field"}


class ClaimQuotes(NamedTuple):
    """A supported claim and what supports it: each quote as its source has it, and where it is."""

    claim: str
    quotes: tuple[tuple[str, str], ...]


def supporting_quotes(claims: Sequence[ReviewedClaim], sources: Sequence[SourceDocument]) -> tuple[ClaimQuotes, ...]:
    """The claims that are supported, by the reviewer's decision where there is one, with their quotes.

    A claim that sources disagree on is left out until somebody decides on it, as is one without a quote that supports
    it. Each quote is a whole sentence, row or field of its source, character by character.
    """
    by_id = {source.id: source for source in sources}
    found: list[ClaimQuotes] = []
    for review in claims:
        if review.status == "supported" and not review.wrong and (review.decision or not review.claim.disputed):
            quotes = tuple(dict.fromkeys(_quotes(review, by_id)))
            if quotes:
                found.append(ClaimQuotes(one_line(review.edited_text or review.claim.text), quotes))
    return tuple(found)


def as_text(quoted: Sequence[ClaimQuotes]) -> str:
    """The claims, each with its quotes and their places, as plain text."""
    return "\n\n".join(
        "\n".join([one.claim, *(f"“{quote}” ({where})" for quote, where in one.quotes)]) for one in quoted
    )


def as_markdown(quoted: Sequence[ClaimQuotes]) -> str:
    """The same with the quotes as block quotes. Marks are escaped, so that a quote reads as its source has it."""
    return "\n\n".join(
        "\n\n".join([f"**{_escaped(one.claim)}**", *(_block(quote, where) for quote, where in one.quotes)])
        for one in quoted
    )


def _quotes(review: ReviewedClaim, sources: dict[str, SourceDocument]) -> Iterator[tuple[str, str]]:
    for part in review.claim.verdict.evidence if review.claim.verdict else ():
        source = sources.get(part.source_id)
        if source is None or part.relation != "supports" or part.match == "not_found":
            continue
        unit = whole_quote(source, part.start, part.end)
        if unit is not None:
            what = _WHAT_LABELS.get(unit.kind) if unit.label else None
            named = f", {what} {unit.label.strip('| ')}" if what else ""
            yield unit.text, one_line(place(source, source.id) + named)


def _block(quote: str, where: str) -> str:
    lines = [_escaped(line.strip()) for line in quote.splitlines() if line.strip()]
    return "> " + "\\\n> ".join(lines) + f"\n>\n> — {_escaped(where)}"


def _escaped(text: str) -> str:
    return _NUMBERED.sub(r"\1\\\2", _MARKS.sub(r"\\\g<0>", text))
