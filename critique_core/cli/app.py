"""``claimlens app``: the review app, served by Streamlit."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from critique_core.errors import InvalidInput

_SERVED = "served_app.py"


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    app: argparse.ArgumentParser = commands.add_parser(
        "app",
        help="open the review app",
        description="Open the review app; other arguments go to Streamlit.",
        epilog="Example: claimlens app --port 8501 --no-browser",
        allow_abbrev=False,
    )
    app.add_argument("--port", type=int, help="port to serve on (8501 unless set)")
    app.add_argument("--api", action="store_true", help="serve the HTTP API too, under /v1, to who has a key")
    app.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(chosen: argparse.Namespace) -> int:
    """Open the app; in place of this process where the system can."""
    command = app_command(chosen.port, browser=not chosen.no_browser, extra=chosen.extra, api=chosen.api)
    if os.name == "posix":  # one process, so that a signal to claimlens reaches the app
        sys.stdout.flush()
        os.execv(command[0], command)  # noqa: S606 - our own interpreter with a list of arguments, no shell
    return subprocess.call(command)  # noqa: S603


def app_file() -> Path:
    """What Streamlit serves: next to this package in a checkout, in the package ``claimlens_app`` of a wheel."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / _SERVED).is_file() and (checkout / "pages").is_dir():
        return checkout / _SERVED
    spec = find_spec("claimlens_app")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (Path(folder) / _SERVED).is_file():
            return Path(folder) / _SERVED
    raise InvalidInput("the app's files are not installed; install the whole package: pip install 'claimlens[app]'")


def app_command(port: int | None, *, browser: bool, extra: Sequence[str], api: bool = False) -> list[str]:
    """The command that serves the app; Streamlit neither asks for an e-mail address nor reports its use."""
    if find_spec("streamlit") is None:
        raise InvalidInput("the app needs the extra: pip install 'claimlens[app]'")
    if api and find_spec("fastapi") is None:
        raise InvalidInput("--api needs the extra: pip install 'claimlens[app,serve]'")
    if port is not None:
        from critique_core.http.listening import check_port  # noqa: PLC0415 - loaded when the command runs

        check_port(port)
    served = app_file()
    command = [sys.executable, str(served.with_name("components") / "frame" / "run_streamlit.py"), "run", str(served)]
    command += ["--server.showEmailPrompt=false", "--browser.gatherUsageStats=false"]
    command += [f"--server.port={port}"] if port is not None else []
    command += [] if browser else ["--server.headless=true"]
    return [*command, *extra, *(["--", "--api"] if api else [])]
