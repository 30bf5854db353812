"""A component's own script on a page with nothing else: no server and no Streamlit, which take most of a page's time.

The texts and states are those that the component's Python makes, in the process of the test.
"""

import json
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, Never
from urllib.parse import urlsplit

import pytest
import streamlit
from playwright.sync_api import Page, Route

import components.claim_map as maps
import components.frame.early_keys as early_keys
import components.presenter as presenter
from components.claim_map import TEXTS_SCRIPT, MapEvent, claim_map
from components.palette import css_rules
from tests.makers.browser_app import APP_HOST
from tests.makers.claim_map_cases import Case, decided, standing
from tests.makers.presenter_cases import presented

_ADDRESS = f"http://{APP_HOST}/"
_START = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>body { margin: 0; height: 100vh; overflow: auto }</style>
"""
_HOST = """
const host = document.querySelector("[data-testid=stBidiComponentIsolated]");
const [style, parentElement] = [document.createElement("style"), document.createElement("div")];
style.textContent = await (await fetch("/style.css")).text();
host.attachShadow({ mode: "open" }).append(style, parentElement);
const data = new Uint8Array(await (await fetch("/texts")).arrayBuffer());
"""
_MAP_PAGE = f"""{_START}
<label>A field to type in <input></label><button>Run again</button>
<div data-testid="stBidiComponentIsolated"></div>
<pre><code></code></pre>
<script type="module">
import map from "/script.js";
import carry from "/states.js";
import "/early_keys.js";
{_HOST}
const setStateValue = async (_, outbox) => draw(JSON.parse(await runPage(outbox)));
let drawn, takeAway;
function draw(told) {{
  const [states, acts] = (drawn = told);
  takeAway = map({{ data, parentElement, setStateValue }});
  carry({{ data: states }});
  document.querySelector("code").textContent = JSON.stringify(acts);
}}
globalThis.mountAnew = (meanwhile) => {{
  takeAway();
  meanwhile();
  draw(drawn);
}};
draw(JSON.parse(await runPage(null)));
</script>"""
_PRESENTER_PAGE = f"""{_START}
<div data-testid="stBidiComponentIsolated"></div>
<script type="module">
import present from "/script.js";
{_HOST}
present({{ data, parentElement, setTriggerValue() {{}} }});
</script>"""


class _RunAgain(Exception):
    """The map has handed an event over and wants the page to be drawn anew."""


class _MapServer:
    """Runs the script of a page with a claim map, as often as the browser tells of something."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._acts: list[MapEvent] = []
        self._selected: str | None = None
        self.texts = b""
        self._states: Mapping[str, Any] = {}

    def run(self, outbox: object = None) -> str:
        """What the browser is sent for it: the states and all that the reviewer did."""
        while not self._drawn(outbox):
            pass
        told = [[act.kind, act.claim_id, act.status, act.serial] for act in self._acts]
        return json.dumps([self._states, told])

    def _drawn(self, outbox: object) -> bool:
        def mount_map(*, key: str, data: bytes) -> Mapping[str, object]:
            self.texts = data
            return {"outbox": outbox}

        def mount_states(*, key: str, data: Mapping[str, Any]) -> None:
            self._states = data

        def run_again() -> Never:
            raise _RunAgain

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(maps, "_map", mount_map)
            patch.setattr(maps, "_states", mount_states)
            patch.setattr(maps, "run_again", run_again)
            patch.setattr(streamlit, "container", lambda **_: nullcontext())
            try:
                claim_map(
                    draft=self._case.draft,
                    sources=self._case.sources,
                    reviewed=decided(self._case, self._acts),
                    selected=self._selected,
                    key="map",
                    blind=self._case.blind,
                    on_event=self._note,
                )
            except _RunAgain:
                return False
        return True

    def _note(self, event: MapEvent) -> None:
        before = standing(self._acts)
        self._acts.append(event)
        if event.kind == "select":
            self._selected = event.claim_id
        elif event.kind == "undo" and before:
            self._selected = before[-1].claim_id


def open_bare_map(page: Page, case: Case) -> None:
    """Show a claim map that tells Python what is done in it, and a field to type in."""
    server = _MapServer(case)
    page.expose_function("runPage", server.run)
    server.run()
    style = "\n".join([css_rules(), (maps._FOLDER / "claim_map.css").read_text(encoding="utf-8")])
    script = "\n".join((maps._FOLDER / name).read_text(encoding="utf-8") for name in maps._SCRIPTS)
    _serve(page, _MAP_PAGE, style, script, server.texts, states=maps._CARRIER, early_keys=early_keys.SCRIPT)
    page.goto(_ADDRESS)


def open_bare_presenter(page: Page, case: str, address: str = "") -> None:
    """Show a presentation; ``address`` is what follows the question mark."""
    folder = presenter._FOLDER
    style = "\n".join([css_rules(), (folder / "presenter.css").read_text(encoding="utf-8")])
    parts = [TEXTS_SCRIPT, *((folder / name).read_text(encoding="utf-8") for name in presenter._SCRIPTS)]
    _serve(page, _PRESENTER_PAGE, style, "\n".join(parts), presented(case))
    page.goto(f"{_ADDRESS}?{address}")


def _serve(
    page: Page, html: str, style: str, script: str, texts: bytes, *, states: str = "", early_keys: str = ""
) -> None:
    answers: Mapping[str, tuple[str, str | bytes]] = {
        "/": ("text/html", html),
        "/style.css": ("text/css", style),
        "/script.js": ("text/javascript", script),
        "/states.js": ("text/javascript", states),
        "/early_keys.js": ("text/javascript", early_keys),
        "/texts": ("application/octet-stream", texts),
    }

    def answer(route: Route) -> None:
        kind, body = answers.get(urlsplit(route.request.url).path, ("text/plain", ""))
        route.fulfill(content_type=f"{kind}; charset=utf-8", body=body)

    page.route(f"{_ADDRESS}**", answer)
