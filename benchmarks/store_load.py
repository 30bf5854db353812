"""Many reviewers decide at once: what is lost, who sees an error, and how long a decision takes.

    python -m benchmarks.store_load --reviewers 50 --decisions 200 [--processes 4] [--postgres [URL]] [--json OUT]

The reviewers share some processes, as the sessions of an app's servers do: a thread each, one store in each process.
All go through the same answers, ten claims in each, in an order of their own, and decide without pausing. Afterwards
the database is read: every decision that was acknowledged must be there, once, with numbers in the order in which its
reviewer made them, and lists must show what the decisions say. ``--postgres`` starts a server of its own that waits for
the disk, unless a URL names an empty database.
"""

import argparse
import json
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from critique_core.errors import ClaimlensError
from critique_core.models import DecisionDraft
from critique_core.store import QueueFilter, Store
from tests.makers.postgresql import make_database, server
from tests.makers.stored_reviews import critique_of

CLAIMS = 10
_PATIENCE_SECONDS = 120
Target = tuple[str, str, str]
"""What is decided on: item, critique and claim."""


class Written(NamedTuple):
    """One reviewer's decisions: ids in the order of their acknowledgement, errors, and the milliseconds of each."""

    reviewer: str
    ids: list[str]
    errors: list[str]
    milliseconds: list[float]


class Outcome(NamedTuple):
    """What came of it; ``out_of_order`` and ``wrong_lists`` count decisions and answers."""

    acknowledged: int
    lost: int
    unasked: int
    out_of_order: int
    wrong_lists: int
    errors: list[str]
    milliseconds: list[float]
    seconds: float

    @property
    def clean(self) -> bool:
        """Whether nothing is lost, made up, out of order or wrong, and no one saw an error."""
        return not (self.lost or self.unasked or self.out_of_order or self.wrong_lists or self.errors)


def seed(url: str, decisions: int) -> list[Target]:
    """Store as many answers as the decisions of one reviewer need; returns what there is to decide on."""
    targets: list[Target] = []
    with Store.open(url) as store:
        for number in range(-(-decisions // CLAIMS)):
            draft = " ".join(f"Ferry {number} carries {place} cars." for place in range(CLAIMS))
            critique = critique_of(draft, statuses=("supported",))
            item_id = store.save_review(critique, who="benchmark").item_id
            targets += [(item_id, critique.id, claim.id) for claim in critique.claims]
    return targets[:decisions]


def review(store: Store, reviewer: str, targets: Sequence[Target]) -> Written:
    """Decide on every target, in an order of the reviewer's own."""
    mine = random.Random(reviewer).sample(targets, len(targets))
    written = Written(reviewer, [], [], [])
    for item_id, critique_id, claim_id in mine:
        draft = DecisionDraft(
            item_id=item_id, action="relabel", status="unsupported", reviewer=reviewer, critique_id=critique_id,
            claim_id=claim_id, note="It carries fewer.",
        )  # fmt: skip
        begun = time.perf_counter()
        try:
            written.ids.append(store.append(draft).id)
        except ClaimlensError as error:
            written.errors.append(str(error))
        written.milliseconds.append(1000 * (time.perf_counter() - begun))
    return written


def serve(url: str, reviewers: Sequence[str], targets: Sequence[Target], ready: Any, told: Any) -> None:
    """One process: a store, and a thread for each reviewer; all begin when every process is ready."""
    done: list[Written] = []
    with Store.open(url) as store:
        threads = [
            threading.Thread(target=lambda who=who: done.append(review(store, who, targets))) for who in reviewers
        ]
        ready.wait(_PATIENCE_SECONDS)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    told.put(done)


def load(url: str, *, reviewers: int, decisions: int, processes: int) -> Outcome:
    """Let the reviewers decide, and compare what they were told with what is stored."""
    targets = seed(url, decisions)
    names = [f"reviewer {number}" for number in range(reviewers)]
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
    processes = min(processes, reviewers)
    ready, told = context.Barrier(processes + 1), context.Queue()
    started = [
        context.Process(target=serve, args=(url, names[place::processes], targets, ready, told))
        for place in range(processes)
    ]
    for process in started:
        process.start()
    ready.wait(_PATIENCE_SECONDS)
    begun = time.perf_counter()
    written = [one for _ in started for one in told.get()]
    seconds = time.perf_counter() - begun
    for process in started:
        process.join()
    return _compared(url, written, {target[0] for target in targets}, seconds)


def _compared(url: str, written: Sequence[Written], item_ids: set[str], seconds: float) -> Outcome:
    with Store.open(url) as store:
        stored = {event.id: event for item_id in sorted(item_ids) for event in store.decisions(item_id)}
        rows = {row.item_id: row for row in store.queue(QueueFilter(limit=1_000)).rows}
        claims = {item_id: {event.claim_id for event in stored.values() if event.item_id == item_id}
                  for item_id in item_ids}  # fmt: skip
        wrong = sum(item_id not in rows or rows[item_id].decided != len(claims[item_id]) for item_id in item_ids)
    acknowledged = [event_id for one in written for event_id in one.ids]
    out_of_order = 0
    for one in written:
        numbers = [stored[event_id].sequence for event_id in one.ids if event_id in stored]
        out_of_order += sum(later <= earlier for earlier, later in pairwise(numbers))
    return Outcome(
        acknowledged=len(acknowledged),
        lost=len(set(acknowledged) - stored.keys()) + len(acknowledged) - len(set(acknowledged)),
        unasked=len(stored.keys() - set(acknowledged)),
        out_of_order=out_of_order,
        wrong_lists=wrong,
        errors=[error for one in written for error in one.errors],
        milliseconds=sorted(time for one in written for time in one.milliseconds),
        seconds=seconds,
    )


@contextmanager
def database(postgres: str | None) -> Iterator[str]:
    """An empty database: a SQLite file, that of a server of our own (``own``), or the one of a URL."""
    if postgres not in (None, "own"):
        yield postgres
    elif postgres == "own":
        with server(durable=True) as folder:
            yield make_database(folder)
    else:
        with tempfile.TemporaryDirectory(prefix="claimlens-load-") as folder:
            yield f"sqlite:///{Path(folder) / 'reviews.sqlite3'}"


def share(milliseconds: Sequence[float], part: float) -> float:
    """The time within which that part of the decisions was acknowledged."""
    return milliseconds[min(int(part * len(milliseconds)), len(milliseconds) - 1)]


def main() -> None:
    """Load the store, print and write the numbers; exit 1 if anything is lost or went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reviewers", type=int, default=50)
    parser.add_argument("--decisions", type=int, default=200, help="of each reviewer")
    parser.add_argument("--processes", type=int, default=4, help="that the reviewers share")
    parser.add_argument("--postgres", nargs="?", const="own", metavar="URL", help="PostgreSQL in place of SQLite")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers as JSON too")
    chosen = parser.parse_args()
    with database(chosen.postgres) as url:
        found = load(url, reviewers=chosen.reviewers, decisions=chosen.decisions, processes=chosen.processes)
    p50, p99 = share(found.milliseconds, 0.5), share(found.milliseconds, 0.99)
    rate = found.acknowledged / found.seconds
    print(f"{'PostgreSQL' if chosen.postgres else 'SQLite'}: {chosen.reviewers} reviewers in {chosen.processes} "
          f"processes, {chosen.decisions} decisions each")  # fmt: skip
    print(f"acknowledged {found.acknowledged}, lost {found.lost}, errors {len(found.errors)}, unasked {found.unasked}, "
          f"out of order {found.out_of_order}, lists out of step {found.wrong_lists}")  # fmt: skip
    print(f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {found.milliseconds[-1]:.0f} ms, {rate:.0f} decisions/s, "
          f"{found.seconds:.1f} s in all")  # fmt: skip
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, with this benchmark's processes")
    for error in sorted(set(found.errors))[:5]:
        print(f"error: {error}", file=sys.stderr)
    if chosen.json:
        told = found._asdict() | {"p50": p50, "p99": p99, "per_second": rate}
        chosen.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    sys.exit(0 if found.clean else 1)


if __name__ == "__main__":
    main()
