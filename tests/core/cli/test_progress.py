"""How far a run is: a bar on a terminal where the end is known, plain lines elsewhere."""

import io
import sys

import pytest

from critique_core.cli.progress import progress_line


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(monkeypatch, stream, *said) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("critique_core.cli.progress.time.monotonic", iter(range(1000)).__next__)
    with progress_line() as line:
        for words, share in said:
            line.say(words, share)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("share", "bar"),
    [
        (0.0, "[....................]   0 % "),
        (0.5, "[##########..........]  50 % "),
        (0.999, "[###################.]  99 % "),
        (1.0, "[####################] 100 % "),
        (1.2, "[####################] 100 % "),
    ],
)
def test_a_terminal_gets_a_bar_where_the_end_is_known(monkeypatch, share, bar):
    assert drawn(monkeypatch, Terminal(), ("7 rows", share)) == f"\r\x1b[K{bar}7 rows\r\x1b[K"


def test_a_terminal_gets_the_words_alone_where_it_is_not(monkeypatch):
    assert drawn(monkeypatch, Terminal(), ("7 rows", None)) == "\r\x1b[K7 rows\r\x1b[K"


def test_the_line_is_never_longer_than_a_terminal(monkeypatch):
    line = drawn(monkeypatch, Terminal(), ("long " * 40, 0.5)).split("\x1b[K")[1]
    assert len(line.removesuffix("\r")) == 79


def test_a_file_gets_lines_with_the_percent_every_few_seconds(monkeypatch):
    said = [(f"{number} rows", number / 12) for number in range(12)]
    written = drawn(monkeypatch, io.StringIO(), *said).splitlines()
    assert 2 <= len(written) <= 4
    assert written[0] == "33 % 4 rows"
    assert not any("#" in line for line in written)
