"""Processes of Python that are copies of one that has imported the core, which costs a twentieth of a fresh start.

What a process does from then on is its own: it has its streams, environment, folder and signals. A test whose subject
is how Python starts, or what is imported, starts one afresh.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from tests.makers.copies_server import HEAD
from tests.makers.places import ROOT

_CORE = ("critique_core.cli", "critique_core.store", "critique_core.workbench.opening")


class _Copy(subprocess.Popen[Any]):
    """A process that is started and waited for by another, which tells how it ended."""

    def __init__(self, arguments: list[str], modules: Collection[str], **options: Any) -> None:
        self._modules = modules
        super().__init__(arguments, **options)

    def _execute_child(
        self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, startupinfo, creationflags, shell,
        p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, *others: Any,
    ) -> None:  # fmt: skip
        request = {
            "arguments": args,
            "modules": [*_CORE, *self._modules],
            "environment": dict(os.environ if env is None else env),
            "folder": str(Path.cwd() if cwd is None else cwd),
        }
        streams = [given if given != -1 else usual for usual, given in enumerate((p2cread, c2pwrite, errwrite))]
        self._told, theirs = socket.socketpair()
        with theirs:
            _ask(request, [*streams, theirs.fileno()])
        self.pid = int(self._line())
        self._child_created = True
        self._close_pipe_fds(p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)

    def _line(self) -> bytes:
        line = b""
        while not line.endswith(b"\n"):
            more = self._told.recv(1)
            if not more:
                raise RuntimeError("the process that makes copies has ended")
            line += more
        return line

    def _wait(self, timeout: float | None) -> int:
        if self.returncode is None:
            self._told.settimeout(timeout)
            try:
                self.returncode = int(self._line())
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
            self._told.close()
        return self.returncode

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        try:
            return self._wait(0)
        except subprocess.TimeoutExpired:
            return None


def _ask(request: dict[str, Any], files: list[int]) -> None:
    words = json.dumps(request).encode()
    socket.send_fds(_original(), [len(words).to_bytes(HEAD)], files)
    _original().sendall(words)


@cache
def _original() -> socket.socket:
    """Where a copy is asked for."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, "-m", "tests.makers.copies_server", str(theirs.fileno())]
        process = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | {"PYTHONUNBUFFERED": ""}, pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def started(*arguments: str, modules: Collection[str] = (), **options: Any) -> subprocess.Popen[Any]:
    """``subprocess.Popen`` of Python with these arguments; ``modules`` are what it would import besides the core."""
    if sys.platform != "linux":  # what macOS gives to programs does not all outlive a copy
        return subprocess.Popen([sys.executable, *arguments], **options)
    return _Copy(list(arguments), modules, **options)


def ran(
    *arguments: str, given: str | None = None, timeout: float = 120, check: bool = False, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run it to its end, as ``subprocess.run`` does, and keep what it says."""
    stdin = subprocess.DEVNULL if given is None else subprocess.PIPE
    pipe = subprocess.PIPE
    with started(*arguments, stdin=stdin, stdout=pipe, stderr=pipe, text=True, **options) as process:
        try:
            said, errors = process.communicate(given, timeout=timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(process.args, process.returncode, said, errors)
    if check:
        done.check_returncode()
    return done
