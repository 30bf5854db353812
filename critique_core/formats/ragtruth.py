"""RAGTruth's two files: ``response.jsonl``, and ``source_info.jsonl`` beside it.

Offsets are code points. An answer's makers marked all that lacks support, so what bears no label is supported.
"""

import json
import re
from pathlib import Path
from typing import Any

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Placing, Reader, Record, needed, new_item, sources_of
from critique_core.formats.records import records_of
from critique_core.models import NewItem, Status

SOURCE_FILE = "source_info.jsonl"
_PASSAGE_MARK = re.compile(r"(?m)^passage \d+:\s*")


def _fits(record: Record) -> bool:
    return {"response", "source_id", "labels"} <= record.keys()


def _open(path: Path) -> Reader:
    beside = path.with_name(SOURCE_FILE)
    if not beside.is_file():
        raise FormatError(f"needs {SOURCE_FILE} beside it, which holds the sources; put it there", file=path.name)
    sources = {str(record.get("source_id")): record for _, record in records_of(beside) if isinstance(record, dict)}

    def read(record: Record) -> tuple[NewItem, ...]:
        source = sources.get(str(record["source_id"]))
        if source is None:
            raise FormatError(f"source {record['source_id']} is not in {SOURCE_FILE}")
        return (_item(record, source),)

    return read


def _item(record: Record, source: Record) -> NewItem:
    draft = str(needed(record, "response"))
    given: Any = needed(source, "source_info")
    query, texts = "", [given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)]
    if source.get("task_type") == "QA" and not isinstance(given, str):
        query, texts = str(given.get("question") or ""), _PASSAGE_MARK.split(str(needed(given, "passages")))
    placing = Placing(draft)
    labels = [_label(placing, label) for label in record["labels"]]
    if placing.lost:
        raise FormatError("; ".join(placing.lost))
    return new_item(
        query=query,
        draft=draft,
        sources=sources_of([text.strip() for text in texts]),
        source_group=str(record["source_id"]),
        labels=tuple(label for label in labels if label),
        labels_complete=True,
    )


def _label(placing: Placing, label: dict[str, Any]) -> Any:
    kind = str(label.get("label_type") or "")
    status: Status = "contradicted" if "Conflict" in kind else "unsupported"
    note = str(label.get("meta") or "") or None
    return placing.label(status, label.get("start"), label.get("end"), label.get("text"), note=note)


FORMAT = Format(
    name="ragtruth",
    title="RAGTruth",
    fields=(
        ("response", "the draft"),
        ("source_id", "the source group, and the key into source_info.jsonl"),
        ("labels[].start, end, text", "a label of those words; a text that is not there refuses the row"),
        ("labels[].label_type", "Conflict: contradicted; Baseless Info: unsupported"),
        ("labels[].meta", "the label's note"),
        ("source_info", "QA: the query and one source a passage; Data2txt: one JSON record; Summary: one text"),
    ),
    fits=_fits,
    open=_open,
    companions=(SOURCE_FILE,),
)
