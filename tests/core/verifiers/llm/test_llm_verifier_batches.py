"""Batches of one critique side by side: verdicts in order, each batch by itself, a dead server left alone, an end."""

import json
import re
import socket
import threading
import time
from collections.abc import Callable

import pytest

from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.http.json_endpoint import Patience
from critique_core.llm.choice import chat_model
from critique_core.models import Verdict, VerificationInput, parse_request
from critique_core.runs import ledger
from critique_core.runs.answer_cache import AnswerCache
from critique_core.verifiers.cascade import CascadeVerifier
from critique_core.verifiers.llm import LlmVerifier
from tests.makers.fault_server import FAULTS, Fault, FaultServer, completion, say, served, wait_until
from tests.makers.verifiers import ScriptedVerifier, believing

CLAIMS = 24
TEXT = " ".join(f"Plan {number} allows {number}00 requests per minute." for number in range(1, CLAIMS + 1))
ONCE = Patience(connect=1.0, read=5.0, whole=5.0, total=5.0, attempts=1, pause=0.01)
BY_MODEL, BY_FALLBACK = "llm_verification", "typed_comparison"


def asked_in(body: str) -> list[str]:
    """The plans that a request asks about."""
    return re.findall(r"(?m)^\d+\. Plan (\d+) ", json.loads(body)["messages"][1]["content"].rpartition("CLAIMS")[2])


def judging(trouble: Callable[[str], str | None] = lambda plan: None, pause: float = 0.0, together: int = 0) -> Fault:
    """A server that supports each claim with its own words; ``trouble`` is the status for a batch that holds a plan.

    No answer is given before ``together`` calls have been under way at once.
    """

    def fault(server: FaultServer, caller: socket.socket) -> None:
        plans = asked_in(server.bodies[caller])
        with server.thinking():
            wait_until(lambda: server.most_at_once >= together, 3.0)
            server.over.wait(pause)
        status = next((told for plan in plans if (told := trouble(plan))), None)
        if status:
            say(caller, status, b'{"error": "overloaded"}')
            return
        verdicts = [
            {"claim": number, "reasoning": "It says so.", "status": "supported", "confidence": 0.9, "lacking": [],
             "quotes": [{"source": 1, "quote": f"Plan {plan} allows {plan}00 requests per minute.",
                         "relation": "supports"}]}
            for number, plan in enumerate(plans, start=1)
        ]  # fmt: skip
        say(caller, "200 OK", completion(json.dumps({"verdicts": verdicts})))

    return fault


def request() -> VerificationInput:
    of = parse_request({"draft": TEXT, "sources": [{"id": "plans", "content": TEXT}]})
    claims = tuple(claim for claim in extract(of.draft) if claim.checkable)
    candidates = SourceIndex(of.sources).candidates(claims)
    return VerificationInput(query="", draft=of.draft, claims=claims, candidates=candidates, sources=of.sources)


def verifier(
    server: FaultServer, *, at_once: int = 4, most_claims: int = 2, patience: Patience = ONCE, **fields: AnswerCache
) -> LlmVerifier:
    model = chat_model("openai", base_url=server.url, model="m", patience=patience, at_once=at_once)
    behind = ScriptedVerifier({"": believing(0.4)}, name="behind")
    return LlmVerifier(model, fallback=behind, most_claims=most_claims, at_once=at_once, **fields)


def judged(asked: LlmVerifier, book: ledger.Ledger | None = None) -> tuple[Verdict, ...]:
    with ledger.kept(book or ledger.Ledger(), "verdicts"):
        return asked.verify(request())


def methods(verdicts: tuple[Verdict, ...]) -> list[str]:
    return [verdict.method for verdict in verdicts]


@pytest.mark.parametrize("at_once", [1, 3])
def test_as_many_calls_as_wanted_run_side_by_side_and_verdicts_are_in_order(at_once: int):
    book = ledger.Ledger()
    with served(judging(pause=0.05, together=at_once)) as server:
        verdicts = judged(verifier(server, at_once=at_once), book)
    assert server.most_at_once == at_once
    assert [verdict.claim_id for verdict in verdicts] == [claim.id for claim in request().claims]
    assert [verdict.evidence[0].quote for verdict in verdicts] == [claim.text for claim in request().claims]
    assert set(methods(verdicts)) == {BY_MODEL}
    assert (book.costs["verdicts"].calls, book.costs["verdicts"].prompt_tokens) == (12, 12 * 9)


def test_a_batch_that_fails_is_judged_by_the_embedded_verifier_and_the_others_by_the_model():
    book = ledger.Ledger()
    with served(judging(lambda plan: "500 Internal Server Error" if plan == "7" else None)) as server:
        verdicts = judged(verifier(server), book)
    assert [plan for plan, verdict in enumerate(verdicts, start=1) if verdict.method == BY_FALLBACK] == [7, 8]
    assert len(server.asked) == 12
    assert all(verdict.probabilities for verdict in verdicts)
    [note] = book.notes
    assert "answered 500" in note
    assert note.startswith("verdicts: behind judged 2 of 24 claims, as openai m could not be used: http")


def test_each_trouble_is_told_once():
    troubles = {"3": "500 Internal Server Error", "9": "400 Bad Request", "15": "400 Bad Request"}
    book = ledger.Ledger()
    with served(judging(troubles.get)) as server:
        verdicts = judged(verifier(server), book)
    assert methods(verdicts).count(BY_FALLBACK) == 6
    [note] = book.notes
    assert (note.count("answered 500"), note.count("answered 400")) == (1, 1)


def test_a_batch_that_fails_and_passes_when_tried_again_is_the_models():
    refused: list[str] = []

    def first_time(plan: str) -> str | None:
        if plan != "7" or refused:
            return None
        refused.append(plan)
        return "503 Service Unavailable"

    with served(judging(first_time)) as server:
        verdicts = judged(verifier(server, patience=Patience(attempts=2, pause=0.01)))
    assert set(methods(verdicts)) == {BY_MODEL}
    assert len(server.asked) == 13


def test_a_server_that_is_down_is_left_alone_before_every_batch_has_asked_it():
    book = ledger.Ledger()
    with served(judging(lambda plan: "500 Internal Server Error")) as server:
        verdicts = judged(verifier(server, most_claims=1), book)
    assert set(methods(verdicts)) == {BY_FALLBACK}
    assert 5 <= len(server.asked) <= 5 + 3  # five failures in a row open the breaker; three more may be under way
    [note] = book.notes
    assert "left alone" not in note
    assert "judged 24 of 24 claims" in note


@pytest.mark.parametrize("status", ["401 Unauthorized", "403 Forbidden", "404 Not Found"])
def test_a_server_that_takes_neither_key_nor_model_is_not_asked_again_and_again(status: str):
    with served(judging(lambda plan: status)) as server:
        verdicts = judged(verifier(server, at_once=2, most_claims=1))
    assert set(methods(verdicts)) == {BY_FALLBACK}
    assert len(server.asked) <= 2


def test_cancelling_ends_all_calls_at_once_and_begins_no_other():
    class Stop(Exception):
        pass

    def beat() -> None:
        if len(server.asked) == 3:
            raise Stop

    with served(FAULTS["silent"]) as server:
        patient = Patience(read=30.0, whole=30.0, attempts=1)
        started = time.monotonic()
        with pytest.raises(Stop):
            judged(verifier(server, at_once=3, patience=patient), ledger.Ledger(beat=beat))
        assert time.monotonic() - started < 10
        assert len(server.asked) == 3
        assert wait_until(lambda: not [one for one in threading.enumerate() if one.name.startswith("verdicts")])


def test_what_came_before_a_run_was_cancelled_is_kept(tmp_path):
    class Stop(Exception):
        pass

    def beat() -> None:
        if len(server.asked) > 3:
            raise Stop

    cache = AnswerCache(tmp_path / "answers.sqlite3")
    with served(judging(pause=0.2)) as server:
        with pytest.raises(Stop):
            judged(verifier(server, at_once=1, most_claims=1, cache=cache), ledger.Ledger(beat=beat))
        kept = cache.size()
        assert kept
        assert 3 <= kept[0] < CLAIMS
    cache.close()


def test_progress_counts_what_all_batches_have_answered():
    told: list[float] = []
    book = ledger.Ledger()
    book.beat = lambda: told.append(book.reached)
    with served(judging(pause=0.15)) as server:
        judged(verifier(server, at_once=2, most_claims=4), book)
    assert told == sorted(told)
    assert any(0 < done < 1 for done in told)


def test_a_cascade_sends_what_is_left_of_a_whole_draft_in_as_few_calls_as_it_takes():
    unsure = {f"Plan {number} ": believing(0.5) for number in (2, 9, 16, 23)}
    first = ScriptedVerifier({**unsure, "": believing(0.9)}, name="behind")
    with served(judging()) as server:
        asking = verifier(server, most_claims=4)
        book = ledger.Ledger()
        with ledger.kept(book, "verdicts"):
            verdicts = CascadeVerifier(first, asking).verify(request())
        assert len(server.asked) == 1
    assert [n for n, verdict in enumerate(verdicts, start=1) if verdict.method == BY_MODEL] == [2, 9, 16, 23]
    assert book.escalation
    assert (book.escalation.sent, book.escalation.calls_saved) == (4, 5)
