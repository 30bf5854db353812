"""The server in a process of its own, with a store and a library of the test's, and the SDK's own client before it."""

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from critique_core.library import Library
from critique_core.models import SourceDocument
from tests.makers.copies import started
from tests.makers.places import ROOT

COMMAND = ("-m", "critique_core.cli", "mcp")
SERVER = {"modules": ["critique_core.mcp_server.serving"], "stderr": subprocess.PIPE, "text": True}
TIERS = (
    SourceDocument(id="free", title="Free plan", content="Free tier: 10MB limit for each uploaded file."),
    SourceDocument(id="pro", title="Pro plan", content="Pro tier: 100MB limit for each uploaded file."),
    SourceDocument(id="manual", title="Manual", content="Timeout: 60 seconds"),
)


@dataclass(frozen=True)
class Session:
    """A connected client, called without ``async``."""

    portal: BlockingPortal
    client: Any

    def ask(self, method: str, *arguments: Any, **named: Any) -> Any:
        return self.portal.call(lambda: getattr(self.client, method)(*arguments, **named))

    def tool(self, name: str, **arguments: Any) -> Any:
        return self.ask("call_tool", name, arguments)

    def refused(self, name: str, **arguments: Any) -> str:
        result = self.tool(name, **arguments)
        assert result.is_error
        assert result.structured_content is None
        assert "Traceback" not in result.content[0].text
        return result.content[0].text


@pytest.fixture(scope="module")
def environment(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("mcp")
    with Library.open(folder / "library.sqlite3") as library:
        for document in TIERS:
            library.add(document)
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "CLAIMLENS_CONFIG": "",
        "CLAIMLENS_DATABASE_URL": f"sqlite:///{folder / 'reviews.sqlite3'}",
        "CLAIMLENS_LIBRARY_PATH": str(folder / "library.sqlite3"),
    }


@pytest.fixture(scope="module")
def http_address(environment):
    with started(*COMMAND, "--http", "--port", "0", env=environment, **SERVER) as server:
        try:
            line = server.stderr.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/mcp", line)
            assert address, line
            yield address.group()
        finally:
            server.terminate()
            server.communicate(timeout=20)


@pytest.fixture(scope="module", params=["stdio", "http", "http, first handshake"])
def session(request, environment, tmp_path_factory):
    from mcp import Client, StdioServerParameters, stdio_client  # noqa: PLC0415 - the tests are skipped without it

    with ExitStack() as opened:
        portal = opened.enter_context(start_blocking_portal())
        if request.param != "stdio":
            mode = "auto" if request.param == "http" else "legacy"
            client = Client(request.getfixturevalue("http_address"), mode=mode)
        else:
            errors = opened.enter_context((tmp_path_factory.mktemp("stdio") / "stderr").open("w"))
            started = StdioServerParameters(command=sys.executable, args=list(COMMAND), env=environment)
            client = Client(stdio_client(started, errlog=errors))
        yield Session(portal, opened.enter_context(portal.wrap_async_context_manager(client)))
