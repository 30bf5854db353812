"""Embeddings from a server: what is sent, what is believed, what is tried again, and what a user is told."""

import json
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
import numpy as np
import pytest

from critique_core.embeddings.remote import OllamaEmbedder, OpenAIEmbedder
from critique_core.errors import InvalidInput, ModelError, SettingsError
from critique_core.http.json_endpoint import JsonEndpoint, Patience
from tests.makers.rows import each_of

KEY = "sk-very-secret-1234"
QUICK = Patience(attempts=3, pause=0.0, longest_pause=5.0)


class Server:
    """Answers with what it is given, in turn and then the last again; without any, with a vector a text.

    The vector of a text holds how many letters a, b and c it has.
    """

    def __init__(self, *answers, protocol="openai"):
        self.answers = list(answers)
        self.asked = []
        self.headers = []
        self.protocol = protocol
        self.transport = httpx2.MockTransport(self)

    def __call__(self, request):
        asked = json.loads(request.content)
        self.asked.append({"url": str(request.url), **asked})
        self.headers.append(request.headers)
        if not self.answers:
            return httpx2.Response(200, json=self.usual(asked["input"]))
        answer = self.answers[0] if len(self.answers) == 1 else self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx2.Response) else httpx2.Response(200, json=answer)

    def usual(self, texts):
        vectors = [[text.count(letter) for letter in "abc"] for text in texts]
        if self.protocol == "ollama":
            return {"model": "m", "embeddings": vectors}
        # In no order: the index says which is which.
        return {"data": [{"index": i, "embedding": vector} for i, vector in enumerate(vectors)][::-1]}


def openai(server, **options):
    return OpenAIEmbedder("m", base_url="http://box/v1", transport=server.transport, patience=QUICK, **options)


def answer(*vectors):
    return {"data": [{"index": i, "embedding": vector} for i, vector in enumerate(vectors)]}


# --- what is sent and understood ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "protocol", "base_url", "url", "also"),
    [
        (OpenAIEmbedder, "openai", None, "https://api.openai.com/v1/embeddings", {}),
        (OpenAIEmbedder, "openai", "http://box:8000/", "http://box:8000/v1/embeddings", {}),
        (OpenAIEmbedder, "openai", "http://box:8000/api/v1/", "http://box:8000/api/v1/embeddings", {}),
        (OllamaEmbedder, "ollama", None, "http://127.0.0.1:11434/api/embed", {"truncate": False}),
    ],
)
def test_both_protocols_give_a_unit_row_for_each_text_in_order(made, protocol, base_url, url, also):
    server = Server(protocol=protocol)
    rows = made("m", base_url=base_url, transport=server.transport).embed(["aab", "ccc"])
    assert np.allclose(rows, [[0.8944272, 0.4472136, 0], [0, 0, 1]])
    assert rows.dtype == np.float32
    assert server.asked == [{"url": url, "model": "m", "input": ["aab", "ccc"], **also}]


def test_the_key_goes_into_one_header_and_nowhere_else():
    server = Server(httpx2.Response(401, text=f"Incorrect API key provided: {KEY}"))
    embedder = openai(server, api_key=KEY)
    with pytest.raises(ModelError, match="check the key") as caught:
        embedder.embed(["a"])
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert KEY not in str(caught.value) + str(embedder.spec) + json.dumps(server.asked)


def test_no_key_of_the_environment_is_used(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server = Server()
    openai(server).embed(["a"])
    assert "Authorization" not in server.headers[0]


@pytest.mark.parametrize("key", ["sk-1\n", "sk 1", "sk-é"])
def test_a_key_that_no_header_can_hold_is_refused_without_showing_it(key):
    with pytest.raises(SettingsError, match="copy it again") as caught:
        openai(Server(), api_key=key)
    assert "sk" not in str(caught.value)


def test_texts_go_in_batches_and_come_back_in_order():
    server = Server()
    rows = openai(server, batch=2).embed(["a", "b", "c", "ab", "bc"])
    assert [len(each["input"]) for each in server.asked] == [2, 2, 1]
    assert [np.flatnonzero(row).tolist() for row in rows] == [[0], [1], [2], [0, 1], [1, 2]]


def test_a_long_text_is_sent_whole_in_windows_and_averaged_by_length():
    server = Server()
    text = "aaa éaa b"
    row = openai(server, window_bytes=8).embed([text])[0]
    sent = [part for each in server.asked for part in each["input"]]
    assert "".join(sent) == text
    assert all(len(part.encode()) <= 8 for part in sent)
    assert row[0] > row[1] > 0
    assert openai(Server(), window_bytes=4).embed(["éa" * 9]).shape == (1, 3)  # nowhere to cut but between letters


def test_a_blank_text_is_refused_and_no_text_asks_nothing():
    server = Server()
    with pytest.raises(InvalidInput, match="text 0"):
        openai(server).embed([" "])
    assert len(openai(server).embed([])) == 0
    assert server.asked == []


def test_the_fingerprint_is_of_protocol_address_and_model_but_not_of_the_key():
    made = [
        OpenAIEmbedder("m"), OpenAIEmbedder("n"), OllamaEmbedder("m"),
        OpenAIEmbedder("m", base_url="http://box"), OpenAIEmbedder("m", window_bytes=99),
    ]  # fmt: skip
    assert len({each.spec.fingerprint for each in made}) == len(made)
    assert OpenAIEmbedder("m", api_key=KEY).spec == OpenAIEmbedder("m").spec


# --- what is not believed ----------------------------------------------------------------------------------------


@each_of(
    ("given", "told"),
    [
        (answer([1, 0]), "gave 1 vectors for 2 texts"),
        (answer([1, 0], [0, 1], [1, 1]), "gave 3 vectors for 2 texts"),
        (answer([1, 0], [1, 0, 0]), "vectors of 2, 3 numbers"),
        (answer([], []), "vectors of 0 numbers"),
        (answer([0, 0], [1, 0]), "a vector of zeros"),
        (answer([1e308, 1e308], [1, 0]), "NaN or infinite"),
        (answer(["1", 0], [1, 0]), "no list of finite numbers"),
        (answer([True, 0], [1, 0]), "no list of finite numbers"),
        (answer("AACAPwAA", [1, 0]), "no list of finite numbers"),
        (httpx2.Response(200, text='{"data": [{"embedding": [NaN, 1]}, {"embedding": [1, 1]}]}'), "finite numbers"),
        ({"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}, "another form"),
        ({"data": [{"index": 1, "embedding": [1]}, {"index": 2, "embedding": [1]}]}, "another form"),
        ({"embeddings": [[1, 0], [0, 1]]}, "another form"),
        ([1, 2], "another form"),
        (httpx2.Response(200, text="<html>log in</html>"), "something other than JSON"),
        (httpx2.Response(200, text="[" * 200_000), "something other than JSON"),
        (httpx2.Response(200, content=iter([b"junk"]), headers={"Content-Encoding": "gzip"}), "cannot be unpacked"),
        (httpx2.Response(302, headers={"Location": "http://elsewhere/"}), "answered 302; check the address"),
        (httpx2.Response(404, text="no such model"), r"answered 404 \(no such model\)"),
    ],
)
def test_an_answer_that_cannot_be_used_names_the_server_and_a_remedy(given, told):
    server = Server(given)
    with pytest.raises(ModelError, match=told) as caught:
        openai(server).embed(["a", "b"])
    assert "http://box/v1/embeddings" in str(caught.value)
    assert caught.value.hint
    assert caught.value.hint in str(caught.value)
    assert not caught.value.retryable
    assert len(server.asked) == 1


def test_vectors_must_keep_their_length_from_call_to_call():
    embedder = openai(Server(answer([1, 0]), answer([1, 0, 0])))
    embedder.embed(["a"])
    with pytest.raises(ModelError, match="vectors of 3 numbers where 2 were due"):
        embedder.embed(["b"])
    with pytest.raises(ModelError, match="where 256 were due"):
        openai(Server(), dimensions=256).embed(["a"])


def test_an_answer_without_end_is_given_up():
    server = Server(httpx2.Response(200, content=(b"[" * 1000 for _ in range(10_000))))
    patience = Patience(answer_bytes=5000)
    with pytest.raises(ModelError, match="more than 5,000 bytes"):
        OpenAIEmbedder("m", transport=server.transport, patience=patience).embed(["a"])


@pytest.mark.parametrize(("bytes_more", "taken"), [(0, True), (1, False)])
def test_an_answer_may_be_as_long_as_is_allowed_and_not_a_byte_longer(bytes_more, taken):
    answered = json.dumps(answer([1, 0])).encode()
    server = Server(httpx2.Response(200, content=iter([answered, b" " * bytes_more])))
    patience = Patience(answer_bytes=len(answered))
    embedder = OpenAIEmbedder("m", transport=server.transport, patience=patience)
    if taken:
        assert embedder.embed(["a"]).shape == (1, 2)
    else:
        with pytest.raises(ModelError, match="answered more than"):
            embedder.embed(["a"])


def test_the_usual_bound_takes_a_batch_of_the_largest_models_and_ends_what_has_no_end():
    largest = [[-0.012345678901234567] * 4096] * 64
    assert OpenAIEmbedder("m", transport=Server(answer(*largest)).transport).embed(["a"] * 64).shape == (64, 4096)
    given = []
    endless = Server(httpx2.Response(200, content=(given.append(1) or b" " * 2**20 for _ in range(200))))
    with pytest.raises(ModelError, match="answered more than"):
        OpenAIEmbedder("m", transport=endless.transport).embed(["a"])
    assert len(given) <= 100  # MiB


class Clock:
    """Stands in for ``time``: it is ``now`` seconds."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now

    def dripping(self, body, seconds):
        """The body in parts, one a second, ``seconds`` in all."""
        for second in range(seconds):
            self.now += 1.0
            yield body[second : second + 1] if second + 1 < seconds else body[second:]


@pytest.mark.parametrize(
    ("patience", "seconds", "taken"),
    [(Patience(whole=10.0, attempts=1), 10, True), (Patience(whole=10.0, attempts=1), 11, False),
     (Patience(attempts=1), 200, True), (Patience(attempts=1), 3600, False)],
)  # fmt: skip
def test_an_answer_may_take_as_long_as_is_allowed_and_no_longer(monkeypatch, patience, seconds, taken):
    clock = Clock()
    monkeypatch.setattr("critique_core.http.json_endpoint.time", clock)
    body = json.dumps(answer([1, 0])).encode().ljust(4000)
    server = Server(httpx2.Response(200, content=clock.dripping(body, seconds)))
    embedder = OpenAIEmbedder("m", transport=server.transport, patience=patience)
    if taken:
        assert embedder.embed(["a"]).shape == (1, 2)
    else:
        with pytest.raises(ModelError, match=f"took more than {patience.whole:g} seconds"):
            embedder.embed(["a"])
        assert clock.now <= 1000.0 + patience.whole + 1.0


def test_an_answer_that_drips_is_given_up_and_tried_again():
    server = Server(httpx2.Response(200, content=(b" " for _ in range(10_000))))
    with pytest.raises(ModelError, match="took more than 0 seconds") as caught:
        OpenAIEmbedder("m", transport=server.transport, patience=Patience(whole=0.0, attempts=1)).embed(["a"])
    assert caught.value.retryable


# --- what is tried again -----------------------------------------------------------------------------------------


@each_of(
    "trouble",
    [
        *(httpx2.Response(code) for code in (408, 425, 429, 500, 502, 503, 504)),
        httpx2.ConnectError("refused"), httpx2.ReadTimeout("late"), httpx2.RemoteProtocolError("cut off"),
    ],
)  # fmt: skip
def test_what_may_be_over_soon_is_tried_again(trouble):
    server = Server(trouble, trouble, answer([1, 0]))
    assert openai(server).embed(["a"]).shape == (1, 2)
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (httpx2.Response(503, text="loading"), r"answered 503 \(loading\); try again later"),
        (httpx2.ConnectError("refused"), r"cannot be reached \(refused\); start it, or check the address"),
        (httpx2.ReadTimeout("late"), "did not answer in time"),
    ],
)
def test_what_does_not_get_better_is_given_up_as_retryable(trouble, told):
    server = Server(trouble)
    with pytest.raises(ModelError, match=told) as caught:
        openai(server).embed(["a"])
    assert caught.value.retryable
    assert len(server.asked) == QUICK.attempts


def pauses_of(*answers, patience=None):
    """The pauses taken until an answer comes or the endpoint gives up."""
    taken = []
    server = Server(*answers, {"done": True})
    endpoint = JsonEndpoint(
        "http://box/", patience=patience or Patience(), transport=server.transport, sleep=taken.append
    )
    try:
        endpoint.post({"input": []})
    except ModelError as error:
        taken.append(str(error))
    return taken


def test_pauses_double_with_jitter():
    busy = httpx2.Response(503)
    first, second, third = pauses_of(busy, busy, busy)
    assert 0.25 <= first <= 0.5 <= second <= 1.0 <= third <= 2.0
    assert len({pauses_of(busy)[0] for _ in range(5)}) > 1


def test_the_pause_that_a_server_asks_for_is_kept():
    assert pauses_of(httpx2.Response(429, headers={"Retry-After": "7"})) == [7.0]
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    assert 15 < pauses_of(httpx2.Response(429, headers={"Retry-After": soon}))[0] <= 20
    assert pauses_of(httpx2.Response(429, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"})) == [0.0]
    assert 0 < pauses_of(httpx2.Response(429, headers={"Retry-After": "soon"}))[0] <= 0.5


def test_a_pause_that_is_too_long_is_not_waited_for():
    (told,) = pauses_of(httpx2.Response(429, headers={"Retry-After": "3600"}))
    assert "answered 429; wait, or ask for a higher limit" in told


# --- addresses ---------------------------------------------------------------------------------------------------


@each_of(
    "url",
    [
        "box",
        "ftp://box",
        "http://",
        "http://user:pw@box",
        "user:pw@box",
        "http://user:pw@box:port",
        "http://box?key=1",
        "http://box:port",
        "http://[::1",
        "http://b\x00x",
    ],
)
def test_an_address_that_cannot_be_used_is_refused_at_once(url):
    with pytest.raises(SettingsError, match="address") as caught:
        OpenAIEmbedder("m", base_url=url)
    assert "pw" not in str(caught.value)


# --- over a real socket ------------------------------------------------------------------------------------------


class _Ollama(BaseHTTPRequestHandler):
    """Refuses the first request as busy, then answers as Ollama does."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(self.path)
        busy = len(self.server.asked) == 1
        vectors = [[len(text), 1.0] for text in asked["input"]]
        body = b"busy" if busy else json.dumps({"embeddings": vectors}).encode()
        self.send_response(503 if busy else 200)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def ollama():
    with ThreadingHTTPServer(("127.0.0.1", 0), _Ollama) as server:
        server.asked = []
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_server_on_this_machine_is_asked_past_any_proxy(ollama, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    embedder = OllamaEmbedder("m", base_url=f"http://127.0.0.1:{ollama.server_port}")
    assert np.allclose(embedder.embed(["abc"]), [[0.9486833, 0.3162278]])
    assert ollama.asked == ["/api/embed"] * 2


def test_a_server_that_is_not_there_is_named():
    with pytest.raises(ModelError, match=r"http://127\.0\.0\.1:9/api/embed cannot be reached .*; start it"):
        OllamaEmbedder("m", base_url="http://127.0.0.1:9", patience=QUICK).embed(["a"])
