"""The claims that the weights for other languages are fitted on, and the weights."""

import json
from pathlib import Path

from critique_core.verifiers.embedded.features import weights
from tests.makers.places import DATA

FOLDER = Path(__file__).parents[2] / "training" / "languages"
ROWS = [json.loads(line) for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]


def test_every_language_has_supported_claims_and_as_many_others():
    for language in {row["language"] for row in ROWS}:
        labels = [row["label"] == "supported" for row in ROWS if row["language"] == language]
        assert len(labels) >= 60
        assert 0.35 < sum(labels) / len(labels) < 0.5


def test_no_claim_is_one_of_a_suite():
    suites = {
        json.loads(line).get("claim") for path in DATA.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()
    }
    assert not suites & {row["claim"] for row in ROWS}


def test_every_set_of_evidence_has_weights_for_other_languages():
    assert all(set(fitted) == {"short", "long", "other"} for fitted in weights().values())
