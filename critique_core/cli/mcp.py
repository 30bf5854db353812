"""``claimlens mcp``: the tools of Claimlens for programs that speak the Model Context Protocol."""

import argparse
from importlib.util import find_spec
from typing import Any

from critique_core.errors import InvalidInput

_HOST, _PORT = "127.0.0.1", 8765


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "mcp",
        help="serve the tools to an MCP client",
        description="Serve critique_answer, validate_answer, search_sources and record_decision to a client of the "
        "Model Context Protocol: over standard input and output, or with --http at an address. See docs/mcp.md.",
        epilog="Example: claimlens mcp --http --port 8765",
    )
    parser.add_argument(
        "--http", action="store_true", help="serve streamable HTTP instead of standard input and output"
    )
    parser.add_argument("--host", metavar="NAME", help=f"address to listen on with --http ({_HOST} unless set)")
    parser.add_argument("--port", type=int, metavar="N", help=f"port to listen on with --http ({_PORT} unless set)")


def run(chosen: argparse.Namespace) -> int:
    """Serve until the client goes away or a signal ends it; 0 then."""
    if find_spec("mcp") is None:
        raise InvalidInput("the MCP server needs the extra: pip install 'claimlens[mcp]'")
    if not chosen.http and (chosen.host is not None or chosen.port is not None):
        raise InvalidInput("--host and --port belong to --http; add it, or leave them out")
    from critique_core.cli import installed_version  # noqa: PLC0415 - loaded when the command runs
    from critique_core.http.ending import INTERRUPTED, leave  # noqa: PLC0415
    from critique_core.mcp_server.serving import serve_http, serve_stdio  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    settings = load_settings()
    if chosen.http:
        port = _PORT if chosen.port is None else chosen.port
        try:
            serve_http(settings, installed_version(), chosen.host or _HOST, port)
        except KeyboardInterrupt:
            leave(INTERRUPTED)
    else:
        serve_stdio(settings, installed_version())
    return 0
