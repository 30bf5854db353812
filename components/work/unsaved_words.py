"""Words typed into the fields of claims and not saved: in memory, by review and reviewer, of a bounded number."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Literal

ClaimField = Literal["edit", "note"]
_KEPT = 200


@dataclass(frozen=True)
class Words:
    """What was typed into one field of a claim; ``key`` is the field's."""

    claim_id: str
    field: ClaimField
    key: str
    text: str


class UnsavedWords:
    """Words by the review and the reviewer; the reviews least recently typed in are forgotten first."""

    def __init__(self) -> None:
        self._reviews: OrderedDict[tuple[str, str], dict[tuple[str, ClaimField], Words]] = OrderedDict()
        self._lock = Lock()

    def put(self, review: tuple[str, str], claim_id: str, field: ClaimField, words: Words | None) -> None:
        """Keep what a field holds; ``None`` forgets it."""
        with self._lock:
            held = self._reviews.setdefault(review, {})
            if words is None:
                held.pop((claim_id, field), None)
            else:
                held[claim_id, field] = words
                self._reviews.move_to_end(review)
            if not held:
                del self._reviews[review]
            while len(self._reviews) > _KEPT:
                self._reviews.popitem(last=False)

    def get(self, review: tuple[str, str]) -> tuple[Words, ...]:
        """What is kept of a review, in the order in which it was begun."""
        with self._lock:
            return tuple(self._reviews.get(review, {}).values())
