"""``claimlens rescore``: stored answers through the verifier in use, with their labels joined to the new claims."""

import argparse
import sys
from typing import Any

from critique_core.cli.messages import complain
from critique_core.cli.parser import count
from critique_core.text.shortening import shortened

_WORDS = 80


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "rescore",
        help="judge stored answers again after the verifier changed",
        description="Judge again the stored answers that another verifier judged than the one in use, and join their "
        "decisions to the new claims, so that nobody labels twice. Broken off, it goes on where it stopped.",
        epilog="Example: claimlens rescore --limit 100",
    )
    parser.add_argument("--limit", type=count, metavar="N", help="judge at most N answers this time")


def run(chosen: argparse.Namespace) -> int:
    """Rescore; 0 when every answer taken was judged, 1 when some keep their old critique."""
    from rich.console import Console  # noqa: PLC0415 - loaded when the command runs, as the others do
    from rich.progress import Progress  # noqa: PLC0415

    from critique_core.assembly import critic, open_store, under_active_profile  # noqa: PLC0415
    from critique_core.batch.rescoring import rescore  # noqa: PLC0415
    from critique_core.reports.words import counted  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    settings, through = load_settings(), 0

    def note(done: int, total: int) -> None:
        nonlocal through
        through = done
        bar.update(task, completed=done, total=total)

    try:
        with open_store(settings, there=True) as store, Progress(console=Console(stderr=True), transient=True) as bar:
            ready, _ = under_active_profile(critic(settings), store)  # a stale profile is the reason for this command
            task = bar.add_task("judging again", total=None)
            report = rescore(store, ready, limit=chosen.limit, tell=note)
    except KeyboardInterrupt:
        complain(f"stopped after {counted(through, 'answer')}; what came of them is kept. The same command goes on")
        raise
    left = report.stale - report.judged - len(report.failed)
    what = f"{report.judged} judged again, {len(report.failed)} could not be, {left} left"
    _tell(f"Judged by another verifier: {report.stale} ({what})")
    _tell(f"Decisions joined: {report.joined}, not placed: {len(report.unplaced)}")
    for one in report.unplaced:
        words = "" if one.words is None else f": {shortened(one.words, _WORDS)}"
        _tell(f"not placed: {one.action} by {one.reviewer} on “{shortened(one.title, _WORDS)}”{words}", sys.stderr)
    for item_id, reason in report.failed.items():
        _tell(f"item {item_id} keeps its old critique: {reason}", sys.stderr)
    return 1 if report.failed else 0


def _tell(message: str, stream: Any = None) -> None:
    from critique_core.text.harmless import harmless  # noqa: PLC0415

    for line in message.splitlines():
        print(harmless(line), file=stream or sys.stdout)
