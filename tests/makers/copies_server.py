"""Run as a process of its own: makes copies of itself, each of which runs what a fresh ``python`` was to run.

``tests.makers.copies`` starts it with the number of the socket on which it is asked.
"""

import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Any

from critique_core.verifiers.embedded import encoder
from tests.makers.readings import give_kept_readings

HEAD = 8  # bytes of the length before each request
_FILES = 4  # the three streams, and where it is told how the copy ended


def serve(control: socket.socket) -> dict[str, Any]:
    """Make copies until no one can ask for one. Returns in a copy alone, with what it is to run."""
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waking)
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([control, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _tell_ends(running)
        if control not in ready:
            continue
        head, files, _, _ = socket.recv_fds(control, HEAD, _FILES)
        if not head:
            sys.exit()
        request = json.loads(control.recv(int.from_bytes(head), socket.MSG_WAITALL))
        for module in request["modules"]:
            import_module(module)
        encoder.shipped()
        gc.freeze()
        copy = os.fork()
        if copy == 0:
            control.close()
            for one in (woken, waking, *running.values()):
                os.close(one)
            _begin_anew(files, request)
            return request
        *streams, told = files
        for stream in streams:
            os.close(stream)
        running[copy] = told
        os.write(told, f"{copy}\n".encode())


def _tell_ends(running: dict[int, int]) -> None:
    for copy in list(running):
        ended, status = os.waitpid(copy, os.WNOHANG)
        if ended:
            told = running.pop(copy)
            os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
            os.close(told)


def _begin_anew(files: list[int], request: dict[str, Any]) -> None:
    """Take over the streams, the environment and the folder, and heed signals as a fresh process does."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    *streams, told = files
    os.close(told)
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])


def run(arguments: list[str]) -> None:
    """Do what ``python`` does with these arguments."""
    first, *others = arguments
    if first == "-m":
        sys.path[0] = str(Path.cwd())
        sys.argv = others
        runpy.run_module(others[0], run_name="__main__", alter_sys=True)
    elif first == "-c":
        code, *others = others
        sys.path[0] = ""
        sys.argv = [first, *others]
        sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(code, "<string>", "exec"), vars(sys.modules["__main__"]))
    else:
        sys.path[0] = str(Path(first).parent)
        sys.argv = arguments
        runpy.run_path(first, run_name="__main__")


if __name__ == "__main__":
    give_kept_readings()
    run(serve(socket.socket(fileno=int(sys.argv[1])))["arguments"])
