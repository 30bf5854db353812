"""What every call to a server shares next to the embedders' tests: GET, bodies, the breaker."""

import gzip
import time

import httpx2
import pytest

from critique_core.errors import ModelError
from critique_core.http.circuit_breaker import CircuitBreaker
from critique_core.http.decoding import lines, unpacked
from critique_core.http.json_endpoint import JsonEndpoint, Patience

QUICK = Patience(attempts=2, pause=0.0)


def test_a_get_carries_its_query_and_key_and_gives_the_json():
    def answer(request):
        assert (request.method, str(request.url)) == ("GET", "http://box/search?q=a+b%26c&format=json")
        assert request.headers["X-Key"] == "k"
        return httpx2.Response(200, json={"results": []})

    endpoint = JsonEndpoint(
        "http://box/search", api_key="k", key_header="X-Key", transport=httpx2.MockTransport(answer)
    )
    assert endpoint.get({"q": "a b&c", "format": "json"}) == {"results": []}


def test_packed_parts_are_unpacked_a_piece_at_a_time():
    packed = gzip.compress(b"x" * 1_000_000)
    pieces = list(unpacked([packed[:7], packed[7:]], "gzip"))
    assert b"".join(pieces) == b"x" * 1_000_000
    assert max(map(len, pieces)) <= 64 * 1024


def test_an_encoding_that_was_not_asked_for_is_refused():
    body = httpx2.Response(200, content=iter([b"junk"]), headers={"Content-Encoding": "br"})
    endpoint = JsonEndpoint("http://box/", transport=httpx2.MockTransport(lambda _: body))
    with pytest.raises(ModelError, match="packed as 'br'"):
        endpoint.post({})


def test_only_a_line_feed_ends_a_line():
    assert list(lines([b"a\r\nb\xe2", b"\x80\xa8c\n\n", b"d"])) == ["a", "b\u2028c", "", "d"]
    assert list(lines([b"a", b"", b"\n", b"b\n"])) == ["a", "b"]


def test_a_line_that_comes_in_crumbs_is_put_together_in_linear_time():
    begun = time.process_time()
    [line] = lines(b"x" * 256 for _ in range(16_384))
    assert len(line) == 4 * 1024 * 1024
    assert time.process_time() - begun < 5


# --- the breaker -------------------------------------------------------------------------------------------------


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def breaker(clock):
    return CircuitBreaker(failures=3, rest=30.0, clock=lambda: clock[0])


def fail(breaker, times):
    for _ in range(times):
        assert breaker.admitted() == 0
        breaker.failed()


def test_failures_in_a_row_open_it_for_a_while(breaker, clock):
    fail(breaker, 3)
    assert breaker.is_open
    assert breaker.admitted() == 30.0
    clock[0] = 29.0
    assert breaker.admitted() == 1.0


def test_an_answer_between_failures_counts_anew(breaker):
    fail(breaker, 2)
    breaker.admitted()
    breaker.succeeded()
    fail(breaker, 2)
    assert not breaker.is_open


def test_after_the_rest_one_call_tries_for_all(breaker, clock):
    fail(breaker, 3)
    clock[0] = 31.0
    assert breaker.admitted() == 0
    assert breaker.admitted() > 0  # another call, while the first is under way
    breaker.succeeded()
    assert breaker.admitted() == 0


def test_a_trial_that_fails_opens_it_again_and_one_given_up_leaves_the_next_to_try(breaker, clock):
    fail(breaker, 3)
    clock[0] = 31.0
    fail(breaker, 1)
    assert breaker.admitted() == 30.0
    clock[0] = 62.0
    assert breaker.admitted() == 0
    breaker.withdrawn()
    assert breaker.admitted() == 0


def test_a_server_that_says_no_is_alive_and_one_that_fails_is_not(clock):
    statuses = iter([500, 500, 401, 500, 500, 500])
    transport = httpx2.MockTransport(lambda _: httpx2.Response(next(statuses), json={}))
    breaker = CircuitBreaker(failures=3, clock=lambda: clock[0])
    endpoint = JsonEndpoint("http://box/", patience=QUICK, breaker=breaker, transport=transport)
    for told in ("answered 500", "answered 401", "answered 500", "answered 500", "left alone for 30 seconds"):
        with pytest.raises(ModelError, match=told):
            endpoint.post({})
