"""RefChecker's results: a response, a reference, and triplets with Entailment, Neutral or Contradiction each.

A triplet is no text of the response. It marks the shortest stretch of one sentence that holds its head and its tail;
where there is none, a faulty triplet is a label of the whole answer that says which it is, and an entailed one none.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Reader, Record, needed, new_item, sources_of
from critique_core.formats.labels import status_of
from critique_core.models import ImportedLabel, NewItem

_SENTENCE_END = re.compile(r"[.!?\n]\s")
_MOST_PLACES = 200


def _fits(record: Record) -> bool:
    return {"response", "claims"} <= record.keys() and bool(record.keys() & {"ys", "Y", "reference"})


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    draft = str(needed(record, "response"))
    claims: list[Any] = list(record["claims"] or [])
    labels = [_label(draft, _parts(claim), word) for claim, word in zip(claims, _words(record, claims), strict=True)]
    whole = record.get("Y")
    if not claims and isinstance(whole, str):
        labels = [ImportedLabel(status=status_of(whole))]
    return (
        new_item(
            query=str(record.get("question") or ""),
            draft=draft,
            sources=sources_of(needed(record, "reference")),
            labels=tuple(dict.fromkeys(label for label in labels if label)),
        ),
    )


def _words(record: Record, claims: Sequence[Any]) -> list[Any]:
    own = [cast("dict[str, Any]", claim).get("human_label") for claim in claims if isinstance(claim, dict)]
    words: list[Any] = list(record.get("ys") or own or [None] * len(claims))
    if len(words) != len(claims):
        raise FormatError(f"has {len(claims)} claims and {len(words)} labels in ys")
    return [_best(word) for word in words]


def _best(word: Any) -> Any:
    """Of several references one that entails is enough."""
    if not isinstance(word, list):
        return word
    words = [str(one) for one in cast("list[Any]", word)]
    return next((one for one in ("Entailment", "Contradiction") if one in words), words[0] if words else None)


def _parts(claim: Any) -> tuple[str, ...]:
    if isinstance(claim, dict):
        claim = needed(cast("dict[str, Any]", claim), "triplet", "content", "claim")
    return (claim,) if isinstance(claim, str) else tuple(str(part) for part in claim)


def _label(draft: str, parts: tuple[str, ...], word: Any) -> ImportedLabel | None:
    if word is None:
        return None
    status, note = status_of(word), " | ".join(parts)
    places = list(_stretches(draft, parts[0], parts[-1]))
    if not places:
        return None if status == "supported" else ImportedLabel(status=status, note=note)
    start, end = min(places, key=lambda place: place[1] - place[0])
    return ImportedLabel(status=status, start=start, end=end, text=draft[start:end], note=note)


def _stretches(draft: str, head: str, tail: str) -> Iterator[tuple[int, int]]:
    heads, tails = _found(head, draft), _found(tail, draft)
    for first in heads:
        for last in tails:
            start, end = min(first[0], last[0]), max(first[1], last[1])
            if not _SENTENCE_END.search(draft, start, end):
                yield start, end


def _found(words: str, draft: str) -> list[tuple[int, int]]:
    if not words.strip():
        return []
    found = re.finditer(re.escape(words.strip()), draft, re.IGNORECASE)
    return [match.span() for match in islice(found, _MOST_PLACES)]


FORMAT = Format(
    name="refchecker",
    title="RefChecker",
    fields=(
        (("question", "response", "reference"), "query, draft and source"),
        (
            ("claims",),
            "claims[[head, relation, tail]]: the label's note; it marks the stretch of one sentence with head and tail",
        ),
        (("ys",), "Entailment: supported; Neutral: unsupported; Contradiction: contradicted"),
        (("claims",), "claims[].human_label: as ys, where there are none"),
        (("Y",), "a label of the whole answer, where there are no claims"),
    ),
    fits=_fits,
    open=_open,
)
