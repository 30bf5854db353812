"""The overhead of labelling by keyboard in a real Chromium: key presses and milliseconds for each decision.

    python benchmarks/labelling_speed.py [--answers 20] [--file RESPONSE.jsonl] [--json OUT]

Answers are put into a store of their own, verified, and labelled in the app: one key for each claim, one to submit.
They are made, with two claims each, unless a file of RAGTruth is given. Times are measured inside the page, from the
key press to the frame that shows the badge, and to the next answer drawn and ready for keys.
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
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.app_speed import BROWSER_FLAGS, BROWSERS, ROOT, WAIT_SECONDS, serve

sys.path.insert(0, str(ROOT))
from critique_core.assembly import critic
from critique_core.batch.importing import import_file, verify_waiting
from critique_core.settings import load_settings
from critique_core.store import Store
from tests.makers.labelling_files import write_answers

BADGE, NEXT = "key press to badge shown", "submit to next answer ready"
# The answer on screen, once it takes keys: its map has its states, and none of its claims has a label.
_READY = """(before) => {
  const place = document.querySelector(".st-key-labelling_bar strong")?.textContent;
  const map = [...document.querySelectorAll("*")].map((node) => node.shadowRoot?.querySelector(".map")).find(Boolean)
    ?? document.querySelector(".map");
  const fresh = map && !map.hasAttribute("aria-busy") && !map.querySelector('.draft .chip:not([data-decision=""])');
  return place && place !== before && fresh ? [place, performance.now()] : null;
}"""
_BADGES = """(count) => {
  const roots = [document, ...[...document.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean)];
  const chips = roots.flatMap((root) => [...root.querySelectorAll('.draft .chip:not([data-decision=""])')]);
  return chips.length >= count ? performance.now() : null;
}"""
_PRESSED = "document.addEventListener('keydown', () => (window.pressedAt = performance.now()), true)"


def wait(page: Page, script: str, given: object) -> object:
    """The first truthy value of a script, evaluated on each frame."""
    return page.wait_for_function(script, arg=given, polling="raf").json_value()


def label(page: Page, answers: int, times: dict[str, list[float]]) -> list[int]:
    """Label some answers; returns the keys pressed for each."""
    place, _ = wait(page, _READY, None)  # pyright: ignore[reportGeneralTypeIssues]
    keys: list[int] = []
    for number in range(answers):
        claims = page.locator(".draft .chip").count()
        for claim in range(1, claims + 1):
            page.keyboard.press("1")
            drawn = wait(page, _BADGES, claim)
            times[BADGE].append(drawn - page.evaluate("window.pressedAt"))  # pyright: ignore[reportOperatorIssue]
        page.keyboard.press("s")
        keys.append(claims + 1)
        if number + 1 == answers:
            return keys
        place, drawn = wait(page, _READY, place)  # pyright: ignore[reportGeneralTypeIssues]
        times[NEXT].append(drawn - page.evaluate("window.pressedAt"))
    return keys


def fill(url: str, folder: Path, file: Path | None, answers: int) -> None:
    """Import and verify the answers."""
    path = file or write_answers(folder, answers)[0]
    with Store.open(url) as store:
        import_file(store, path, who="Benchmark")
        seen: list[str] = []
        judge = critic(load_settings())
        while len(seen) < answers and verify_waiting(store, judge, tell=seen.append):
            pass


def main() -> None:
    """Fill a queue, label it, print and write the numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=20, help="answers to label (default 20)")
    parser.add_argument("--file", type=Path, help="RAGTruth's response.jsonl, with source_info.jsonl beside it")
    parser.add_argument("--json", type=Path, help="write the numbers as JSON too")
    options = parser.parse_args()
    times: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        url = f"sqlite:///{Path(name) / 'claimlens.db'}"
        fill(url, Path(name), options.file, options.answers)
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        with serve(url, Path(name)) as (address, _pid):
            browser = playwright.chromium.launch(executable_path=found, args=BROWSER_FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(1000 * WAIT_SECONDS)
            page.add_init_script(_PRESSED)
            page.goto(address)
            page.get_by_role("heading", name="Claimlens", exact=True).wait_for()
            page.get_by_role("link", name="Queue").click()
            page.get_by_role("button", name="Label next").click()
            begun = time.monotonic()
            keys = label(page, options.answers, times)
            taken = time.monotonic() - begun
            browser.close()
    claims = sum(keys) - len(keys)
    print(f"{len(keys)} answers, {claims} claims, {sum(keys)} key presses: {sum(keys) / claims:.2f} a decision, "
          f"{sum(keys) / len(keys):.1f} an answer; {1000 * taken / claims:.0f} ms a decision in all")  # fmt: skip
    for title, values in times.items():
        print(
            f"{title:32s} median {statistics.median(values):6.0f} ms, least {min(values):.0f}, most {max(values):.0f}"
        )
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, with this benchmark's server and browser")
    if options.json:
        told = {"keys": keys, "seconds": taken, "times": times, "load": os.getloadavg()[0], "cores": os.cpu_count()}
        options.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
