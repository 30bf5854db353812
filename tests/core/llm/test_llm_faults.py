"""A chat model whose server misbehaves: an error with a hint, soon and in little memory, or the answer."""

import asyncio
import socket
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from critique_core.errors import ModelError
from critique_core.http.json_endpoint import Patience
from critique_core.llm.choice import chat_model
from tests.makers.fault_server import misbehaving, wait_until
from tests.makers.rows import each_of

SCHEMA = {"type": "object", "required": ["verdict"], "properties": {"verdict": {"type": "string"}}}
KEY = "sk-very-secret-1234"
QUICK = Patience(connect=1.0, read=0.5, whole=0.6, total=3.0, attempts=2, pause=0.01, answer_bytes=2**20)


def model(url, patience=QUICK, **options):
    return chat_model("openai", base_url=url, model="m", api_key=KEY, patience=patience, **options)


@pytest.mark.parametrize("fault", ["good", "429 with Retry-After, then good", "500, then good"])
def test_what_passes_ends_in_the_answer(fault):
    with misbehaving(fault) as server:
        assert model(server.url).complete("s", "u", SCHEMA).content == {"verdict": "supported"}
        assert len(server.asked) == (1 if fault == "good" else 2)
        assert f"authorization: Bearer {KEY}".lower() in server.asked[0].lower()


@each_of(
    ("fault", "told", "retryable"),
    [
        ("reset in mid-body", "cannot be reached", True),
        ("slow drip", "took more than 0.6 seconds", True),
        ("slow drip of headers", "took more than 0.6 seconds", True),
        ("silent", "did not answer in time|took more than", True),
        ("429 for an hour", "answered 429", True),
        ("200 with HTML", "something other than JSON", False),
        ("truncated JSON", "something other than JSON", False),
        ("truncated object", "cut off or is not JSON", True),
        ("another form", "JSON in another form", False),
        ("prose", r"text without an object \(I would say it is supported.\)", True),
        ("50 MB body", "more than 1,048,576 bytes", False),
        ("gzip bomb", "more than 1,048,576 bytes", False),
        ("redirect to another host", "answered 307", False),
        ("says the key back", "check the key", False),
    ],
)
def test_what_does_not_pass_ends_soon_in_an_error_with_a_hint(fault, told, retryable):
    with misbehaving(fault) as server:
        started = time.monotonic()
        with pytest.raises(ModelError, match=told) as caught:
            model(server.url).complete("s", "u", SCHEMA)
        assert time.monotonic() - started < 10
        assert server.url in str(caught.value)
        assert caught.value.hint
        assert caught.value.hint in str(caught.value)
        assert caught.value.retryable is retryable
        assert KEY not in str(caught.value) + repr(caught.value.__dict__)
        assert server.elsewhere == []  # the key went nowhere else


def test_a_server_that_is_not_there_is_named_and_then_left_alone():
    with socket.create_server(("127.0.0.1", 0)) as ear:
        url = f"http://127.0.0.1:{ear.getsockname()[1]}"
    gone = model(url)
    for _ in range(2):
        with pytest.raises(ModelError, match="cannot be reached"):
            gone.complete("s", "u", SCHEMA)
    with pytest.raises(ModelError, match="cannot be reached"):  # the fifth failure in a row
        gone.complete("s", "u", SCHEMA)
    with pytest.raises(ModelError, match="left alone for 30 seconds") as caught:
        gone.complete("s", "u", SCHEMA)
    assert caught.value.retryable


@pytest.mark.parametrize("fault", ["50 MB body", "gzip bomb"])
def test_an_answer_without_measure_takes_little_memory(fault):
    with misbehaving(fault) as server:
        server.fault(server, _Sink())  # what the server itself needs is not counted
        asked = model(server.url)
        tracemalloc.start()
        try:
            with pytest.raises(ModelError, match="more than"):
                asked.complete("s", "u", SCHEMA)
            assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
        finally:
            tracemalloc.stop()


class _Sink:
    def sendall(self, sent):
        pass


@pytest.mark.parametrize("fault", ["silent", "slow drip"])
def test_cancelling_ends_the_wait_at_once(fault):
    patient = Patience(read=30.0, whole=30.0)
    with misbehaving(fault) as server:
        wanted = threading.Event()
        threading.Timer(0.2, wanted.set).start()
        started = time.monotonic()
        with pytest.raises(ModelError, match="cancelled"):
            model(server.url, patient).complete("s", "u", SCHEMA, cancelled=wanted.is_set)
        assert time.monotonic() - started < 10


def test_cancelling_a_task_ends_its_call():
    async def given_up(url):
        task = asyncio.create_task(model(url, Patience(read=30.0, whole=30.0)).acomplete("s", "u", SCHEMA))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with misbehaving("silent") as server, ThreadPoolExecutor(1) as apart:  # a loop may be running in this thread
        apart.submit(lambda: asyncio.run(given_up(server.url))).result()
        assert wait_until(lambda: not [each for each in threading.enumerate() if each.name == "hang-up"])


def test_no_more_calls_than_wanted_run_side_by_side():
    with misbehaving("silent") as server:
        asked = model(server.url, Patience(read=30.0, whole=30.0, attempts=1), at_once=4)
        over = threading.Event()

        def ask():
            with pytest.raises(ModelError, match="cancelled"):
                asked.complete("s", "u", SCHEMA, cancelled=over.is_set)

        threads = [threading.Thread(target=ask) for _ in range(7)]
        for thread in threads:
            thread.start()
        assert wait_until(lambda: len(server.asked) == 4)
        time.sleep(0.2)
        assert len(server.asked) == 4
        over.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize(
    ("provider", "url", "calls"),
    [
        ("openai", "http://127.0.0.1:8000", 1),
        ("openai", "http://localhost:8000/v1", 1),
        ("openai", "http://models.example:8000", 4),
        ("anthropic", None, 4),
        ("ollama", None, 1),
        ("ollama", "http://models.example:11434", 1),
    ],
)
def test_a_server_that_takes_one_call_after_another_is_asked_so(provider, url, calls):
    assert chat_model(provider, base_url=url, model="m", api_key=KEY).at_once == calls
    assert chat_model(provider, base_url=url, model="m", api_key=KEY, at_once=9).at_once == 9
