"""The fields of a file about to be imported: none that its format reads is said to have no rule."""

import json
from pathlib import Path
from typing import Any

import pytest

from components.queue.import_fields import UNUSED, file_fields
from critique_core.errors import FormatError, InvalidInput
from critique_core.formats import doccano, registry
from critique_core.formats.base import Format
from tests.makers.format_samples import ANSWER, QUERY, SAMPLES, SOURCE


def unused(folder: Path, form: Format, record: dict[str, Any]) -> set[str]:
    path = folder / "in.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    return {field.name for field in file_fields(path, form) if field.meaning == UNUSED}


def outcome(form: Format, record: dict[str, Any]) -> object:
    """What is read of a record, or that nothing is."""
    assert form.open
    try:
        return form.open(Path("x.jsonl"))(record)
    except (FormatError, InvalidInput, KeyError) as error:
        return type(error)


def without(record: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in names}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_field_that_changes_what_is_read_has_a_meaning(name, tmp_path):
    """Also one that is read only where another is not there."""
    form, record = registry.by_name(name), SAMPLES[name]
    read = {
        field
        for field in record
        for other in ("", *record)
        if outcome(form, without(record, other)) != outcome(form, without(record, other, field))
    }
    assert read
    assert unused(tmp_path, form, record) & read == set()


@pytest.mark.parametrize(
    "beside",
    [{"question": QUERY}, {"instruction": QUERY}, {"passages": [SOURCE]}, {"meta": {"query": QUERY}}],
    ids=lambda beside: next(iter(beside)),
)
def test_doccanos_other_names_are_known(beside, tmp_path):
    record = {"text": ANSWER, "labels": [[4, 24, "contradicted"]]} | beside
    assert unused(tmp_path, doccano.FORMAT, record | {"Comments": []}) == {"Comments"}
