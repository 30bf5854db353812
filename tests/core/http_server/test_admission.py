"""Who may ask: keys, hosts and web pages; and how much at once."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")

from sqlalchemy import select

from critique_core.store.tables import api_keys
from critique_core.workbench.api_keys import make_key, owner_of
from tests.makers.verifiers import HeldVerifier

ASKED = {"query": "Port?", "draft": "The port is 8080.", "sources": [{"id": "1", "content": "Port: 8080"}]}
SECRET = "the launch code is 4711"


def test_once_a_key_was_made_every_request_needs_one_that_was_not_revoked(served):
    one = served()
    store = one.workbench.store
    with one.client() as client:
        assert client.get("/v1/sources").status_code == 200
        key, text = make_key(store, "Ada", "admin")
        wrong = text[:-1] + ("0" if text[-1] != "0" else "1")
        for header in (
            None,
            f"Bearer {wrong}",
            "Bearer x",
            f"Basic {text}",
            "Bearer claimlens_" + "0" * 12 + "_" + "0" * 64,
        ):
            refused = client.get("/v1/sources", headers={"authorization": header} if header else {})
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"].startswith("Bearer")
        assert client.get("/v1/sources", headers={"authorization": f"Bearer {text}"}).status_code == 200
        assert client.get("/v1/openapi.json").status_code == 200
        store.revoke_key(key.id)
        assert client.get("/v1/sources", headers={"authorization": f"Bearer {text}"}).status_code == 401
        assert client.get("/v1/sources").status_code == 401


def test_no_secret_is_at_rest(served):
    store = served().workbench.store
    key, text = make_key(store, "Ada", "admin")
    secret = text.split("_")[2]
    with store._database.reading() as connection:
        kept = str(connection.execute(select(api_keys)).all())
    assert secret not in kept
    assert owner_of(store, text) == key
    assert owner_of(store, text.upper()) is None


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"host": "["}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "127.0.0.1:9", "origin": "http://localhost:9"}, 200),
        ({"host": "[::1]:9"}, 200),
    ],
)
def test_without_keys_only_this_machine_asks(served, headers, status):
    with served().client() as client:
        assert client.get("/v1/sources", headers=headers).status_code == status


def test_a_body_that_is_too_large_is_refused_whether_or_not_its_length_is_told(served):
    with served(body_bytes=1_000).client() as client:
        headers = {"content-type": "application/json"}
        assert client.post("/v1/critiques", content=b" " * 1_000, headers=headers).status_code == 400
        for content in (b" " * 1_001, iter([b" " * 600, b" " * 600])):
            refused = client.post("/v1/critiques", content=content, headers=headers)
            assert refused.status_code == 413
            assert "1,000 bytes; send fewer or shorter sources" in refused.json()["detail"]


def test_more_than_may_be_at_once_is_told_when_to_come_back_and_other_requests_are_answered(served):
    verifier = HeldVerifier()
    one = served(verifier, at_once=1)
    with one.client() as client:
        answers = []
        first = threading.Thread(target=lambda: answers.append(client.post("/v1/critiques", json=ASKED).status_code))
        first.start()
        assert verifier.begun.wait(20)
        busy = client.post("/v1/critiques", json=ASKED)
        assert (busy.status_code, busy.headers["retry-after"]) == (429, "2")
        assert client.get("/v1/critiques").json()["total"] == 0
        verifier.may_end.set()
        first.join()
        assert answers == [201]
        assert client.post("/v1/critiques", json=ASKED).status_code == 201


def test_when_sixteen_batches_wait_the_next_one_is_told_to_come_back(served):
    verifier = HeldVerifier()
    one = served(verifier)
    batch = {"requests": [ASKED]}
    with one.client() as client:
        assert client.post("/v1/batches", json=batch).status_code == 202
        assert verifier.begun.wait(20)  # the first one runs; it waits no longer
        sent = [client.post("/v1/batches", json=batch).status_code for _ in range(17)]
        verifier.may_end.set()
    assert sent == [202] * 16 + [429]


def test_a_check_that_takes_too_long_is_given_up_kept_nowhere_and_its_place_freed(served):
    verifier = HeldVerifier()
    one = served(verifier, at_once=1, seconds=0.3)
    with one.client() as client:
        late = client.post("/v1/critiques", json=ASKED)
        assert late.status_code == 503
        assert "more than 0.3 seconds; send it as a batch" in late.json()["detail"]
        assert client.post("/v1/critiques", json=ASKED).status_code == 429  # the work has not ended
        verifier.may_end.set()
        until = time.monotonic() + 20
        while one.running._running:
            assert time.monotonic() < until
            time.sleep(0.01)
        assert client.get("/v1/critiques").json()["total"] == 0


def test_a_check_under_way_is_answered_at_once_when_the_server_is_stopped(served):
    verifier = HeldVerifier()
    one = served(verifier)
    with one.client() as client, ThreadPoolExecutor(1) as caller:
        asked = caller.submit(client.post, "/v1/critiques", json=ASKED)
        assert verifier.begun.wait(20)
        try:
            client.portal.call(one.running.stop)
            refused = asked.result(10)
        finally:
            verifier.may_end.set()
    assert (refused.status_code, refused.headers["content-type"]) == (503, "application/problem+json")
    assert refused.json()["detail"] == "the server is being stopped; send the request again when it runs"


def test_a_fault_of_the_program_is_told_without_a_word_of_what_was_checked(served, caplog):
    verifier = HeldVerifier(KeyError(SECRET))
    verifier.may_end.set()
    with served(verifier).client() as client:
        broken = client.post("/v1/critiques", json=ASKED)
    assert broken.status_code == 500
    assert broken.headers["content-type"] == "application/problem+json"
    assert "KeyError at verifiers.py" in broken.json()["detail"]
    assert SECRET not in broken.text + caplog.text
    assert "KeyError at verifiers.py" in caplog.text
