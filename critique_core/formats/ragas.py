"""RAGAS' single-turn samples: ``user_input, retrieved_contexts, reference_contexts, response, reference``.

They hold no labels. Of a conversation the last thing that the user said is the query.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from critique_core.formats import losses
from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written, needed, new_item, sources_of
from critique_core.models import NewItem


def _fits(record: Record) -> bool:
    return {"user_input", "response"} <= record.keys()


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    contexts = record.get("retrieved_contexts")
    return (
        new_item(
            query=_question(record.get("user_input")),
            draft=str(needed(record, "response")),
            sources=sources_of(record.get("reference_contexts") if contexts is None else contexts),
        ),
    )


def _question(given: Any) -> str:
    if not isinstance(given, list):
        return str(given or "")
    said = [cast("Mapping[str, Any]", one) for one in cast("list[Any]", given) if isinstance(one, Mapping)]
    asked = [str(one.get("content") or "") for one in said if one.get("type", one.get("role")) in ("human", "user")]
    return asked[-1] if asked else ""


def _write(reviewed: ReviewedItem) -> Written:
    request = reviewed.critique.request
    record = {
        "user_input": request.query,
        "retrieved_contexts": [source.content for source in request.sources],
        "response": request.draft,
    }
    lost = [*losses.of_labels(reviewed), *losses.of_sources(request), *losses.of_item(reviewed)]
    return Written((record,), tuple(lost + losses.of_review(reviewed)))


FORMAT = Format(
    name="ragas",
    title="RAGAS",
    fields=(
        (("user_input",), "the query; of a conversation the user's last words"),
        (("response",), "the draft"),
        (("retrieved_contexts", "reference_contexts"), "the sources; the retrieved ones where both are given"),
        (("reference",), "not read: an answer to compare with is no source"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
