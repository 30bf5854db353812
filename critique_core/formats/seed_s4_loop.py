"""Seed S4: ``corrective_rag_loop(query, original_response, context)`` with its ``CRAGResult``.

Next to it is the ``verification`` block that S4 adds to a chat answer, of the text that is handed on.
"""

from pathlib import Path

from critique_core.formats import losses
from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.seed_requests import context_of, item_of, written
from critique_core.models import NewItem
from critique_core.views import correction_result, verification_of_correction


def _fits(record: Record) -> bool:
    return bool(record.keys() & {"original_response", "final_response"}) and "response" not in record


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    draft = record.get("original_response") or record.get("final_response")
    return (item_of(record.get("query"), draft, record.get("context")),)


def _write(reviewed: ReviewedItem) -> Written:
    critique = reviewed.critique
    request = critique.request
    told = {
        "query": request.query,
        "original_response": request.draft,
        "context": context_of(request),
        "verification": verification_of_correction(critique).shape(),
    }
    return written(reviewed, told, correction_result(critique).shape(), *losses.of_sources(request))


FORMAT = Format(
    name="s4_loop",
    title="Seed S4, corrective loop",
    fields=(
        (("query", "context"), "the query; one source, or one a text of a list"),
        (("original_response",), "the draft"),
        (("final_response",), "the draft, where there is no original_response"),
        (("final_response",), "written: the corrected draft, or the draft when no correction was kept"),
        (
            ("confidence", "attempts", "verification_history"),
            "written: of the final text; attempts made; the draft and each",
        ),
        (("additional_context_used",), "written: false, since a stored critique was corrected from its own sources"),
        (("verification",), "written: S4's block of the final text"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
