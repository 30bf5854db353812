"""Seed S4: ``verify_response(query, response, context)`` with its ``VerificationResult``.

Its context is one text; a list of texts, as some programs keep it, is read as one source each.
"""

from pathlib import Path

from critique_core.formats import losses
from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.seed_requests import context_of, item_of, written
from critique_core.models import NewItem
from critique_core.views import verification_result


def _fits(record: Record) -> bool:
    return {"response", "context"} <= record.keys() and bool(record.keys() & {"is_grounded", "claims", "query"})


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    return (item_of(record.get("query"), record.get("response"), record.get("context")),)


def _write(reviewed: ReviewedItem) -> Written:
    request = reviewed.critique.request
    told = {"query": request.query, "response": request.draft, "context": context_of(request)}
    lost = losses.of_sources(request)
    return written(reviewed, told, verification_result(reviewed.critique).shape(), *lost)


FORMAT = Format(
    name="s4",
    title="Seed S4, grounded verification",
    fields=(
        (("query", "response"), "query and draft"),
        (("context",), "one source, or one a text of a list"),
        (("confidence", "is_grounded", "claims", "suggested_corrections"), "written: the critique; not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
