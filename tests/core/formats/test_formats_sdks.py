"""Exports for Label Studio and Argilla are taken by these tools' own SDKs (``make test-sdks`` installs them)."""

import pytest
from hypothesis import given, settings

from critique_core.formats import argilla, label_studio
from tests.makers.reviewed_items import reviewed_items

label_interface = pytest.importorskip("label_studio_sdk.label_interface")
argilla_sdk = pytest.importorskip("argilla")

STATUSES = ("supported", "partially_supported", "unsupported", "contradicted", "not_checkable", "unverified")
CONFIG = (
    '<View><Text name="draft" value="$draft"/><Labels name="label" toName="draft">'
    + "".join(f'<Label value="{status}"/>' for status in STATUSES)
    + "</Labels></View>"
)


@given(reviewed_items(("ann", "bob")))
@settings(max_examples=60, deadline=None)
def test_label_studio_takes_every_annotation_and_prediction(reviewed):
    assert label_studio.FORMAT.write
    project = label_interface.LabelInterface(CONFIG)
    for task in label_studio.FORMAT.write(reviewed).records:
        assert project.validate_task({"data": task["data"]})
        assert all(project.validate_annotation(annotation) for annotation in task["annotations"])
        assert all(project.validate_prediction(prediction) for prediction in task["predictions"])


def test_label_studio_refuses_a_region_of_a_label_that_it_does_not_know():
    project = label_interface.LabelInterface(CONFIG)
    region = {
        "id": "a", "from_name": "label", "to_name": "draft", "type": "labels",
        "value": {"start": 0, "end": 3, "text": "abc", "labels": ["no such status"]},
    }  # fmt: skip
    assert not project.validate_annotation({"result": [region]})


@given(reviewed_items(("ann", "bob")))
@settings(max_examples=60, deadline=None)
def test_argilla_reads_every_record_with_its_responses_and_suggestions(reviewed):
    assert argilla.FORMAT.write
    for written in argilla.FORMAT.write(reviewed).records:
        record = argilla_sdk.Record.from_dict(written)
        found = record.to_dict()
        assert found["fields"] == written["fields"]
        assert found["responses"].keys() == written["responses"].keys()
        assert found["suggestions"].keys() == written["suggestions"].keys()
        for question, given_ in written["responses"].items():
            assert [str(one["user_id"]) for one in found["responses"][question]] == [one["user_id"] for one in given_]
