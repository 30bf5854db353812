"""Exports for Label Studio and Argilla have the shape that their own SDKs ask for.

The models below say what ``label-studio-sdk`` 2.1 (``LabelInterface.validate_annotation``, its result regions) and
``argilla`` 2.8 (``Record.from_dict``, ``SuggestionModel``, ``UserResponseModel``) check; the SDKs themselves pull in
OpenCV, pandas and datasets, too much for a test.
"""

from typing import Any, Literal
from uuid import UUID

from hypothesis import given, settings
from pydantic import BaseModel, ConfigDict, Field

from critique_core.formats import argilla, label_studio
from critique_core.models import Status
from tests.makers.reviewed_items import reviewed_items


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Stretch(Strict):
    start: int = Field(ge=0)
    end: int
    label: Status


class Suggestion(Strict):
    value: list[Stretch]
    score: list[float]
    agent: str


class Response(Strict):
    value: list[Stretch]
    user_id: str
    status: Literal["draft", "submitted", "discarded"]


class ArgillaRecord(Strict):
    id: str
    fields: dict[str, str]
    metadata: dict[str, str | int | float]
    suggestions: dict[str, Suggestion]
    responses: dict[str, list[Response]]


class Value(Strict):
    start: int = Field(ge=0)
    end: int
    text: str
    labels: list[Status] = Field(min_length=1)


class Result(Strict):
    id: str
    from_name: Literal["label"]
    to_name: Literal["draft"]
    type: Literal["labels"]
    value: Value


class Annotation(Strict):
    id: int
    result: list[Result]
    was_cancelled: bool
    ground_truth: bool
    completed_by: dict[Literal["id", "email"], Any] = {}
    created_at: str | None = None
    lead_time: float | None = None


class Prediction(Strict):
    model_version: str
    score: float | None = None
    result: list[Result]


class Task(Strict):
    id: int
    data: dict[str, Any]
    annotations: list[Annotation]
    predictions: list[Prediction]


@given(reviewed_items(("ann", "bob")))
@settings(max_examples=25)
def test_an_argilla_record_has_the_sdks_shape_and_one_response_a_reviewer(reviewed):
    assert argilla.FORMAT.write
    record = ArgillaRecord.model_validate(argilla.FORMAT.write(reviewed).records[0])
    responses = record.responses.get(argilla.QUESTION, [])
    assert len({str(UUID(one.user_id)) for one in responses}) == len(responses)
    for stretch in (stretch for one in responses for stretch in one.value):
        assert stretch.start < stretch.end <= len(record.fields["draft"])
    for suggestion in record.suggestions.values():
        assert len(suggestion.score) == len(suggestion.value)


@given(reviewed_items(("ann", "bob")))
@settings(max_examples=25)
def test_a_label_studio_task_has_the_sdks_shape_and_javascripts_offsets(reviewed):
    assert label_studio.FORMAT.write
    task = Task.model_validate(label_studio.FORMAT.write(reviewed).records[0])
    units = task.data["draft"].encode("utf-16-le")
    regions = [region for given in (*task.annotations, *task.predictions) for region in given.result]
    assert len({region.id for region in regions}) == len(regions)
    for value in (region.value for region in regions):
        assert units[2 * value.start : 2 * value.end].decode("utf-16-le") == value.text
