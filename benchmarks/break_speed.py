"""How long "Break it live" takes from another value to the verdict that it turns, in a real Chromium.

    python benchmarks/break_speed.py [--repeats 10] [--json OUT]

A number of the example "Medicine leaflet" is changed, each time to another value. The page itself measures the time
from the change until the new verdicts are drawn; the server's processor time, which other programs on the machine
hardly change, is that of the whole change.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.app_speed import BROWSER_FLAGS, BROWSERS, WAIT_SECONDS, processor_milliseconds, serve

LIMIT = 400  # milliseconds
PAUSE_MILLISECONDS = 500


def change(page: Page, value: int) -> float:
    """Change the first number of the draft; returns the milliseconds until its claim is drawn with its new verdict."""
    page.get_by_role(
        "button", name=re.compile(r"^(?:200: change this number|\d+, was 200: change again)$")
    ).first.click()
    page.get_by_label("Your own words").fill(str(value))
    page.get_by_label("Your own words").press("Enter")
    page.locator(".trial ins", has_text=str(value)).first.wait_for()
    page.locator(".trial .chip", has_text="1 contradicted").first.wait_for()
    return float(page.locator(".trial").get_attribute("data-took") or "nan")


def main() -> None:
    """Change, measure, print and write the numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=10, help="changes (default 10)")
    parser.add_argument("--json", type=Path, help="write the numbers as JSON too")
    options = parser.parse_args()
    times: list[float] = []
    used: list[float] = []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        with serve(f"sqlite:///{Path(name) / 'claimlens.db'}", Path(name)) as (address, pid):
            browser = playwright.chromium.launch(executable_path=found, args=BROWSER_FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.set_default_timeout(1000 * WAIT_SECONDS)
            page.goto(f"{address}/break_it")
            page.locator(".st-key-trial_example").get_by_role("combobox").click()
            page.get_by_role("option", name="Medicine leaflet").click()
            page.get_by_role("button", name="200: change this number", exact=True).first.wait_for()
            for value in range(900, 900 + options.repeats):
                page.wait_for_timeout(PAUSE_MILLISECONDS)
                before = processor_milliseconds(pid) or 0.0
                times.append(change(page, value))
                page.wait_for_timeout(PAUSE_MILLISECONDS)
                used.append((processor_milliseconds(pid) or 0.0) - before)
            browser.close()
    median = statistics.median(times)
    print(f"changed value to turned verdict: median {median:.0f} ms, least {min(times):.0f}, most {max(times):.0f}; "
          f"limit {LIMIT} ms {'kept' if median <= LIMIT else 'MISSED'}; processor time of the server "
          f"{statistics.median(used):.0f} ms")  # fmt: skip
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, with this benchmark's server and browser")
    if options.json:
        told = {"times": times, "processor": used, "cores": os.cpu_count(), "load": os.getloadavg()[0]}
        options.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
