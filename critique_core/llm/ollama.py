"""Ollama's own protocol: ``/api/chat`` with ``format`` (a JSON schema), and ``/api/tags``.

Fields by https://github.com/ollama/ollama/blob/main/docs/api.md; ``truncate`` and ``shift`` by its ``api/types.go``.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from critique_core.http.json_endpoint import BrokenOff
from critique_core.llm.base import Show
from critique_core.llm.client import ChatClient, Prompt, Reply, broken_off, fields, number

_SMALLEST_WINDOW = 8192
_BYTES_PER_TOKEN = 3


class OllamaChat(ChatClient):
    """An Ollama server.

    Left alone it cuts a prompt that is longer than its window without a word, so the window is asked for as large as
    the prompt needs (in powers of two, as each other size loads the model anew) and cutting is forbidden.
    """

    provider, default_url = "ollama", "http://127.0.0.1:11434"
    chat_path, models_path = "/api/chat", "/api/tags"
    dropped_ends = ("/v1", "/api")
    usual_at_once = 1  # OLLAMA_NUM_PARALLEL unless set; a call that waits in its queue would run out of time

    def _body(self, prompt: Prompt, dialect: Any, stream: Show | None) -> dict[str, Any]:
        del dialect
        return {
            "model": self._model,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "format": dict(prompt.schema),
            "stream": stream is not None,
            "truncate": False,
            "shift": False,
            "options": {
                "temperature": self._temperature,
                "seed": 0,
                "num_predict": self._answer_tokens,
                "num_ctx": _window(prompt, self._answer_tokens),
            },
        }

    def _read(self, answer: Any) -> Reply:
        return self._reply(answer["message"]["content"], answer)

    def _read_stream(self, lines: Iterator[str], show: Show) -> Reply:
        text, last = "", fields(None)
        for line in lines:
            last = fields(json.loads(line)) if line.strip() else last
            if "error" in last:
                raise BrokenOff(str(last["error"]))
            if piece := fields(last.get("message")).get("content"):
                text += piece
                show(text)
            if last.get("done"):
                break
        broken_off(bool(last.get("done")), "it ended before it was done")
        return self._reply(text, last)

    def _begins_stream(self, line: str) -> bool:
        del line
        return True  # each line is an object of the same form as a whole answer, and says whether it is the last

    def _reply(self, text: str, last: Mapping[str, Any]) -> Reply:
        return Reply(
            text,
            number(last.get("prompt_eval_count")),
            number(last.get("eval_count")),
            cut_off=last.get("done_reason") == "length",
        )

    def _listed(self, answer: Any) -> Iterator[str]:
        return (each["name"] for each in answer["models"])

    def _is_among(self, names: tuple[str, ...]) -> bool:
        return self._model in names or f"{self._model}:latest" in names


def _window(prompt: Prompt, answer_tokens: int) -> int:
    """Tokens that surely hold prompt and answer: few languages have less than three bytes of UTF-8 to a token."""
    size = len(prompt.system.encode()) + len(prompt.user.encode())
    needed = size // _BYTES_PER_TOKEN + answer_tokens + 256
    window = _SMALLEST_WINDOW
    while window < needed:
        window *= 2
    return window
