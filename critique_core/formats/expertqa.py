"""ExpertQA's questions with the answers of several systems, each answer with its claims; one item an answer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Placing, Reader, Record, needed, new_item, sources_of
from critique_core.models import ImportedLabel, NewItem, Status

_SUPPORT: dict[str, Status] = {
    "complete": "supported",
    "partial": "partially_supported",
    "incomplete": "partially_supported",
    "missing": "unsupported",
}


def _fits(record: Record) -> bool:
    return "question" in record and isinstance(record.get("answers"), Mapping)


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem | FormatError, ...]:
    question, answers = str(record["question"]), cast("Mapping[str, Any]", record["answers"])
    return tuple(_tried(question, model, answer) for model, answer in answers.items())


def _tried(question: str, model: str, answer: Record) -> NewItem | FormatError:
    try:
        return _item(question, answer)
    except FormatError as error:
        return FormatError(f"answer of {model}: {error}")


def _item(question: str, answer: Record) -> NewItem:
    draft = str(needed(answer, "answer_string"))
    claims: list[dict[str, Any]] = list(answer.get("claims") or [])
    placing = Placing(draft)
    labels = [_label(placing, claim) for claim in claims]
    placing.check()
    evidence = [text for claim in claims for text in _texts(claim.get("evidence"))]
    return new_item(
        query=question,
        draft=draft,
        sources=sources_of(list(dict.fromkeys(evidence))),
        source_group=question,
        labels=tuple(label for label in labels if label),
    )


def _texts(evidence: Any) -> list[str]:
    if isinstance(evidence, str):
        return [evidence]
    listed: list[Any] = evidence or []
    return [str(text) for text in listed]


def _label(placing: Placing, claim: dict[str, Any]) -> ImportedLabel | None:
    status = _SUPPORT.get(str(claim.get("support") or "").casefold())
    if status is None:
        return None
    words, revised = str(needed(claim, "claim_string")).strip(), str(claim.get("revised_claim") or "").strip()
    note = f"revised: {revised}" if revised and revised != words else None
    return placing.label(status, None, None, words, note=note)


FORMAT = Format(
    name="expertqa",
    title="ExpertQA",
    fields=(
        (("question",), "the query, and the source group"),
        (("answers",), "answers{system}.answer_string: the draft; one item a system"),
        (("answers",), "claims[].claim_string: a label of those words, found by their text"),
        (
            ("answers",),
            "claims[].support: Complete: supported; Partial, Incomplete: partly; Missing: unsupported; else none",
        ),
        (("answers",), "claims[].evidence: the sources, each text once"),
        (("answers",), "claims[].revised_claim: the label's note"),
    ),
    fits=_fits,
    open=_open,
)
