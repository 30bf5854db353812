"""Labels from a file: one JSON object a line, good lines kept and bad ones named."""

import json
from collections.abc import Iterable
from typing import Any, cast

from pydantic import Field, ValidationError, field_validator

from critique_core.models import Origin, Probability, Value
from critique_core.models.json_keys import read_json
from critique_core.models.request import explain
from critique_core.tuning.labels import Label

_WORDS: dict[str, bool] = {
    "supported": True, "partially_supported": False, "unsupported": False, "contradicted": False,
}  # fmt: skip


class LineFault(Value):
    """A line that gave no label, counted from 1, and why."""

    line: int
    message: str


class LabelFile(Value):
    """What a file of labels holds."""

    labels: tuple[Label, ...]
    faults: tuple[LineFault, ...]


class _Line(Value):
    probability: Probability = Field(strict=True)
    label: bool
    slice: str | dict[str, str] | None = None
    origin: Origin = "human"
    reviewer: str | None = None
    verifier: str | None = None
    group: str | None = Field(default=None, min_length=1)
    id: str | None = Field(default=None, min_length=1)

    @field_validator("label", mode="before")
    @classmethod
    def _binary(cls, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value in _WORDS:
            return _WORDS[value]
        raise ValueError(f"must be true, false or one of {', '.join(_WORDS)}")


def read_labels(lines: Iterable[str | bytes]) -> LabelFile:
    """Read labels: ``probability`` (0 to 1) and ``label`` (true when supported, or a status), and what else is known.

    ``slice`` is a word, or an object of slice names and values; ``origin`` is human unless given; ``verifier`` is the
    fingerprint of the verifier that gave the probability; labels with the same ``group`` are not independent; ``id``
    identifies the claim. Without ``group`` a line stands for itself, by its ``id`` or else its number. Empty
    lines are passed over, and an unknown field is a fault, since a misspelt ``origin`` must not count as human.
    """
    labels: list[Label] = []
    faults: list[LineFault] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            labels.append(_label(_parsed(line), number))
        except ValidationError as error:
            faults.append(LineFault(line=number, message="; ".join(explain(error).splitlines())))
        except ValueError as error:  # no JSON, or bytes that are no UTF-8
            faults.append(LineFault(line=number, message=str(error)))
    return LabelFile(labels=tuple(labels), faults=tuple(faults))


def _parsed(line: str | bytes) -> _Line:
    try:
        found = read_json(line.decode("utf-8-sig") if isinstance(line, bytes) else line)
    except UnicodeDecodeError as error:
        raise ValueError("is not UTF-8; save the file as UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON: {error.msg.removesuffix(' at')} at character {error.colno}") from error
    if not isinstance(found, dict):
        raise ValueError('is not an object; write {"probability": 0.8, "label": true}')  # noqa: TRY004 - a bad line
    return _Line.model_validate(cast("dict[str, Any]", found))


def _label(line: _Line, number: int) -> Label:
    name = line.id or f"line {number}"
    slices = {"slice": line.slice} if isinstance(line.slice, str) else line.slice or {}
    return Label(
        probability=line.probability,
        supported=line.label,
        group=line.group or name,
        claim=name,
        origin=line.origin,
        reviewer=line.reviewer,
        verifier_fingerprint=line.verifier,
        slices=slices,
    )
