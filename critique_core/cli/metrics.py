"""``claimlens metrics``: rates, latency, confidence and size of the stored reviews."""

import argparse
import sys
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    metrics: argparse.ArgumentParser = commands.add_parser(
        "metrics",
        help="measure the stored reviews",
        description="Hallucination and revision rates, latency, mean confidence and claims per draft of all stored "
        "reviews. What cannot be measured is left out of a mean and counted apart.",
        epilog="Example: claimlens metrics --json",
    )
    metrics.add_argument("--json", action="store_true", help="write one JSON object instead of a table")


def run(chosen: argparse.Namespace) -> int:
    """Measure and print; always 0."""
    from critique_core.assembly import open_store  # noqa: PLC0415
    from critique_core.metrics.usage import summarise  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    with open_store(load_settings(), there=True) as store:
        metrics = summarise(store.measures())
    if chosen.json:
        sys.stdout.buffer.write(metrics.model_dump_json().encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()
        return 0
    from rich.console import Console  # noqa: PLC0415

    from critique_core.cli.terminal_report import print_metrics  # noqa: PLC0415

    print_metrics(metrics, Console(highlight=False, emoji=False, markup=False))
    return 0
