"""The table of encoders: its figures on known values, its sets, and its command."""

import json
import lzma
import sys

import numpy as np
import pytest

from benchmarks import encoders
from benchmarks.encoders import Case, Overlap, balanced, figures, sets, threshold
from critique_core.models import SourceDocument
from tests.makers.copies import ran
from tests.makers.places import ROOT

pytestmark = pytest.mark.slow

SOURCE = SourceDocument(id="s0", content="The museum opened in 1998 and holds 4,000 maps.")


def case(claim: str, *, holds: bool) -> Case:
    return Case((claim,), (SOURCE,), (holds,))


def test_word_overlap_is_the_share_of_a_claims_words_in_its_sources():
    cases = [case("The museum opened in 1998.", holds=True), case("The museum closed in 2001.", holds=False)]
    assert Overlap().support(cases) == [[1.0], [0.5]]


def test_figures_on_known_values():
    support = np.array([0.9, 0.8, 0.4, 0.3, 0.9, 0.8, 0.4, 0.3])
    holds = np.array([True, True, False, False] * 2)
    half = np.array([True] * 4 + [False] * 4)
    assert balanced(support, holds, half) == 1.0
    assert threshold(support, holds) == pytest.approx(0.6)
    cases = [case(str(number), holds=bool(one)) for number, one in enumerate(holds)]
    assert figures("fever", cases, [[chance] for chance in support])["auroc"] == 1.0
    assert figures("fever", cases, [[1 - chance] for chance in support])["auroc"] == 0.0
    assert figures("fever", cases[:2], [[0.5], [0.5]])["auroc"] is None


def test_a_threshold_is_never_chosen_on_the_claims_it_is_measured_on():
    support = np.array([0.9, 0.8, 0.2, 0.1])
    holds = np.array([True, False, True, False])  # each half can be distinguished, but at another place
    assert balanced(support, holds, np.array([True, True, False, False])) == 0.5


def test_pairs_are_ranked_and_copies_accepted():
    twins = [case("a", holds=True), case("b", holds=False)] * 2
    found = figures("twins", twins, [[0.6], [0.2], [0.3], [0.3]])
    assert found["ranked"] == 0.75
    assert figures("copies", twins[:1], [[0.4]])["accepted"] == 0.0


@pytest.fixture
def data(tmp_path):
    """Two hundred contrasted pairs, each over its own source, in the form of VitaminC."""
    folder = tmp_path / "vitaminc"
    folder.mkdir()
    with lzma.open(folder / "vitaminc_real_test.jsonl.xz", "wt", encoding="utf-8") as file:
        for number in range(200):
            for label, count in (("supported", number), ("contradicted", number + 1)):
                row = {"id": f"{number}-{label}", "dataset": "vitaminc", "query": "", "label": label,
                       "page": f"p{number}",
                       "sources": [{"id": "1", "content": f"The hall has {number} seats."}],
                       "claim": f"The hall has {count} seats."}  # fmt: skip
                file.write(json.dumps(row) + "\n")
    return tmp_path


def test_only_the_dev_part_of_a_trained_set_is_measured(data):
    found = sets(data, data, 1000, ["vitaminc"])["vitaminc"]
    assert 0.05 < len(found) / 400 < 0.15
    assert {len(one.claims) for one in found} == {1}


def test_the_command_prints_and_writes_the_table(data, monkeypatch, capsys):
    out = data / "table.json"
    monkeypatch.setattr(encoders, "_REPEATS", 1)
    monkeypatch.setattr(sys, "argv", [
        "encoders.py", "--models", "overlap", "now=shipped", "--data", str(data), "--sets", "vitaminc", "--speed",
        "--json", str(out),
    ])  # fmt: skip
    encoders.main()
    table = json.loads(out.read_text())
    assert table["overlap"]["vitaminc"]["auroc"] == 1.0  # the words of a contradicted claim are not in its source
    assert table["now"]["speed"]["milliseconds"] > 0
    assert 50 < table["now"]["speed"]["megabytes"] < 70
    assert "vitaminc           now" in capsys.readouterr().out


def test_a_model_reads_so_many_claims_a_window_as_its_name_says():
    name, alone = encoders.loaded("shipped@1x128", None)
    three = Case(("The museum opened in 1998.", "It holds 4,000 maps.", "It is free."), (SOURCE,), (True, True, False))
    [supports] = alone.support([three])
    assert name == "shipped@1x128"
    assert supports == [found for one in three.claims for [found] in alone.support([Case((one,), (SOURCE,), (True,))])]
    assert supports != encoders.loaded("shipped@3x384", None)[1].support([three])[0]


def test_a_draft_is_asked_for_all_that_can_be_checked(tmp_path):
    row = {"sources": [SOURCE.model_dump(mode="json")], "claims": [
        {"text": "Hello.", "truth": "not_checkable"}, {"text": "It holds maps.", "truth": "supported"},
    ]}  # fmt: skip
    for name in encoders.DRAFTS:
        (tmp_path / name).write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert {one.claims for one in sets(tmp_path, tmp_path, 9, ["drafts"])["drafts"]} == {("It holds maps.",)}


def test_a_model_that_is_not_there_is_named(data):
    command = ["benchmarks/encoders.py", "--models", "gone.pt", "--data", str(data)]
    done = ran(*command, cwd=ROOT)
    assert done.returncode != 0
    assert "gone.pt is no folder with encoder.onnx" in done.stderr
