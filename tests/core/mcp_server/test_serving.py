"""How the server behaves around its tools: who may reach it, what goes on meanwhile, what it never says."""

import contextlib
import json
import logging
import queue
import re
import signal
import socket
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import anyio
import httpx2
import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed: pip install 'claimlens[mcp]'")

from mcp import Client

from critique_core import cli
from critique_core.assembly import Critic
from critique_core.library import Library
from critique_core.mcp_server.server import make_server
from critique_core.models import CritiqueOptions, Gate, Profile
from critique_core.store import Store
from critique_core.store.search import ReviewFilter
from critique_core.workbench.workbench import Workbench
from tests.makers.copies import ran, started
from tests.makers.verifiers import HeldVerifier

COMMAND = ("-m", "critique_core.cli", "mcp")
SERVER = {"modules": ["critique_core.mcp_server.serving"], "stderr": subprocess.PIPE, "text": True}
ASKED = {"query": "Port?", "draft": "The port is 8080.", "sources": [{"id": "1", "content": "Port: 8080"}]}
SECRET = "the launch code is 4711"
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.fixture
def store(tmp_path):
    with Store.open(f"sqlite:///{tmp_path / 'reviews.sqlite3'}") as opened:
        yield opened


class Watched(Critic):
    """A critic that tells ``ended`` how each critique ended."""

    ended = queue.SimpleQueue()

    def critique(self, request, progress=None):
        try:
            made = super().critique(request, progress)
        except BaseException:
            self.ended.put("stopped")
            raise
        self.ended.put("done")
        return made


@pytest.fixture
def server_of(tmp_path, store):
    with Library.open(tmp_path / "library.sqlite3") as library:

        def server(verifier):
            critic = Watched(verifier, Profile(), CritiqueOptions(), Gate())
            return make_server(Workbench(critic, store, library, "MCP"), "1")

        yield server


def run_apart(work):
    """Run in a thread of its own: a browser's test in the same process has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(anyio.run, work).result()


def post(address: str, **headers: str) -> int:
    headers = {"accept": "application/json, text/event-stream", **headers}
    return httpx2.post(address, json=PING, headers=headers, timeout=20).status_code


def test_other_requests_are_answered_while_an_answer_is_checked(server_of):
    verifier = HeldVerifier()

    async def both():
        with anyio.fail_after(10):
            async with Client(server_of(verifier), mode="legacy") as client, anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "critique_answer", ASKED)
                assert await anyio.to_thread.run_sync(verifier.begun.wait, 20)
                await client.session.send_ping()
                assert len((await client.list_tools()).tools) == 4
                verifier.may_end.set()

    run_apart(both)


def test_a_call_that_is_cancelled_ends_and_keeps_nothing(server_of, store):
    verifier = HeldVerifier()
    while not Watched.ended.empty():
        Watched.ended.get()

    async def cancelled():
        async with Client(server_of(verifier), mode="legacy") as client:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "critique_answer", ASKED)
                assert await anyio.to_thread.run_sync(verifier.begun.wait, 20)
                group.cancel_scope.cancel()
            await client.session.send_ping()  # answered after the notice of the cancelled call was read
            verifier.may_end.set()
            return await anyio.to_thread.run_sync(lambda: Watched.ended.get(timeout=20))

    assert run_apart(cancelled) == "stopped"
    assert store.search(ReviewFilter()).total == 0


def test_a_fault_of_the_program_is_told_without_a_word_of_what_was_checked(server_of, caplog):
    verifier = HeldVerifier(KeyError(SECRET))
    verifier.may_end.set()

    async def faulty():
        async with Client(server_of(verifier)) as client:
            return await client.call_tool("critique_answer", ASKED)

    result = run_apart(faulty)
    assert result.is_error
    assert "KeyError" in result.content[0].text
    assert "please report it" in result.content[0].text
    assert SECRET not in result.content[0].text + caplog.text
    assert "KeyError at verifiers.py" in caplog.text


def test_each_call_is_logged_by_its_tool_without_what_was_asked(server_of, caplog):
    caplog.set_level(logging.INFO, "critique_core.mcp_server")

    async def asked():
        async with Client(server_of(HeldVerifier())) as client:
            await client.call_tool("search_sources", {"query": SECRET})
            await client.call_tool("search_sources", {"query": ""})

    run_apart(asked)
    told = [(record.getMessage(), record.fields["mcp.tool"], record.fields["mcp.failed"]) for record in caplog.records]
    assert told == [("mcp.call", "search_sources", False), ("mcp.call", "search_sources", True)]
    assert SECRET not in str([vars(record) for record in caplog.records])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_requests_by_way_of_another_site_are_refused(http_address, headers, status):
    assert post(http_address, **headers) == status


def test_requests_from_this_machine_are_let_through(http_address):
    port = http_address.split(":")[2].removesuffix("/mcp")
    assert {post(http_address), post(http_address, host=f"localhost:{port}")}.isdisjoint({421, 403})
    assert post(http_address, origin=f"http://localhost:{port}") not in {421, 403}


def test_only_the_loopback_address_is_listened_on_unless_another_is_named(http_address):
    port = int(http_address.split(":")[2].removesuffix("/mcp"))
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", port), timeout=5)


def test_what_a_client_sends_is_in_no_message_of_the_server(environment):
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": SECRET, "arguments": 5}})
    ]
    lines += ["{" + SECRET, json.dumps({"jsonrpc": "2.0", "id": SECRET, "method": SECRET, "params": SECRET})]
    done = ran(*COMMAND, given="\n".join(lines) + "\n", env=environment, modules=SERVER["modules"], timeout=60)
    assert SECRET not in done.stderr
    assert done.returncode == 0


def test_a_port_in_use_is_named_with_what_to_do(environment):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        asked = ("--http", "--port", str(taken.getsockname()[1]))
        done = ran(*COMMAND, *asked, env=environment, modules=SERVER["modules"], timeout=60)
    assert done.returncode == 2
    assert "Address already in use; choose another --port or --host" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def ctrl_c_heeded():
    """A shell makes background jobs, and what they start, deaf to the signal under test: here it is heard."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_heeded")
def test_ctrl_c_ends_the_server_that_waits_for_its_client(environment):
    streams = {**SERVER, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with started(*COMMAND, env=environment, **streams) as server:
        try:
            server.stdin.write(json.dumps(PING) + "\n")
            server.stdin.flush()
            server.stdout.readline()
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=10) == -signal.SIGINT
        finally:
            server.kill()
        assert server.stderr.read() == ""


@pytest.mark.parametrize("port", [-1, 70_000])
def test_a_port_that_there_is_not_is_refused(environment, monkeypatch, capsys, port):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert cli.main(["mcp", "--http", "--port", str(port)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"claimlens: --port {port}: a port is a number from 0 to 65535\n")


@pytest.mark.usefixtures("ctrl_c_heeded")
def test_ctrl_c_ends_the_server_without_a_word(environment):
    with started(*COMMAND, "--http", "--port", "0", env=environment, **SERVER) as server:
        try:
            address = server.stderr.readline().split()[4].removesuffix(";")
            post(address)
            server.send_signal(signal.SIGINT)
            _, rest = server.communicate(timeout=20)
        finally:
            server.kill()
    assert rest == ""
    assert server.returncode == 130


@pytest.mark.usefixtures("ctrl_c_heeded")
def test_ctrl_c_ends_the_server_without_a_word_though_it_checks_an_answer(environment):
    asked = ("-m", "tests.makers.held_server", "mcp", "--http", "--port", "0")
    with started(*asked, env=environment, **SERVER) as server:

        async def call_until_it_ends(address):
            async with Client(address, mode="legacy") as client:
                await client.call_tool("critique_answer", ASKED)

        def calling(address):
            with contextlib.suppress(Exception):  # the connection ends in the middle of the call
                anyio.run(call_until_it_ends, address)

        try:
            address = server.stderr.readline().split()[4].removesuffix(";")
            threading.Thread(target=calling, args=(address,), daemon=True).start()
            assert server.stderr.readline() == "asked\n"
            server.send_signal(signal.SIGINT)
            _, rest = server.communicate(timeout=20)
        finally:
            server.kill()
    assert (server.returncode, rest) == (130, "")


def test_a_host_without_http_is_refused(capsys):
    assert cli.main(["mcp", "--host", "0.0.0.0"]) == 2
    assert "--host and --port belong to --http" in capsys.readouterr().err


def test_an_address_that_others_reach_is_warned_of_and_names_no_one_who_comes(environment):
    with started(*COMMAND, "--http", "--host", "0.0.0.0", "--port", "0", env=environment, **SERVER) as server:
        try:
            said = server.stderr.readline() + server.stderr.readline()
            port = re.search(r":(\d+)/mcp", said).group(1)
            assert post(f"http://127.0.0.1:{port}/mcp", host="launch-code-4711") == 421
        finally:
            server.terminate()
            _, rest = server.communicate(timeout=20)
    assert "it has no password" in said
    assert "4711" not in rest
