"""OpenAI's ``/v1/chat/completions``, and the many servers that speak it, each in its own dialect.

Fields by https://platform.openai.com/docs/api-reference/chat and the guide to structured outputs there. What a server
does not take is left out from then on: ``response_format`` json_schema becomes json_object (with the schema next to it,
which llama-cpp-python and others understand) and then nothing, with the schema in the prompt.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from critique_core.http.json_endpoint import BrokenOff
from critique_core.llm.base import Show
from critique_core.llm.client import ChatClient, Prompt, Reply, broken_off, fields, number

_THINKING = 4  # where thoughts count as tokens of the answer, it gets so many times as many
_ABOUT_FORMAT = re.compile(r"response_?format|json_?schema|json_?object|schema|grammar|structured", re.IGNORECASE)
_IN_WORDS = "Answer with one JSON object and nothing else. It follows this JSON schema:"


@dataclass(frozen=True, slots=True)
class _Dialect:
    """What a server takes."""

    form: Literal["json_schema", "json_object", "text"] = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True
    seed: bool = True
    usage: bool = True  # of a streamed answer


class OpenAIChat(ChatClient):
    """OpenAI or a compatible server: vLLM, llama.cpp, LM Studio, Mistral, OpenRouter and others."""

    provider, default_url = "openai", "https://api.openai.com"
    chat_path, models_path = "/v1/chat/completions", "/v1/models"
    _dialect = _Dialect()

    def _body(self, prompt: Prompt, dialect: _Dialect, stream: Show | None) -> dict[str, Any]:
        system = prompt.system
        if dialect.form != "json_schema":
            system = f"{system}\n\n{_IN_WORDS}\n{json.dumps(prompt.schema, ensure_ascii=False)}"
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": prompt.user}],
            "stream": stream is not None,
            dialect.limit: self._answer_tokens * (1 if dialect.limit == "max_tokens" else _THINKING),
        }
        if dialect.form == "json_schema":
            described = {"name": "answer", "strict": True, "schema": dict(prompt.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": described}
        elif dialect.form == "json_object":
            body["response_format"] = {"type": "json_object", "schema": dict(prompt.schema)}
        body |= {"temperature": self._temperature} if dialect.temperature else {}
        body |= {"seed": 0} if dialect.seed else {}
        body |= {"stream_options": {"include_usage": True}} if stream is not None and dialect.usage else {}
        return body

    def _looser(self, dialect: _Dialect, told: str) -> _Dialect | None:
        return _looser(dialect, told)

    def _read(self, answer: Any) -> Reply:
        if error := answer.get("error"):  # some servers say so under status 200
            self._refuse(f"answered with an error ({self._quoted(_message(error))})", "see its own messages")
        choice = answer["choices"][0]
        message = choice["message"]
        return _reply(
            message.get("content") or "", message.get("refusal"), choice.get("finish_reason"), answer.get("usage")
        )

    def _read_stream(self, lines: Iterator[str], show: Show) -> Reply:
        text, refusal, done = "", "", False
        finish: Any = None
        usage: Any = None
        for event in events(lines):
            if event == "[DONE]":
                done = True
                break
            chunk = fields(json.loads(event))
            if "error" in chunk:
                raise BrokenOff(_message(chunk["error"]))
            usage = chunk.get("usage") or usage
            for choice in chunk.get("choices") or ():
                delta = fields(choice.get("delta"))
                refusal += delta.get("refusal") or ""
                finish = choice.get("finish_reason") or finish
                if piece := delta.get("content"):
                    text += piece
                    show(text)
        broken_off(done or finish is not None, "it ended before it was done")
        return _reply(text, refusal or None, finish, usage)

    def _listed(self, answer: Any) -> Iterator[str]:
        return (each["id"] for each in answer["data"])


def events(lines: Iterator[str]) -> Iterator[str]:
    """The payloads of server-sent events that take one line each, as these protocols' do."""
    return (line[5:].strip() for line in lines if line.startswith("data:") and line[5:].strip())


def _reply(text: str, refusal: str | None, finish: Any, usage: Any) -> Reply:
    if finish == "content_filter" and refusal is None:
        refusal = "its content filter stopped the answer"
    counted = fields(usage)
    return Reply(
        text,
        number(counted.get("prompt_tokens")),
        number(counted.get("completion_tokens")),
        cut_off=finish == "length",
        refusal=refusal,
    )


def _looser(dialect: _Dialect, told: str) -> _Dialect | None:
    """What to ask for instead, by the name that the refusal gives; ``None`` when it names nothing that can go."""
    if "max_completion_tokens" in told and dialect.limit == "max_tokens":
        return replace(dialect, limit="max_completion_tokens")
    if "stream_options" in told and dialect.usage:
        return replace(dialect, usage=False)
    if "temperature" in told and dialect.temperature:
        return replace(dialect, temperature=False)
    if re.search(r"\bseed\b", told) and dialect.seed:
        return replace(dialect, seed=False)
    if _ABOUT_FORMAT.search(told) and dialect.form != "text":
        return replace(dialect, form="json_object" if dialect.form == "json_schema" else "text")
    return None


def _message(error: Any) -> str:
    return error if isinstance(error, str) else str(fields(error).get("message"))
