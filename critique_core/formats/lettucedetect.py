"""LettuceDetect's training rows: a prompt, an answer and the spans of it that are hallucinated.

Offsets are code points. All that is hallucinated is marked, so what bears no label is supported. Its predictions
(``start, end, text, confidence``) are what a model said and no labels; they are not read.
"""

from pathlib import Path
from typing import Any

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
from critique_core.formats.labels import claim_labels, status_of
from critique_core.models import PROBABILITY_PLACES, Critique, NewItem, Status

_FAULTS: tuple[Status, ...] = ("contradicted", "unsupported", "partially_supported")


def _fits(record: Record) -> bool:
    return {"prompt", "answer", "labels"} <= record.keys()


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    draft = str(needed(record, "answer"))
    placing = Placing(draft)
    spans: list[dict[str, Any]] = list(record["labels"])
    labels = [
        placing.label(
            status_of(span.get("label", "hallucinated")), span.get("start"), span.get("end"), span.get("text")
        )
        for span in spans
    ]
    placing.check()
    context = record.get("context")
    item = new_item(
        query=str(record.get("question") or ""),
        draft=draft,
        sources=sources_of(needed(record, "prompt") if context is None else context),
        labels=tuple(label for label in labels if label),
        labels_complete=True,
    )
    return (item,)


def _write(reviewed: ReviewedItem) -> Written:
    request = reviewed.critique.request
    labels = claim_labels(reviewed)
    contents = [source.content for source in request.sources]
    record = {
        "prompt": "\n\n".join([request.query, *contents]).strip(),
        "answer": request.draft,
        "labels": [
            {"start": one.start, "end": one.end, "label": one.status} for one in labels if one.status in _FAULTS
        ],
        "split": "train",
        "task_type": "qa" if request.query else "summary",
        "dataset": "claimlens",
        "language": None,
        "context": contents,
        "question": request.query,
        "predictions": _predictions(reviewed.critique),
    }
    whose = any(label.annotator for label in labels)
    lost = (
        *losses.of_statuses(labels, {"not_checkable": "claims without a label", "unverified": "without a label"}),
        *losses.of_silence(reviewed, labels),
        *losses.of_spans(reviewed),
        *losses.of_review(reviewed),
        *losses.of_item(reviewed),
        *losses.of_sources(request),
        *["whose word a label is, is left out"] * whose,
    )
    return Written((record,), lost)


def _predictions(critique: Critique) -> list[dict[str, Any]]:
    """What the verifier itself found wrong, in the form of LettuceDetect's ``predict``: 1 - P(supported) each."""
    return [
        {"start": claim.start, "end": claim.end, "text": critique.request.draft[claim.start : claim.end],
         "confidence": round(1 - claim.probability, PROBABILITY_PLACES)}
        for claim in critique.claims if claim.probability is not None and claim.status in _FAULTS
    ]  # fmt: skip


FORMAT = Format(
    name="lettucedetect",
    title="LettuceDetect",
    fields=(
        (("answer",), "the draft"),
        (("question", "context"), "query and sources; without a context the whole prompt is the source"),
        (("prompt",), "the source, where there is no context"),
        (
            ("labels",),
            "labels[].start, end, label: hallucinated: unsupported; our own statuses as they are; no label: supported",
        ),
        (
            ("predictions",),
            "predictions[].start, end, text, confidence: written: the verifier's own, 1 - P(supported); not read",
        ),
        (("split", "task_type", "dataset", "language"), "not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
