"""Answers in RAGTruth's form, short enough to be labelled in a test."""

import json
from pathlib import Path
from typing import Any

FAULT = "30 seconds"


def write_answers(folder: Path, count: int, *, first: int = 1) -> tuple[Path, Path]:
    """Write ``response.jsonl`` and ``source_info.jsonl``; every second answer holds a marked fault."""
    numbers = range(first, first + count)
    responses, sources = folder / "response.jsonl", folder / "source_info.jsonl"
    responses.write_text("\n".join(json.dumps(_response(number)) for number in numbers), encoding="utf-8")
    sources.write_text("\n".join(json.dumps(_source(number)) for number in numbers), encoding="utf-8")
    return responses, sources


def _response(number: int) -> dict[str, Any]:
    wrong = number % 2 == 1
    draft = f"Gateway {number} times out after {FAULT if wrong else '60 seconds'}. It was built in 1999."
    start = draft.find(FAULT)
    label = {"start": start, "end": start + len(FAULT), "text": FAULT, "meta": "60", "label_type": "Evident Conflict"}
    return {"id": str(number), "source_id": str(number), "response": draft, "labels": [label] if wrong else []}


def _source(number: int) -> dict[str, Any]:
    passages = f"passage 1:Gateway {number} times out after 60 seconds. It was built in 1999."
    return {
        "source_id": str(number),
        "task_type": "QA",
        "source_info": {"question": f"When does gateway {number} time out?", "passages": passages},
    }
