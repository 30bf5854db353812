"""The application at an address, until a signal ends it."""

import sys
from contextlib import ExitStack

import uvicorn

from critique_core.assembly import open_store
from critique_core.errors import InvalidInput
from critique_core.http.address import is_this_machine
from critique_core.http.ending import EndingServer
from critique_core.http.listening import check_port, in_url, listen
from critique_core.http_server.app import make_app
from critique_core.http_server.running import Limits, Running
from critique_core.settings import Settings
from critique_core.store import Store, missing_file
from critique_core.workbench.batches import Batches
from critique_core.workbench.opening import open_workbench

_PATIENCE = 1  # seconds for open connections when the server is to end


def serve(settings: Settings, version: str, host: str, port: int, limits: Limits) -> None:
    """Serve at ``http://host:port/v1``; port 0 takes a free one, and standard error names it.

    Raises ``InvalidInput`` when the address cannot be listened on, and for an address that others reach while no key
    was made; also what opening verifier, store and library raises.
    """
    check_port(port)  # before a database is made
    _check_reach(host, settings)
    with ExitStack() as opened:
        workbench, notice = opened.enter_context(open_workbench(settings, who="HTTP"))
        listener = opened.enter_context(listen(host, port))
        running, batches = Running(limits), Batches()
        opened.callback(running.close)
        app = make_app(workbench, version, limits, running, batches)
        for words in (notice, *_greeting(host, listener.getsockname()[1], workbench.store)):
            _tell(words)
        config = uvicorn.Config(
            app, lifespan="off", log_level="warning", access_log=False, timeout_graceful_shutdown=_PATIENCE,
            server_header=False,
        )  # fmt: skip
        EndingServer(config, (running.stop, batches.stop)).run([listener])


def _check_reach(host: str, settings: Settings) -> None:
    if not is_this_machine(host) and not _has_keys(settings):
        raise InvalidInput(
            f"--host {host}: others would reach the server, and no key was made; make one with claimlens keys make "
            "NAME, or leave --host out to serve this machine alone"
        )


def _has_keys(settings: Settings) -> bool:
    """Whether a key was made; no database is made to look for one."""
    if missing_file(settings.database_url):
        return False
    with open_store(settings) as store:
        return store.has_keys()


def _greeting(host: str, port: int, store: Store) -> tuple[str, ...]:
    where = f"HTTP API at http://{in_url(host)}:{port}/v1; Ctrl-C ends it"
    if store.has_keys():
        return (where,)
    return where, "no key was made: programs on this machine need none; claimlens keys make NAME makes one"


def _tell(message: str | None) -> None:
    if message:
        print(f"claimlens: {message}", file=sys.stderr, flush=True)  # noqa: T201
