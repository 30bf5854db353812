"""The twin suite counts right, and the open suites hold what they promise. Their figures are not judged here."""

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.twin_suite import JudgedPair, accepted_share, figures
from critique_core.models import Status, VerifiedClaim
from tests.makers.copies import ran
from tests.makers.places import ROOT

pytestmark = pytest.mark.slow

DATA = ROOT / "tests" / "data"


def verified(status: Status, probability: float | None) -> VerifiedClaim:
    return VerifiedClaim(id="c", text="Ten.", start=0, end=4, status=status, probability=probability)


def rows_of(name: str) -> list[dict]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


TOLD_APART = JudgedPair("role", verified("supported", 0.9), verified("contradicted", 0.2))
BOTH_ACCEPTED = JudgedPair("role", verified("supported", 0.8), verified("supported", 0.8))
WRONG_WAY_ROUND = JudgedPair("role", verified("partially_supported", 0.4), verified("supported", 0.7))


def test_three_pairs_are_counted_as_by_hand():
    assert figures([TOLD_APART, BOTH_ACCEPTED, WRONG_WAY_ROUND]) == pytest.approx(
        {"accuracy": 3 / 6, "both": 1 / 3, "ranked": 1.5 / 3, "caught": 1 / 3, "flagged": 1 / 3}
    )


def test_a_sentence_that_nobody_verified_is_not_ranked():
    unread = JudgedPair("role", verified("unverified", None), verified("contradicted", 0.2))
    with pytest.raises(ValueError, match="role pair was not verified"):
        figures([unread])


def test_only_a_supported_paraphrase_counts_as_accepted():
    claims = [verified("supported", 0.7), verified("partially_supported", 0.4), verified("unsupported", 0.1)]
    assert accepted_share(claims) == pytest.approx({"accepted": 1 / 3})


def test_the_command_prints_and_writes_both_tables(tmp_path: Path):
    pairs = [row for row in rows_of("twins_open.jsonl") if row["id"] in ("number-01", "number-02", "role-01")]
    mixed, out = tmp_path / "mixed.jsonl", tmp_path / "suite.json"
    mixed.write_text("\n".join(map(json.dumps, [*pairs, rows_of("paraphrases_open.jsonl")[0]])), encoding="utf-8")
    command = ["benchmarks/twin_suite.py", str(mixed), "--json", str(out)]
    done = ran(*command, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    assert {kind: line["pairs"] for kind, line in found["twins"]["kinds"].items()} == {"number": 2, "role": 1, "all": 3}
    assert found["paraphrases"]["claims"] == 1
    low, high = found["twins"]["intervals"]["accuracy"]
    assert low <= found["twins"]["kinds"]["all"]["accuracy"] <= high
    assert "of 1 paraphrases" in done.stdout


def test_the_open_twins_are_eight_of_each_kind_and_differ_in_little():
    rows = rows_of("twins_open.jsonl")
    kinds = Counter(row["kind"] for row in rows)
    assert len(kinds) == 20
    assert set(kinds.values()) == {8}
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert row["label"] in ("contradicted", "unsupported", "partially_supported")
        assert row["supported"] != row["unsupported"]
        assert set(row["supported"].split()) & set(row["unsupported"].split())


def test_the_open_paraphrases_are_sixty_supported_claims():
    rows = rows_of("paraphrases_open.jsonl")
    assert len({row["id"] for row in rows}) == len(rows) == 60
    assert {row["label"] for row in rows} == {"supported"}
