"""A sentence encoder run by ONNX Runtime on the CPU: any BERT-like model as sentence-transformers publishes them."""

import hashlib
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray
from tokenizers import Tokenizer

from critique_core.embeddings.base import EmbedderSpec, Vectors, check_texts, mean_by_owner, unit_rows
from critique_core.embeddings.encoder_config import EncoderConfig, read_config
from critique_core.embeddings.sessions import PROVIDERS, options_of
from critique_core.errors import ModelError

_MODEL_PLACES = ("model.onnx", "onnx/model.onnx")
_TOKENIZER = "tokenizer.json"
_CONFIG_FILES = ("*.json", "*/config.json")
_HINT = "name a folder with model.onnx, tokenizer.json and config.json, as a sentence-transformers model has them"
_INSTALL = "pip install 'claimlens[nli]', or download the model and name its folder"


class OnnxEmbedder:
    """A sentence encoder from a folder, loaded at its first use; safe to use from several threads.

    The folder holds ``model.onnx`` (or ``onnx/model.onnx``), ``tokenizer.json`` and ``config.json``; pooling (mean or
    first token) and the longest input are read from the model's own files. A text longer than that is read in windows
    whose vectors are averaged by their tokens. Each window is run by itself on one thread, so a text gets the same
    vector whatever is asked next to it.
    """

    def __init__(self, folder: Path) -> None:
        """Nothing is read yet, so that a verifier can be described before its model is there."""
        self._folder = folder
        self._lock = threading.Lock()
        self._loaded: _Encoder | None = None

    @classmethod
    def from_hub(cls, model: str, *, revision: str | None = None, token: str | None = None) -> Self:
        """The encoder of a Hugging Face repository, downloaded once into the hub's cache.

        ``token`` is used when given; none is looked for. Raises ``ModelError`` when the hub cannot be reached, has no
        such model, or the extra ``nli`` is not installed.
        """
        try:
            import huggingface_hub  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise ModelError(f"model {model} needs huggingface_hub: {_INSTALL}", hint=_INSTALL) from error
        wanted = [*_MODEL_PLACES, *(f"{place}_data" for place in _MODEL_PLACES), *_CONFIG_FILES]
        try:
            folder = cast("Any", huggingface_hub).snapshot_download(
                model, revision=revision, token=token or False, allow_patterns=wanted
            )
        except Exception as error:  # the hub's own errors, the network's and the disk's have no common root
            hint = "check its name and the network, or download it and name its folder"
            raise ModelError(f"model {model} could not be fetched ({_first_line(error)}); {hint}", hint=hint) from error
        return cls(Path(folder))

    @property
    def spec(self) -> EmbedderSpec:
        """The folder's name and a fingerprint of its files. Raises ``ModelError`` when they cannot be read."""
        encoder = self._encoder()
        return EmbedderSpec(name=f"onnx {self._folder.name}", fingerprint=encoder.fingerprint)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text. Raises ``InvalidInput`` for a blank text, ``ModelError`` when the model is not usable."""
        check_texts(texts)
        return self._encoder().embed(texts)

    def _encoder(self) -> "_Encoder":
        with self._lock:
            if self._loaded is None:
                self._loaded = _Encoder(self._folder)
            return self._loaded


class _Encoder:
    """The model and its tokenizer in memory."""

    def __init__(self, folder: Path) -> None:
        model = next((folder / place for place in _MODEL_PLACES if (folder / place).is_file()), None)
        if model is None:
            raise ModelError(f"{folder} holds no model.onnx; {_HINT}", hint=_HINT)
        self._name = str(folder)
        self._config = read_config(folder)
        runtime = cast("Any", onnxruntime)
        options = options_of(1)  # one thread: the same sums in the same order on every machine
        try:
            self._session: Any = runtime.InferenceSession(str(model), options, providers=PROVIDERS)
            self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        except Exception as error:  # both libraries raise errors of their own kinds, down to bare Exception
            message = f"{folder} holds no usable model ({_first_line(error)}); {_HINT}"
            raise ModelError(message, hint=_HINT) from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._tokenizer.encode_special_tokens = True  # "[SEP]" in a text is those letters
        self._inputs = [str(each.name) for each in self._session.get_inputs()]
        self.fingerprint = _fingerprint([model, *model.parent.glob(f"{model.name}[_.]data"), folder / _TOKENIZER],
                                        self._config)  # fmt: skip

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self._pooled([1]).shape[0]), dtype=np.float32)
        windows = [(owner, ids) for owner, text in enumerate(texts) for ids in self._windows(text)]
        rows = np.stack([self._pooled(ids) for _, ids in windows])
        means = mean_by_owner(rows, [owner for owner, _ in windows], [len(ids) for _, ids in windows])
        return unit_rows(means, f"the model in {self._name}", "export it again, or use another")

    def _windows(self, text: str) -> Iterator[list[int]]:
        """The text's tokens in runs that fit, each between the model's own first and last token; none is left out."""
        whole = self._tokenizer.encode(text)
        marked = whole.special_tokens_mask
        words = [token for token, special in zip(whole.ids, marked, strict=True) if not special]
        before = whole.ids[: marked.index(0)] if words else []
        after = whole.ids[len(before) + len(words) :]
        room = self._config.max_tokens - len(before) - len(after)
        if room < 1:
            raise ModelError(f"the model in {self._name} reads {self._config.max_tokens} tokens, too few; {_HINT}")
        for start in range(0, max(len(words), 1), room):
            yield [*before, *words[start : start + room], *after]

    def _pooled(self, ids: Sequence[int]) -> NDArray[np.float64]:
        tokens = np.array([ids], dtype=np.int64)
        known = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}
        try:
            outputs: Any = self._session.run(None, {name: known[name] for name in self._inputs})[0]
        except Exception as error:  # ONNX Runtime's errors have no common root of their own; KeyError is an odd input
            message = f"the model in {self._name} cannot read a text ({_first_line(error)}); {_HINT}"
            raise ModelError(message, hint=_HINT) from error
        found = np.asarray(outputs, dtype=np.float64)[0]
        if found.ndim == 1:  # pooled inside the model
            return found
        return found[0] if self._config.first_token else found.mean(axis=0)


def _fingerprint(files: Sequence[Path], config: EncoderConfig) -> str:
    digest = hashlib.sha256(repr(config).encode())
    for file in files:
        with file.open("rb") as opened:
            digest.update(hashlib.file_digest(opened, "sha256").digest())
    return digest.hexdigest()[:16]


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]
