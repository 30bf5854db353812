"""How long the Insights page takes with many stored runs, in a real Chromium.

    python benchmarks/insights_speed.py [--runs 20000] [--repeats 3] [--json OUT]

One item in ten runs is stored as the app stores it, with a decision on it; its other runs are copied in the database,
and all are spread over 200 days. Measured are the page in a new browser session after the server's start, the page once
more, and the page after a reviewer is chosen as its filter: until everything is drawn and the app is at rest, with the
server's processor time, which other programs on the machine hardly change.
"""

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Page, sync_playwright
from sqlalchemy import create_engine, insert, select, update

from benchmarks.app_speed import BROWSER_FLAGS, BROWSERS, ROOT, WAIT_SECONDS, processor_milliseconds, serve

sys.path.insert(0, str(ROOT))
from critique_core.models import DecisionDraft
from critique_core.store import Store
from critique_core.store.tables import runs
from tests.makers.stored_reviews import critique_of

RUNS_OF_AN_ITEM = 10
DAYS = 200
FIRST, AGAIN, FILTERED = "first page after the start", "the page once more", "after a filter is chosen"
REVIEWERS = 5
_AT_REST = """(before) => {
  const app = document.querySelector("[data-testid=stApp]");
  const drawn = document.querySelector(".st-key-insight_figures")?.textContent;
  const rests = app?.getAttribute("data-test-script-state") === "notRunning";
  return rests && !document.querySelector("[data-stale=true]") && drawn !== before ? drawn : null;
}"""


def _reviewer(number: int) -> int:
    """Whose an item is: the second of them has twice as many as the first, so that no two have the same figures."""
    place = number % (REVIEWERS * (REVIEWERS + 1) // 2)
    return int(((8 * place + 1) ** 0.5 - 1) / 2)


def fill(url: str, count: int) -> None:
    """Keep ``count`` runs, the last of them now."""
    with Store.open(url) as store:
        for number in range(count // RUNS_OF_AN_ITEM):
            made = critique_of(f"The timeout is {number} seconds. Requests are retried twice. I like it.")
            run = store.save_review(made, who="Benchmark")
            store.append(DecisionDraft(
                item_id=run.item_id, critique_id=made.id, claim_id=made.claims[0].id, action="accept",
                start=made.claims[0].start, end=made.claims[0].end, reviewer=f"reviewer {_reviewer(number)}",
            ))  # fmt: skip
    engine = create_engine(url)
    with engine.begin() as connection:
        kept = [row._asdict() for row in connection.execute(select(runs))]
        ago = [timedelta(days=DAYS * place / count) for place in range(count)]
        for place, row in enumerate(kept):
            at = datetime.now(UTC) - ago[place]
            connection.execute(update(runs).where(runs.c.id == row["id"]).values(created_at=at))
        copies = [
            {**row, "id": uuid4().hex, "created_at": datetime.now(UTC) - ago[(place * len(kept) + number) % count]}
            for place in range(1, RUNS_OF_AN_ITEM)
            for number, row in enumerate(kept)
        ]
        for tokens, row in enumerate(copies):
            del row["sequence"]
            row["run"] = json.dumps(json.loads(row["run"]) | {"tokens": tokens})  # or it would count as no run
        connection.execute(insert(runs), copies)
    engine.dispose()


class Clock:
    """Notes how long things take: the milliseconds that pass, and those of a process."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.passed, self.used = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)

    @contextmanager
    def of(self, name: str) -> Generator[None]:
        """Note what is done inside under a name."""
        begun, used = time.monotonic(), processor_milliseconds(self._pid)
        yield
        self.passed[name].append(1000 * (time.monotonic() - begun))
        self.used[name].append((processor_milliseconds(self._pid) or 0) - (used or 0))


def drawn(page: Page, before: str | None = None) -> str:
    """Wait until the page shows other figures than ``before`` and is at rest."""
    return str(page.wait_for_function(_AT_REST, arg=before, polling="raf").json_value())


def main() -> None:
    """Fill a store, open the page, choose other spans, print and write the numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20_000, help="stored runs (default 20,000)")
    parser.add_argument("--repeats", type=int, default=3, help="page loads and rounds of filters (default 3)")
    parser.add_argument("--json", type=Path, help="write the numbers as JSON too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        url = f"sqlite:///{Path(name) / 'claimlens.db'}"
        fill(url, options.runs)
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        with serve(url, Path(name)) as (address, pid):
            browser, clock = playwright.chromium.launch(executable_path=found, args=BROWSER_FLAGS), Clock(pid)
            for number in range(options.repeats + 1):
                page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
                page.set_default_timeout(1000 * WAIT_SECONDS)
                with clock.of(AGAIN if number else FIRST):
                    page.goto(f"{address}/insights")
                    shown = drawn(page)
                for reviewer in range(REVIEWERS) if number == options.repeats else ():
                    page.get_by_role("combobox", name="Reviewer").click()
                    with clock.of(FILTERED):
                        page.get_by_role("option", name=f"reviewer {reviewer}").click()
                        shown = drawn(page, shown)
                page.context.close()
            browser.close()
    for title, values in clock.passed.items():
        told = f"median {statistics.median(values):6.0f} ms, least {min(values):.0f}, most {max(values):.0f}"
        print(f"{title:28s} {told}; processor time {statistics.median(clock.used[title]):.0f} ms")
    print(f"{options.runs:,} runs; {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
    if options.json:
        told = {
            "runs": options.runs,
            "times": clock.passed,
            "processor": clock.used,
            "cores": os.cpu_count(),
            "load": os.getloadavg()[0],
        }
        options.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
