"""What every chat model promises, asked of a real server: llama.cpp behind OpenAI's protocol."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from critique_core.errors import ModelError
from critique_core.llm.choice import chat_model
from tests.makers.model_server import MODEL, model_server  # noqa: F401 - a fixture

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["claims", "summary"],
    "properties": {
        "claims": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["id", "reasoning", "verdict", "confidence"],
                "properties": {
                    "id": {"type": "string", "enum": ["c1", "c2"]},
                    "reasoning": {"type": "string", "maxLength": 40},
                    "verdict": {"type": "string", "enum": ["supported", "contradicted", "unsupported"]},
                    "confidence": {"type": "number"},
                },
            },
        },
        "summary": {"type": "string", "maxLength": 40},
    },
}
ENDLESS = {
    "type": "object",
    "required": ["words"],
    "properties": {"words": {"type": "array", "minItems": 500, "items": {"type": "string", "maxLength": 8}}},
}


@pytest.fixture
def model(model_server):  # noqa: F811 - takes the imported fixture
    return chat_model("openai", base_url=model_server, model=MODEL)


def fits(content):
    assert set(content) == {"claims", "summary"}
    assert len(content["claims"]) == 2
    for claim in content["claims"]:
        assert claim["id"] in ("c1", "c2")
        assert claim["verdict"] in ("supported", "contradicted", "unsupported")
        assert len(claim["reasoning"]) <= 40


def test_the_answer_is_an_object_of_the_schema_and_its_tokens_are_counted(model):
    answer = model.complete("You check claims.", "c1: The timeout is 30 seconds.", SCHEMA)
    fits(answer.content)
    assert not answer.cut_off
    assert answer.usage.prompt_tokens > len("You check claims. c1: The timeout is 30 seconds.")
    assert 40 < answer.usage.completion_tokens < 1000


def test_the_schema_is_taken_at_once_and_the_same_question_gets_the_same_answer(model):
    first = model.complete("Check.", "c1", SCHEMA)
    second = model.complete("Check.", "c1", SCHEMA)
    assert (first.usage.calls, second.usage.calls) == (1, 1)
    assert first.content == second.content  # temperature 0


def test_a_streamed_answer_grows_and_is_the_same(model):
    grown = []
    streamed = model.complete("Check.", "c1", SCHEMA, stream=grown.append)
    assert streamed.content == model.complete("Check.", "c1", SCHEMA).content
    assert len(grown) > 20
    assert all(later.startswith(earlier) for earlier, later in pairwise(grown))


def test_many_at_once_and_in_an_event_loop_get_an_answer_each(model):
    async def several():
        return await asyncio.gather(*(model.acomplete("Check.", f"claim {n}", SCHEMA) for n in range(6)))

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have the loop of a browser test before it
        for answer in elsewhere.submit(asyncio.run, several()).result():
            fits(answer.content)


def test_an_answer_that_was_cut_off_says_so_and_keeps_what_is_whole(model_server):  # noqa: F811
    short = chat_model("openai", base_url=model_server, model=MODEL, answer_tokens=100)
    answer = short.complete("Check.", "c1", ENDLESS)
    assert answer.cut_off
    assert answer.repaired
    assert len(answer.content["words"]) > 3
    with pytest.raises(ModelError, match="stopped at its limit of 5 tokens"):
        chat_model("openai", base_url=model_server, model=MODEL, answer_tokens=5).complete("Check.", "c1", ENDLESS)


def test_an_answer_that_nobody_wants_any_more_is_given_up(model_server):  # noqa: F811
    slow = chat_model("openai", base_url=model_server, model=MODEL, answer_tokens=500)
    slow.complete("Check.", "c1", SCHEMA)
    wanted = threading.Event()
    started = time.monotonic()
    threading.Timer(0.2, wanted.set).start()
    with pytest.raises(ModelError, match="cancelled"):
        slow.complete("Check.", "c1 " * 2500, ENDLESS, cancelled=wanted.is_set)
    assert time.monotonic() - started < 10


def test_the_servers_models_are_listed_and_a_wrong_name_is_told_with_the_right_one(model, model_server):  # noqa: F811
    assert model.models() == (MODEL,)
    assert model.test_connection() == f"{model_server} answers and has the model {MODEL}."
    with pytest.raises(ModelError, match=f"tiny-randon.*choose one that it has, such as {MODEL}"):
        chat_model("openai", base_url=model_server, model="tiny-randon").test_connection()


def test_a_prompt_longer_than_the_models_window_is_refused_not_cut(model):
    with pytest.raises(ModelError, match="32768"):
        model.complete("Check.", "x" * 40_000, SCHEMA)
