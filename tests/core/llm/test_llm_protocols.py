"""The three protocols: what is sent, and what is read of the answers in their documentation."""

import json

import httpx2
import pytest

from critique_core.errors import ModelError, SettingsError
from critique_core.http.json_endpoint import Patience
from critique_core.llm.anthropic import AnthropicChat
from critique_core.llm.base import Usage
from critique_core.llm.choice import chat_model
from critique_core.llm.ollama import OllamaChat
from critique_core.llm.openai import OpenAIChat

KEY = "sk-very-secret-1234"
QUICK = Patience(attempts=2, pause=0.0)
SCHEMA = {
    "type": "object",
    "properties": {"age": {"type": "integer"}, "available": {"type": "boolean"}},
    "required": ["age", "available"],
    "additionalProperties": False,
}
CONTENT = {"age": 22, "available": False}

# From docs/api.md of Ollama, "Chat request (Structured outputs)".
OLLAMA = {
    "model": "llama3.1",
    "created_at": "2024-12-06T00:46:58.265747Z",
    "message": {"role": "assistant", "content": '{"age": 22, "available": false}'},
    "done_reason": "stop",
    "done": True,
    "total_duration": 2254970291,
    "load_duration": 574751416,
    "prompt_eval_count": 34,
    "prompt_eval_duration": 1502000000,
    "eval_count": 12,
    "eval_duration": 175000000,
}
OPENAI = {
    "id": "chatcmpl-9wiSIg5LYrrpxwsr2PubSQnbtod1P",
    "object": "chat.completion",
    "created": 1723780938,
    "model": "gpt-4o-2024-05-13",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": '{"age": 22, "available": false}', "refusal": None},
            "finish_reason": "stop",
        }
    ],
    "usage": {"completion_tokens": 12, "prompt_tokens": 34, "total_tokens": 46},
}
ANTHROPIC = {
    "id": "msg_01Aq9w938a90dw8q",
    "type": "message",
    "role": "assistant",
    "model": "claude-haiku-4-5",
    "content": [{"type": "tool_use", "id": "toolu_01A09q90qw90lq917835lq9", "name": "answer", "input": CONTENT}],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {
        "input_tokens": 30,
        "cache_creation_input_tokens": 3,
        "cache_read_input_tokens": 1,
        "output_tokens": 12,
    },
}
OLLAMA_STREAM = [
    {"model": "llama3.2", "message": {"role": "assistant", "content": '{"age": 22, ', "images": None}, "done": False},
    {"model": "llama3.2", "message": {"role": "assistant", "content": '"available": false}'}, "done": False},
    {"model": "llama3.2", "done": True, "done_reason": "stop", "prompt_eval_count": 34, "eval_count": 12},
]
OPENAI_STREAM = [
    {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "", "refusal": None}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {"content": '{"age": 22, '}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {"content": '"available": false}'}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    {"choices": [], "usage": {"prompt_tokens": 34, "completion_tokens": 12, "total_tokens": 46}},
]
ANTHROPIC_STREAM = [
    {"type": "message_start", "message": {"content": [], "usage": {"input_tokens": 34, "output_tokens": 1}}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "name": "answer", "input": {}}},
    {"type": "ping"},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '{"age": 22, '}},
    {"type": "content_block_delta", "delta": {"type": "input_json_delta", "partial_json": '"available": false}'}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 12}},
    {"type": "message_stop"},
]


def ndjson(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)


def sse(lines, *, end=""):
    return "".join(f"event: {line.get('type', '')}\ndata: {json.dumps(line)}\n\n" for line in lines) + end


class Server:
    """Gives its answers in turn, the last again and again; ``sent`` holds the bodies, ``headers`` and ``urls`` too."""

    def __init__(self, *answers):
        self.answers, self.sent, self.headers, self.urls = list(answers), [], [], []
        self.transport = httpx2.MockTransport(self)

    def __call__(self, request):
        self.sent.append(json.loads(request.content or b"null"))
        self.headers.append(request.headers)
        self.urls.append(str(request.url))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, tuple):
            return httpx2.Response(answer[0], json=answer[1])
        return httpx2.Response(200, text=answer) if isinstance(answer, str) else httpx2.Response(200, json=answer)


def client(made, server, **options):
    return made("m", api_key=KEY, patience=QUICK, transport=server.transport, **options)


CASES = [
    (OllamaChat, OLLAMA, ndjson(OLLAMA_STREAM)),
    (OpenAIChat, OPENAI, sse(OPENAI_STREAM, end="data: [DONE]\n\n")),
    (AnthropicChat, ANTHROPIC, sse(ANTHROPIC_STREAM)),
]


@pytest.mark.parametrize(("made", "whole", "streamed"), CASES)
def test_the_documented_answers_are_read_whole_and_streamed(made, whole, streamed):
    answer = client(made, Server(whole)).complete("system", "user", SCHEMA)
    assert answer.content == CONTENT
    assert answer.usage == Usage(1, 34, 12)
    assert not answer.repaired
    shown = []
    assert client(made, Server(streamed)).complete("system", "user", SCHEMA, stream=shown.append).content == CONTENT
    assert shown[-2:] == ['{"age": 22, ', '{"age": 22, "available": false}']


def test_what_each_protocol_is_sent():
    ollama, openai, anthropic = Server(OLLAMA), Server(OPENAI), Server(ANTHROPIC)
    for made, server in ((OllamaChat, ollama), (OpenAIChat, openai), (AnthropicChat, anthropic)):
        client(made, server).complete("be brief", "how old?", SCHEMA)
    messages = [{"role": "system", "content": "be brief"}, {"role": "user", "content": "how old?"}]
    assert ollama.urls == ["http://127.0.0.1:11434/api/chat"]
    assert ollama.sent[0] == {
        "model": "m", "messages": messages, "format": SCHEMA, "stream": False, "truncate": False, "shift": False,
        "options": {"temperature": 0, "seed": 0, "num_predict": 4096, "num_ctx": 8192},
    }  # fmt: skip
    assert openai.urls == ["https://api.openai.com/v1/chat/completions"]
    assert openai.sent[0] == {
        "model": "m", "messages": messages, "stream": False, "max_tokens": 4096, "temperature": 0, "seed": 0,
        "response_format": {
            "type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}
        },
    }  # fmt: skip
    assert anthropic.urls == ["https://api.anthropic.com/v1/messages"]
    assert anthropic.sent[0]["tool_choice"] == {"type": "tool", "name": "answer"}
    assert anthropic.sent[0]["tools"][0]["input_schema"] == SCHEMA
    assert (anthropic.headers[0]["x-api-key"], anthropic.headers[0]["anthropic-version"]) == (KEY, "2023-06-01")
    assert "authorization" not in anthropic.headers[0]


@pytest.mark.parametrize(("made", "answer"), [(OllamaChat, OLLAMA), (OpenAIChat, OPENAI), (AnthropicChat, ANTHROPIC)])
def test_a_temperature_is_sent_as_it_was_given(made, answer):
    server = Server(answer)
    client(made, server, temperature=0.1).complete("s", "u", SCHEMA)
    body = server.sent[0]
    assert body.get("options", body)["temperature"] == 0.1


def test_a_long_prompt_gets_a_window_that_holds_it():
    server = Server(OLLAMA)
    client(OllamaChat, server).complete("s", "ж" * 30_000, SCHEMA)
    assert server.sent[0]["options"]["num_ctx"] == 32768


def test_what_a_server_does_not_take_is_left_out_from_then_on():
    told = [
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "Unsupported value: 'temperature' does not support 0 with this model.",
        "This response_format type is unavailable now",
        "'response_format.type' must be 'json_schema' or 'text'",
    ]
    server = Server(*[(400, {"error": {"message": each}}) for each in told], OPENAI)
    model = client(OpenAIChat, server)
    assert model.complete("s", "u", SCHEMA).usage.calls == 5
    assert model.complete("s", "u", SCHEMA).usage.calls == 1
    last = server.sent[-1]
    assert "response_format" not in last
    assert "temperature" not in last
    assert last["max_completion_tokens"] == 4 * 4096
    assert json.dumps(SCHEMA) in last["messages"][0]["content"]


def test_newer_models_of_anthropic_get_no_temperature_and_are_asked_to_call_the_tool():
    refusals = ["`temperature` is deprecated for this model.", "Thinking may not be enabled when tool_choice forces"]
    server = Server(*[(400, {"type": "error", "error": {"message": each}}) for each in refusals], ANTHROPIC)
    assert client(AnthropicChat, server).complete("s", "u", SCHEMA).usage.calls == 3
    assert "temperature" not in server.sent[-1]
    assert server.sent[-1]["tool_choice"] == {"type": "auto"}


def test_a_refusal_that_nothing_can_mend_is_told_at_once():
    server = Server((400, {"error": {"message": "This model's maximum context length is 8192 tokens."}}))
    with pytest.raises(ModelError, match="maximum context length"):
        client(OpenAIChat, server).complete("s", "u", SCHEMA)
    assert len(server.sent) == 1


@pytest.mark.parametrize(
    ("made", "answer", "told"),
    [
        (OpenAIChat, {"choices": [{"message": {"content": None, "refusal": "I can't help."}}]}, r"\(I can't help.\)"),
        (OpenAIChat, {"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}, "content filter"),
        (
            AnthropicChat,
            {"content": [], "stop_reason": "refusal", "stop_details": {"explanation": "Policy."}},
            "Policy",
        ),
    ],
)
def test_a_refusal_to_answer_is_called_one(made, answer, told):
    with pytest.raises(ModelError, match=f"refused to answer.*{told}"):
        client(made, Server(answer)).complete("s", "u", SCHEMA)


@pytest.mark.parametrize(
    ("made", "answer"),
    [
        (OllamaChat, OLLAMA | {"message": {"content": ""}, "done_reason": "length"}),
        (OpenAIChat, {"choices": [{"message": {"content": ""}, "finish_reason": "length"}]}),
        (AnthropicChat, {"content": [], "stop_reason": "max_tokens"}),
    ],
)
def test_an_answer_that_hit_its_limit_before_it_began_says_so(made, answer):
    with pytest.raises(ModelError, match="stopped at its limit of 4096 tokens"):
        client(made, Server(answer)).complete("s", "u", SCHEMA)


@pytest.mark.parametrize(
    ("made", "streamed"),
    [
        (OllamaChat, ndjson(OLLAMA_STREAM[:2])),
        (OpenAIChat, sse(OPENAI_STREAM[:3])),
        (AnthropicChat, sse(ANTHROPIC_STREAM[:5])),
        (OllamaChat, ndjson([{"error": f"out of memory {KEY}"}])),
        (OpenAIChat, sse([{"error": {"message": f"worker died {KEY}"}}])),
        (AnthropicChat, sse([{"type": "error", "error": {"type": "overloaded_error", "message": KEY}}])),
    ],
)
def test_a_stream_that_breaks_off_is_asked_for_again_and_then_given_up(made, streamed):
    server = Server(streamed)
    with pytest.raises(ModelError, match="broke off its answer") as caught:
        client(made, server).complete("s", "u", SCHEMA, stream=lambda _: None)
    assert caught.value.retryable
    assert KEY not in str(caught.value)
    assert len(server.sent) == 2


@pytest.mark.parametrize(
    ("made", "listed", "url"),
    [
        (OllamaChat, {"models": [{"name": "m:latest"}, {"name": "a"}]}, "http://127.0.0.1:11434/api/tags"),
        (OpenAIChat, {"object": "list", "data": [{"id": "m"}, {"id": "a"}]}, "https://api.openai.com/v1/models"),
        (AnthropicChat, {"data": [{"id": "m"}, {"id": "a"}]}, "https://api.anthropic.com/v1/models?limit=1000"),
    ],
)
def test_a_servers_models_are_listed(made, listed, url):
    server = Server(listed)
    assert client(made, server).models()[0] == "a"
    assert server.urls == [url]
    assert "has the model m" in client(made, server).test_connection()
    other = Server({"models": [{"name": "mm"}], "data": [{"id": "mm"}]})
    with pytest.raises(ModelError, match=r"not among the 1 models.*such as mm"):
        client(made, other).test_connection()


def test_the_fingerprint_is_of_what_decides_the_answer_and_not_of_the_key():
    made = [
        OllamaChat("m"), OllamaChat("n"), OpenAIChat("m"), OpenAIChat("m", base_url="http://box/v1"),
        OpenAIChat("m", answer_tokens=99), AnthropicChat("m"),
    ]  # fmt: skip
    assert len({each.spec.fingerprint for each in made}) == len(made)
    assert OpenAIChat("m", api_key=KEY).spec == OpenAIChat("m").spec


@pytest.mark.parametrize(
    ("provider", "options", "told"),
    [
        ("gemini", {"model": "m"}, "allowed are ollama, openai, anthropic"),
        ("ollama", {}, "name its model, such as"),
        ("openai", {"model": "m"}, "set CLAIMLENS_LLM_API_KEY"),
        ("anthropic", {"model": "m"}, "set CLAIMLENS_LLM_API_KEY"),
        ("openai", {"model": "m", "base_url": "box"}, "must begin with http"),
        ("openai", {"model": "m", "api_key": "sk 1"}, "copy it again"),
    ],
)
def test_what_a_model_lacks_is_said_before_anything_is_sent(provider, options, told):
    with pytest.raises(SettingsError, match=told):
        chat_model(provider, **options)


def test_usage_adds_up_and_what_is_unknown_stays_unknown():
    assert Usage(1, 10, 5) + Usage(2, 1, 1) == Usage(3, 11, 6)
    assert Usage(1, 10, 5) + Usage(1, None, 5) == Usage(2, None, 10)


# --- answers that say something else -----------------------------------------------------------------------------


def told_of(body):
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, json=body))
    model = OpenAIChat("m", base_url="http://box", api_key=KEY, patience=QUICK, transport=transport)
    with pytest.raises(ModelError) as caught:
        model.complete("system", "user", SCHEMA)
    return str(caught.value)


def test_no_part_of_the_key_is_shown_where_what_was_said_is_cut():
    message = {"role": "assistant", "content": "y" * 190 + KEY}
    assert "sk-v" not in told_of({"choices": [{"message": message, "finish_reason": "stop"}]})


def test_a_refusal_that_is_no_text_is_an_answer_in_another_form():
    message = {"role": "assistant", "content": "", "refusal": 5}
    assert "in another form" in told_of({"choices": [{"message": message, "finish_reason": "stop"}]})


def test_an_error_under_status_200_is_told_in_the_servers_words():
    assert "with an error (the model is overloaded)" in told_of({"error": {"message": "the model is overloaded"}})
