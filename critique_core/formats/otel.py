"""OpenTelemetry's evaluation events, ``gen_ai.evaluation.result``, as OTLP/JSON logs: one line an item."""

from typing import Any

from critique_core.formats.base import Format, ReviewedItem, Written
from critique_core.formats.traces import Evaluation, evaluations, identity, lost_of

EVENT = "gen_ai.evaluation.result"


def _write(reviewed: ReviewedItem) -> Written:
    response = identity(reviewed, "response_id", 32)
    at = str(int(reviewed.item.created_at.timestamp() * 1_000_000) * 1_000)
    records = [_record(one, response, at) for one in evaluations(reviewed)]
    resource = {"attributes": [_attribute("service.name", "claimlens")]}
    logs = {"scopeLogs": [{"scope": {"name": "claimlens"}, "logRecords": records}], "resource": resource}
    return Written(({"resourceLogs": [logs]},), lost_of(reviewed, "response_id"))


def _record(evaluation: Evaluation, response: str, at: str) -> dict[str, Any]:
    told = {
        "gen_ai.evaluation.name": evaluation.name,
        "gen_ai.evaluation.score.value": evaluation.score,
        "gen_ai.evaluation.score.label": evaluation.label,
        "gen_ai.evaluation.explanation": evaluation.explanation or None,
        "gen_ai.response.id": response,
        "error.type": "not_verified" if evaluation.error else None,
    }
    attributes = [_attribute(name, value) for name, value in told.items() if value is not None]
    return {"timeUnixNano": at, "eventName": EVENT, "attributes": attributes}


def _attribute(name: str, value: str | float) -> dict[str, Any]:
    return {"key": name, "value": {"stringValue": value} if isinstance(value, str) else {"doubleValue": value}}


FORMAT = Format(
    name="otel",
    title="OpenTelemetry",
    fields=(
        (
            ("resourceLogs",),
            "gen_ai.evaluation.name: claimlens.grounded of the answer, claimlens.claim of each labelled claim",
        ),
        (("resourceLogs",), "gen_ai.evaluation.score.value: P(grounded); 1, 0.5 (partly) or 0 of a claim"),
        (("resourceLogs",), "gen_ai.evaluation.score.label: accept, retry, reject; the claim's status"),
        (("resourceLogs",), "gen_ai.evaluation.explanation: suggestions; the claim with its note or reasoning"),
        (("resourceLogs",), "gen_ai.response.id: response_id of a source's metadata, else the item's id"),
        (("resourceLogs",), "error.type: not_verified, when the verifier failed"),
    ),
    write=_write,
)
