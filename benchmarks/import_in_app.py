"""How long a file of answers takes through the app, in a real Chromium, and whether the page stays usable meanwhile.

    python benchmarks/import_in_app.py [--rows 20000] [--json OUT]

The file that ``importing.py`` makes is dropped on the Queue page and imported by its button; the time runs from the
click to the line with the outcome. Verification begins as it does for any reviewer, with the first imported answers.
Meanwhile "Blind first" is switched on and off, each time measured from the click to the new list.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.app_speed import BROWSER_FLAGS, BROWSERS, ROOT, WAIT_SECONDS, processor_milliseconds, serve

sys.path.insert(0, str(ROOT))
from benchmarks.importing import rows

LIMIT_SECONDS = 60
_PAUSE_SECONDS = 5.0  # between two clicks, as a reviewer would look at the list; a click is work for the server too
_PATIENCE_SECONDS = 300


def drop(page: Page, path: Path) -> float:
    """Seconds from dropping the file to the button that imports it."""
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    begun = time.monotonic()
    page.locator('.st-key-import_panel input[type="file"]').set_input_files(path)
    page.locator(".st-key-import_0 button:enabled").wait_for(timeout=1000 * _PATIENCE_SECONDS)
    return time.monotonic() - begun


def take_in(page: Page, count: int) -> tuple[float, list[float]]:
    """Seconds of the import, and milliseconds of each switch of the list meanwhile."""
    ended = page.get_by_text(re.compile(rf": {count:,} read, [\d,]+ new"))
    switch, statuses = page.locator(".st-key-queue_blind label"), page.locator(".st-key-queue_status")
    times: list[float] = []
    begun = time.monotonic()
    page.locator(".st-key-import_0 button").click()
    page.locator(".st-key-stop_import").wait_for()
    blind = False
    while not ended.is_visible():
        clicked = time.monotonic()
        switch.click()
        blind = not blind
        statuses.wait_for(state="detached" if blind else "visible")
        times.append(1000 * (time.monotonic() - clicked))
        page.wait_for_timeout(1000 * _PAUSE_SECONDS)
    return time.monotonic() - begun, times


def main() -> None:
    """Import through the app, print and write the numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000, help="answers in the file (default 20,000)")
    parser.add_argument("--json", type=Path, help="write the numbers as JSON too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        file = Path(name) / "answers.jsonl"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(json.dumps(row) + "\n" for row in rows(options.rows))
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        with serve(f"sqlite:///{Path(name) / 'claimlens.db'}", Path(name)) as (address, pid):
            browser = playwright.chromium.launch(executable_path=found, args=BROWSER_FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(1000 * WAIT_SECONDS)
            page.goto(address)
            page.get_by_role("link", name="Queue").click()
            page.get_by_role("heading", name="Queue").wait_for()
            dropped = drop(page, file)
            before = processor_milliseconds(pid) or 0.0
            seconds, times = take_in(page, options.rows)
            used = ((processor_milliseconds(pid) or before) - before) / 1000
            browser.close()
        megabytes = file.stat().st_size / 1e6
    print(f"{options.rows:,} answers, {megabytes:.0f} MB: {dropped:.1f} s from the drop to the preview, "
          f"{seconds:.1f} s from Import to all in (limit for 20,000: {LIMIT_SECONDS} s), "
          f"{used:.1f} s of the server's processor time")  # fmt: skip
    if times:
        print(f"list switched {len(times)} times meanwhile: median {statistics.median(times):.0f} ms, "
              f"most {max(times):.0f} ms")  # fmt: skip
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, with this benchmark's server and browser")
    if options.json:
        told = {"rows": options.rows, "drop_seconds": dropped, "import_seconds": seconds, "processor_seconds": used,
                "switches_ms": times, "load": os.getloadavg()[0], "cores": os.cpu_count()}  # fmt: skip
        options.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
