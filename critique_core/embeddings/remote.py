"""Vectors from a server: OpenAI's ``/v1/embeddings``, which many servers speak, and Ollama's ``/api/embed``."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, cast

import httpx2
import numpy as np
from numpy.typing import NDArray

from critique_core.embeddings.base import EmbedderSpec, Vectors, check_texts, mean_by_owner, unit_rows
from critique_core.errors import ModelError, SettingsError
from critique_core.http.json_endpoint import JsonEndpoint, Patience
from critique_core.provenance import fingerprint

EXAMPLES = {"openai": "text-embedding-3-small", "ollama": "nomic-embed-text"}
_WINDOW_BYTES = 1200
_BATCH = 64


class _RemoteEmbedder(ABC):
    """What both protocols share.

    A text of more than ``window_bytes`` bytes of UTF-8 (in no language more tokens than bytes; 1200 are about 300
    tokens of English) is sent in windows cut at white space, whose vectors are averaged by their lengths: many servers
    cut a text that is too long without saying so. ``batch`` windows go into one call.
    """

    protocol: str
    path: str
    default_url: str

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        dimensions: int | None = None,
        batch: int = _BATCH,
        window_bytes: int = _WINDOW_BYTES,
        patience: Patience | None = None,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """``dimensions`` is what the vectors must have, else those of the first answer are held to.

        Raises ``SettingsError`` for an address that cannot be used. Nothing is sent yet.
        """
        if batch < 1 or window_bytes < 4:
            raise SettingsError("batch must be at least 1 and window_bytes at least 4")
        url = (base_url or self.default_url).rstrip("/").removesuffix("/v1") + self.path
        self._endpoint = JsonEndpoint(url, api_key=api_key, patience=patience, transport=transport)
        self._model, self._dimensions = model, dimensions
        self._batch, self._window_bytes = batch, window_bytes

    @property
    def spec(self) -> EmbedderSpec:
        """The model's name; the fingerprint is of protocol, address, model and window."""
        identity = [self.protocol, self._endpoint.url, self._model, self._window_bytes]
        return EmbedderSpec(name=f"{self.protocol} {self._model}", fingerprint=fingerprint(identity)[:16])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text. Raises ``InvalidInput`` for a blank text and ``ModelError`` when the server is no use."""
        check_texts(texts)
        windows = [(owner, part) for owner, text in enumerate(texts) for part in _windows(text, self._window_bytes)]
        if not windows:
            return np.zeros((0, self._dimensions or 0), dtype=np.float32)
        sent = [part for _, part in windows]
        rows = np.concatenate([self._rows(sent[at : at + self._batch]) for at in range(0, len(sent), self._batch)])
        owners = [owner for owner, _ in windows]
        means = mean_by_owner(rows, owners, [len(part.encode()) for part in sent])
        return unit_rows(means, self._name, "try another model")

    @abstractmethod
    def _asked(self, texts: Sequence[str]) -> dict[str, Any]:
        """The body of a request."""

    @abstractmethod
    def _answered(self, answer: Any, count: int) -> list[Any]:
        """The raw vectors of an answer in the order of the request; any error of a wrong shape may be raised."""

    @property
    def _name(self) -> str:
        return f"{self._endpoint.url} (model {self._model})"

    def _rows(self, texts: Sequence[str]) -> Vectors:
        answer = self._endpoint.post({"model": self._model, **self._asked(texts)})
        try:
            vectors = self._answered(answer, len(texts))
        except (KeyError, TypeError, ValueError, IndexError):
            self._refuse("answered JSON in another form than this protocol's", "check the address and the protocol")
        if len(vectors) != len(texts):
            self._refuse(f"gave {len(vectors)} vectors for {len(texts)} texts", "send fewer at once (batch)")
        return unit_rows(self._checked(vectors), self._name, "try another model")

    def _checked(self, vectors: Sequence[Any]) -> NDArray[np.float64]:
        if not all(isinstance(vector, list) and all(map(_is_number, cast("list[Any]", vector))) for vector in vectors):
            self._refuse("gave a vector that is no list of finite numbers", "try another model")
        sizes = {len(vector) for vector in vectors}
        wanted = self._dimensions or min(sizes)
        if sizes != {wanted} or wanted == 0:
            found = ", ".join(map(str, sorted(sizes)))
            self._refuse(f"gave vectors of {found} numbers where {wanted} were due", "name the model anew")
        self._dimensions = wanted
        return np.array(vectors, dtype=np.float64)

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise ModelError(f"{self._name} {what}; {remedy}", hint=remedy)


class OpenAIEmbedder(_RemoteEmbedder):
    """OpenAI, or any server with its ``/v1/embeddings`` (vLLM, llama.cpp, LM Studio, text-embeddings-inference)."""

    protocol, path, default_url = "openai", "/v1/embeddings", "https://api.openai.com"

    def _asked(self, texts: Sequence[str]) -> dict[str, Any]:
        return {"input": list(texts)}

    def _answered(self, answer: Any, count: int) -> list[Any]:
        entries: list[Any] = answer["data"]
        by_index = {entry.get("index", place): entry["embedding"] for place, entry in enumerate(entries)}
        if len(by_index) != len(entries) or (len(entries) == count and set(by_index) != set(range(count))):
            raise ValueError("an index is missing or there twice")
        return [by_index[place] for place in sorted(by_index)]


class OllamaEmbedder(_RemoteEmbedder):
    """An Ollama server's ``/api/embed``; a text over the model's limit is refused by it, not cut."""

    protocol, path, default_url = "ollama", "/api/embed", "http://127.0.0.1:11434"

    def _asked(self, texts: Sequence[str]) -> dict[str, Any]:
        return {"input": list(texts), "truncate": False}

    def _answered(self, answer: Any, count: int) -> list[Any]:
        del count
        return list(answer["embeddings"])


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _windows(text: str, most: int) -> Iterator[str]:
    """The text in pieces of at most ``most`` bytes of UTF-8, cut at white space where there is any; none is blank."""
    start = 0
    while start < len(text):
        end = start + _fitting(text[start : start + most], most)
        if end < len(text):
            space = max(text.rfind(mark, start + 1, end + 1) for mark in (" ", "\n", "\t"))
            end = space if space > start else end
        if text[start:end].strip():
            yield text[start:end]
        start = end


def _fitting(text: str, most: int) -> int:
    """How many characters of the text have at most ``most`` bytes."""
    encoded = text.encode()
    return len(text) if len(encoded) <= most else len(encoded[:most].decode("utf-8", "ignore"))
