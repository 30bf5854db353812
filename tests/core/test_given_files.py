"""What no command opens, since reading it might never end."""

import io
import json
import os
import socket
import sys
from pathlib import Path

import pytest

from critique_core import cli
from critique_core.given_files import never_ends

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such paths")
PROBLEM = "is a pipe, a socket or a device, which may never end; save what comes out of it as a file first"
COMMANDS = [
    ["check", "{}"],
    ["check", "--pretty", "{}"],
    ["check", "--github", "{}"],
    ["check", "--profile", "{}", "{request}"],
    ["report", "{}", "--out", "{out}"],
    ["bench", "inject", "{}"],
    ["batch", "{request}", "--profile", "{}", "--out", "{out}"],
    ["tune", "--labels", "{}", "--objective", "f1", "--out", "{out}"],
]


@pytest.fixture
def request_file(tmp_path: Path) -> Path:
    path = tmp_path / "request.json"
    path.write_text(json.dumps({"draft": "The port is 80.", "sources": [{"id": "1", "content": "Port: 80"}]}))
    return path


@pytest.fixture(params=["device", "pipe", "socket"])
def endless(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    if request.param == "device":
        return "/dev/zero"
    if request.param == "pipe":
        os.mkfifo("endless")
    else:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind("endless")
    return "endless"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_may_never_end_is_refused_by_name(command, endless, request_file, tmp_path, capsys):
    arguments = [one.format(endless, request=request_file, out=tmp_path / "out") for one in command]
    assert cli.main(arguments) == 2
    said = capsys.readouterr().err
    assert f"{endless}: {PROBLEM}" in said
    assert not (tmp_path / "out").exists()


def test_settings_that_may_never_end_are_refused_by_name(endless, request_file, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_CONFIG", endless)
    assert cli.main(["check", str(request_file)]) == 2
    assert f"settings file {endless}: {PROBLEM}" in capsys.readouterr().err


def test_the_empty_device_and_a_pipe_of_the_shell_are_read():
    reading, writing = os.pipe()
    assert never_ends(Path("/dev/null")) is None
    assert never_ends(Path(f"/dev/fd/{reading}")) is None
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize("form", [[], ["--pretty"]])
@pytest.mark.parametrize("begins", [b"", b"{\n"])
def test_standard_input_without_an_end_of_line_is_refused(form, begins, monkeypatch, capsys):
    class Endless(io.RawIOBase):
        rest = begins

        def readable(self) -> bool:
            return True

        def readinto(self, buffer) -> int:
            given = self.rest or b" x" * (len(buffer) // 2)
            self.rest = b""
            buffer[: len(given)] = given
            return len(given)

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless(), 1 << 20)))
    assert cli.main(["check", *form]) == 2
    assert "standard input: holds a request of over 64 MiB; write one request a line" in capsys.readouterr().err
