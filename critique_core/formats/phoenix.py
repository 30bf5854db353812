"""Phoenix' span annotations: ``span_id, name, annotator_kind, result{label, score, explanation}``; one line each."""

from typing import Any

from critique_core.formats.base import Format, ReviewedItem, Written
from critique_core.formats.traces import Evaluation, evaluations, identity, lost_of
from critique_core.models import Origin

_KINDS: dict[Origin, str] = {"human": "HUMAN", "imported": "HUMAN", "model": "CODE"}


def _write(reviewed: ReviewedItem) -> Written:
    span = identity(reviewed, "span_id", 16)
    told = [one for one in evaluations(reviewed) if one.score is not None]
    records = tuple(_record(one, span, f"{reviewed.item.id}-{place}") for place, one in enumerate(told))
    return Written(records, lost_of(reviewed, "span_id"))


def _record(evaluation: Evaluation, span: str, identifier: str) -> dict[str, Any]:
    result = {"label": evaluation.label, "score": evaluation.score, "explanation": evaluation.explanation}
    return {
        "span_id": span,
        "name": evaluation.name,
        "annotator_kind": _KINDS[evaluation.origin],
        "identifier": identifier,
        "result": result,
    }


FORMAT = Format(
    name="phoenix",
    title="Phoenix span annotations",
    fields=(
        (("span_id",), "span_id of a source's metadata, else the item's id"),
        (("name",), "claimlens.grounded of the answer, claimlens.claim of each labelled claim"),
        (("annotator_kind",), "HUMAN for people's and files' labels, CODE for the verifier's"),
        (("result",), "result.label, score, explanation: as for OpenTelemetry; what was not measured is left out"),
    ),
    write=_write,
)
