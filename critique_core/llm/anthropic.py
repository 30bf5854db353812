"""Anthropic's ``/v1/messages``: the answer is the input of a tool that the model must call.

Fields by https://platform.claude.com/docs/en/api/messages, its pages on tool use, streaming and stop reasons.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from critique_core.http.json_endpoint import BrokenOff
from critique_core.llm.base import Show
from critique_core.llm.client import ChatClient, Prompt, Reply, broken_off, fields, number
from critique_core.llm.openai import events

_TOOL = "answer"
_IN_WORDS = f"Give your answer by calling the tool {_TOOL} once, and say nothing else."


@dataclass(frozen=True, slots=True)
class _Dialect:
    """What a model takes."""

    temperature: bool = True
    forced: bool = True  # to call the tool


class AnthropicChat(ChatClient):
    """Anthropic, or a server that speaks its protocol.

    Models that take no temperature get none, and models that may not be forced to call a tool are asked to; both is
    learnt from the server's refusal.
    """

    provider, default_url = "anthropic", "https://api.anthropic.com"
    chat_path, models_path = "/v1/messages", "/v1/models"
    key_header = "x-api-key"
    headers: Mapping[str, str] = {"anthropic-version": "2023-06-01"}
    _dialect = _Dialect()

    def _body(self, prompt: Prompt, dialect: _Dialect, stream: Show | None) -> dict[str, Any]:
        tool = {"name": _TOOL, "description": "Takes the answer.", "input_schema": dict(prompt.schema)}
        body: dict[str, Any] = {
            "model": self._model,
            "max_tokens": self._answer_tokens,
            "system": prompt.system if dialect.forced else f"{prompt.system}\n\n{_IN_WORDS}",
            "messages": [{"role": "user", "content": prompt.user}],
            "tools": [tool],
            "tool_choice": {"type": "tool", "name": _TOOL} if dialect.forced else {"type": "auto"},
            "stream": stream is not None,
        }
        return body | ({"temperature": self._temperature} if dialect.temperature else {})

    def _looser(self, dialect: _Dialect, told: str) -> _Dialect | None:
        if "temperature" in told and dialect.temperature:
            return replace(dialect, temperature=False)
        if "tool_choice" in told and dialect.forced:
            return replace(dialect, forced=False)
        return None

    def _read(self, answer: Any) -> Reply:
        blocks = answer["content"]
        called = next((block["input"] for block in blocks if block["type"] == "tool_use"), None)
        said = "".join(block["text"] for block in blocks if block["type"] == "text")
        text = said if called is None else json.dumps(called)
        return _reply(text, answer, fields(answer.get("usage")))

    def _read_stream(self, lines: Iterator[str], show: Show) -> Reply:
        said, called, done = "", "", False
        usage, end = dict(fields(None)), fields(None)
        for event in events(lines):
            told = json.loads(event)
            if told["type"] == "error":
                raise BrokenOff(str(told["error"].get("message")))
            if told["type"] == "message_start":
                usage = dict(fields(told["message"].get("usage")))
            elif told["type"] == "content_block_delta":
                said += told["delta"].get("text", "")
                called += told["delta"].get("partial_json", "")
                show(called or said)
            elif told["type"] == "message_delta":
                end = fields(told["delta"])
                usage |= {name: count for name, count in fields(told.get("usage")).items() if count is not None}
            elif told["type"] == "message_stop":
                done = True
                break
        broken_off(done, "it ended before it was done")
        return _reply(called or said, end, usage)

    def _listed(self, answer: Any) -> Iterator[str]:
        return (each["id"] for each in answer["data"])

    def _list_query(self) -> Mapping[str, str]:
        return {"limit": "1000"}


def _reply(text: str, end: Mapping[str, Any], usage: Mapping[str, Any]) -> Reply:
    stopped, refusal = end.get("stop_reason"), None
    if stopped == "refusal":
        refusal = str(fields(end.get("stop_details")).get("explanation") or "")
    return Reply(
        text,
        _read_tokens(usage),
        number(usage.get("output_tokens")),
        cut_off=stopped in ("max_tokens", "model_context_window_exceeded"),
        refusal=refusal,
    )


def _read_tokens(usage: Mapping[str, Any]) -> int | None:
    """All tokens of the prompt: Anthropic counts those that it had kept from before apart."""
    fresh = number(usage.get("input_tokens"))
    kept = (usage.get("cache_creation_input_tokens"), usage.get("cache_read_input_tokens"))
    return None if fresh is None else fresh + sum(number(count) or 0 for count in kept)
