"""Writers are killed (kill -9) in the middle of writing: how many acknowledged decisions are missing.

    python -m benchmarks.store_kill [--times 1000] [--postgres [URL]] [--json OUT]

Each time a new process opens the store and decides without pausing; before each decision and after its
acknowledgement it says so through a pipe. At a random moment it gets SIGKILL. Every hundredth time and at the end the
database is read: each acknowledged decision must be there, nothing may be there that was not begun, and what
``claimlens db check`` does must find nothing wrong. A killed process proves nothing about a power cut: for that the
disk is waited for (synchronous=FULL).
"""

import argparse
import json
import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.store_load import Target, database, seed
from critique_core.models import DecisionDraft
from critique_core.store import Store
from critique_core.store.checking import faults

_ANSWERS = 40
_CLAIMS = 10
_LATEST_SECONDS = 0.08  # after the first acknowledgement
_READ_EVERY = 100
_PATIENCE_SECONDS = 120


class Killed(NamedTuple):
    """One killed writer: ids that it was told, and the note of the decision that it was writing, if any."""

    acknowledged: list[str]
    in_hand: str | None


class Outcome(NamedTuple):
    """``missing`` acknowledged decisions; ``whole`` unacknowledged ones are there all the same; ``faults`` of check."""

    kills: int
    in_mid_write: int
    acknowledged: int
    missing: int
    whole: int
    unasked: int
    faults: list[str]
    seconds: float

    @property
    def clean(self) -> bool:
        """Whether nothing is missing, made up or damaged."""
        return not (self.missing or self.unasked or self.faults)


def write(url: str, targets: Sequence[Target], number: int, told: Connection) -> None:
    """Decide until killed."""
    with Store.open(url) as store:
        for place in range(1_000_000):
            item_id, critique_id, claim_id = random.choice(targets)
            note = f"{number}.{place}"
            told.send_bytes(f"begin {note}".encode())
            draft = DecisionDraft(item_id=item_id, action="relabel", status="unsupported", reviewer="ann", note=note,
                                  critique_id=critique_id, claim_id=claim_id)  # fmt: skip
            told.send_bytes(f"done {store.append(draft).id}".encode())


def kill_once(context: Any, url: str, targets: Sequence[Target], number: int) -> Killed:
    """Start a writer, kill it at a random moment, and gather what it said."""
    heard, told = context.Pipe(duplex=False)
    writer = context.Process(target=write, args=(url, targets, number, told), daemon=True)
    writer.start()
    told.close()
    said: list[str] = []
    while not any(line.startswith("done") for line in said):
        if not heard.poll(_PATIENCE_SECONDS):
            raise SystemExit("a writer wrote nothing; is the database there?")
        said.append(heard.recv_bytes().decode())
    time.sleep(random.uniform(0, _LATEST_SECONDS))
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    try:
        while True:
            said.append(heard.recv_bytes().decode())
    except (EOFError, OSError):  # a message that the kill cut short was never heard
        heard.close()
    last = said[-1]
    return Killed(
        [line.removeprefix("done ") for line in said if line.startswith("done")],
        last.removeprefix("begin ") if last.startswith("begin") else None,
    )


def kill(url: str, times: int) -> Outcome:
    """Kill so many writers and compare what they were told with what is stored."""
    targets = seed(url, _ANSWERS * _CLAIMS)
    item_ids = {target[0] for target in targets}
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["critique_core.store", "benchmarks.store_load"])
    killed: list[Killed] = []
    found: set[str] = set()
    missing = unasked = whole = 0
    begun = time.monotonic()
    for number in range(times):
        killed.append(kill_once(context, url, targets, number))
        if (number + 1) % _READ_EVERY == 0 or number + 1 == times:
            missing, unasked, whole = _compared(url, item_ids, killed)
            found.update(faults(url))
            print(f"{number + 1} kills, {missing} missing, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return Outcome(
        kills=times,
        in_mid_write=sum(one.in_hand is not None for one in killed),
        acknowledged=sum(len(one.acknowledged) for one in killed),
        missing=missing,
        whole=whole,
        unasked=unasked,
        faults=sorted(found),
        seconds=time.monotonic() - begun,
    )


def _compared(url: str, item_ids: set[str], killed: Sequence[Killed]) -> tuple[int, int, int]:
    with Store.open(url) as store:
        stored = {event.id: event.note for item_id in item_ids for event in store.decisions(item_id)}
    acknowledged = {event_id for one in killed for event_id in one.acknowledged}
    in_hand = {one.in_hand for one in killed}
    others = [note for event_id, note in stored.items() if event_id not in acknowledged]
    return len(acknowledged - stored.keys()), sum(note not in in_hand for note in others), len(others)


def main() -> None:
    """Kill, print and write the numbers; exit 1 if anything is missing, made up or damaged."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--postgres", nargs="?", const="own", metavar="URL", help="PostgreSQL in place of SQLite")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers as JSON too")
    chosen = parser.parse_args()
    with database(chosen.postgres) as url:
        found = kill(url, chosen.times)
    engine = "PostgreSQL" if chosen.postgres else "SQLite"
    print(f"{engine}: {found.kills} writers killed, {found.in_mid_write} of them "
          f"in the middle of a write, {found.seconds:.0f} s")  # fmt: skip
    print(f"acknowledged {found.acknowledged}, missing {found.missing}, written without having been acknowledged "
          f"{found.whole}, never asked for {found.unasked}, faults found by db check {len(found.faults)}")  # fmt: skip
    for fault in found.faults[:5]:
        print(f"fault: {fault}", file=sys.stderr)
    if chosen.json:
        chosen.json.write_text(json.dumps(found._asdict(), indent=1), encoding="utf-8")
    sys.exit(0 if found.clean else 1)


if __name__ == "__main__":
    main()
