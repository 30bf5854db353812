"""How fast the Tuning page follows its slider with 10,000 labels, in a real Chromium.

    python benchmarks/tuning_slider.py [--labels 10000] [--moves 20] [--json OUT]

A store is filled with labelled answers of ten claims each and opened in the app. The slider is moved by key. Times are
measured inside the page, from the key to the frame that shows what changes, and to the one that shows the marks in
all five charts of the tab "Curves".
"""

import argparse
import json
import os
import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.app_speed import BROWSER_FLAGS, BROWSERS, WAIT_SECONDS, serve
from critique_core.assembly import critic
from critique_core.settings import Settings
from tests.makers.labelled_store import CLAIMS, fill

LIMIT = 200  # milliseconds
PAUSE_MILLISECONDS = 500  # between moves, so that none waits for the one before
NUMBERS, CHARTS, REST = "key to what changes", "key to marks in all charts", "key to the page at rest"
_WATCH = """() => {
  const charts = () => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
    .map((host) => host.shadowRoot?.querySelector(".tuning-charts")).find(Boolean);
  const marks = () => [...charts().querySelectorAll("svg")].map((svg) => svg.lastElementChild.outerHTML);
  const counts = () => document.querySelector(".words").innerText;
  const idle = () =>
    document.querySelector("[data-testid=stApp]").getAttribute("data-test-script-state") === "notRunning";
  const afterFrame = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(0);
  });
  window.armSlider = () => {
    const [was, stood] = [marks(), counts()];
    const states = [
      () => counts() !== stood,
      () => marks().every((mark, place) => mark !== was[place]),
      () => counts() !== stood && idle(),
    ];
    window.measured = new Promise((resolve) => {
      document.addEventListener("keydown", ({ timeStamp }) => {
        const found = states.map(() => null);
        const look = (now) => {
          states.forEach((holds, place) => {
            if (found[place] === null && holds()) found[place] = now - timeStamp;
          });
          if (found.includes(null)) afterFrame(look);
          else resolve(found);
        };
        afterFrame(look);
      }, { capture: true, once: true });
    });
  };
}"""


def moves(page: Page, address: str, count: int) -> dict[str, list[float]]:
    """Move the slider up and down and measure each move."""
    page.set_default_timeout(1000 * WAIT_SECONDS)
    page.goto(address)
    page.get_by_role("link", name="Tuning", exact=True).click()
    page.get_by_role("tab", name="Curves").click()
    page.wait_for_selector(".tuning-charts svg >> nth=4")
    page.wait_for_timeout(4 * PAUSE_MILLISECONDS)
    page.evaluate(_WATCH)
    page.get_by_role("slider").focus()
    times: dict[str, list[float]] = {NUMBERS: [], CHARTS: [], REST: []}
    for move in range(count):
        page.evaluate("armSlider()")
        page.keyboard.press("PageDown" if move % 2 else "PageUp")
        for name, taken in zip(times, page.evaluate("measured"), strict=True):
            times[name].append(taken)
        page.wait_for_timeout(PAUSE_MILLISECONDS)
    return times


def main() -> None:
    """Fill a store, open the page, move the slider, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labels", type=int, default=10_000, help="labels in the store (default 10000)")
    parser.add_argument("--moves", type=int, default=20, help="moves of the slider (default 20)")
    parser.add_argument("--store", type=Path, help="a store that is filled already")
    parser.add_argument("--json", type=Path, help="write the numbers as JSON too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        path = options.store or fill(
            Path(name) / "labels.db", -(-options.labels // CLAIMS), critic(Settings()).verifier.spec
        )
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        with serve(f"sqlite:///{path}", Path(name)) as (address, _):
            browser = playwright.chromium.launch(executable_path=found, args=BROWSER_FLAGS)
            page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
            times = moves(page, address, options.moves)
            browser.close()
    for title, values in times.items():
        median = statistics.median(values)
        kept = "" if title == REST else f"  limit {LIMIT} ms {'kept' if median <= LIMIT else 'MISSED'}"
        print(f"{title:40s}{median:8.0f} ms median{min(values):8.0f} least{max(values):8.0f} most{kept}")
    print(
        f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, with this benchmark's own server and browser"
    )
    if options.json:
        options.json.write_text(json.dumps({"times": times, "load": os.getloadavg()[0]}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
