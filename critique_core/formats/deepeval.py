"""DeepEval's test cases, in snake_case or camelCase: ``input, actual_output, retrieval_context`` and more.

They hold no labels of claims.
"""

from pathlib import Path

from critique_core.formats import losses
from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written, needed, new_item, sources_of
from critique_core.models import NewItem


def _fits(record: Record) -> bool:
    return "input" in record and bool(record.keys() & {"actual_output", "actualOutput"})


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    contexts = record.get("retrieval_context", record.get("retrievalContext"))
    name = record.get("name")
    return (
        new_item(
            query=str(record.get("input") or ""),
            draft=str(needed(record, "actual_output", "actualOutput")),
            sources=sources_of(record.get("context") if contexts is None else contexts),
            title=str(name) if name else None,
        ),
    )


def _write(reviewed: ReviewedItem) -> Written:
    request, item = reviewed.critique.request, reviewed.item
    record = {
        "input": request.query,
        "actual_output": request.draft,
        "retrieval_context": [source.content for source in request.sources],
        "name": item.title,
    }
    lost = [*losses.of_labels(reviewed), *losses.of_sources(request), *losses.of_item(reviewed, title=True)]
    return Written((record,), tuple(lost + losses.of_review(reviewed)))


FORMAT = Format(
    name="deepeval",
    title="DeepEval",
    fields=(
        (("input",), "the query"),
        (("actual_output", "actualOutput"), "the draft"),
        (("retrieval_context", "retrievalContext"), "the sources"),
        (("context",), "the sources, where there is no retrieval context"),
        (("name",), "the title"),
        (("expected_output", "expectedOutput", "tags"), "not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
