"""Files that mean harm, crashes in the middle of adding, and several processes at once."""

import os
import signal
import sqlite3
import subprocess
import textwrap
import threading
import time
from pathlib import Path

import pytest

from critique_core.formats import confined
from critique_core.formats.html import read_page
from critique_core.formats.pdf import read_pages
from critique_core.library import Library
from critique_core.library import folders as on_disk
from critique_core.library.database import Database
from tests.makers.copies import started
from tests.makers.pdfs import pdf_of


@pytest.fixture
def library(tmp_path):
    with Library.open(tmp_path / "library.sqlite3") as library:
        yield library


def refusal(library: Library, path: Path) -> str:
    (refused,) = library.add_file(path).refused
    assert library.count == 0
    return refused.reason


BOMBS = {
    "states": b" q Q" * 12_000_000,
    "curves": b" 1 2 3 4 5 6 c" * 4_000_000,
    "deep": b" [" * 20_000_000,
    "blank": b" " * 300_000_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_pdf_that_unpacks_to_very_much_is_refused_in_bounded_time_and_memory(library, tmp_path, monkeypatch, name):
    monkeypatch.setattr("critique_core.formats.files.read_pages", short_read_pages)
    (tmp_path / "bomb.pdf").write_bytes(pdf_of("A line.", extra=BOMBS[name]))
    assert (tmp_path / "bomb.pdf").stat().st_size < len(BOMBS[name]) / 400
    own, begun = own_memory(), time.monotonic()
    reason = refusal(library, tmp_path / "bomb.pdf")
    assert reason.startswith("bomb.pdf ")
    assert "; save" in reason
    assert time.monotonic() - begun < 30
    assert own_memory() - own < 100


def short_read_pages(name, content):
    return read_pages(name, content, max_seconds=2.0)


@pytest.mark.slow
def test_a_pdf_that_needs_more_memory_than_allowed_is_refused(library, tmp_path, monkeypatch):
    monkeypatch.setattr(confined, "MAX_MEGABYTES", 200)
    (tmp_path / "bomb.pdf").write_bytes(pdf_of("A line.", extra=BOMBS["states"]))
    assert "bomb.pdf unpacks to over 1,000 MB; save its text as TXT" in refusal(library, tmp_path / "bomb.pdf")


def own_memory() -> float:
    line = next(line for line in Path("/proc/self/status").read_text().split("\n") if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


@pytest.mark.parametrize("html", [b"<a " * 200_000, b"<p>text</p>" + b"<a b='" * 100_000], ids=["tags", "quotes"])
def test_html_that_keeps_a_parser_busy_is_given_up(library, tmp_path, monkeypatch, html):
    monkeypatch.setattr("critique_core.formats.files.read_page", short_read)
    (tmp_path / "busy.html").write_bytes(html)
    assert refusal(library, tmp_path / "busy.html").startswith("busy.html ")


def short_read(name, content):
    return read_page(name, content, max_seconds=1.0)


def test_html_gives_only_what_a_reader_would_see(library, tmp_path):
    marker = tmp_path / "ran"
    (tmp_path / "page.html").write_bytes(
        f"""<html><head><title>Caf\u00e9 &amp; bar</title><meta charset=latin1><style>b {{ content: "styled" }}</style>
        <script src="file:///{marker}">document.write("scripted")</script></head>
        <body onload="fetch('x')"><!-- commented <p>out</p> --><h1>Prices</h1><p>Tea is 2&nbsp;&euro;.
        <p hidden>hidden by mark<p>Coffee is 3 \u00a3.<div style="display: none">hidden <div>by</div> style</div>
        <template>templated</template><img src=x onerror="alert('imaged')"><script>unclosed""".encode("latin-1")
    )
    library.add_file(tmp_path / "page.html")
    (entry,) = library.documents()
    assert entry.title == "Caf\u00e9 & bar"
    assert library.document(entry.id).content.split() == "# Prices Tea is 2 \u20ac. Coffee is 3 \u00a3.".split()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("big.txt", None, "big.txt is 100.0 MB, over the limit of 50 MB; split it"),
        ("long.txt", b"word " * 1_000_100, "long.txt holds 5,000,500 characters, 5,000,000 are allowed; split it"),
        ("a.txt", "caf\u00e9".encode("latin-1"), "a.txt is not valid UTF-8 (at byte 3); save it as UTF-8 text"),
        ("a.txt", "plain text".encode("utf-16-le"), "a.txt looks like UTF-16 text without its mark; save it as UTF-8"),
        ("a.txt", b"\x7fELF\x02\x01\x01\x00\x00rest", "a.txt is a binary file (NUL byte at 7)"),
        ("a.csv", b"a,b\n1,\x00\n", "a.csv is a binary file (NUL byte at 6)"),
        ("a.html", b"<meta charset=utf-8><p>caf\xe9</p>", "a.html is not utf-8-sig at byte"),
        ("a.html", b"<meta charset=utf-7><p>+AGE-</p>", "a.html names the encoding utf-7, which no page may be in"),
        ("a.html", b"<meta charset=nonsense><p>x</p>", "a.html names the unknown encoding nonsense"),
        ("a.html", b"<script>render()</script>", "a.html shows no text without running its scripts"),
        ("a.pdf", b"%PDF-1.7 broken", "a.pdf is not a readable PDF"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name_with_the_remedy(library, tmp_path, name, content, reason):
    if content is None:
        with (tmp_path / name).open("wb") as stream:
            stream.truncate(100_000_000)
    else:
        (tmp_path / name).write_bytes(content)
    assert reason in refusal(library, tmp_path / name).replace("utf-8 at", "utf-8-sig at")


def test_deep_json_is_read_as_text(library, tmp_path):
    (tmp_path / "deep.json").write_text("[" * 100_000 + '"ferry"' + "]" * 100_000)
    assert library.add_file(tmp_path / "deep.json").added
    assert "ferry" in library.search("ferry")[0].content


def test_utf16_text_with_its_mark_is_read(library, tmp_path):
    (tmp_path / "a.txt").write_bytes("Die F\u00e4hre f\u00e4hrt um zw\u00f6lf.".encode("utf-16"))
    library.add_file(tmp_path / "a.txt")
    assert library.search("F\u00e4hre")


def test_links_pipes_hidden_and_foreign_files_are_passed_over_and_told(library, tmp_path):
    folder = tmp_path / "docs"
    for inner in (".git", "node_modules", "plain"):
        (folder / inner).mkdir(parents=True)
        (folder / inner / "a.txt").write_text("Ferries leave.")
    (folder / "loop").symlink_to(folder)
    (folder / "out.txt").symlink_to("/etc/passwd")
    (folder / ".env").write_text("KEY=1")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    os.mkfifo(folder / "pipe.txt")
    (folder / "bad.txt").write_bytes(b"\x00\x01")
    result = library.add_folder(folder)
    assert result.added == (str(folder / "plain" / "a.txt"),)
    told = {Path(entry.name).name: entry.reason for entry in result.passed_over}
    assert told.keys() == {".git", "node_modules", "loop", "out.txt", ".env", "photo.jpg"}
    assert "a link is not followed" in told["loop"]
    assert {Path(entry.name).name for entry in result.refused} == {"bad.txt", "pipe.txt"}


def test_names_that_would_trick_a_terminal_or_are_no_text_are_spelt_out(library, tmp_path):
    for name in (b"red\x1b[31m.txt", b"latin\xe9.txt", "flip\u202etxt.exe.txt".encode()):
        (tmp_path / os.fsdecode(name)).write_text("Ferries leave.")
    result = library.add_folder(tmp_path)
    assert [Path(name).name for name in result.added] == [
        "flip\\u202etxt.exe.txt", "latin\\xe9.txt", "red\\x1b[31m.txt"
    ]  # fmt: skip
    assert len(library.add_folder(tmp_path).skipped) == 3


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_file_without_permission_is_refused(library, tmp_path):
    (tmp_path / "secret.txt").write_text("Ferries leave.")
    (tmp_path / "secret.txt").chmod(0)
    os.seteuid(65534)
    try:
        with pytest.raises(on_disk.InvalidInput, match=r"secret\.txt cannot be read \(Permission denied\); make it re"):
            on_disk.read_bytes(tmp_path / "secret.txt")
    finally:
        os.seteuid(0)


def test_a_missing_file_and_a_folder_that_is_none_are_refused(library, tmp_path):
    assert "no.txt: there is no such file" in refusal(library, tmp_path / "no.txt")
    assert "is a folder; name a file" in refusal(library, tmp_path)
    assert "is not a folder" in library.add_folder(tmp_path / "no").refused[0].reason


# --- crashes and company ------------------------------------------------------------------------------------------

ADDING = """
    import sys
    from critique_core.library import Library
    with Library.open(sys.argv[1]) as library:
        added = library.add_folder(sys.argv[2], lambda done, total, file: print(done, flush=True))
    print(len(added.added) + len(added.skipped), len(added.refused))
"""


def process(code: str, *arguments: object) -> subprocess.Popen:
    return started("-c", textwrap.dedent(code), *map(str, arguments), stdout=subprocess.PIPE, text=True)


def folder_of(path: Path, files: int) -> Path:
    path.mkdir()
    for number in range(files):
        text = f"Ferry number{number} leaves harbour{number} at noon. " * 5 + "It is slow. " * 50
        (path / f"{number:03}.txt").write_text(text)
    return path


def assert_whole(path: Path, files: int, different: int | None = None) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.execute("INSERT INTO passage_terms (passage_terms) VALUES ('integrity-check')")
        sums = connection.execute("SELECT sum(passages), sum(documents) FROM totals").fetchone()
        counted = connection.execute(
            "SELECT (SELECT count(*) FROM passages), (SELECT count(*) FROM documents)"
        ).fetchone()
        assert sums == counted
    connection.close()
    with Library.open(path) as library:
        assert library.count == files
        for number in range(0, different or files, 7):
            assert f"number{number} " in library.search(f"ferry number{number} harbour{number}")[0].content


@pytest.mark.slow
def test_a_kill_in_the_middle_loses_nothing_and_adding_again_completes(tmp_path):
    folder, path = folder_of(tmp_path / "docs", 150), tmp_path / "library.sqlite3"
    reached = 0
    for wanted in (20, 60):
        adding = process(ADDING, path, folder)
        while (reached := int(adding.stdout.readline())) < wanted:
            pass
        adding.send_signal(signal.SIGKILL)
        adding.communicate()
        assert adding.returncode == -signal.SIGKILL
        with Library.open(path) as library:
            kept = library.count
        assert reached <= kept < 150
        assert_whole(path, kept)
    with Library.open(path) as library:
        again = library.add_folder(folder)
    assert (len(again.skipped), len(again.added)) == (kept, 150 - kept)
    assert_whole(path, 150)


def test_a_document_is_written_whole_or_not_at_all(library, tmp_path, monkeypatch):
    folder_of(tmp_path / "docs", 1)
    library.add_file(tmp_path / "docs" / "000.txt")
    (tmp_path / "docs" / "000.txt").write_text("Trains. " * 50)
    monkeypatch.setattr("critique_core.library.writing._count_totals", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        library.add_file(tmp_path / "docs" / "000.txt")
    monkeypatch.undo()
    assert library.search("trains") == ()
    assert_whole(tmp_path / "library.sqlite3", 1)


@pytest.mark.slow
def test_two_processes_add_and_a_third_searches_at_once(tmp_path):
    path = tmp_path / "library.sqlite3"
    folders = [folder_of(tmp_path / name, 60) for name in ("a", "b")]
    adding = [process(ADDING, path, folder) for folder in folders]
    searched = 0
    with Library.open(path) as library:
        while any(one.poll() is None for one in adding):
            assert all("Ferry" in passage.content for passage in library.search("ferry harbour7", 5))
            searched += 1
    assert [one.communicate()[0].split("\n")[-2] for one in adding] == ["60 0", "60 0"]
    assert searched > 5
    assert_whole(path, 120, different=60)


def test_several_may_make_the_same_library_at_once(tmp_path):
    for number in range(5):
        path, start, counts = tmp_path / str(number) / "library.sqlite3", threading.Barrier(6), []

        def make(path=path, start=start, counts=counts) -> None:
            start.wait()
            with Library.open(path) as library:
                counts.append(library.count)

        threads = [threading.Thread(target=make) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert counts == [0] * 6


def test_a_crash_of_the_parser_is_a_refusal(monkeypatch):
    monkeypatch.setattr(confined.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1, b"", b""))
    with pytest.raises(confined.ReadingFailed, match="the reader stopped"):
        confined.read_confined("html", b"<p>x</p>", seconds=1)


def test_a_database_that_is_locked_for_too_long_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("critique_core.library.database._WAIT_SECONDS", 0.05)
    database = Database(tmp_path / "library.sqlite3")
    with database.writing(), pytest.raises(Exception, match="another program keeps it locked"), database.writing():
        pass
    database.close()
