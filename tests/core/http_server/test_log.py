"""The log for machines: one JSON object a line for each request and critique, and no word of what was asked."""

import json
import subprocess

import httpx2
import pytest

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")

from critique_core.client import ApiError, Client
from critique_core.models import SourceDocument
from critique_core.workbench.arguments import CritiqueAnswer
from tests.makers.copies import started

COMMAND = ("-m", "critique_core.cli", "serve", "--port", "0")
SERVER = {"modules": ["critique_core.http_server.serving"], "stderr": subprocess.PIPE, "text": True}
SECRET = "the launch code is 4711"
ASKED = CritiqueAnswer(
    query=SECRET, draft=SECRET.capitalize(), sources=(SourceDocument(id=SECRET, content=f"Note: {SECRET}."),)
)


def lines(environment, **more: str) -> list[str]:
    """What a server writes to standard error while it is asked for a critique and for something that is not there."""
    with started(*COMMAND, env=environment | more, **SERVER) as server:
        said = [server.stderr.readline(), server.stderr.readline()]
        address = said[0].split()[4].removesuffix("/v1;")
        with Client(address) as claimlens:
            claimlens.critique(ASKED)
            with pytest.raises(ApiError):
                claimlens.stored(SECRET)
        httpx2.get(f"{address}/v1/openapi.json", trust_env=False)
        server.terminate()
        return server.communicate(timeout=20)[1].splitlines()


def test_each_request_and_critique_is_a_line_without_what_was_asked(environment):
    written = lines(environment, CLAIMLENS_STRUCTURED_LOG="true")
    critique, first, second, described = (json.loads(line) for line in written)
    assert (critique["event"], critique["claimlens.recommendation"], critique["level"]) == (
        "claimlens.critique", "accept", "info",
    )  # fmt: skip
    assert critique["claimlens.claims"] == 1
    assert [(one["event"], one["http.request.method"], one["http.route"], one["http.response.status_code"])
            for one in (first, second)] == [
        ("http.request", "POST", "/v1/critiques", 201), ("http.request", "GET", "/v1/critiques/{critique_id}", 404),
    ]  # fmt: skip
    assert described["http.route"] == "/v1/openapi.json"
    assert first["milliseconds"] >= critique["milliseconds"] > 0
    assert "4711" not in "".join(written)


def test_without_the_setting_nothing_is_written(environment):
    assert lines(environment) == []
