"""The HTTP API on the app's own address."""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")
pytest.importorskip("streamlit", reason="the extra app is not installed: pip install 'claimlens[app]'")

import httpx2
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from critique_core.client import ApiError, Client
from critique_core.http_server.beside import ApiBeside, WithApi
from critique_core.models import SourceDocument
from critique_core.store import Store
from critique_core.workbench.api_keys import make_key
from critique_core.workbench.arguments import CritiqueAnswer
from tests.makers.fault_server import misbehaving, wait_until

COMMAND = [sys.executable, "-m", "critique_core.cli", "app", "--api", "--no-browser"]
SOURCE = SourceDocument(id="1", content="Timeout: 60 seconds. " * 50)


@pytest.fixture
def settings(environment, monkeypatch):
    for name in ("CLAIMLENS_CONFIG", "CLAIMLENS_DATABASE_URL", "CLAIMLENS_LIBRARY_PATH"):
        monkeypatch.setenv(name, environment[name])
    return environment


@pytest.mark.usefixtures("settings")
def test_only_what_is_under_v1_is_the_apis_and_it_needs_a_key_though_none_was_made():
    api = ApiBeside("1")
    with api.opened():
        client = TestClient(WithApi(PlainTextResponse("the app"), api))
        for path in ("/", "/v1x", "/v2/sources", "/_stcore/health"):
            assert client.get(path).text == "the app"
        assert client.get("/v1/sources").status_code == 401
        assert client.get("/v1").status_code == 401


def test_an_api_that_cannot_be_opened_says_why_and_the_app_goes_on(settings, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_STRICTNESS", "harsh")
    api = ApiBeside("1")
    with api.opened():
        client = TestClient(WithApi(PlainTextResponse("the app"), api))
        assert client.get("/").text == "the app"
        refused = client.get("/v1/sources")
        assert (refused.status_code, refused.json()["status"]) == (503, 503)
        assert "CLAIMLENS_STRICTNESS: 'harsh' is not allowed" in refused.json()["detail"]
    assert "CLAIMLENS_STRICTNESS" in capsys.readouterr().err


@pytest.mark.slow
def test_the_app_and_the_api_are_served_together_and_a_signal_ends_both_though_a_stream_is_open(environment, tmp_path):
    with Store.open(environment["CLAIMLENS_DATABASE_URL"]) as store:
        _, key = make_key(store, "Ada", "reviewer")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    command = [*COMMAND, "--port", address.rpartition(":")[2], "--server.address=127.0.0.1"]
    said = tmp_path / "said"
    with said.open("w") as out, subprocess.Popen(command, env=environment, stdout=out, stderr=out) as server:
        try:
            assert _health(address) == "ok"
            assert "<title>Streamlit</title>" in httpx2.get(address).text
            with Client(address) as nameless, pytest.raises(ApiError, match="a key is needed"):
                nameless.sources()
            with Client(address, key=key, attempts=1) as claimlens:
                asked = [CritiqueAnswer(query="", draft=f"It is {n} seconds.", sources=(SOURCE,)) for n in range(1000)]
                events = claimlens.events(claimlens.batch(asked).batch_id)
                assert next(events).state == "running"
                server.send_signal(signal.SIGTERM)
                assert server.wait(15) in {0, -signal.SIGTERM}
                assert "done" not in {one.state for one in _until_broken(events)}
        finally:
            server.kill()
    assert "Traceback" not in said.read_text()


@pytest.mark.slow
def test_ctrl_c_ends_the_app_at_once_though_a_check_waits_for_its_model(environment, tmp_path):
    with Store.open(environment["CLAIMLENS_DATABASE_URL"]) as store:
        _, key = make_key(store, "Ada", "reviewer")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    command = [*COMMAND, "--port", address.rpartition(":")[2], "--server.address=127.0.0.1"]
    said = tmp_path / "said"
    signal_before = signal.signal(signal.SIGINT, signal.default_int_handler)  # deaf to it, the app would be so too
    with (
        misbehaving("silent") as model,
        said.open("w") as out,
        subprocess.Popen(command, env=environment | asking(model.url), stdout=out, stderr=out) as server,
        ThreadPoolExecutor(1) as caller,
    ):
        try:
            assert _health(address) == "ok"
            with Client(address, key=key, attempts=1) as claimlens:
                answer = caller.submit(
                    claimlens.critique, CritiqueAnswer(query="", draft="It is 5.", sources=(SOURCE,))
                )
                assert wait_until(lambda: any("POST" in head for head in model.asked), 30)
                server.send_signal(signal.SIGINT)
                with pytest.raises(ApiError, match="the server is being stopped"):
                    answer.result(20)
            assert server.wait(15) == 130
        finally:
            server.kill()
            signal.signal(signal.SIGINT, signal_before)
    assert "Aborted" not in said.read_text()
    assert "Traceback" not in said.read_text()


def asking(model: str) -> dict[str, str]:
    """Settings for a verifier that asks the model at this address."""
    return {
        "CLAIMLENS_VERIFIER": "llm",
        "CLAIMLENS_LLM_PROVIDER": "openai",
        "CLAIMLENS_LLM_BASE_URL": model,
        "CLAIMLENS_LLM_MODEL": "any",
        "CLAIMLENS_CACHE_ENABLED": "false",
    }


def _health(address: str) -> str:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(httpx2.TransportError):
            return httpx2.get(f"{address}/_stcore/health").text
        time.sleep(0.1)
    raise AssertionError("the server did not begin to answer")


def _until_broken(events):
    try:
        yield from events
    except ApiError:
        return
