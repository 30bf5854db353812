"""The recall of evidence is counted right, by the lines that the passages' units really hold."""

import json
from pathlib import Path

import pytest

from benchmarks.evidence_recall import Recall, lines_in, recalls
from critique_core import SourceDocument
from critique_core.models import Passage, Unit
from tests.makers.copies import ran
from tests.makers.places import ROOT

pytestmark = pytest.mark.slow

FILLERS = [f"Paragraph {number} is about the weather, the harvest and the roads of that year." for number in range(60)]
BRIDGE = "The stone bridge over the Aller was finished in 1874."
TOLL = "Crossing the stone bridge over the Aller cost two pence until 1902."


def record(sets: list[list[int]]) -> dict:
    """A source with the bridge in line 10, the toll in line 40, and lines about other things."""
    lines = [*FILLERS[:10], BRIDGE, *FILLERS[10:39], TOLL, *FILLERS[39:]]
    return {
        "claim": "The stone bridge over the Aller was finished in 1874, and crossing it cost two pence.",
        "sources": [{"id": "1", "content": "\n".join(lines)}],
        "supporting_sentences": sets,
    }


def test_recall_is_of_the_best_covered_set_at_each_depth():
    assert recalls(record([[10]]), (1, 2)) == [Recall(1, whole=True)] * 2
    assert recalls(record([[10, 40], [10, 3, 4, 5]]), (1, 2)) == [Recall(1 / 2, whole=False), Recall(1, whole=True)]
    assert recalls(record([[55]]), (1,)) == [Recall(0, whole=False)]


def test_a_claim_that_no_line_supports_has_no_recall():
    assert recalls(record([[]])) is None
    assert recalls(record([])) is None


def test_a_line_is_found_when_units_hold_most_of_it():
    source = SourceDocument(id="1", content="# A heading\nFirst half. Second longer half.\n\n\n\n\n\n\nLast line.")

    def found(*texts: str, source_id: str = "1") -> set[int]:
        starts = [(source.content.index(text), text) for text in texts]
        units = tuple(Unit(start=start, end=start + len(text), text=text) for start, text in starts)
        return lines_in([Passage(start=units[0].start, end=units[-1].end, units=units, source_id=source_id)], source)

    assert found("A heading", "Last line.") == {0, 8}
    assert found("First half.") == set()
    assert found("Second longer half.") == {1}
    assert found("Last line.", source_id="2") == set()


def test_the_command_tells_recall_and_cost(tmp_path: Path):
    path, out = tmp_path / "claims.jsonl", tmp_path / "out.json"
    path.write_text("".join(json.dumps(record(sets)) + "\n" for sets in ([[10]], [[55]], [[]])), encoding="utf-8")
    command = ["benchmarks/evidence_recall.py", str(path), "--quick", "--json", str(out)]
    done = ran(*command, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["recall"][str(path)]["claims"] == 2
    assert found["recall"][str(path)]["depths"]["1"]["whole"]["value"] == 0.5
    assert "50.0% (0.0%-100.0%)" in done.stdout
    growth = found["cost"]["growth"]
    assert growth[0]["words"] < growth[1]["words"] < 1000
    assert all(cost[name] > 0 for cost in growth for name in ("seconds", "held_megabytes", "claim_milliseconds"))
    assert all(cost["most_megabytes"] >= cost["held_megabytes"] for cost in growth)
