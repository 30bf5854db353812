"""How fast the app is on the largest review that it promises to handle, in a real Chromium.

    python benchmarks/app_speed.py [--repeats 15] [--json OUT]

A draft of 20,000 characters with 200 claims against 50 sources of 20,000 characters is checked, saved in a store of its
own and opened by its link in the app. Times are measured inside the page, from the input event to the frame that shows
the result (see stopwatch.js).
"""

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.made_texts import extreme
from critique_core import Critique, critique
from critique_core.store import Store

ROOT = Path(__file__).parents[1]
STOPWATCH = (Path(__file__).parent / "stopwatch.js").read_text(encoding="utf-8")
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
LOADS = 5
WAIT_SECONDS = 60
PAUSE_MILLISECONDS = 300  # between repetitions, so that none waits for the one before

CLICK_TO_LIT, CLICK_TO_CARD = "click on a claim to lit evidence", "click on a claim to its card drawn"
KEY_TO_BADGE, KEY_TO_RERUN = "key press to badge shown", "decision to page drawn anew"
SERVER, RECEIVED = "  until the server's last message", "  received for it"
PROCESSOR = "  processor time of the server for it"
FIRST_LOAD, LOAD = "first load, server just started", "load by link, new browser session"
LIMITS = {CLICK_TO_LIT: 100, KEY_TO_BADGE: 100, KEY_TO_RERUN: 500}  # milliseconds


class Wire:
    """When the page first sent and last received a message, by the browser's clock, and how much it received."""

    def __init__(self, page: Page) -> None:
        self.reset()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.webSocketFrameSent", self._sent)
        session.on("Network.webSocketFrameReceived", self._received)

    def reset(self) -> None:
        """Start again."""
        self._first_sent: float | None = None
        self._last_received = 0.0
        self.kilobytes = 0.0

    def _sent(self, event: dict[str, Any]) -> None:
        self._first_sent = self._first_sent or event["timestamp"]

    def _received(self, event: dict[str, Any]) -> None:
        self._last_received = event["timestamp"]
        self.kilobytes += len(event["response"]["payloadData"]) * 3 / 4 / 1000  # binary frames come in base64

    @property
    def milliseconds(self) -> float:
        """From the first message sent to the last one received."""
        return 1000 * (self._last_received - (self._first_sent or self._last_received))


@contextmanager
def serve(database_url: str, folder: Path) -> Generator[tuple[str, int]]:
    """Run the app on a free port; yields its address and process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}", "--server.address=127.0.0.1",
        "--server.headless=true", "--server.fileWatcherType=none", "--browser.gatherUsageStats=false",
    ]  # fmt: skip
    environment = {**os.environ, "CLAIMLENS_DATABASE_URL": database_url, "CLAIMLENS_REVIEWER": "Benchmark"}
    log = folder / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_up(server, address, log)
        yield address, server.pid
    finally:
        server.terminate()
        server.wait(timeout=20)


def _wait_until_up(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit(f"the app did not come up at {address}:\n{log.read_text(errors='replace')[-4000:]}")


def open_page(browser: Browser, link: str) -> tuple[Page, Wire, float]:
    """Open the review in a browser session without a cache; returns the milliseconds until it is drawn and idle."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.set_default_timeout(1000 * WAIT_SECONDS)
    page.add_init_script(STOPWATCH)
    wire = Wire(page)
    page.goto(link)
    page.wait_for_function("document.querySelector('[data-testid=stApp]') && speed.ready()", polling="raf")
    return page, wire, page.evaluate("performance.now()")


def measure_loads(browser: Browser, link: str, times: dict[str, list[float]]) -> None:
    """Load the review in new browser sessions, the first one on a fresh server."""
    for number in range(LOADS + 1):
        page, _, taken = open_page(browser, link)
        times[LOAD if number else FIRST_LOAD].append(taken)
        page.context.close()


def measure_clicks(page: Page, numbers: Sequence[int], times: dict[str, list[float]]) -> None:
    """Click on each claim."""
    for number in numbers:
        chip = page.locator(f'.draft .chip[data-number="{number}"]')
        chip.scroll_into_view_if_needed()
        page.wait_for_timeout(PAUSE_MILLISECONDS)
        page.evaluate("number => speed.armClick(number)", number)
        chip.click()
        lit, card = page.evaluate("speed.armed.measured")
        times[CLICK_TO_LIT].append(lit)
        times[CLICK_TO_CARD].append(card)


def processor_milliseconds(pid: int) -> float | None:
    """Processor time of a process, all threads, to 10 ms; ``None`` if the system does not report it.

    Other programs hardly change it, so on a busy machine it compares two versions better than the clock.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return None
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_decisions(page: Page, wire: Wire, pid: int, numbers: Sequence[int], times: dict[str, list[float]]) -> None:
    """Select each claim and accept it by key."""
    for number in numbers:
        page.evaluate("number => speed.armClick(number)", number)
        page.locator(f'.draft .chip[data-number="{number}"]').click()
        page.evaluate("speed.armed.measured")
        page.wait_for_timeout(PAUSE_MILLISECONDS)
        wire.reset()
        used = processor_milliseconds(pid)
        page.evaluate("number => speed.armKey(number)", number)
        page.keyboard.press("a")
        badge, rerun = page.evaluate("speed.armed.measured")
        page.wait_for_timeout(PAUSE_MILLISECONDS)
        times[KEY_TO_BADGE].append(badge)
        times[KEY_TO_RERUN].append(rerun)
        times[SERVER].append(wire.milliseconds)
        times[RECEIVED].append(wire.kilobytes)
        if used is not None:
            times[PROCESSOR].append((processor_milliseconds(pid) or used) - used)


def with_evidence(checked: Critique, count: int) -> list[int]:
    """Numbers of claims with evidence, spread over the draft, so that each highlights another source."""
    ordered = sorted(checked.claims, key=lambda claim: (claim.start, -claim.end, claim.id))
    numbers = [number for number, claim in enumerate(ordered, 1) if claim.verdict and claim.verdict.evidence]
    leap = next(step for step in range(61, 200) if len(numbers) % step)
    return [numbers[index * leap % len(numbers)] for index in range(count)]


def print_table(times: dict[str, list[float]], load: tuple[float, float]) -> None:
    """Print a line for each measure: median, minimum, maximum, limit, and whether the median keeps it."""
    print(f"\n{'':40s}  median    least     most    limit")
    for name, values in times.items():
        unit = "kB" if name == RECEIVED else "ms"
        limit = LIMITS.get(name)
        median = statistics.median(values)
        said = f"{limit:6d} ms  {'kept' if median <= limit else 'MISSED'}" if limit else ""
        print(f"{name:40s}{median:8.0f} {min(values):8.0f} {max(values):8.0f} {unit}  {said}")
    print(f"{os.cpu_count()} cores, load average {load[0]:.1f} before, {load[1]:.1f} after, with this benchmark's own "
          "server and browser")  # fmt: skip


def main() -> None:
    """Check, store, open, measure, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=15, help="clicks and decisions (default 15)")
    parser.add_argument("--json", type=Path, help="write the numbers as JSON too")
    options = parser.parse_args()
    load_before = os.getloadavg()[0]
    times: dict[str, list[float]] = defaultdict(list)
    checked = critique(extreme())
    numbers = with_evidence(checked, 2 * options.repeats)
    print(f"{len(checked.request.draft):,} characters, {len(checked.claims)} claims, {len(checked.request.sources)} "
          f"sources; checked in {checked.metadata.run.milliseconds / 1000:.1f} s")  # fmt: skip
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        url = f"sqlite:///{Path(name) / 'claimlens.db'}"
        with Store.open(url) as store:
            item_id = store.save_review(checked, who="Benchmark").item_id
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        with serve(url, Path(name)) as (address, pid):
            browser = playwright.chromium.launch(executable_path=found, args=BROWSER_FLAGS)
            measure_loads(browser, f"{address}/?item={item_id}", times)
            page, wire, _ = open_page(browser, f"{address}/?item={item_id}")
            measure_clicks(page, numbers[: options.repeats], times)
            measure_decisions(page, wire, pid, numbers[options.repeats :], times)
            browser.close()
    load = (load_before, os.getloadavg()[0])
    print_table(times, load)
    if options.json:
        medians = {title.strip(): {"median": statistics.median(all_), "all": all_} for title, all_ in times.items()}
        machine = {"cores": os.cpu_count(), "load_before": load[0], "load_after": load[1]}
        options.json.write_text(json.dumps({"times": medians, "machine": machine}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
