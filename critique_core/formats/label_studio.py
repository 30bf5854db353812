"""Label Studio's tasks with their annotations; offsets are JavaScript's, UTF-16 code units, and converted here.

A file is an array of tasks. Every annotation that was not cancelled is one annotator's.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written, object_in, objects
from critique_core.formats.labels import ClaimLabel, claim_labels
from critique_core.formats.span_tasks import DRAFTS, Span, first_of, item_of, lost_of, merged, task_fields
from critique_core.formats.utf16 import Utf16
from critique_core.labels.fold import standing
from critique_core.models import NewItem, VerifiedClaim

_SPAN_TYPES = ("labels", "hypertextlabels")


def _fits(record: Record) -> bool:
    return isinstance(record.get("data"), Mapping) and bool(record.keys() & {"annotations", "predictions"})


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    beside: dict[str, Any] = dict(record["data"])
    text = first_of(beside, DRAFTS)
    if not isinstance(text, str):
        raise FormatError(f"data has no text; one of {', '.join(DRAFTS)} is looked for")
    given = [one for one in objects(record.get("annotations")) if not one.get("was_cancelled")]
    units = Utf16(text)
    items = [item_of(beside, text, _spans(units, one), _annotator(one)) for one in given]
    if not items:
        return (item_of(beside, text, []),)
    gold = items[0].gold or any(one.get("ground_truth") for one in given)
    return (merged(items).model_copy(update={"gold": gold}),)


def _spans(units: Utf16, annotation: Mapping[str, Any]) -> list[Span]:
    spans: list[Span] = []
    for result in objects(annotation.get("result")):
        value = object_in(result, "value")
        if result.get("type") in _SPAN_TYPES:
            start, end = units.code_points(value.get("start")), units.code_points(value.get("end"))
            words: list[Any] = value.get("labels") or value.get("hypertextlabels") or []
            spans += [(start, end, word, value.get("text")) for word in words]
    return spans


def _annotator(annotation: Mapping[str, Any]) -> str | None:
    who: Any = annotation.get("completed_by")
    if isinstance(who, Mapping):
        named = cast("Mapping[str, Any]", who)
        who = named.get("email") or named.get("id")
    return None if who is None else str(who)


def _write(reviewed: ReviewedItem) -> Written:
    draft = reviewed.critique.request.draft
    units = Utf16(draft)
    labels = claim_labels(reviewed)
    by_whom: dict[str | None, list[dict[str, Any]]] = {}
    for place, label in enumerate(labels, 1):
        name = f"{reviewed.item.id[:8]}-{place}"
        by_whom.setdefault(label.annotator, []).append(_result(units, draft, name, label))
    annotations = [
        {"id": reviewed.item.number * 1_000 + place, "result": result, "was_cancelled": False,
         "ground_truth": reviewed.item.gold} | _whose(reviewed, who, place)
        for place, (who, result) in enumerate(by_whom.items(), 1)
    ]  # fmt: skip
    record = {
        "id": reviewed.item.number,
        "data": {"draft": draft} | task_fields(reviewed),
        "annotations": annotations,
        "predictions": _predictions(units, reviewed),
    }
    return Written((record,), tuple(lost for lost in lost_of(reviewed) if not lost.startswith("whose word")))


def _whose(reviewed: ReviewedItem, who: str | None, place: int) -> dict[str, Any]:
    """The annotator, when they last said something, and how long all that they said took them, where that is known."""
    if who is None:
        return {}
    told: dict[str, Any] = {"completed_by": {"id": place, "email": who}}
    events = [one for one in standing(reviewed.decisions) if one.reviewer == who and one.origin == "human"]
    if events:
        told["created_at"] = max(one.created_at for one in events).isoformat()
    seconds = [one.seconds for one in events if one.seconds is not None]
    return told | ({"lead_time": round(sum(seconds), 3)} if seconds else {})


def _predictions(units: Utf16, reviewed: ReviewedItem) -> list[dict[str, Any]]:
    """The verifier's own statuses, before any reviewer's word, with the answer's confidence."""
    critique = reviewed.critique
    result = [
        _result(units, critique.request.draft, f"{reviewed.item.id[:8]}-v{place}", claim)
        for place, claim in enumerate(critique.claims, 1)
        if claim.probability is not None
    ]
    if not result:
        return []
    scored = {} if critique.confidence is None else {"score": critique.confidence}
    return [{"model_version": critique.verifier.spec, **scored, "result": result}]


def _result(units: Utf16, draft: str, name: str, of: ClaimLabel | VerifiedClaim) -> dict[str, Any]:
    value = {"start": units.units(of.start), "end": units.units(of.end), "text": draft[of.start : of.end],
             "labels": [of.status]}  # fmt: skip
    return {"id": name, "from_name": "label", "to_name": "draft", "type": "labels", "value": value}


FORMAT = Format(
    name="label_studio",
    title="Label Studio",
    fields=(
        (("data",), "data.draft (or text, response, answer, output): the draft; query and sources beside it"),
        (
            ("annotations",),
            "annotations[].result[].value: a label of those words for each of its labels; UTF-16 offsets",
        ),
        (("annotations",), "annotations[].completed_by, ground_truth: the annotator; a gold item"),
        (
            ("annotations",),
            "annotations[].lead_time, created_at: written: seconds spent, the last word's time; not read",
        ),
        (("predictions",), "written: the verifier's statuses; not read: what a model said is no label"),
        (("id",), "not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
    suffix=".json",
)
