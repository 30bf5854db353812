"""Files of answers are taken into the store row by row: what is good stays, what is bad is told, nothing twice."""

import gzip
import io
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from critique_core import assembly
from critique_core.assembly import Critic, critic
from critique_core.batch import importing
from critique_core.batch.importing import import_file, preview, verify_waiting
from critique_core.cli import main, progress
from critique_core.errors import FormatError
from critique_core.formats import registry
from critique_core.formats.records import records_of
from critique_core.models import CritiqueOptions, Gate, Import, Profile, Verdict, VerificationInput
from critique_core.settings import load_settings
from critique_core.store import QueueFilter, Store
from tests.makers.verifiers import ScriptedVerifier

ANSWER = "The ferry leaves at 9:40. It carries 60 cars."
SOURCES = [{"id": "1", "content": "The ferry leaves at 9:15 from pier 3. It carries 60 cars and 200 people."}]
WRONG = {"start": 20, "end": 24, "label": "contradicted", "text": "9:40"}


def row(draft: str = ANSWER, **fields: object) -> dict[str, object]:
    return {"query": "When does it leave?", "draft": draft, "sources": SOURCES, "spans": [WRONG]} | fields


def lines(path: Path, *records: object) -> Path:
    text = "".join((record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'reviews.sqlite3'}") as opened:
        yield opened


def ragtruth(folder: Path, **label: object) -> Path:
    lines(
        folder / "source_info.jsonl",
        {"source_id": "7", "task_type": "QA", "source_info": {
            "question": "When?", "passages": "passage 1:The ferry leaves at 9:15.\n\npassage 2:It carries 60 cars."}},
        {"source_id": "8", "task_type": "Data2txt", "source_info": {"name": "Ferry", "cars": 60}},
    )  # fmt: skip
    span = {"start": 20, "end": 24, "text": "9:40", "label_type": "Evident Conflict", "meta": "9:15"} | label
    return lines(
        folder / "response.jsonl",
        {"id": "1", "source_id": "7", "response": ANSWER, "labels": [span], "split": "train"},
        {"id": "2", "source_id": "8", "response": "It carries 60 cars.", "labels": [], "split": "train"},
    )


def test_ragtruths_two_files_become_items_with_their_passages_and_labels(tmp_path, store):
    report = import_file(store, ragtruth(tmp_path), who="ann")
    assert (report.counts.format, report.counts.imported, report.rejected) == ("ragtruth", 2, ())
    (_, question), (_, record) = store.take_unverified(2)
    assert (question.query, [source.content for source in question.sources]) == (
        "When?", ["The ferry leaves at 9:15.", "It carries 60 cars."])  # fmt: skip
    assert record.sources[0].content == '{"name": "Ferry", "cars": 60}'
    item = store.item_by_number(1)
    [label] = item.imported_labels
    assert (label.status, label.start, label.text, label.note, item.source_group) == (
        "contradicted", 20, "9:40", "9:15", "7")  # fmt: skip
    assert item.labels_complete


def test_a_span_whose_offsets_drifted_is_found_by_its_text(tmp_path, store):
    import_file(store, ragtruth(tmp_path, start=3, end=7), who="ann")
    assert [(label.start, label.end) for label in store.item_by_number(1).imported_labels] == [(20, 24)]


def test_a_span_that_is_not_in_the_answer_refuses_its_row_alone(tmp_path, store):
    report = import_file(store, ragtruth(tmp_path, text="10:10"), who="ann", rejects=tmp_path / "bad.jsonl")
    assert (report.counts.imported, report.counts.rejected, report.rejected[0].line) == (1, 1, 1)
    assert "'10:10' at 20–24 is not in the answer" in report.rejected[0].reason
    kept = json.loads((tmp_path / "bad.jsonl").read_text(encoding="utf-8"))
    assert kept["record"]["response"] == ANSWER


@pytest.mark.parametrize(("name", "text", "line", "raw", "told"), [
    ("a.jsonl", '{"draft": "Good."}\n{"draft": "a \x01 b"}\n', 2, '{"draft": "a \x01 b"}',
     "is not JSON: Invalid control character at column 14"),
    ("a.jsonl", '{"draft": "Good."}\n[1]\n', 2, "[1]", "is JSON, but no object"),
    ("a.json", '[{"draft": "Good."}, 7]', 2, "7", "is no object"),
    ("a.jsonl", '{"draft": "Good."}\n{"draft": "a", "draft": "b"}\n', 2, '{"draft": "a", "draft": "b"}',
     "draft: is given more than once in an object; keep one of them"),
    ("a.json", '[ {"draft": "Good."} , {"sources": [{"id": "1", "id": "2"}]},{"draft": "[]"}\n]', 2,
     '{"sources": [{"id": "1", "id": "2"}]}', "id: is given more than once in an object; keep one of them"),
    ("a.csv", 'draft,query\nGood.,Who?\n"a\nb",c,d\n', 3, '"a\nb",c,d', "has more cells than the first line has names"),
])  # fmt: skip
def test_what_cannot_be_decoded_is_kept_as_it_stands_and_its_line_told_once(
    tmp_path, store, name, text, line, raw, told
):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    import_file(store, path, who="ann", form="rows", rejects=tmp_path / "bad.jsonl")
    kept = [json.loads(one) for one in (tmp_path / "bad.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {"line": line, "reason": told, "record": raw} in kept


def test_an_array_that_breaks_off_behind_a_repeated_key_is_refused(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('[{"draft": "a", "draft": "b"}, {"draft"]', encoding="utf-8")
    with pytest.raises(FormatError, match="is a JSON array that cannot be decoded"):
        list(records_of(path))


def test_an_object_over_many_lines_tells_how_far_down_it_breaks(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{\n"draft": "x",\n"query" 1}\n', encoding="utf-8")
    [(line, error)] = records_of(path)
    assert (line, str(error)) == (1, "is not JSON: Expecting ':' delimiter at column 9, 2 lines further down")


def test_a_preview_names_every_refused_row_it_looked_at_and_how_many_those_are(tmp_path):
    rows = [row(f"Draft {number}.", spans=[]) for number in range(9)]
    path = lines(tmp_path / "rows.jsonl", *rows, "{broken", {"draft": "", "sources": []}, "[1]")
    shown = preview(path)
    assert ([one.line for one in shown.rejected], shown.records, shown.whole) == ([10, 11, 12], 12, True)
    shown = preview(path, records=11)
    assert ([one.line for one in shown.rejected], shown.records, shown.whole) == ([10, 11], 11, False)


def test_sources_that_are_not_beside_it_are_asked_for_before_anything_is_stored(tmp_path, store):
    path = ragtruth(tmp_path)
    (tmp_path / "source_info.jsonl").unlink()
    with pytest.raises(FormatError, match=r"needs source_info\.jsonl beside it"):
        import_file(store, path, who="ann")
    assert store.imports() == ()


def test_bad_lines_are_told_by_number_and_good_ones_kept(tmp_path, store):
    path = lines(tmp_path / "rows.jsonl", row(), "{broken", "[1]", row("Other."), {"draft": "", "sources": []},
                 row(ANSWER, spans=[WRONG | {"label": "odd"}]))  # fmt: skip
    report = import_file(store, path, who="ann")
    assert [one.line for one in report.rejected] == [2, 3, 4, 5, 6]
    assert (report.counts.read, report.counts.imported) == (6, 1)
    good = lines(tmp_path / "good.jsonl", row(), row("Other.", spans=[]))
    assert import_file(store, good, who="ann").counts.duplicate == 1


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.jsonl.gz", "a.jsonl.xz", "a.csv", "a.parquet"])
def test_one_set_of_rows_in_every_kind_of_file_gives_the_same_items(tmp_path, store, name):
    path, rows = tmp_path / name, [row(), row("Second.", spans=[])]
    text = "\n".join(json.dumps(one) for one in rows)
    if name.endswith(".csv"):
        cells = [",".join('"' + (c if isinstance(c, str) else json.dumps(c)).replace('"', '""') + '"' for c in
                          one.values()) for one in rows]  # fmt: skip
        path.write_text("\n".join([",".join(rows[0]), *cells]), encoding="utf-8")
    elif name.endswith(".parquet"):
        pyarrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    else:
        opened = {"gz": gzip.open, "xz": lzma.open}.get(name.rpartition(".")[2], open)
        with opened(path, "wt", encoding="utf-8") as out:
            out.write(json.dumps(rows) if name == "a.json" else text)
    assert import_file(store, path, who="ann").counts.imported == 2
    assert [label.text for label in store.item_by_number(1).imported_labels] == ["9:40"]


def test_an_import_that_was_stopped_goes_on_where_it_was(tmp_path, store):
    class Stopped(Exception):
        pass

    def stop(_counts: Import) -> None:
        raise Stopped

    path = lines(tmp_path / "rows.jsonl", *(row(f"Draft {n}.", spans=[]) for n in range(600)))
    with pytest.raises(Stopped):
        import_file(store, path, who="ann", tell=stop)
    assert store.imports()[0].imported == 250
    assert not store.imports()[0].finished
    seen: list[Import] = []
    counts = import_file(store, path, who="ann", tell=seen.append).counts
    assert (counts.imported, counts.duplicate, counts.finished) == (350, 250, True)
    assert [one.read for one in seen] == [250, 500, 600]


def test_a_preview_shows_items_and_stores_nothing(tmp_path, store):
    shown = preview(lines(tmp_path / "rows.jsonl", row(), "{broken", *[row("More.", spans=[])] * 9), records=5)
    assert (shown.format.name, len(shown.items), shown.rejected[0].line) == ("rows", 4, 2)
    assert store.count_unverified() == (0, 0)


@pytest.mark.parametrize(("content", "told"), [
    ("", "holds no record"), ('{"unknown": 1}\n', "is in no known format .its fields: unknown"),
    ("[{]", r"^x\.jsonl: is a JSON array that cannot be decoded"),
    ("[" * 100_000, r"^x\.jsonl: is nested too deeply; write it with fewer"),
    ('[{"a": 1, "a": 2}, ' + "[" * 100_000, r"^x\.jsonl: is nested too deeply"),
    ('{"a":' * 100_000, "line 1 is nested too deeply"),
])  # fmt: skip
def test_a_file_in_no_known_form_is_refused_with_what_there_is(tmp_path, store, content, told):
    path = tmp_path / "x.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=told):
        import_file(store, path, who="ann")


def test_a_file_in_another_encoding_is_refused(tmp_path, store):
    path = tmp_path / "x.jsonl"
    path.write_bytes('{"draft": "Größe"}'.encode("latin-1"))
    with pytest.raises(FormatError, match="is not UTF-8"):
        import_file(store, path, who="ann")


def test_an_unknown_format_is_refused_with_those_there_are():
    with pytest.raises(FormatError, match="ragtruth"):
        registry.by_name("ragtrut")


def test_of_the_formats_those_are_offered_that_the_command_takes():
    with pytest.raises(FormatError) as read:
        registry.by_name("ragtrut", "read")
    with pytest.raises(FormatError) as written:
        registry.by_name("halubench", "write")
    assert "halubench" in str(read.value)
    assert str(written.value).startswith("format 'halubench' cannot be written; there are claimlens, ")
    assert "halubench" not in str(written.value).partition("; ")[2]
    assert {form.name for form in registry.FORMATS if form.open is None}.isdisjoint(str(read.value).split(", "))


def test_what_waits_is_verified_and_carries_the_files_labels(tmp_path, store):
    import_file(store, ragtruth(tmp_path), who="ann")
    ready = critic(load_settings({}))
    stop = Event()
    done: list[str] = []

    def after_one(item_id: str) -> None:
        done.append(item_id)
        stop.set()

    assert verify_waiting(store, ready, stop=stop, tell=after_one) == 1
    assert store.count_unverified() == (1, 0)
    assert verify_waiting(store, ready) == 1
    [(item, critique, events)] = [one for one in store.labelled(("imported",)) if one[0].id == done[0]]
    assert [(event.status, critique.request.draft[event.start : event.end]) for event in events] == [
        ("contradicted", "The ferry leaves at 9:40."), ("supported", "It carries 60 cars.")]  # fmt: skip
    assert store.queue(QueueFilter()).total == 2
    assert item.disagreement is not None


def interrupted_at(words: str, name: str = "scripted") -> Critic:
    """A critic at whose verifier someone presses Ctrl+C when it comes to these words."""

    class Interrupted(ScriptedVerifier):
        def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
            if words in request.draft:
                raise KeyboardInterrupt
            return super().verify(request)

    return Critic(Interrupted(name=name), Profile(), CritiqueOptions(), Gate())


def test_ctrl_c_tells_what_is_kept_and_the_same_command_goes_on_at_once(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite3'}")
    rows = [row(f"Ferry {number} leaves at 9:15.", spans=[]) for number in range(3)]
    path = lines(tmp_path / "rows.jsonl", *rows)
    monkeypatch.setattr(assembly, "critic", lambda _: interrupted_at("Ferry 1"))
    assert main(["import", "--verify", str(path)]) == 130
    told = "claimlens: stopped; 1 verified and kept, 2 left. The same command goes on from there\n"
    assert capsys.readouterr().err == told
    monkeypatch.setattr(assembly, "critic", lambda _: interrupted_at("nothing"))
    assert main(["import", "--verify", str(path)]) == 0
    assert "2 verified, 0 could not be" in capsys.readouterr().out
    monkeypatch.setattr(assembly, "critic", lambda _: interrupted_at("Ferry 2", "newer"))
    assert main(["rescore"]) == 130
    told = "claimlens: stopped after 2 answers; what came of them is kept. The same command goes on\n"
    assert capsys.readouterr().err.endswith(told)


def test_what_another_run_has_in_hand_is_counted(tmp_path, monkeypatch, capsys):
    url = f"sqlite:///{tmp_path / 'c.sqlite3'}"
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", url)
    monkeypatch.setattr(assembly, "critic", lambda _: interrupted_at("nothing"))
    path = lines(tmp_path / "rows.jsonl", row())
    assert main(["import", str(path)]) == 0
    with Store.open(url) as opened:
        opened.take_unverified()
    assert main(["import", "--verify", str(path)]) == 0
    assert "1 left in the hands of another run; of one that was killed they are free in 10 minutes" in (
        capsys.readouterr().err
    )


def test_ctrl_c_while_a_file_is_read_tells_how_far_it_came(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite3'}")
    monkeypatch.setattr(importing, "_ROWS_AT_ONCE", 2)
    path = lines(tmp_path / "rows.jsonl", *(row(f"Ferry {number} leaves.", spans=[]) for number in range(4)))
    begun, add = list[object](), Store.add_items

    def add_items(self: Store, *arguments: Any, **options: Any) -> Import:
        begun.append(arguments)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return add(self, *arguments, **options)

    monkeypatch.setattr(Store, "add_items", add_items)
    assert main(["import", str(path)]) == 130
    assert capsys.readouterr().err == (
        f"claimlens: {path}: stopped after 2 rows; what they gave is kept. The same command goes on from there\n"
    )
    assert main(["import", str(path)]) == 0
    assert "4 read, 2 imported, 2 duplicate" in capsys.readouterr().out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_command_names_the_fields_that_are_not_read_once_with_their_number(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite3'}")
    path = lines(tmp_path / "rows.jsonl", row(qeury="When?"), row("New.", spans=[], colour=1, qeury="x"), "{")
    assert main(["import", str(path)]) == 1
    assert f"claimlens: {path}: not read: qeury (2 records), colour (1 record)\n" in capsys.readouterr().err
    many = lines(tmp_path / "many.jsonl", row("Else.", spans=[], **{f"\x1b{number:03}": 0 for number in range(2_000)}))
    assert main(["import", str(many)]) == 0
    [told] = capsys.readouterr().err.splitlines()
    assert told.endswith("019 (1 record) and others")
    assert "\x1b" not in told
    table = tmp_path / "answers.csv"
    table.write_text("Answer,Source 1,Colour\nThe ferry leaves.,The ferry leaves.,red\n", encoding="utf-8")
    assert main(["import", str(table)]) == 0
    assert capsys.readouterr().err == f"claimlens: {table}: not read: Colour (1 record)\n"


@pytest.mark.slow
def test_a_long_import_says_on_standard_error_how_far_it_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite3'}")
    path = lines(tmp_path / "rows.jsonl", *(row(f"Ferry {number} leaves at 9:15.", spans=[]) for number in range(30)))
    assert main(["import", str(path)]) == 0
    assert capsys.readouterr().err == "", "it took less than a few seconds"
    monkeypatch.setattr(progress, "_SECONDS", 0.0)
    assert main(["import", "--verify", str(lines(tmp_path / "one.jsonl", row()))]) == 0
    assert main(["import", str(path)]) == 0
    told = capsys.readouterr()
    assert told.err.splitlines()[0] == "one.jsonl: 1 row read, 1 imported, 0 duplicate"
    assert "2 of 31 answers verified" in told.err
    assert told.err.splitlines()[-1] == "rows.jsonl: 30 rows read, 0 imported, 30 duplicate"
    assert "rows read" not in told.out


def test_on_a_terminal_the_line_changes_in_place_and_is_gone_in_the_end(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite3'}")
    monkeypatch.setattr("sys.stderr", screen := Terminal())
    evil = "rows\x1b[2J.jsonl"
    assert main(["import", str(lines(tmp_path / evil, row()))]) == 0
    shown = screen.getvalue()
    assert shown.startswith("\r\x1b[K")
    assert "1 row read" in shown
    assert shown.endswith("\r\x1b[K")
    assert "\x1b[2J" not in shown
    assert "1 read, 1 imported" in capsys.readouterr().out


def test_the_command_tells_counts_and_takes_all_duplicates_for_success(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite3'}")
    path = lines(tmp_path / "rows.jsonl", row(), row())
    assert main(["import", str(path)]) == 0
    assert "2 read, 1 imported, 1 duplicate, 0 rejected" in capsys.readouterr().out
    assert main(["import", "--verify", str(path)]) == 0
    assert "0 imported, 2 duplicate" in (told := capsys.readouterr().out)
    assert "1 verified, 0 could not be" in told
    bad = lines(tmp_path / "bad.jsonl", row("New."), "{")
    assert main(["import", str(bad)]) == 1
    told = capsys.readouterr()
    assert "line 1: '9:40' at 20–24 is not in the answer" in told.err
    assert "line 2" in told.err
    assert f"claimlens: 2 refused records are in {bad}.rejected.jsonl" in told.err
    assert (tmp_path / "bad.jsonl.rejected.jsonl").exists()
    assert main(["import", str(lines(tmp_path / "one.jsonl", row("Newer.", spans=[]), '{"a":\n'))]) == 1
    assert "1 refused record is in " in capsys.readouterr().err


def test_a_row_whose_draft_is_empty_is_told_so(tmp_path, store):
    path = lines(tmp_path / "rows.jsonl", {"draft": "", "sources": []}, {"claim": "", "sources": []}, {"sources": []})
    told = import_file(store, path, who="ann", form="rows").rejected
    empty = "draft: there is no text; paste the answer to check"
    assert [one.reason for one in told] == [empty, empty, "lacks draft or claim"]


def test_an_address_is_refused_with_the_command_that_reads_it(capsys):
    assert main(["import", "s3://bucket/answers.jsonl"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("claimlens: s3://bucket/answers.jsonl: import reads files alone")
    assert "claimlens batch" in told


def test_a_file_that_cannot_be_read_is_named_once_and_gives_2(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite3'}")
    for path, said in (
        (tmp_path / "none.jsonl", "there is no such file"),
        (tmp_path, "is a folder; name the files in it"),
        (lines(tmp_path / "empty.jsonl"), "holds no record that can be read; it is empty, or a line of names alone"),
    ):
        assert main(["import", str(path)]) == 2
        assert capsys.readouterr().err == f"claimlens: {path}: {said}\n"
