"""A file that is written takes its place when it is whole; what is no file keeps its own."""

import gzip
import os
import sys

import pytest

from critique_core.errors import InvalidInput
from critique_core.formats.sinks import new_file
from critique_core.store import Store


def test_a_file_is_replaced_when_the_new_one_is_whole(tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    with pytest.raises(TypeError), new_file(path) as out:
        out.writelines([b"half", "a fault"])
    assert [one.name for one in tmp_path.iterdir()] == ["out.jsonl"]
    assert path.read_text() == "old"
    with new_file(path) as out:
        out.write(b"new")
    assert path.read_text() == "new"


def test_what_is_packed_does_not_hold_the_name_of_the_temporary_file(tmp_path):
    path = tmp_path / "out.jsonl.gz"
    with new_file(path) as out:
        out.write(b"new")
    content = path.read_bytes()
    assert gzip.decompress(content) == b"new"
    assert b"out.jsonl" not in content


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes with a name in a folder")
@pytest.mark.parametrize("name", ["pipe", "pipe.gz"])
def test_a_pipe_is_written_to_and_stays_one(tmp_path, name):
    path = tmp_path / name
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with new_file(path) as out:
            out.write(b"new")
        assert path.is_fifo()
        content = os.read(reading, 1_000)
    finally:
        os.close(reading)
    assert (gzip.decompress(content) if path.suffix else content) == b"new"


def test_of_a_link_the_file_is_replaced_that_it_names(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    with new_file(link) as out:
        out.write(b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_database_is_not_replaced(tmp_path):
    path = tmp_path / "reviews.sqlite3"
    Store.open(f"sqlite:///{path}").close()
    before = path.read_bytes()
    with pytest.raises(InvalidInput, match="is a database, which would be lost; name another file"), new_file(path):
        pass
    assert path.read_bytes() == before


def test_a_folder_is_named_as_what_it_is(tmp_path):
    with pytest.raises(InvalidInput, match="is a folder; name a file in it"), new_file(tmp_path):
        pass
