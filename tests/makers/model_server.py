"""A real model server on loopback: llama-cpp-python's, with a tiny random model, in an environment of its own.

Take the fixture by ``from tests.makers.model_server import model_server``. Without that environment, which
``make model-server`` sets up, the tests that ask for it are skipped with the reason.
"""

import atexit
import shutil
import socket
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from critique_core.models import parse_request
from tests.makers.places import ROOT

ENVIRONMENT = ROOT / ".venv" / "model-server"
MODEL = "tiny-random"
_WINDOW = 32768
_PATIENCE = 60.0


@pytest.fixture(scope="session")
def model_server() -> str:
    """The address of a server that speaks OpenAI's protocol and has one model, ``MODEL``."""
    if not (ENVIRONMENT / "ready").is_file():
        told = ENVIRONMENT / "why-not"
        reason = told.read_text(encoding="utf-8").strip() if told.is_file() else "run: make model-server"
        pytest.skip(f"the model server is not set up; {reason}")
    return _started()


@cache  # two test files that import the fixture share one server
def _started() -> str:
    folder = Path(tempfile.mkdtemp(prefix="claimlens-model-"))
    python = ENVIRONMENT / "bin" / "python"
    subprocess.run([python, ROOT / "tests/makers/tiny_model.py", folder / "tiny.gguf"], check=True)
    port = _free_port()
    # More threads than free cores wait for each other and are a hundred times slower.
    options = f"--host 127.0.0.1 --port {port} --n_ctx {_WINDOW} --n_threads 1 --n_threads_batch 1".split()
    command = [python, "-m", "llama_cpp.server", "--model", folder / "tiny.gguf", "--model_alias", MODEL, *options]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
    atexit.register(_stop, server, folder)
    url = f"http://127.0.0.1:{port}"
    _wait(url, server, folder / "log")
    return url


def _wait(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and server.poll() is None:
        try:
            with urlopen(f"{url}/v1/models", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the model server did not start:\n{log.read_text(encoding='utf-8', errors='replace')[-2000:]}")


def _stop(server: "subprocess.Popen[bytes]", folder: Path) -> None:
    server.terminate()
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
    shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


REQUEST = parse_request({
    "query": "What are the limits?",
    "draft": "The free plan allows 100 requests per minute [1]. Keys expire after 60 days. It is popular in Japan.",
    "sources": [
        {"id": "limits", "content": "The API allows 100 requests a minute on the free plan. It was launched in 2018."},
        {"id": "keys", "content": "API keys expire after 30 days. Expired keys return error 401."},
    ],
})  # fmt: skip
