"""RAGTruth's two files: ``response.jsonl``, and ``source_info.jsonl`` next to it.

Offsets are code points. An answer's makers marked all that lacks support, so what bears no label is supported.
"""

import json
import re
from pathlib import Path
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats import losses
from critique_core.formats.base import (
    Format,
    Placing,
    Reader,
    Record,
    ReviewedItem,
    Written,
    needed,
    new_item,
    sources_of,
)
from critique_core.formats.labels import claim_labels
from critique_core.formats.records import records_of
from critique_core.models import CritiqueRequest, ImportedLabel, NewItem, Status
from critique_core.provenance import short_id

SOURCE_FILE = "source_info.jsonl"
_PASSAGE_MARK = re.compile(r"(?m)^passage \d+:\s*")
_LABEL_TYPES: dict[Status, str] = {
    "contradicted": "Evident Conflict",
    "unsupported": "Evident Baseless Info",
    "partially_supported": "Subtle Baseless Info",
}


def _fits(record: Record) -> bool:
    return {"response", "source_id", "labels"} <= record.keys()


def source_file(path: Path) -> Path:
    """Where the sources of a file of answers lie: ``source_info.jsonl``, or ``NAME.source_info.jsonl``."""
    own = _own_source_file(path)
    beside = path.with_name(SOURCE_FILE)
    return beside if beside.is_file() and not own.is_file() else own


def _own_source_file(path: Path) -> Path:
    """Where the sources of a file that is written go: never into those of another file in the same folder."""
    return path.with_name(
        SOURCE_FILE if path.stem.startswith("response") else f"{path.name.split('.')[0]}.{SOURCE_FILE}"
    )


def _open(path: Path) -> Reader:
    beside = source_file(path)
    if not beside.is_file():
        raise FormatError(f"needs {SOURCE_FILE} beside it, which holds the sources; put it there", file=path.name)
    sources = {str(record.get("source_id")): record for _, record in records_of(beside) if isinstance(record, dict)}

    def read(record: Record) -> tuple[NewItem, ...]:
        source = sources.get(str(record["source_id"]))
        if source is None:
            raise FormatError(f"source {record['source_id']} is not in {beside.name}")
        return (_item(record, source),)

    return read


def _item(record: Record, source: Record) -> NewItem:
    draft = str(needed(record, "response"))
    given: Any = needed(source, "source_info")
    query, texts = "", [given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)]
    if source.get("task_type") == "QA" and not isinstance(given, str):
        query, texts = str(given.get("question") or ""), _PASSAGE_MARK.split(str(given.get("passages") or ""))
        texts = [text.strip() for text in texts]
    placing = Placing(draft)
    labels = [_label(placing, label) for label in record["labels"]]
    placing.check()
    return new_item(
        query=query,
        draft=draft,
        sources=sources_of(texts),
        source_group=str(record.get("source_group") or record["source_id"]),
        labels=tuple(label for label in labels if label),
        labels_complete=True,
    )


def _label(placing: Placing, label: dict[str, Any]) -> ImportedLabel | None:
    kind = str(label.get("label_type") or "")
    status: Status = "contradicted" if "Conflict" in kind else "unsupported"
    note = str(label.get("meta") or "") or None
    return placing.label(status, label.get("start"), label.get("end"), label.get("text"), note=note)


def _write(reviewed: ReviewedItem) -> Written:
    request, group = reviewed.critique.request, reviewed.item.source_group
    source = _source(request)
    labels = claim_labels(reviewed)
    record: dict[str, Any] = {
        "id": str(reviewed.item.number),
        "source_id": source["source_id"],
        "model": "",
        "temperature": None,
        "labels": [_span(label) for label in labels if label.status in _LABEL_TYPES],
        "split": "train",
        "quality": "good",
        "response": request.draft,
    }
    if group is not None:
        record["source_group"] = group
    told = {
        "partially_supported": "Subtle Baseless Info, which reads as unsupported",
        **dict.fromkeys(("not_checkable", "unverified"), "claims without a label"),
    }
    lost = [
        *losses.of_statuses(labels, cast("dict[Status, str]", told)),
        *losses.of_silence(reviewed, labels),
        *losses.of_spans(reviewed),
        *losses.of_review(reviewed, notes=True),
        *losses.of_item(reviewed, group=True),
        *losses.of_sources(request, trimmed=source["task_type"] == "QA"),
        *["whose word a label is, is left out"] * any(label.annotator for label in labels),
    ]
    if source["task_type"] == "QA" and any(_PASSAGE_MARK.search(one.content) for one in request.sources):
        lost.append("sources that hold a line 'passage N:' come apart there")
    return Written((record,), tuple(lost), (source,))


def _span(label: Any) -> dict[str, Any]:
    kind = _LABEL_TYPES[label.status]
    return {"start": label.start, "end": label.end, "text": label.text, "meta": label.note or "",
            "label_type": kind, "implicit_true": False, "due_to_null": False}  # fmt: skip


def _source(request: CritiqueRequest) -> dict[str, Any]:
    texts = [source.content for source in request.sources]
    told: dict[str, Any]
    if len(texts) == 1 and not request.query:
        record = _json_record(texts[0])
        told = {"task_type": "Data2txt" if record else "Summary", "source_info": record or texts[0]}
    else:
        passages = "\n\n".join(f"passage {number}:{text}" for number, text in enumerate(texts, 1))
        told = {"task_type": "QA", "source_info": {"question": request.query, "passages": passages}}
    prompt = "\n\n".join([request.query, *texts]).strip()
    return {"source_id": short_id(told), "source": "claimlens", **told, "prompt": prompt}


def _json_record(text: str) -> dict[str, Any] | None:
    """The record that a text is the JSON of, character by character as it is read back."""
    try:
        record: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or not record:
        return None
    told = cast("dict[str, Any]", record)
    return told if json.dumps(told, ensure_ascii=False) == text else None


FORMAT = Format(
    name="ragtruth",
    title="RAGTruth",
    fields=(
        (("response",), "the draft"),
        (("source_id",), "the key into source_info.jsonl, and the source group unless source_group (ours) is given"),
        (("source_group",), "ours: the source group"),
        (("labels",), "labels[].start, end, text: a label of those words; a text that is not there refuses the row"),
        (("labels",), "labels[].label_type: Conflict: contradicted; Baseless Info: unsupported"),
        (("labels",), "labels[].meta: the label's note"),
        (("prompt",), "written: query and sources, since what a model was asked is not known; not read"),
        (("source_info",), "QA: the query and one source a passage; Data2txt: one JSON record; Summary: one text"),
        (("id", "model", "split", "quality", "temperature"), "not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
    companion=source_file,
    writes_beside=_own_source_file,
)
