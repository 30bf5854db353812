"""``claimlens library``: add, list, search and remove from a shell."""

import argparse
import sys

import pytest

from critique_core.cli.library import add_parser, run
from critique_core.errors import InvalidInput
from critique_core.library import Library


@pytest.fixture
def claimlens(tmp_path, monkeypatch, capsys):
    """Runs the command with a library of its own; gives the exit code, standard output and standard error."""
    monkeypatch.setenv("CLAIMLENS_LIBRARY_PATH", str(tmp_path / "kept" / "library.sqlite3"))
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers(dest="command"))

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run(parser.parse_args(["library", *map(str, arguments)]))
        return code, *capsys.readouterr()

    return call


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docs" / ".git").mkdir(parents=True)
    (tmp_path / "docs" / "ferry.md").write_text("# Ferries\n\nThe ferry leaves at noon.")
    (tmp_path / "docs" / "train.txt").write_text("Trains leave hourly. " * 30)
    return tmp_path / "docs"


def test_a_folder_is_added_listed_searched_and_a_document_removed(claimlens, folder):
    code, out, _ = claimlens("add", folder)
    assert code == 0
    assert "added 2, updated 0, unchanged 0, refused 0, passed over 1" in out
    assert f"passed over {folder / '.git'}: a hidden folder" in out
    _, out, _ = claimlens("search", "when", "does", "the", "ferry", "leave")
    assert "ferry.md, Ferries" in out.split("\n")[0]
    assert "The ferry leaves at noon." in out
    _, out, _ = claimlens("list", "FERRY")
    assert out.endswith("1 shown, 2 in the library\n")
    assert " characters)  " in out, "a text has no pages"
    identity = out.split()[0]
    assert claimlens("remove", identity) == (0, f"removed {identity}\n", "")
    assert claimlens("search", "ferry")[1].startswith("nothing found; try other words")
    code, out, _ = claimlens("add", folder)
    assert "added 1, updated 0, unchanged 1" in out


@pytest.mark.parametrize("arguments", [("list",), ("search", "ferry"), ("remove", "x")])
def test_a_library_that_is_not_there_is_named_and_not_made(claimlens, tmp_path, arguments):
    with pytest.raises(InvalidInput, match=r"library\.sqlite3: there is no library; correct library_path, or make it"):
        claimlens(*arguments)
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("arguments", [("list", "--limit", "0"), ("search", "x", "--limit", "-1")])
def test_a_limit_below_1_is_refused(claimlens, capsys, arguments):
    with pytest.raises(SystemExit):
        claimlens(*arguments)
    assert "is no number to count with; write 1 or more" in capsys.readouterr().err


def test_what_is_refused_is_told_and_the_rest_is_added(claimlens, folder):
    (folder / "bad.txt").write_bytes(b"a\x00b")
    code, out, err = claimlens("add", folder)
    assert code == 1
    assert "added 2, updated 0, unchanged 0, refused 1" in out
    assert err.startswith(f"claimlens: {folder / 'bad.txt'}: bad.txt is a binary file (NUL byte at 1); drop in text")


def test_a_name_of_nothing_is_told_gives_2_and_makes_no_library(claimlens, folder, tmp_path):
    code, out, err = claimlens("add", folder / "no\x1b[31m.txt")
    assert (code, out) == (2, "")
    assert "there is no such file or folder" in err
    assert "\x1b" not in err
    assert not (tmp_path / "kept").exists()
    code, out, _ = claimlens("add", folder / "none", folder)
    assert code == 2
    assert out.startswith("added 2, ")


def test_a_file_that_is_gone_is_told_and_stays(claimlens, folder):
    claimlens("add", folder)
    (folder / "ferry.md").unlink()
    assert f"no longer there, still in the library: {folder / 'ferry.md'}" in claimlens("add", folder)[1]
    assert claimlens("list")[1].endswith("2 shown, 2 in the library\n")


def test_an_unknown_id_is_told_and_the_others_are_removed(claimlens, folder):
    claimlens("add", folder)
    first = claimlens("list")[1].split()[0]
    code, out, err = claimlens("remove", "nonsense", first)
    assert (code, out) == (2, f"removed {first}\n")
    assert "claimlens: nonsense: the library has no document with this id" in err


def test_progress_is_shown_on_a_terminal_only(claimlens, folder, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert "\r2 of 2 files\n" in claimlens("add", folder)[2]


def test_a_query_that_is_too_long_is_an_error(claimlens, folder):
    claimlens("add", folder)
    with pytest.raises(InvalidInput, match="20,000 allowed"):
        claimlens("search", "word " * 5000)


def test_the_library_that_the_settings_name_is_used(claimlens, folder, tmp_path):
    claimlens("add", folder / "ferry.md")
    with Library.open(tmp_path / "kept" / "library.sqlite3") as library:
        assert library.count == 1
