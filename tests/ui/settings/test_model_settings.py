"""The model section of the Settings page: what is set, whether its server answers, the cache; keys are never shown."""

import concurrent.futures
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.settings.model import _key_state
from components.work.jobs import Job
from critique_core.runs.answer_cache import AnswerCache
from critique_core.settings import Settings
from tests.makers.fault_server import misbehaving
from tests.makers.pages import errors, shown
from tests.makers.rows import each_of

SETTINGS = "pages/settings.py"
KEY = "sk-very-secret"


class _Models(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps({"data": [{"id": "small"}, {"id": "<b>big</b>"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Models) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


@pytest.fixture
def opened(open_app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., AppTest]:
    def at_settings(address: str | None = None, **variables: str) -> AppTest:
        told = {"CLAIMLENS_LLM_PROVIDER": "openai", "CLAIMLENS_CACHE_PATH": str(tmp_path / "answers.sqlite3")}
        told |= {"CLAIMLENS_LLM_BASE_URL": address} if address else {}
        for name, value in {**told, **variables}.items():
            monkeypatch.setenv(name, value)
        app = open_app().run()
        return app.switch_page(SETTINGS).run()

    return at_settings


def test_a_server_that_has_the_model_is_told_to_work(opened: Callable[..., AppTest], server: str) -> None:
    app = opened(server, CLAIMLENS_LLM_MODEL="small", CLAIMLENS_LLM_API_KEY=KEY)
    app.button(key="model_test").click().run()
    assert [box.value for box in app.success if "has the model small" in box.value]
    assert [box.value for box in app.success if "embedded found a planted error" in box.value]
    assert "Key: set by CLAIMLENS_LLM_API_KEY" in shown(app)
    assert KEY not in shown(app)


def test_models_are_listed_before_one_is_named(opened: Callable[..., AppTest], server: str) -> None:
    app = opened(server)
    app.button(key="model_list").click().run()
    assert list(app.dataframe[0].value["Model"]) == ["<b>big</b>", "small"]


def test_a_model_that_is_not_there_is_told_with_those_that_are(opened: Callable[..., AppTest], server: str) -> None:
    app = opened(server, CLAIMLENS_LLM_MODEL="smal")
    app.button(key="model_test").click().run()
    assert any("choose one that it has, such as small" in message for message in errors(app))


def test_each_answer_that_is_an_error_names_its_question(opened: Callable[..., AppTest]) -> None:
    with misbehaving("200 with HTML") as server:
        app = opened(server.url, CLAIMLENS_LLM_MODEL="small")
        app.button(key="model_test").click().run()
        app.button(key="model_list").click().run()
    titles = [box.proto.title for box in app.error]
    assert titles == ["Test: this did not work", "List models: this did not work"]


def test_a_server_that_answers_nonsense_is_explained_and_the_page_goes_on(opened: Callable[..., AppTest]) -> None:
    with misbehaving("200 with HTML") as server:
        app = opened(server.url, CLAIMLENS_LLM_MODEL="small")
        app.button(key="model_test").click().run()
    assert not app.exception
    assert any("check that the address is that of the API" in message for message in errors(app))
    assert [fold.label for fold in app.expander] == ["All settings"]


def test_the_cache_tells_its_size_and_is_emptied_after_asking(opened: Callable[..., AppTest], tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "answers.sqlite3")
    cache.put({"one": {"a": 1}, "two": {"b": 2}})
    app = opened()
    assert "Cache of answers: 2 answers" in shown(app)
    app.button(key="empty_cache").click().run()
    assert cache.size() == (2, 14)
    app.button(key="confirm_emptying").click().run()
    assert cache.size() == (0, 0)
    cache.close()


def test_what_the_model_does_is_told(opened: Callable[..., AppTest], server: str) -> None:
    chosen = {"CLAIMLENS_VERIFIER": "cascade", "CLAIMLENS_LLM_STAGES": "relevance,revision"}
    app = opened(server, CLAIMLENS_LLM_MODEL="small", **chosen)
    assert "the model judges the claims that the embedded verifier is not sure of (verifier: cascade)" in shown(app)
    assert "Other stages by the model: relevance, revision" in shown(app)


def test_what_is_in_the_fields_is_tried_before_it_is_saved(opened: Callable[..., AppTest], server: str) -> None:
    app = opened(server)
    app.text_input(key="setting_llm_model").set_value("smal").run()
    app.button(key="model_test").click().run()
    assert any("choose one that it has, such as small" in message for message in errors(app))
    app.text_input(key="setting_llm_model").set_value("small").run()
    app.button(key="model_test").click().run()
    assert [box.value for box in app.success if "has the model small" in box.value]


@each_of(
    ("chosen", "opening", "end"),
    [
        ({"llm_provider": "ollama"}, "none is needed", "needed"),
        ({"llm_api_key": "k"}, "set by CLAIMLENS_LLM_API_KEY", "KEY"),
        ({}, "not set", "not set"),
        ({"openai_api_key": "k"}, "the provider's own, set by OPENAI_API_KEY or", "CLAIMLENS_OPENAI_API_KEY"),
        ({"openai_api_key": "k", "llm_base_url": "http://localhost:9"}, "the provider's own", "than the usual one"),
    ],
)
def test_where_the_key_comes_from_is_told(chosen: dict[str, str], opening: str, end: str) -> None:
    told = _key_state(Settings.model_validate({"llm_provider": "openai"} | chosen))
    assert told.startswith(opening)
    assert told.endswith(end)


def test_a_verifier_that_needs_a_model_says_which_setting_names_it(opened: Callable[..., AppTest]) -> None:
    app = opened()
    app.selectbox(key="setting_verifier").set_value("llm").run()
    app.button(key="model_test").click().run()
    assert any("llm_model" in message for message in errors(app))


def test_an_answer_that_comes_while_the_page_is_drawn_is_shown(
    opened: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job ends between the place of the answers and the end of the page."""
    looked: list[bool] = []

    def done(job: Job[Any], patience: float = 0.0) -> bool:
        looked.append(True)
        return len(looked) > 2 and bool(concurrent.futures.wait([job._future]).done)  # pyright: ignore[reportPrivateUsage]

    app = opened()
    app.selectbox(key="setting_verifier").set_value("llm").run()
    monkeypatch.setattr(Job, "done", done)
    app.button(key="model_test").click().run()
    assert any("llm_model" in message for message in errors(app))


def test_a_key_for_the_server_keeps_its_address(opened: Callable[..., AppTest], server: str) -> None:
    app = opened(server, CLAIMLENS_LLM_API_KEY=KEY)
    assert app.text_input(key="setting_llm_base_url").disabled
    assert app.selectbox(key="setting_llm_provider").disabled
