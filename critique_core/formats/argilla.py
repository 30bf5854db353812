"""Argilla's records: fields, metadata, suggestions and responses; a span question's value is ``[{start, end, label}]``.

Offsets are code points of the field. Suggestions are what a model said and no labels; they are not read. Both ways in
which Argilla writes responses are read: a list of ``{user_id, values}``, and by question a list of ``{value,
user_id}``, which its SDK 2 reads and is written here.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast
from uuid import NAMESPACE_URL, UUID, uuid5

from critique_core.errors import FormatError
from critique_core.formats import losses
from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written, object_in, objects
from critique_core.formats.labels import ClaimLabel, claim_labels
from critique_core.formats.span_tasks import DRAFTS, Span, first_of, item_of, lost_of, merged
from critique_core.models import NewItem

QUESTION = "claims"
_AGENT = "claimlens"


def _fits(record: Record) -> bool:
    return isinstance(record.get("fields"), Mapping) and bool(record.keys() & {"responses", "suggestions"})


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    fields: dict[str, Any] = dict(record["fields"])
    metadata: dict[str, Any] = dict(record.get("metadata") or {})
    if isinstance(metadata.get("sources"), str):
        metadata["sources"] = json.loads(metadata["sources"])
    text = first_of(fields, DRAFTS)
    if not isinstance(text, str):
        raise FormatError(f"fields have no text; one of {', '.join(DRAFTS)} is looked for")
    beside = fields | metadata | {"gold": metadata.get("gold") == "true"}
    who = _Names(metadata.get("reviewers"))
    items = [item_of(beside, text, spans, who.name(user)) for user, spans in _responses(record.get("responses"))]
    return (merged(items) if items else item_of(beside, text, []),)


def _responses(given: Any) -> Iterator[tuple[str | None, list[Span]]]:
    """Each answer to a span question with its user; what was discarded or is still a draft is none."""
    if isinstance(given, Mapping):
        for answers in cast("Mapping[str, Any]", given).values():
            yield from ((_user(one), _spans(one.get("value"))) for one in filter(_submitted, objects(answers)))
        return
    for one in filter(_submitted, objects(given)):
        answers = objects(list(object_in(one, "values").values()))
        yield _user(one), [span for answer in answers for span in _spans(answer.get("value"))]


def _submitted(answer: Mapping[str, Any]) -> bool:
    return answer.get("status", "submitted") == "submitted"


def _user(answer: Mapping[str, Any]) -> str | None:
    who = answer.get("user_id")
    return None if who is None else str(who)


def _spans(value: Any) -> list[Span]:
    spans = [one for one in objects(value) if "start" in one]
    return [(one["start"], one.get("end"), one.get("label"), one.get("text")) for one in spans]


class _Names:
    """Reviewers' names behind the ids that Argilla has for users; our own file gives them, else the id is the name."""

    def __init__(self, told: Any) -> None:
        named: list[Any] = json.loads(told) if isinstance(told, str) else []
        self._names = {str(user_of(str(name))): str(name) for name in named}

    def name(self, user: str | None) -> str | None:
        return None if user is None else self._names.get(user, user)


def user_of(reviewer: str) -> UUID:
    """The id that stands for a reviewer, the same in every export."""
    return uuid5(NAMESPACE_URL, f"claimlens:{reviewer}")


def _write(reviewed: ReviewedItem) -> Written:
    request, item = reviewed.critique.request, reviewed.item
    labels = claim_labels(reviewed)
    sources = [source.model_dump(mode="json", exclude_defaults=True) for source in request.sources]
    by_whom: dict[str, list[ClaimLabel]] = {}
    for label in labels:
        by_whom.setdefault(label.annotator or label.origin, []).append(label)
    metadata = {"sources": json.dumps(sources, ensure_ascii=False), "reviewers": json.dumps(sorted(by_whom)),
                "source_group": item.source_group, "gold": "true" if item.gold else None,
                "title": None if item.title == losses.title_of(request) else item.title}  # fmt: skip
    record = {
        "id": item.id,
        "fields": {"draft": request.draft, "query": request.query,
                   "context": "\n\n".join(source.content for source in request.sources)},
        "metadata": {name: value for name, value in metadata.items() if value is not None},
        "suggestions": _suggestions(reviewed),
        "responses": {QUESTION: [
            {"value": _values(given), "user_id": str(user_of(who)), "status": "submitted"}
            for who, given in by_whom.items()
        ]} if by_whom else {},
    }  # fmt: skip
    lost = [one for one in lost_of(reviewed) if not one.startswith("whose word")]
    return Written((record,), tuple(lost))


def _suggestions(reviewed: ReviewedItem) -> dict[str, Any]:
    """The verifier's own statuses, and P(supported) of each."""
    judged = [claim for claim in reviewed.critique.claims if claim.probability is not None]
    if not judged:
        return {}
    value = [{"start": claim.start, "end": claim.end, "label": claim.status} for claim in judged]
    score = [claim.probability for claim in judged]
    return {QUESTION: {"value": value, "score": score, "agent": _AGENT}}


def _values(labels: list[ClaimLabel]) -> list[dict[str, Any]]:
    return [{"start": one.start, "end": one.end, "label": one.status} for one in labels]


FORMAT = Format(
    name="argilla",
    title="Argilla",
    fields=(
        (("fields",), "fields.draft (or text, response, answer, output): the draft; query and context beside it"),
        (
            ("responses",),
            "responses[].values.*.value[{start, end, label}]: a label of those words; only what was submitted",
        ),
        (("responses",), "responses[].user_id: the annotator"),
        (
            ("metadata",),
            "metadata.sources, source_group, title, gold, reviewers (ours): as they are; sources before context",
        ),
        (("suggestions",), "written: the verifier's statuses; not read: what a model said is no label"),
        (("id",), "not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
