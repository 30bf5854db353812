"""``claimlens serve``: the HTTP API."""

import argparse
from importlib.util import find_spec
from typing import Any

from critique_core.errors import InvalidInput

_HOST, _PORT = "127.0.0.1", 8766


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "serve",
        help="serve the HTTP API",
        description="Serve critiques, sources, decisions and batches to programs that speak HTTP. Without a key "
        "(claimlens keys make) only this machine is served. See docs/http.md.",
        epilog="Example: claimlens serve --port 8766",
    )
    parser.add_argument("--host", metavar="NAME", default=_HOST, help=f"address to listen on ({_HOST} unless set)")
    parser.add_argument("--port", metavar="N", type=int, default=_PORT, help=f"port to listen on ({_PORT} unless set)")
    parser.add_argument(
        "--at-once", metavar="N", type=int, default=4, help="most answers to check at once (4 unless set)"
    )
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=float, default=120.0, help="most for one check (120 unless set)"
    )


def run(chosen: argparse.Namespace) -> int:
    """Serve until a signal ends it; 0 then."""
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise InvalidInput("the HTTP API needs the extra: pip install 'claimlens[serve]'")
    if not 1 <= chosen.at_once <= 64:
        raise InvalidInput(f"--at-once {chosen.at_once}: give a number from 1 to 64")
    if not 1 <= chosen.timeout <= 86_400:
        raise InvalidInput(f"--timeout {chosen.timeout:g}: give seconds, from 1 to 86400")
    from critique_core.cli import installed_version  # noqa: PLC0415 - loaded when the command runs
    from critique_core.http.ending import INTERRUPTED, leave  # noqa: PLC0415
    from critique_core.http_server.running import Limits  # noqa: PLC0415
    from critique_core.http_server.serving import serve  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    limits = Limits(at_once=chosen.at_once, seconds=chosen.timeout)
    try:
        serve(load_settings(), installed_version(), chosen.host, chosen.port, limits)
    except KeyboardInterrupt:
        leave(INTERRUPTED)
    return 0
