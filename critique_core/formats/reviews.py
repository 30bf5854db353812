"""Our own form: one review a line, with its item, every run and critique of it, and every event.

It is read into a store as it was, not as a new item: see ``Store.restore``.
"""

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Reader, Record
from critique_core.models import NewItem, explain
from critique_core.store import ReviewExport

_VERSION = 1


def review_of(record: Record) -> ReviewExport:
    """The review that a record holds. Raises ``FormatError`` naming the fields that do not fit."""
    version: Any = record.get("version")
    if isinstance(version, int) and version > _VERSION:
        raise FormatError(f"is of form {version}, written by a newer claimlens; upgrade claimlens")
    try:
        return ReviewExport.model_validate(record)
    except ValidationError as error:
        raise FormatError("; ".join(explain(error).splitlines()[:5])) from error


def _fits(record: Record) -> bool:
    return {"item", "runs", "critiques", "decisions"} <= record.keys()


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    """What there is to see of it before it is restored."""
    review = review_of(record)
    if not review.critiques:
        raise FormatError("holds no critique, so nothing says what was reviewed")
    item = review.item
    seen = NewItem(
        request=review.critiques[-1].request,
        title=item.title,
        source_group=item.source_group,
        labels=item.imported_labels,
        labels_complete=item.labels_complete,
        gold=item.gold,
    )
    return (seen,)


FORMAT = Format(
    name="claimlens",
    title="Claimlens reviews",
    fields=(
        (("item",), "the item; its number is given anew"),
        (("runs", "critiques"), "every run with its critique, as it was"),
        (("decisions",), "every event with its reviewer, time and note, as it was; numbered anew"),
    ),
    fits=_fits,
    open=_open,
    whole=True,
)
