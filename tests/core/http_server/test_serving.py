"""The server in a process of its own, and the client of Python before it."""

import asyncio
import signal
import socket
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")

import uvicorn

from critique_core import cli
from critique_core.client import ApiError, Client
from critique_core.http.ending import EndingServer
from critique_core.models import SourceDocument
from critique_core.workbench.arguments import (
    AskQuestion,
    CritiqueAnswer,
    DecideClaim,
    FindCritiques,
    SearchSources,
    ValidateAnswer,
)
from tests.makers.copies import ran, started

SERVER = {"modules": ["critique_core.http_server.serving"], "stderr": subprocess.PIPE, "text": True}
MANUAL = SourceDocument(id="docs/manual", title="Manual", content="Timeout: 60 seconds. The port is 8080.")
WRONG = CritiqueAnswer(query="What is the timeout?", draft="The timeout is 30 seconds.", source_ids=("docs/manual",))


@pytest.fixture
def ctrl_c_heeded():
    """A shell makes background jobs, and what they start, deaf to the signal under test: here it is heard."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_heeded")
def test_the_client_does_all_of_a_review_with_a_key_and_ctrl_c_ends_the_server_without_a_word(environment, process):
    server, address = process
    with Client(address) as claimlens:
        assert claimlens.add_source(MANUAL).outcome == "added"
        assert claimlens.source(MANUAL.id) == MANUAL
        made = claimlens.critique(WRONG)
        assert (made.is_valid, made.claims[0].status) == (False, "contradicted")
        assert claimlens.stored(made.critique_id).request.draft == WRONG.draft
        asked = ValidateAnswer(query=WRONG.query, answer=WRONG.draft, source_ids=WRONG.source_ids)
        validated = claimlens.validate(asked)
        assert (validated.is_supported, validated.claims[0].status) == (False, "contradicted")
        assert claimlens.stored(validated.critique_id).request.draft == WRONG.draft
        assert claimlens.passages(SearchSources(query="port")).passages[0].source_id == MANUAL.id
        assert "8080" in claimlens.ask(AskQuestion(query="What is the port?")).answer
        batch = claimlens.batch([WRONG, WRONG.model_copy(update={"draft": "The port is 8080."})])
        events = list(claimlens.events(batch.batch_id))
        assert (events[-1].kind, events[-1].finished, events[-1].failed) == ("end", 2, 0)
        assert claimlens.batch_told(batch.batch_id).state == "done"
        with pytest.raises(ApiError, match="no critique 'none' is stored") as caught:
            claimlens.stored("none")
        assert caught.value.status == 404
    keyed = ran("-m", "critique_core.cli", "keys", "make", "Grace", "--role", "lead", env=environment, check=True)
    with Client(address) as claimlens, pytest.raises(ApiError, match="a key is needed"):
        claimlens.sources()
    with Client(address, key=keyed.stdout.strip()) as claimlens:
        decided = claimlens.decide(
            DecideClaim(critique_id=made.critique_id, claim_id=made.claims[0].id, action="accept")
        )
        assert (decided.reviewer, decided.authenticated) == ("Grace", True)
        assert [one.reviewer for one in claimlens.decisions(made.critique_id).decisions] == ["Grace"]
        assert claimlens.critiques(FindCritiques(reviewer="Grace", statuses=("contradicted",))).total == 1
        claimlens.remove_source(MANUAL.id)
        assert claimlens.sources().documents_in_library == 0
    server.stderr.readline()  # that no key was made when it began
    server.send_signal(signal.SIGINT)
    _, rest = server.communicate(timeout=20)
    assert rest == ""
    assert server.returncode == 130


@contextmanager
def busy_server(environment):
    """A server whose verifier computes for a minute, and its address; killed in the end."""
    asked = ("-m", "tests.makers.held_server", "serve", "--port", "0")
    with started(*asked, env=environment, **SERVER) as server:
        try:
            address = server.stderr.readline().split()[4].removesuffix("/v1;")
            server.stderr.readline()  # that no key was made
            yield server, address
        finally:
            server.kill()


@pytest.mark.usefixtures("ctrl_c_heeded")
def test_ctrl_c_answers_a_check_with_503_and_waits_for_no_verifier_that_computes(environment):
    with (
        busy_server(environment) as (server, address),
        Client(address, attempts=1) as claimlens,
        ThreadPoolExecutor(1) as caller,
    ):
        given = WRONG.model_copy(update={"source_ids": (), "sources": (MANUAL,)})
        answer = caller.submit(claimlens.critique, given)
        assert server.stderr.readline() == "asked\n"
        server.send_signal(signal.SIGINT)
        with pytest.raises(ApiError, match="the server is being stopped"):
            answer.result(20)
        _, rest = server.communicate(timeout=20)
        assert (server.returncode, rest) == (130, "")


@pytest.mark.usefixtures("ctrl_c_heeded")
def test_ctrl_c_does_not_wait_for_a_batch_either(environment):
    with busy_server(environment) as (server, address), Client(address, attempts=1) as claimlens:
        claimlens.batch([WRONG.model_copy(update={"source_ids": (), "sources": (MANUAL,)})])
        assert server.stderr.readline() == "asked\n"
        server.send_signal(signal.SIGINT)
        _, rest = server.communicate(timeout=20)
        assert (server.returncode, rest) == (130, "")


def test_a_signal_does_not_wait_for_what_its_own_thread_holds():
    held, ended = threading.Lock(), threading.Event()

    def end() -> None:
        with held:
            ended.set()

    async def serving() -> None:
        with held:
            EndingServer(uvicorn.Config(lambda: None), (end,)).handle_exit(signal.SIGTERM, None)
        await asyncio.sleep(0)

    thread = threading.Thread(target=lambda: asyncio.run(serving()), daemon=True)
    thread.start()
    thread.join(10)
    assert ended.is_set()


def test_clients_that_send_slowly_keep_no_check_waiting(process):
    _, address = process
    host, port = address.removeprefix("http://").split(":")
    head = f"POST /v1/critiques HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    with ExitStack() as opened:
        for _ in range(12):  # more than are checked at once
            slow = opened.enter_context(socket.create_connection((host, int(port)), timeout=20))
            slow.sendall(f"{head}Content-Length: 500\r\n\r\n{{".encode())
        with Client(address, attempts=1) as claimlens:
            given = WRONG.model_copy(update={"source_ids": (), "sources": (MANUAL,)})
            assert claimlens.critique(given).claims[0].status == "contradicted"


def test_keys_are_listed_and_revoked(environment, monkeypatch, capsys):
    for name in ("CLAIMLENS_CONFIG", "CLAIMLENS_DATABASE_URL"):
        monkeypatch.setenv(name, environment[name])
    assert cli.main(["db", "upgrade"]) == 0
    capsys.readouterr()
    assert cli.main(["keys", "make", "Ada"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    _, key_id, secret = told.out.strip().split("_")
    assert cli.main(["keys", "list"]) == 0
    listed = capsys.readouterr().out
    assert key_id in listed
    assert "in use  reviewer  Ada" in listed
    assert secret not in listed
    assert cli.main(["keys", "revoke", told.out.strip()]) == 0
    assert capsys.readouterr().out == f"revoked {key_id}, of Ada\n"
    assert cli.main(["keys", "list"]) == 0
    assert "revoked 20" in capsys.readouterr().out
    assert cli.main(["keys", "revoke", "none"]) == 2
    assert cli.main(["keys", "make", " "]) == 2
    assert cli.main(["keys", "make", "a\nb"]) == 2
    assert "line break" in capsys.readouterr().err


def test_a_store_without_keys_is_said_to_have_none(environment, monkeypatch, capsys):
    for name in ("CLAIMLENS_CONFIG", "CLAIMLENS_DATABASE_URL"):
        monkeypatch.setenv(name, environment[name])
    assert cli.main(["db", "upgrade"]) == 0
    capsys.readouterr()
    assert cli.main(["keys", "list"]) == 0
    assert capsys.readouterr() == ("", "claimlens: no key was made\n")


def test_a_port_that_there_is_not_is_refused_and_no_database_made_for_it(environment, tmp_path, monkeypatch, capsys):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert cli.main(["serve", "--port", "70000"]) == 2
    assert capsys.readouterr().err == "claimlens: --port 70000: a port is a number from 0 to 65535\n"
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_others_reach_is_refused_while_no_key_was_made(environment, tmp_path):
    asked = ("serve", "--host", "0.0.0.0", "--port", "0")
    done = ran("-m", "critique_core.cli", *asked, env=environment, timeout=60)
    assert done.returncode == 2
    assert "--host 0.0.0.0: others would reach the server, and no key was made" in done.stderr
    assert "claimlens keys make NAME" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_command_says_how_to_install_it(monkeypatch, capsys):
    monkeypatch.setattr("critique_core.cli.serve.find_spec", lambda _: None)
    assert cli.main(["serve"]) == 2
    assert "pip install 'claimlens[serve]'" in capsys.readouterr().err
