"""The embedder that a setting names."""

from pathlib import Path

from critique_core.embeddings.base import Embedder
from critique_core.embeddings.lexical import LexicalEmbedder
from critique_core.errors import SettingsError

KNOWN = "lexical, onnx:FOLDER, hub:OWNER/MODEL, openai, ollama"


def embedder(
    choice: str = "lexical", *, base_url: str | None = None, model: str | None = None, api_key: str | None = None
) -> Embedder:
    """The embedder for ``lexical``, ``onnx:FOLDER``, ``hub:OWNER/MODEL``, ``openai`` or ``ollama``.

    ``base_url`` and ``model`` are for servers, ``api_key`` for servers and the hub; no key is read from anywhere else.
    A server or folder is first used when something is embedded. Raises ``SettingsError`` for a choice that is not known
    or lacks its model.
    """
    kind, _, place = choice.strip().partition(":")
    if kind == "lexical" and not place:
        return LexicalEmbedder()
    if kind in ("onnx", "hub") and place:
        return _encoder(kind, place, api_key)
    if kind in ("openai", "ollama") and not place:
        return _server(kind, base_url, model, api_key)
    raise SettingsError(f"embedder: {choice!r} is not known; allowed are {KNOWN}")


def _encoder(kind: str, place: str, token: str | None) -> Embedder:
    from critique_core.embeddings.onnx import OnnxEmbedder  # noqa: PLC0415 - its runtime loads only when used

    return OnnxEmbedder(Path(place).expanduser()) if kind == "onnx" else OnnxEmbedder.from_hub(place, token=token)


def _server(kind: str, base_url: str | None, model: str | None, api_key: str | None) -> Embedder:
    from critique_core.embeddings import remote  # noqa: PLC0415 - httpx2 loads only when used

    if not model:
        raise SettingsError(f"embedder {kind}: name its model, such as {remote.EXAMPLES[kind]} (embedder_model)")
    made = remote.OpenAIEmbedder if kind == "openai" else remote.OllamaEmbedder
    return made(model, base_url=base_url, api_key=api_key)
