"""A server on loopback that misbehaves in one named way, over real sockets; see ``FAULTS``."""

import gzip
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

GOOD = json.dumps({"verdict": "supported"})


def completion(content: str) -> bytes:
    """An answer in OpenAI's protocol."""
    message = {"role": "assistant", "content": content, "refusal": None}
    usage = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode()


class FaultServer:
    """``asked`` holds the head of every request, ``elsewhere`` of every one to the other address it redirects to.

    ``bodies`` are the requests' bodies by caller, and ``most_at_once`` how many were ``thinking`` side by side.
    """

    def __init__(self, fault: "Fault") -> None:
        self.fault = fault
        self.asked: list[str] = []
        self.elsewhere: list[str] = []
        self.bodies: dict[socket.socket, str] = {}
        self.most_at_once = 0
        self._serving = 0
        self._lock = threading.Lock()
        self.over = threading.Event()
        self._ears = [socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.2", 0))]
        self.url = f"http://127.0.0.1:{self._ears[0].getsockname()[1]}"
        self.other = f"http://127.0.0.2:{self._ears[1].getsockname()[1]}"
        for ear, heard in zip(self._ears, (self.asked, self.elsewhere), strict=True):
            threading.Thread(target=self._listen, args=(ear, heard), daemon=True).start()

    def close(self) -> None:
        self.over.set()
        for ear in self._ears:
            ear.shutdown(socket.SHUT_RDWR)
            ear.close()

    def _listen(self, ear: socket.socket, heard: list[str]) -> None:
        while True:
            try:
                caller, _ = ear.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(caller, heard), daemon=True).start()

    def _serve(self, caller: socket.socket, heard: list[str]) -> None:
        with caller:
            try:
                head, self.bodies[caller] = _request(caller)
                heard.append(head)
                self.fault(self, caller)
            except OSError:  # the client hung up
                return

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Before the answer is sent: whoever has it may already ask again."""
        with self._lock:
            self._serving += 1
            self.most_at_once = max(self.most_at_once, self._serving)
        try:
            yield
        finally:
            with self._lock:
                self._serving -= 1


Fault = Callable[[FaultServer, socket.socket], None]


@contextmanager
def misbehaving(name: str) -> Iterator[FaultServer]:
    """A server with the fault of that name."""
    if name == "gzip bomb":
        _packed()  # takes its time
    with served(FAULTS[name]) as server:
        yield server


@contextmanager
def served(fault: Fault) -> Iterator[FaultServer]:
    """A server with a fault of the caller's own."""
    server = FaultServer(fault)
    try:
        yield server
    finally:
        server.close()


def _request(caller: socket.socket) -> tuple[str, str]:
    received = b""
    while b"\r\n\r\n" not in received:
        received += caller.recv(65536)
    head, _, body = received.partition(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
    while len(body) < length:
        body += caller.recv(65536)
    return head.decode(), body.decode()


def say(caller: socket.socket, status: str, body: bytes, *headers: str, length: int | None = None) -> None:
    """Answer with this status and body; ``length`` is what the headers say of the body instead of the truth."""
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", *headers]
    lines.append(f"Content-Length: {len(body) if length is None else length}")
    caller.sendall("\r\n".join([*lines, "", ""]).encode() + body)


def _reset(server: FaultServer, caller: socket.socket) -> None:
    say(caller, "200 OK", completion(GOOD)[:40], length=5000)
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _drip(server: FaultServer, caller: socket.socket) -> None:
    caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while not server.over.wait(0.05):
        caller.sendall(b" ")


def _drip_headers(server: FaultServer, caller: socket.socket) -> None:
    caller.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while not server.over.wait(0.05):
        caller.sendall(b"x")


def _silent(server: FaultServer, caller: socket.socket) -> None:
    server.over.wait(30)


def _then_good(status: str, *headers: str) -> Fault:
    def fault(server: FaultServer, caller: socket.socket) -> None:
        if len(server.asked) == 1:
            say(caller, status, b'{"error": "busy"}', *headers)
        else:
            say(caller, "200 OK", completion(GOOD))

    return fault


def _redirect(server: FaultServer, caller: socket.socket) -> None:
    say(caller, "307 Temporary Redirect", b"", f"Location: {server.other}/v1/chat/completions")


def _echo(server: FaultServer, caller: socket.socket) -> None:
    say(caller, "401 Unauthorized", json.dumps({"error": server.asked[-1]}).encode())


def _large(server: FaultServer, caller: socket.socket) -> None:
    caller.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {50 * 2**20}\r\n\r\n".encode())
    for _ in range(50):
        caller.sendall(b" " * 2**20)


def _bomb(server: FaultServer, caller: socket.socket) -> None:
    say(caller, "200 OK", _packed(), "Content-Encoding: gzip")


@cache
def _packed() -> bytes:
    return gzip.compress(b" " * 2**26, 1)  # 64 MiB in 300 KB


def _always(body: bytes) -> Fault:
    return lambda server, caller: say(caller, "200 OK", body)


FAULTS: dict[str, Fault] = {
    "good": _always(completion(GOOD)),
    "reset in mid-body": _reset,
    "slow drip": _drip,
    "slow drip of headers": _drip_headers,
    "silent": _silent,
    "429 with Retry-After, then good": _then_good("429 Too Many Requests", "Retry-After: 0"),
    "429 for an hour": lambda server, caller: say(caller, "429 Too Many Requests", b"{}", "Retry-After: 3600"),
    "500, then good": _then_good("500 Internal Server Error"),
    "200 with HTML": _always(b"<html>Please log in</html>"),
    "truncated JSON": _always(completion(GOOD)[:60]),
    "truncated object": _always(completion('{"verdict": "suppor')),
    "another form": _always(b'{"answer": 42}'),
    "prose": _always(completion("I would say it is supported.")),
    "50 MB body": _large,
    "gzip bomb": _bomb,
    "redirect to another host": _redirect,
    "says the key back": _echo,
}


def wait_until(true: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether something becomes true in time."""
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        time.sleep(0.01)
    return true()
