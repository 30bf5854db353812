"""The HTTP API on the server of another application: requests under ``/v1`` are its own, all others pass through."""

import signal
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager

from starlette.types import ASGIApp, Receive, Scope, Send

from critique_core.errors import ClaimlensError
from critique_core.http.ending import call_on_signal
from critique_core.http_server.app import make_app
from critique_core.http_server.problems import problem
from critique_core.http_server.running import Limits, Running
from critique_core.settings import load_settings
from critique_core.workbench.batches import Batches
from critique_core.workbench.opening import open_workbench

_PATIENCE = 1  # seconds for a batch when the server is to end


class ApiBeside:
    """The API of the settings, from ``opened`` on. Every request needs a key, also while none was made.

    The other application may listen for everyone, and then a request's own word for where it comes from is no proof.
    """

    def __init__(self, version: str) -> None:
        self._version = version
        self._api: ASGIApp = problem(503, "the API is not open yet; try again soon")

    @contextmanager
    def opened(self) -> Generator[None]:
        """Open verifier, store and library. What stops that is said on standard error and by each request (503)."""
        with ExitStack() as opened:
            try:
                self._api = self._open(opened)
            except ClaimlensError as error:
                said = f"the API cannot be opened, mend it and start the server again: {error}"
                print(f"claimlens: {said}", file=sys.stderr, flush=True)  # noqa: T201
                self._api = problem(503, said)
            yield

    def _open(self, opened: ExitStack) -> ASGIApp:
        workbench, notice = opened.enter_context(open_workbench(load_settings(), who="HTTP"))
        if notice:
            print(f"claimlens: {notice}", file=sys.stderr, flush=True)  # noqa: T201
        limits = Limits()
        running, batches = Running(limits), Batches()
        opened.callback(running.close)
        opened.callback(batches.join, _PATIENCE)
        for ending in (running.stop, batches.stop):
            opened.callback(ending)
            call_on_signal(ending, signal.SIGINT, signal.SIGTERM)
        return make_app(workbench, self._version, limits, running, batches, always_keyed=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request for the API."""
        await self._api(scope, receive, send)


class WithApi:
    """Another application with the API in front of it, in the form that a middleware has."""

    def __init__(self, app: ASGIApp, api: ApiBeside) -> None:
        self._app, self._api = app, api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection of the server's protocol."""
        of_api = scope["type"] == "http" and (scope["path"] == "/v1" or scope["path"].startswith("/v1/"))
        await (self._api if of_api else self._app)(scope, receive, send)
