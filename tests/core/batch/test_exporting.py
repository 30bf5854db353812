"""Reviews leave the store in a file that is whole or not there, and come back from it."""

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from critique_core.assembly import critic
from critique_core.batch.exporting import export_file
from critique_core.batch.importing import import_file, preview, verify_waiting
from critique_core.cli import main
from critique_core.errors import FormatError, InvalidInput
from critique_core.formats import registry
from critique_core.models import DecisionDraft
from critique_core.settings import load_settings
from critique_core.store import Store
from tests.makers.format_samples import ANSWER, QUERY, SOURCE

WRITTEN = [form.name for form in registry.FORMATS if "write" in form.directions]
FIRST, SECOND = "The ferry leaves at 9:40.", "It carries 60 cars."


@pytest.fixture(scope="module")
def ready():
    return critic(load_settings({}))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, ready) -> Path:
    """A store of three answers: labelled by a file and a person, labelled by a file alone, without a label."""
    rows = [
        {"query": QUERY, "draft": ANSWER, "sources": [{"id": "a", "content": SOURCE, "title": "Ferry"}],
         "spans": [{"start": 20, "end": 24, "text": "9:40", "label": "contradicted", "annotator": "eve"}]},
        {"draft": "It carries 200 people.", "sources": [{"id": "1", "content": SOURCE}], "label": "supported"},
        {"draft": "It carries 61 cars.", "sources": [{"id": "1", "content": SOURCE}]},
    ]  # fmt: skip
    folder = tmp_path_factory.mktemp("filled")
    path = folder / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    with Store.open(f"sqlite:///{folder / 'reviews.sqlite3'}") as opened:
        import_file(opened, path, who="ann")
        verify_waiting(opened, ready)
        item = opened.item_by_number(1)
        claim = opened.latest_critique(item.id).claims[1]
        opened.append(DecisionDraft(item_id=item.id, action="relabel", status="partially_supported", reviewer="ann",
                                    claim_id=claim.id, note="cars, yes",
                                    critique_id=opened.latest_critique(item.id).id))  # fmt: skip
        opened.append(DecisionDraft(item_id=item.id, action="submit", reviewer="ann"))
    return folder / "reviews.sqlite3"


@pytest.fixture
def store(tmp_path: Path, filled: Path) -> Iterator[Store]:
    copy = shutil.copy(filled, tmp_path / "reviews.sqlite3")
    with Store.open(f"sqlite:///{copy}") as opened:
        yield opened


@pytest.mark.parametrize("name", WRITTEN)
def test_every_format_that_is_written_gives_a_file_and_says_what_it_lost(tmp_path, store, name):
    out = tmp_path / f"out{registry.by_name(name).suffix}"
    report = export_file(store, out, name)
    assert (report.items, report.unverified) == (2, 0)
    assert out.stat().st_size
    assert bool(report.lost) == (name not in ("claimlens", "rows", "csv", "parquet"))
    form = registry.by_name(name)
    if form.open:
        shown = preview(out)
        assert (shown.format.name, [item.request.draft for item in shown.items]) == (
            name, [ANSWER, "It carries 200 people."])  # fmt: skip


def labels(path: Path) -> list[tuple[str, str, str | None]]:
    item = preview(path).items[0]
    return [(str(label.text), label.status, label.annotator) for label in item.labels]


def test_a_files_mark_keeps_its_stretch_where_no_person_decided(tmp_path, store):
    export_file(store, tmp_path / "out.jsonl", "rows")
    assert labels(tmp_path / "out.jsonl") == [
        ("9:40", "contradicted", "eve"), (SECOND, "partially_supported", "ann")]  # fmt: skip


def test_only_the_origins_that_are_asked_for_are_written(tmp_path, store):
    assert export_file(store, tmp_path / "h.jsonl", "rows", origins=("human",)).items == 1
    assert labels(tmp_path / "h.jsonl") == [(SECOND, "partially_supported", "ann")]
    export_file(store, tmp_path / "i.jsonl", "rows", origins=("imported",))
    assert labels(tmp_path / "i.jsonl") == [("9:40", "contradicted", "eve"), (SECOND, "supported", None)]
    assert export_file(store, tmp_path / "m.jsonl", "rows", origins=("model",)).items == 3
    assert [status for _, status, _ in labels(tmp_path / "m.jsonl")] == ["contradicted", "supported"]


def test_only_the_states_that_are_asked_for_are_written(tmp_path, store):
    assert export_file(store, tmp_path / "s.jsonl", "rows", states=("submitted",)).items == 1
    assert export_file(store, tmp_path / "s.jsonl", "rows", states=("discarded",)).items == 0


def test_ragtruths_sources_lie_beside_and_each_stands_there_once(tmp_path, store):
    report = export_file(store, tmp_path / "response.jsonl", "ragtruth", origins=("model",))
    assert report.companion == tmp_path / "source_info.jsonl"
    sources = [json.loads(line) for line in report.companion.read_text(encoding="utf-8").splitlines()]
    assert [source["task_type"] for source in sources] == ["QA", "Summary"]
    assert [item.request.draft for item in preview(tmp_path / "response.jsonl").items] == [
        ANSWER, "It carries 200 people.", "It carries 61 cars."]  # fmt: skip


def test_two_ragtruth_exports_in_one_folder_keep_their_own_sources(tmp_path, store):
    export_file(store, tmp_path / "a.jsonl", "ragtruth", states=("submitted",))
    export_file(store, tmp_path / "b.jsonl", "ragtruth")
    assert len(preview(tmp_path / "a.jsonl").items) == 1
    assert len(preview(tmp_path / "b.jsonl").items) == 2


def test_a_ragtruth_export_leaves_the_sources_of_another_file_as_they_are(tmp_path, store):
    export_file(store, tmp_path / "response.jsonl", "ragtruth", states=("submitted",))
    before = (tmp_path / "source_info.jsonl").read_bytes()
    export_file(store, tmp_path / "b.jsonl", "ragtruth")
    assert (tmp_path / "source_info.jsonl").read_bytes() == before
    assert len(preview(tmp_path / "b.jsonl").items) == 2


def test_a_ragtruth_export_is_read_with_its_own_sources_though_those_of_another_lie_beside(tmp_path, store):
    export_file(store, tmp_path / "b.jsonl", "ragtruth")
    export_file(store, tmp_path / "response.jsonl", "ragtruth", states=("submitted",))
    assert len(preview(tmp_path / "b.jsonl").items) == 2


def test_all_that_the_store_has_comes_back_from_our_own_form(tmp_path, store):
    export_file(store, tmp_path / "all.jsonl", "claimlens", labelled=False)
    with Store.open(f"sqlite:///{tmp_path / 'copy.sqlite3'}") as copy:
        counts = import_file(copy, tmp_path / "all.jsonl", who="ann").counts
        assert (counts.read, counts.imported, counts.duplicate) == (3, 3, 0)
        for item, critique, decisions in store.reviews():
            assert copy.latest_critique(item.id) == critique
            unnumbered = [event.model_dump(exclude={"sequence"}) for event in decisions]
            assert [event.model_dump(exclude={"sequence"}) for event in copy.decisions(item.id)] == unnumbered
        counts = import_file(copy, tmp_path / "all.jsonl", who="ann").counts
        assert (counts.read, counts.imported, counts.duplicate) == (3, 0, 3)


def test_a_broken_review_is_refused_by_line_and_the_others_come_back(tmp_path, store):
    export_file(store, tmp_path / "all.jsonl", "claimlens", labelled=False)
    reviews = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    reviews[0]["critiques"] = []
    reviews[1]["version"] = 9
    (tmp_path / "bad.jsonl").write_text("\n".join(map(json.dumps, reviews)), encoding="utf-8")
    with Store.open(f"sqlite:///{tmp_path / 'copy.sqlite3'}") as copy:
        report = import_file(copy, tmp_path / "bad.jsonl", who="ann")
        assert (report.counts.imported, report.counts.rejected) == (1, 2)
        reasons = {one.line: one.reason for one in report.rejected}
        assert "holds no critique" in reasons[1]
        assert "newer claimlens" in reasons[2]


def test_azures_offsets_are_given_in_all_three_units(tmp_path, store, ready):
    draft = "🚗 The ferry leaves at 9:40."
    rows = tmp_path / "r.jsonl"
    row = {"draft": draft, "sources": [{"id": "1", "content": SOURCE}],
           "spans": [{"start": 22, "end": 26, "label": "contradicted"}]}  # fmt: skip
    rows.write_text(json.dumps(row), encoding="utf-8")
    import_file(store, rows, who="ann")
    verify_waiting(store, ready)
    export_file(store, tmp_path / "azure.jsonl", "azure")
    told = json.loads((tmp_path / "azure.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    [detail] = told["ungroundedDetails"]
    assert detail["offset"] == {"utf8": 25, "utf16": 23, "codePoint": 22}
    assert (detail["length"]["utf8"], told["ungroundedPercentage"]) == (4, round(4 / len(draft), 4))
    assert draft.encode()[25:29] == b"9:40"


def test_evaluations_name_the_trace_that_a_source_names(tmp_path, store, ready):
    source = {"id": "1", "content": SOURCE, "metadata": {"span_id": "00f067aa0ba902b7", "trace_id": "4bf9"}}
    rows = tmp_path / "r.jsonl"
    row = {"draft": "It carries 60 cars and a bus.", "sources": [source], "label": "unsupported"}
    rows.write_text(json.dumps(row), encoding="utf-8")
    import_file(store, rows, who="ann")
    verify_waiting(store, ready)
    last = {}
    for name in ("phoenix", "langfuse", "otel"):
        export_file(store, tmp_path / name, name)
        last[name] = json.loads((tmp_path / name).read_text(encoding="utf-8").splitlines()[-1])
    assert last["phoenix"]["span_id"] == "00f067aa0ba902b7"
    assert (last["phoenix"]["annotator_kind"], last["phoenix"]["result"]["label"]) == ("HUMAN", "unsupported")
    assert (last["langfuse"]["traceId"], last["langfuse"]["value"], last["langfuse"]["source"]) == (
        "4bf9", 0.0, "ANNOTATION")  # fmt: skip
    [event, *_] = last["otel"]["resourceLogs"][0]["scopeLogs"][0]["logRecords"]
    names = {one["key"]: one["value"] for one in event["attributes"]}
    assert event["eventName"] == "gen_ai.evaluation.result"
    assert names["gen_ai.evaluation.name"] == {"stringValue": "claimlens.grounded"}


def test_trulens_score_is_the_supported_share(tmp_path, store):
    export_file(store, tmp_path / "t.jsonl", "trulens", origins=("imported",))
    told = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["expected_score"] for one in told] == [0.5, 1.0]


def test_an_export_that_breaks_off_leaves_the_old_file_and_nothing_beside(tmp_path, store):
    out = tmp_path / "x" / "out.jsonl"
    out.parent.mkdir()
    out.write_text("old", encoding="utf-8")

    def stop(_items: int) -> None:
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        export_file(store, out, "rows", tell=stop)
    assert (out.read_text(encoding="utf-8"), [one.name for one in out.parent.iterdir()]) == (
        "old", ["out.jsonl"])  # fmt: skip


@pytest.mark.parametrize(("form", "out", "told"), [
    ("halubench", "o.jsonl", "cannot be written"), ("nothing", "o.jsonl", "is not known"),
    ("ragtruth", "-", "writes two files"), ("parquet", "-", "standard output"),
    ("rows", "none/o.jsonl", "cannot be written"),
])  # fmt: skip
def test_what_cannot_be_written_is_refused_with_what_to_do(tmp_path, store, form, out, told):
    with pytest.raises((FormatError, InvalidInput), match=told):
        export_file(store, out if out == "-" else tmp_path / out, form)


def test_the_command_writes_the_file_and_warns_once_of_each_loss(tmp_path, store, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'reviews.sqlite3'}")
    assert main(["export", "--format", "ragas", "--out", str(tmp_path / "o.jsonl")]) == 0
    told = capsys.readouterr()
    assert "2 answers written as ragas" in told.out
    assert "1 answer without a label left out: --all writes them too" in told.err
    assert told.err.count("the claims' labels are left out (2 of 2)") == 1
    assert main(["export", "--format", "rows", "--out", "-", "--state", "submitted"]) == 0
    piped = capsys.readouterr()
    assert json.loads(piped.out)["draft"] == ANSWER
    assert main(["export", "--format", "rows", "--out", "-", "--origin", "humans"]) == 2
    assert "'humans' is none of human, imported, model" in capsys.readouterr().err
    assert main(["export", "--format", "csv", "--out", str(tmp_path / "o.csv"), "--all"]) == 0
    with (tmp_path / "o.csv").open(encoding="utf-8-sig", newline="") as table:
        assert [row["number"] for row in csv.DictReader(table)] == ["1", "2", "3"]


def test_a_gzipped_export_is_gzipped_and_reads_back(tmp_path, store):
    export_file(store, tmp_path / "o.jsonl.gz", "rows")
    assert (tmp_path / "o.jsonl.gz").read_bytes()[:2] == b"\x1f\x8b"
    assert len(preview(tmp_path / "o.jsonl.gz").items) == 2
