"""Langfuse's scores: ``name, value, dataType, traceId, comment, source``; one line each."""

from typing import Any

from critique_core.formats.base import Format, ReviewedItem, Written
from critique_core.formats.traces import Evaluation, evaluations, identity, lost_of
from critique_core.models import Origin

_SOURCES: dict[Origin, str] = {"human": "ANNOTATION", "imported": "ANNOTATION", "model": "API"}


def _write(reviewed: ReviewedItem) -> Written:
    trace = identity(reviewed, "trace_id", 32)
    told = [one for one in evaluations(reviewed) if one.score is not None]
    records = tuple(_record(one, trace, f"{reviewed.item.id}-{place}") for place, one in enumerate(told))
    return Written(records, lost_of(reviewed, "trace_id"))


def _record(evaluation: Evaluation, trace: str, identifier: str) -> dict[str, Any]:
    said = [evaluation.label, evaluation.explanation]
    return {
        "id": identifier,
        "traceId": trace,
        "name": evaluation.name,
        "value": evaluation.score,
        "dataType": "NUMERIC",
        "comment": ": ".join(part for part in said if part),
        "source": _SOURCES[evaluation.origin],
    }


FORMAT = Format(
    name="langfuse",
    title="Langfuse scores",
    fields=(
        (("traceId",), "trace_id of a source's metadata, else the item's id"),
        (("name",), "claimlens.grounded of the answer, claimlens.claim of each labelled claim"),
        (("value", "dataType"), "NUMERIC, as for OpenTelemetry; what was not measured is left out"),
        (("comment",), "label and explanation"),
        (("source",), "ANNOTATION for people's and files' labels, API for the verifier's"),
    ),
    write=_write,
)
