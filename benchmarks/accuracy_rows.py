"""Labelled rows from files: JSON lines of claims or answers with their sources, or RAGTruth's own two files."""

import json
import lzma
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from critique_core import CritiqueRequest, InvalidInput, parse_request
from critique_core.metrics.accuracy import CharacterCounts, character_counts

LABELS = ("supported", "partially_supported", "unsupported", "contradicted")
_SOURCE_INFO = "source_info.jsonl"
_PASSAGE_MARK = re.compile(r"(?m)^passage \d+:\s*")
_ONLY_SPACE_BETWEEN = re.compile(r"\s*\Z")

Spans = tuple[tuple[int, int], ...]
_Item = TypeVar("_Item")


class UnreadableRow(Exception):
    """A row that is not of the documented form, or that the pipeline would refuse."""


@dataclass(frozen=True, slots=True)
class Row:
    """One answer (``whole_answer``) or one claim with its sources and its truth.

    ``wrong`` is the truth: not, or not wholly, supported. ``spans`` are the parts of the text that lack support,
    ``None`` if they are not marked. Rows of one ``group`` are not independent.
    """

    id: str
    task: str
    request: CritiqueRequest
    whole_answer: bool
    wrong: bool
    group: str
    spans: Spans | None

    @property
    def text(self) -> str:
        """The answer or claim."""
        return self.request.draft

    @property
    def source_texts(self) -> tuple[str, ...]:
        """The texts of the sources in order; equal for rows that share their sources."""
        return tuple(source.content for source in self.request.sources)

    def marked_characters(self, marks: Spans) -> CharacterCounts:
        """Compare ``marks`` with the row's spans; marked words with only white space between them are one mark."""
        return character_counts(_joined(marks, self.text), self.spans or ())

    def lacks_support(self, start: int, end: int) -> bool:
        """Whether a letter or digit between two places of the text is in one of the row's spans."""
        return any(
            character.isalnum()
            for first, last in self.spans or ()
            for character in self.text[max(first, start) : min(last, end)]
        )


def read_records(path: Path, split: str | None = None) -> list[dict[str, Any]]:
    """All records of a file in the form of ``row_of``, only those of ``split`` if given.

    The file is JSON lines, plain or compressed with xz. RAGTruth's ``response.jsonl`` is recognised by its fields and
    needs its ``source_info.jsonl`` next to it. Raises ``UnreadableRow`` for a line that is not a JSON object.
    """
    records = list(_json_lines(path))
    if records and {"response", "source_id"} <= records[0].keys():
        sources = {record["source_id"]: record for record in _json_lines(path.with_name(_SOURCE_INFO))}
        try:
            records = [_from_ragtruth(record, sources[record["source_id"]]) for record in records]
        except KeyError as error:
            raise UnreadableRow(f"{path} and its {_SOURCE_INFO} lack {error}") from error
    return [record for record in records if split is None or record.get("split") == split]


def sample(rows: Sequence[_Item], count: int | None, seed: int) -> list[_Item]:
    """``count`` rows drawn without replacement, the same for the same seed; all if ``None``."""
    if count is None or count >= len(rows):
        return list(rows)
    return random.Random(seed).sample(rows, count)


def row_of(record: dict[str, Any]) -> Row:
    """Read one record: ``id, sources[{id, content}], draft | claim, label``.

    ``query, task, spans[{start, end}], source_group`` are used if given. Raises ``UnreadableRow`` with the row's id
    and what is wrong.
    """
    name = str(record.get("id", "(no id)"))
    text = record.get("draft", record.get("claim"))
    if text is None or record.get("label") not in LABELS:
        raise UnreadableRow(f"row {name}: needs draft or claim, and a label of {', '.join(LABELS)}")
    try:
        sources = [{"id": str(source["id"]), "content": source["content"]} for source in record["sources"]]
        spans = [(span["start"], span["end"]) for span in record["spans"]] if "spans" in record else None
        request = parse_request({"query": record.get("query") or "", "draft": text, "sources": sources})
    except InvalidInput as error:
        raise UnreadableRow(f"row {name}: {error}") from error
    except KeyError as error:
        raise UnreadableRow(f"row {name}: lacks {error}") from error
    group = record.get("source_group")
    return Row(
        id=name,
        task=record.get("task") or "claim",
        request=request,
        whole_answer="draft" in record,
        wrong=record["label"] != "supported",
        group=f"row {name}" if group is None else f"group {group}",
        spans=None if spans is None else tuple(spans),
    )


def _json_lines(path: Path) -> Iterator[dict[str, Any]]:
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    record = json.loads(line)
                except json.JSONDecodeError as error:
                    raise UnreadableRow(f"{path}, line {number}: {error}") from error
                if not isinstance(record, dict):
                    raise UnreadableRow(f"{path}, line {number}: not an object")
                yield record


def _from_ragtruth(response: dict[str, Any], source: dict[str, Any]) -> dict[str, Any]:
    """One of RAGTruth's responses with its source, in the form of ``row_of``."""
    given, query = source["source_info"], ""
    if source["task_type"] == "QA":
        query, texts = given["question"], [part.strip() for part in _PASSAGE_MARK.split(given["passages"])]
    else:
        texts = [given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)]
    spans = [{"start": label["start"], "end": label["end"]} for label in response["labels"]]
    conflict = any("Conflict" in label["label_type"] for label in response["labels"])
    return {
        "id": response["id"], "split": response["split"], "task": source["task_type"].lower(), "query": query,
        "sources": [{"id": str(number), "content": text} for number, text in enumerate(filter(None, texts), 1)],
        "draft": response["response"], "spans": spans, "source_group": response["source_id"],
        "label": "contradicted" if conflict else "unsupported" if spans else "supported",
    }  # fmt: skip


def _joined(marks: Iterable[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(marks):
        if joined and (start <= joined[-1][1] or _ONLY_SPACE_BETWEEN.match(text[joined[-1][1] : start])):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
