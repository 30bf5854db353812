"""``claimlens doctor``: what works here, and what to do about the rest."""

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from critique_core.assembly.doctor import Finding, State

_ICONS: "dict[State, str]" = {"works": "●", "off": "○", "fails": "✗"}


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    doctor: argparse.ArgumentParser = commands.add_parser(
        "doctor",
        help="say what works here and what to install",
        description="Look at Python, extras, settings, store, library, folders, verifier and model, without making or "
        "changing anything. Exit code 0: all that is configured works; 1: something does not.",
        epilog="Example: claimlens doctor --json",
    )
    doctor.add_argument("--json", action="store_true", help="write one JSON object instead of lines")


def run(chosen: argparse.Namespace) -> int:
    """Examine and print; 1 when something that is configured does not work."""
    from critique_core.assembly.doctor import examine  # noqa: PLC0415 - loaded when the command runs

    found: list[Finding] = []
    for one in examine():
        found.append(one)
        if not chosen.json:
            _say(one)
    fails = sum(one.state == "fails" for one in found)
    if chosen.json:
        print(json.dumps({"works": not fails, "findings": [asdict(one) for one in found]}))  # noqa: T201
    else:
        verb = "does" if fails == 1 else "do"
        print(f"\n{fails} of {len(found)} {verb} not work" if fails else "\nall that is configured works")  # noqa: T201
    return 1 if fails else 0


def _say(one: "Finding") -> None:
    from critique_core.text.harmless import harmless  # noqa: PLC0415

    print(f"{_ICONS[one.state]} {one.state:5}  {one.name}: {harmless(one.said)}", flush=True)  # noqa: T201
    if one.remedy:
        print(f"         → {harmless(one.remedy)}")  # noqa: T201
