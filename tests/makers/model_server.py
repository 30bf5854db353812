"""A real model server on loopback: llama.cpp's own, with a tiny random model.

Take the fixture by ``from tests.makers.model_server import model_server``.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import xllamacpp

from critique_core.models import parse_request
from tests.makers import tiny_model

MODEL = "tiny-random"
_WINDOW = 32768


@pytest.fixture(scope="session")
def model_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that speaks OpenAI's protocol and has one model, ``MODEL``."""
    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    tiny_model.write(path)
    server = xllamacpp.Server(_parameters(path))
    yield server.listening_address
    del server  # it answers for as long as it is held


def _parameters(path: Path) -> xllamacpp.CommonParams:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.model_alias = {MODEL}
    parameters.n_ctx = _WINDOW
    parameters.port = 0  # one that is free
    parameters.verbosity = 0
    # More threads than free cores wait for each other and are a hundred times slower.
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    return parameters


REQUEST = parse_request({
    "query": "What are the limits?",
    "draft": "The free plan allows 100 requests per minute [1]. Keys expire after 60 days. It is popular in Japan.",
    "sources": [
        {"id": "limits", "content": "The API allows 100 requests a minute on the free plan. It was launched in 2018."},
        {"id": "keys", "content": "API keys expire after 30 days. Expired keys return error 401."},
    ],
})  # fmt: skip
