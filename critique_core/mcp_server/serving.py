"""The server over stdio or streamable HTTP, until its client or a signal ends it."""

import logging
import signal
import sys
from contextlib import ExitStack

import anyio
import uvicorn
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from critique_core.http.address import is_this_machine
from critique_core.http.ending import EndingServer
from critique_core.http.listening import in_url, listen
from critique_core.mcp_server.server import make_server
from critique_core.settings import Settings
from critique_core.workbench.opening import open_workbench
from critique_core.workbench.workbench import Workbench

LARGEST_BODY = 64 * 1024 * 1024
"""Most bytes of one HTTP request: room for several sources of the greatest size."""
_PATIENCE = 1  # seconds for open connections when the server is to end
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def serve_stdio(settings: Settings, version: str) -> None:
    """Serve one client on standard input and output. Raises what opening verifier, store and library raises."""
    _say_no_content()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own handler would wait for a next line of standard input
    with ExitStack() as opened:
        anyio.run(_over_stdio, make_server(_workbench(settings, opened), version))


def serve_http(settings: Settings, version: str, host: str, port: int) -> None:
    """Serve clients at ``http://host:port/mcp``; port 0 takes a free one, and standard error names it.

    Only requests whose Host and Origin are this machine's loopback names or ``host`` are answered. Raises
    ``InvalidInput`` when the address cannot be listened on.
    """
    _say_no_content()
    with ExitStack() as opened:
        listener = opened.enter_context(listen(host, port))
        server = make_server(_workbench(settings, opened), version)
        app = server.streamable_http_app(
            host=host, max_request_body_size=LARGEST_BODY, transport_security=_security(host)
        )
        _announce(host, listener.getsockname()[1])
        config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=_PATIENCE)
        EndingServer(config).run([listener])


async def _over_stdio(server: Server) -> None:
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def _workbench(settings: Settings, opened: ExitStack) -> Workbench:
    workbench, notice = opened.enter_context(open_workbench(settings, who="MCP"))
    if notice:
        _tell(notice)
    return workbench


def _say_no_content() -> None:
    """Silence the SDK's messages, which repeat what a client sent; our own do not."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)


def _security(host: str) -> TransportSecuritySettings:
    names = dict.fromkeys((*_LOOPBACK, in_url(host)))
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[form for name in names for form in (name, f"{name}:*")],
        allowed_origins=[form for name in names for form in (f"http://{name}", f"http://{name}:*")],
    )


def _announce(host: str, port: int) -> None:
    _tell(f"MCP server at http://{in_url(host)}:{port}/mcp; Ctrl-C ends it")
    if not is_this_machine(host):
        _tell("it has no password: whoever reaches this address can read the stored reviews and add decisions")


def _tell(message: str) -> None:
    print(f"claimlens: {message}", file=sys.stderr, flush=True)  # noqa: T201
