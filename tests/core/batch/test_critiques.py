"""Batches: whole files are judged block by block; nothing is lost or done twice, and one bad row costs itself alone."""

import gzip
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from critique_core.batch.critiques import output
from critique_core.batch.critiques.inputs import find_inputs
from critique_core.batch.critiques.judge import DIED, Identity, Judge, Maker, Part
from critique_core.batch.critiques.local import LocalEngine
from critique_core.batch.critiques.output import Output
from critique_core.batch.critiques.rows import LARGEST_BLOCK, Block, Job, Row, cut, rows_of
from critique_core.batch.critiques.run import BatchReport, Plan, Progress, critique_files
from critique_core.batch.critiques.shapes import Shape
from critique_core.errors import InvalidInput, VerifierUnavailable
from critique_core.models import Critique
from tests.makers.batch_critics import doomed, dying, not_there, stricter, troubled, unreached
from tests.makers.copies import ran, started
from tests.makers.places import ROOT

SOURCES = [{"id": "1", "content": "The right thing is said here."}]


def request(draft: str, **fields: object) -> str:
    return json.dumps({"draft": draft, "sources": SOURCES} | fields)


def lines(path: Path, *rows: str | bytes) -> Path:
    path.write_bytes(b"".join((row if isinstance(row, bytes) else row.encode()) + b"\n" for row in rows))
    return path


def answers(path: Path, count: int, words: str = "right") -> Path:
    return lines(path, *(request(f"Draft {number} is {words}.", id=f"a{number}") for number in range(count)))


def plan(path: Path | str, out: Path, *, rows: int = 3, shape: Shape | None = None, **fields: Any) -> Plan:
    return Plan(find_inputs([str(path)]), out, shape or Shape(), block_rows=rows, **fields)


class Here:
    """An engine in this process, for what does not need one of its own."""

    def __init__(self, make: Maker, shape: Shape) -> None:
        self._judge = Judge(make, shape)

    def identity(self) -> Identity:
        return self._judge.identity

    def judged(self, job: Job) -> Iterator[Part]:
        return map(self._judge.part, job.blocks())


def judge(chosen: Plan) -> BatchReport:
    return critique_files(chosen, Here(troubled, chosen.shape))  # type: ignore[arg-type]


def judge_apart(chosen: Plan, *, workers: int = 1, make: Maker = troubled) -> BatchReport:
    with LocalEngine(make, chosen.shape, workers=workers) as engine:
        return critique_files(chosen, engine)


def written(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for part in sorted(out.glob("part-*")) for line in part.read_bytes().splitlines()]


def parts(out: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in sorted(out.iterdir()) if path.name not in ("_progress.jsonl", "_lock")
    }


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory) -> tuple[BatchReport, list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("poisoned")
    path = lines(
        folder / "a.jsonl",
        request("It is right.", id="first"),
        "{broken",
        '{"draft": "Größe"}'.encode("latin-1"),
        request("x" * 500_001),
        request("It is a FAULT."),
        request("It is DOWN."),
        request("It is a CRASH."),
        request("It is wrong.", id=8),
    )
    return judge_apart(plan(path, folder / "out", rows=4)), written(folder / "out")


def test_a_row_that_cannot_be_judged_says_why_in_its_place_and_the_others_are_judged(poisoned):
    report, rows = poisoned
    assert [(row["row"], row["id"]) for row in rows] == [
        (1, "first"), (2, None), (3, None), (4, None), (5, None), (6, None), (7, None), (8, "8")]  # fmt: skip
    assert (report.rows, report.errors, report.parts) == (8, 6, 2)
    for row, told in zip(rows[1:7], ("is not JSON", "is not UTF-8", "draft: too long", "a fault of ours",
                                     "no answer from the server", DIED), strict=True):  # fmt: skip
        assert told in row["error"]
    assert [fault[1] for fault in report.faults] == [2, 3, 4, 5, 6, 7]
    assert (rows[0]["error"], rows[7]["error"]) == (None, None)
    assert [rows[number]["critique"]["recommendation"] for number in (0, 7)] == ["accept", "reject"]


def test_a_row_holds_a_whole_critique_and_nothing_that_differs_from_run_to_run(poisoned):
    _, rows = poisoned
    kept = Critique.model_validate(rows[0]["critique"])
    assert kept.metadata.run.started_at is None
    assert kept.claims[0].status == "supported"
    assert rows[0]["critique"]["metadata"].keys() >= {"facts_checked"}
    assert "run" not in rows[0]["critique"]["metadata"]
    assert {row["fingerprint"] for row in rows} == {rows[0]["fingerprint"]}


@pytest.mark.parametrize("shape", [Shape(), pytest.param(Shape("short", "parquet"), marks=pytest.mark.slow)])
def test_one_worker_and_two_write_the_same_bytes(tmp_path, monkeypatch, shape):
    monkeypatch.chdir(tmp_path)
    answers(Path("a.jsonl"), 10)
    judge_apart(plan("a.jsonl", Path("one"), shape=shape))
    judge_apart(plan("a.jsonl", Path("two"), shape=shape), workers=2)
    assert len(parts(Path("one"))) == 5
    assert parts(Path("one")) == parts(Path("two"))


KILLED = """
import sys
from pathlib import Path
from critique_core.batch.critiques.inputs import find_inputs
from critique_core.batch.critiques.local import LocalEngine
from critique_core.batch.critiques.run import Plan, critique_files
from critique_core.batch.critiques.shapes import Shape
from tests.makers.batch_critics import troubled
chosen = Plan(find_inputs([sys.argv[1]]), Path(sys.argv[2]), Shape(), block_rows=2)
with LocalEngine(troubled, chosen.shape, workers=2) as engine:
    critique_files(chosen, engine)
"""


@pytest.mark.slow
def test_after_a_kill_no_finished_row_is_judged_again_and_none_is_lost(tmp_path, monkeypatch):
    path, out, log = answers(tmp_path / "a.jsonl", 16, "SLOW"), tmp_path / "out", tmp_path / "log"
    monkeypatch.setenv("BATCH_LOG", str(log))
    run = started("-c", KILLED, str(path), str(out), cwd=ROOT)
    wait_for(lambda: len(list(out.glob("part-*"))) >= 2)
    with pytest.raises(InvalidInput, match="another claimlens batch is writing into it"):
        plan(path, out, rows=2).check()
    run.send_signal(signal.SIGKILL)
    run.wait()
    done = written(out)
    assert 4 <= len(done) < 16
    log_after(log)
    log.write_text("", encoding="utf-8")
    judge(plan(path, out, rows=2))
    assert [row["row"] for row in written(out)] == list(range(1, 17))
    kept = {row["critique"]["request"]["draft"] for row in done}
    again = log.read_text("utf-8").splitlines()
    assert len(again) == len(set(again)) == 16 - len(done)
    assert not kept & set(again)


@pytest.mark.parametrize(
    ("make", "processes", "told"),
    [(doomed, 3, "ends at each row (signal 9); please report it"), (dying, 1, "(signal 9) before it judged a row")],
)
def test_a_process_that_ends_over_and_over_ends_the_batch_after_a_few(tmp_path, monkeypatch, make, processes, told):
    log = tmp_path / "log"
    monkeypatch.setenv("BATCH_LOG", str(log))
    with pytest.raises(VerifierUnavailable) as stopped:
        judge_apart(plan(answers(tmp_path / "a.jsonl", 4), tmp_path / "out"), make=make)
    assert told in str(stopped.value)
    assert log.read_text("utf-8").splitlines() == ["started"] * processes
    assert written(tmp_path / "out") == []


def wait_for(there: Any, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)


def log_after(log: Path) -> None:
    """Wait until the processes of a killed run are gone: they note nothing any more."""
    size = -1
    while size != (size := log.stat().st_size):
        time.sleep(1.5)


def test_no_more_is_read_than_the_workers_can_take():
    read: list[int] = []

    class Endless:
        def blocks(self) -> Iterator[Block]:
            for number in range(1_000_000):
                read.append(number)
                yield Block(0, "x", number, (Row(number, request=request("right")),), last=False)

    with LocalEngine(troubled, Shape(), workers=2) as engine:
        judged: Iterator[Part] = engine.judged(Endless())  # type: ignore[arg-type]
        for finished in range(1, 30):
            next(judged)
            assert len(read) <= finished + 2


def test_a_finished_batch_is_left_as_it_is_and_no_verifier_is_asked(tmp_path, monkeypatch):
    path, out = answers(tmp_path / "a.jsonl", 4), tmp_path / "out"
    judge(plan(path, out))
    before = parts(out)
    monkeypatch.setenv("BATCH_LOG", str(tmp_path / "log"))
    report = judge(plan(path, out))
    assert (report.rows, report.judged, parts(out)) == (4, 0, before)
    assert not (tmp_path / "log").exists()


@pytest.mark.parametrize(("change", "told"), [
    ({"rows": 4}, "--block-rows was 3, now it is 4"),
    ({"shape": Shape("short")}, '--columns was "whole", now it is "short"'),
    ({"shape": Shape(form="parquet")}, '--format was "jsonl", now it is "parquet"'),
    ({"form": "rows"}, '--input-format was not given, now it is "rows"'),
    ({"make": stricter}, "profile was"),
    ({"file": "b.jsonl"}, "b.jsonl is new"),
    ({"content": True}, "a.jsonl has changed"),
])  # fmt: skip
def test_another_batch_is_refused_with_what_differs_and_the_remedy(tmp_path, change, told):
    path, out = answers(tmp_path / "a.jsonl", 1), tmp_path / "out"
    begin(plan(path, out), troubled)
    if change.get("content"):
        answers(path, 2)
    path = answers(tmp_path / change["file"], 1) if "file" in change else path
    other = replace(plan(path, out, rows=change.get("rows", 3), shape=change.get("shape")), form=change.get("form"))
    with pytest.raises(InvalidInput) as refused:
        begin(other, change.get("make", troubled))
    assert told in str(refused.value)
    assert "name another folder for --out" in str(refused.value)


def begin(chosen: Plan, make: Maker) -> None:
    identity = Judge(make, chosen.shape).identity
    Output.open(
        chosen.out, chosen.inputs, chosen.shape, identity, form=chosen.form, block_rows=chosen.block_rows
    ).close()  # fmt: skip


def test_a_second_run_is_refused_while_one_writes_into_the_folder_and_goes_on_after_it(tmp_path):
    path, out = answers(tmp_path / "a.jsonl", 4), tmp_path / "out"
    chosen, refused = plan(path, out, rows=1), list[str]()

    def meanwhile(told: Progress) -> None:
        for second in (chosen.check, lambda: judge(chosen)):
            with pytest.raises(InvalidInput) as one:
                second()
            refused.append(str(one.value))
        if told.judged == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        critique_files(chosen, Here(troubled, chosen.shape), meanwhile)  # type: ignore[arg-type]
    said = f"{out}: another claimlens batch is writing into it; wait until that one has ended, or name another"
    assert refused == [f"{said} folder for --out"] * 6
    assert [len(written(out)), judge(chosen).judged] == [2, 2]


def test_a_folder_in_which_nothing_was_begun_but_the_lock_is_taken(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "_lock").touch()
    assert judge(plan(answers(tmp_path / "a.jsonl", 1), out)).rows == 1


def test_a_folder_with_other_files_is_refused(tmp_path):
    path, out = answers(tmp_path / "a.jsonl", 1), tmp_path / "out"
    out.mkdir()
    (out / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"holds thesis\.txt and no batch"):
        begin(plan(path, out), troubled)
    assert [left.name for left in out.iterdir()] == ["thesis.txt"]


def test_a_part_without_its_line_and_a_line_without_its_part_are_done_again(tmp_path):
    path, out = answers(tmp_path / "a.jsonl", 9), tmp_path / "out"
    judge(plan(path, out))
    whole = parts(out)
    (out / "part-00000-000001.jsonl").unlink()
    (out / ".part-00000-000001.jsonl.tmp").write_text("half", encoding="utf-8")
    with (out / "_progress.jsonl").open("a", encoding="utf-8") as progress:
        progress.write('{"part": "part-00000-0000')
    report = judge(plan(path, out))
    assert (report.judged, report.rows, parts(out)) == (3, 9, whole)


def test_a_part_that_was_emptied_is_judged_again(tmp_path):
    chosen = plan(answers(tmp_path / "a.jsonl", 6), tmp_path / "out")
    judge(chosen)
    before = parts(tmp_path / "out")
    (tmp_path / "out" / "part-00000-000001.jsonl").write_bytes(b"")
    assert judge(chosen).judged == 3
    assert parts(tmp_path / "out") == before


def test_blocks_with_errors_are_judged_again_when_asked_and_no_others(tmp_path, monkeypatch):
    path, out = lines(tmp_path / "a.jsonl", *[request("It is right.")] * 3, request("It is DOWN.")), tmp_path / "out"
    assert judge(plan(path, out)).errors == 1
    monkeypatch.setenv("BATCH_LOG", str(tmp_path / "log"))
    report = judge(plan(path, out, retry=True))
    assert (report.judged, report.rows, report.errors) == (1, 4, 1)
    assert (tmp_path / "log").read_text("utf-8") == "It is DOWN.\n"


@pytest.mark.parametrize("columns", ["whole", "short"])
def test_a_row_whose_model_cannot_be_reached_has_an_error_and_is_judged_again_when_asked(tmp_path, columns):
    chosen = plan(lines(tmp_path / "a.jsonl", request("It is wrong.")), tmp_path / "out", shape=Shape(columns))
    assert critique_files(chosen, Here(unreached, chosen.shape)).errors == 1  # type: ignore[arg-type]
    row = written(tmp_path / "out")[0]
    assert row["error"] == (
        "verdicts: scripted judged 1 of 1 claims, as scripted model could not be used: "
        "http://127.0.0.1:1 cannot be reached; start it"
    )
    kept = row if columns == "short" else row["critique"]
    assert kept["claims"][0]["status"] == "contradicted"
    assert critique_files(replace(chosen, retry=True), Here(unreached, chosen.shape)).judged == 1  # type: ignore[arg-type]


def test_a_part_whose_retry_cannot_be_written_is_judged_again(tmp_path, monkeypatch):
    path, out = lines(tmp_path / "a.jsonl", request("It is DOWN.")), tmp_path / "out"
    assert judge(plan(path, out)).errors == 1

    def full(_: Path) -> Any:
        raise InvalidInput("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(output, "new_file", full)
        with pytest.raises(InvalidInput, match="disk full"):
            judge(plan(path, out, retry=True))
    report = judge(plan(path, out))
    assert (report.judged, report.errors) == (1, 1)


def test_an_id_that_no_file_can_hold_costs_no_row(tmp_path):
    path = lines(tmp_path / "a.jsonl", request("It is right.").replace('{"draft"', '{"id": "\\ud800x", "draft"'))
    assert judge(plan(path, tmp_path / "out")).errors == 0
    assert written(tmp_path / "out")[0]["id"] == "\\ud800x"


@pytest.mark.skipif(sys.platform != "linux", reason="only here a file's name is any bytes")
def test_a_file_whose_name_is_not_utf_8_is_refused_by_name(tmp_path):
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/r\xe9ponses.jsonl")).write_text(
        request("It is right."), encoding="utf-8"
    )
    with pytest.raises(InvalidInput, match=r"r\\udce9ponses\.jsonl: the file's name is not in UTF-8"):
        find_inputs([str(tmp_path)])


def test_a_critic_that_cannot_be_made_ends_the_batch_before_it_begins(tmp_path):
    with pytest.raises(VerifierUnavailable, match="the model is not installed"):
        judge_apart(plan(answers(tmp_path / "a.jsonl", 1), tmp_path / "out"), make=not_there)
    assert not (tmp_path / "out").exists()


def test_folders_globs_and_files_are_read_each_file_once_and_by_name(tmp_path):
    answers(tmp_path / "b.jsonl", 2)
    (tmp_path / "deep").mkdir()
    answers(tmp_path / "deep" / "a.ndjson", 1)
    (tmp_path / "c.jsonl.gz").write_bytes(gzip.compress(request("Packed.").encode()))
    for name in ("_progress.jsonl", ".hidden.jsonl", "notes.txt"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    found = find_inputs([str(tmp_path / "*.jsonl"), str(tmp_path), str(tmp_path / "b.jsonl")])
    names = [Path(file.name).relative_to(tmp_path).as_posix() for file in found]
    assert names == ["_progress.jsonl", "b.jsonl", "c.jsonl.gz", "deep/a.ndjson"]
    assert [file.lines for file in found] == [1, 2, None, 1]
    assert [len(list(rows_of(file, None))) for file in found[1:]] == [2, 1, 1]


def test_what_an_import_refused_is_no_answer_of_a_folder_or_glob_and_is_read_when_named(tmp_path):
    answers(tmp_path / "a.jsonl", 1)
    refused = lines(tmp_path / "a.jsonl.rejected.jsonl", '{"line": 2, "reason": "is not JSON", "record": "{"}')
    named = [str(tmp_path), str(tmp_path / "*.jsonl"), *urls(tmp_path)]
    assert [Path(file.name).name for name in named for file in find_inputs([name])] == ["a.jsonl"] * len(named)
    assert [Path(file.name).name for file in find_inputs([str(refused)])] == [refused.name]


def urls(folder: Path) -> list[str]:
    """The folder and a glob in it as URLs, where what reads them is installed."""
    return [folder.as_uri(), f"{folder.as_uri()}/*.jsonl"] if find_spec("fsspec") else []


@pytest.mark.parametrize(("name", "told"), [
    ("nowhere.jsonl", "there is no such file or folder"),
    ("nowhere*.jsonl", "holds no file to read"),
    ("nonsense://bucket/a.jsonl", "Protocol not known: nonsense"),
    ("file:///nowhere/a.jsonl", "cannot be listed"),
])  # fmt: skip
def test_what_names_no_file_is_refused(name, told):
    with pytest.raises(InvalidInput, match=told):
        find_inputs([name])


def test_an_object_store_without_its_package_names_what_to_install():
    pytest.importorskip("fsspec")
    if "s3fs" in sys.modules:
        pytest.skip("s3fs is installed")
    with pytest.raises(InvalidInput, match=r"s3://bucket/a\.jsonl: Install s3fs to access S3"):
        find_inputs(["s3://bucket/a.jsonl"])


def test_what_lies_behind_a_url_is_fetched_read_and_removed(tmp_path):
    pytest.importorskip("fsspec")
    answers(tmp_path / "a.jsonl", 3)
    [file] = find_inputs([(tmp_path / "*.jsonl").as_uri().replace("%2A", "*")])
    assert (file.remote, file.size) == (True, (tmp_path / "a.jsonl").stat().st_size)
    assert [row.id for row in rows_of(file, None)] == ["a0", "a1", "a2"]
    (tmp_path / "a.jsonl").unlink()
    [fault] = rows_of(file, None)
    assert (fault.number, "cannot be fetched" in (fault.fault or "")) == (0, True)


def test_a_table_and_the_importers_formats_are_read_too(tmp_path):
    table = tmp_path / "a.csv"
    table.write_text("id,question,answer,context\n7,Who?,It is right.,The right thing.\n", encoding="utf-8")
    [row] = rows_of(find_inputs([str(table)])[0], None)
    assert row.request is not None
    read = json.loads(row.request)
    assert (row.id, read["query"], read["draft"], read["sources"][0]["content"]) == (
        "7", "Who?", "It is right.", "The right thing.")  # fmt: skip
    rows = lines(tmp_path / "b.jsonl", '{"doc": "The right thing.", "claim": "It is right.", "label": 1}')
    [row] = rows_of(find_inputs([str(rows)])[0], None)
    assert "It is right." in (row.request or "")


def test_a_requests_own_options_are_kept_and_others_left_to_the_settings(tmp_path):
    path = lines(tmp_path / "a.jsonl", request("It is right.", options={"strictness": "strict"}))
    [row] = rows_of(find_inputs([str(path)])[0], None)
    assert json.loads(row.request or "")["options"] == {"strictness": "strict"}


def test_a_file_that_breaks_off_gives_what_is_before_and_says_so(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"".join(request(os.urandom(999).hex()).encode() + b"\n" for _ in range(30)))[:-900])
    *good, last = rows_of(find_inputs([str(path)])[0], None)
    assert len(good) > 5
    assert all(row.request for row in good)
    assert (last.number, "cannot be read any further" in (last.fault or "")) == (len(good) + 1, True)


def test_blocks_end_early_where_sources_are_large_and_the_last_one_says_so():
    large = "x" * (LARGEST_BLOCK // 2)
    rows = [Row(1, request=large), Row(2, request=large), Row(3, request="x"), Row(4, request="x"), Row(5, fault="y")]
    found = list(cut(0, "x", iter(rows), 2))
    assert [[row.number for row in block.rows] for block in found] == [[1, 2], [3, 4], [5]]
    assert [block.last for block in found] == [False, False, True]
    found = list(cut(0, "x", iter(rows), 9, done={0}))
    assert [(block.number, [row.number for row in block.rows]) for block in found] == [(1, [3, 4, 5])]


def test_short_columns_count_the_statuses_and_name_the_claims(tmp_path):
    path = lines(tmp_path / "a.jsonl", request("It is right. The other is wrong."), "{")
    judge(plan(path, tmp_path / "out", shape=Shape("short")))
    row, fault = written(tmp_path / "out")
    assert (row["recommendation"], row["supported"], row["contradicted"]) == ("reject", 1, 1)
    assert [(claim["text"], claim["status"]) for claim in row["claims"]] == [
        ("It is right.", "supported"), ("The other is wrong.", "contradicted")]  # fmt: skip
    assert row.keys() == fault.keys()
    assert (fault["recommendation"], fault["claims"]) == (None, [])


def test_parquet_holds_what_the_lines_hold(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = lines(tmp_path / "a.jsonl", request("It is right."), "{")
    for form in ("jsonl", "parquet"):
        judge(plan(path, tmp_path / form, shape=Shape(form=form)))
    found = parquet.read_table(tmp_path / "parquet" / "part-00000-000000.parquet").to_pylist()
    decoded = [row | {"critique": json.loads(row["critique"]) if row["critique"] else None} for row in found]
    assert decoded == written(tmp_path / "jsonl")


def test_a_batch_whose_inputs_cannot_be_read_is_refused_and_one_bad_file_is_not(tmp_path):
    bad = lines(tmp_path / "bad.jsonl", '{"colour": "red"}')
    with pytest.raises(InvalidInput, match=r"none of the inputs can be read: bad\.jsonl: is in no known format"):
        plan(bad, tmp_path / "out").check()
    answers(tmp_path / "good.jsonl", 1)
    plan(tmp_path, tmp_path / "out").check()
    judge(plan(tmp_path, tmp_path / "out"))
    assert [(row["row"], bool(row["error"])) for row in written(tmp_path / "out")] == [(0, True), (1, False)]


@pytest.mark.parametrize("pattern", ["", "**/*.jsonl"])
def test_a_run_whose_output_lies_among_its_inputs_goes_on_with_the_same_command(tmp_path, pattern):
    answers(tmp_path / "a.jsonl", 3)
    judge(plan(tmp_path / pattern, tmp_path / "out"))
    first = written(tmp_path / "out")
    again = plan(tmp_path / pattern, tmp_path / "out")
    again.check()
    assert not judge(again).judged
    assert written(tmp_path / "out") == first
    assert [Path(file.name).name for file in plan(tmp_path / pattern, tmp_path / "other").inputs] == ["a.jsonl"]


def test_an_output_folder_that_holds_the_input_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="lies in the output folder"):
        plan(answers(tmp_path / "a.jsonl", 1), tmp_path).check()


def test_the_same_job_is_cut_the_same_way_whatever_is_done(tmp_path):
    file = find_inputs([str(answers(tmp_path / "a.jsonl", 7))])
    every = list(Job(file, None, 2, (frozenset(),)).blocks())
    left = list(Job(file, None, 2, (frozenset({0, 2}),)).blocks())
    assert left == [every[1], every[3]]
    assert list(Job(file, None, 2, (None,)).blocks()) == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own, which come and go with its versions
def test_ray_writes_the_same_bytes_as_one_machine(tmp_path, monkeypatch):
    pytest.importorskip("ray.data")
    from critique_core.batch.critiques.ray_cluster import RayEngine  # noqa: PLC0415

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    answers(Path("a.jsonl"), 5)
    lines(Path("b.jsonl"), request("It is a CRASH."), "{", request("It is wrong."))
    chosen = Plan(find_inputs(["a.jsonl", "b.jsonl"]), Path("ray"), Shape(), block_rows=2)
    with RayEngine(troubled, chosen.shape, workers=2) as engine:
        report = critique_files(chosen, engine)
    judge_apart(Plan(chosen.inputs, Path("local"), chosen.shape, block_rows=2))
    assert (report.rows, report.errors) == (8, 2)
    assert parts(Path("ray")) == parts(Path("local"))


LOADING = """
import os
import signal
from critique_core.batch.critiques.shapes import Shape
from critique_core.batch.critiques.worker import Worker
from tests.makers.batch_critics import troubled
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are deaf to it
for _ in range(5):
    worker = Worker(troubled, Shape())
    os.kill(worker._process.pid, signal.SIGINT)
    while worker.identity is None:
        worker.hear()
    worker.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot start a process that passes the signal over")
def test_ctrl_c_while_a_verifier_is_loaded_is_left_to_who_started_it():
    # In a process of its own: what another test has started the same way hears the signal, and so would its copies.
    run = ran("-c", LOADING, cwd=ROOT)
    assert run.returncode == 0, run.stderr
