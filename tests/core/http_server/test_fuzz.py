"""Some hundred requests made from the OpenAPI document; ``python -m benchmarks.http_fuzz`` sends thousands."""

import warnings

import pytest

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")
pytest.importorskip("schemathesis", reason="schemathesis is not installed; it is of the group dev")

from benchmarks import http_fuzz
from benchmarks.http_fuzz import fuzz


@pytest.mark.slow
def test_no_request_is_a_fault_and_every_answer_is_as_the_document_declares():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what schemathesis and its libraries warn of is theirs
        outcome = fuzz(300, 7)
    assert outcome.failing == 0
    assert outcome.faults == []
    assert outcome.hanging == []
    assert outcome.requests > 200
    assert {200, 201, 404, 422} <= set(outcome.statuses)


def test_a_request_without_an_answer_is_counted_and_the_others_go_on(monkeypatch):
    monkeypatch.setattr(http_fuzz, "HANGS_AFTER", 1e-6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outcome = fuzz(20, 7)
    assert len(outcome.hanging) >= 20
