"""The files of a model: where they lie, what they say of it, and their fingerprint."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from critique_core.errors import VerifierUnavailable
from critique_core.verifiers.cross_encoder.presets import Preset

MODEL_PLACES = ("model.onnx", "onnx/model.onnx")
TOKENIZER = "tokenizer.json"
_WEIGHTS = ("*.safetensors", "pytorch_model*.bin")
_TOKENIZER_FILES = (TOKENIZER, "spm.model", "spiece.model", "sentencepiece.bpe.model", "vocab.txt", "vocab.json")
_HINT = "name a folder with config.json, tokenizer.json and model.onnx or model.safetensors"
_NO_LIMIT = 1_000_000  # tokenizers without a limit of their own are saved with a huge one
_PADDED_POSITIONS = ("roberta", "camembert", "mpnet", "longformer")


@dataclass(frozen=True)
class ModelFiles:
    """A model's folder as it was read; ``onnx`` is its graph, ``weights`` are its files for torch."""

    name: str
    folder: Path
    tokenizer_folder: Path
    config: Mapping[str, Any]
    onnx: Path | None
    weights: tuple[Path, ...]

    @property
    def kind(self) -> str:
        """The architecture's name ("roberta", "HHEMv2"), or nothing."""
        return str(self.config.get("model_type", ""))

    def is_a(self, ending: str) -> bool:
        """Whether config.json names an architecture that ends so, such as ``ForTokenClassification``."""
        named = self.config.get("architectures")
        return isinstance(named, list) and any(str(each).endswith(ending) for each in cast("list[Any]", named))

    def digest(self, *, onnx: bool) -> str:
        """SHA-256 of everything that is loaded. Raises ``VerifierUnavailable`` when a file cannot be read."""
        graph = [self.onnx, *sorted(self.onnx.parent.glob(f"{self.onnx.name}[_.]data"))] if self.onnx else []
        tokenizer = [self.tokenizer_folder / name for name in _TOKENIZER_FILES]
        read = [*(graph if onnx else self.weights), self.folder / "config.json", *filter(Path.is_file, tokenizer)]
        whole = hashlib.sha256()
        try:
            for file in read:
                with file.open("rb") as opened:
                    whole.update(hashlib.file_digest(opened, "sha256").digest())
        except OSError as error:
            raise VerifierUnavailable(f"{self.name} cannot be read ({error}); {_HINT}") from error
        return whole.hexdigest()


def read_files(name: str, folder: Path, tokenizer_folder: Path | None = None) -> ModelFiles:
    """Find a model's files in ``folder``. Raises ``VerifierUnavailable`` when some are missing or broken."""
    onnx = next((folder / place for place in MODEL_PLACES if (folder / place).is_file()), None)
    weights = next((found for pattern in _WEIGHTS if (found := tuple(sorted(folder.glob(pattern))))), ())
    if onnx is None and not weights:
        raise VerifierUnavailable(f"{name} holds no model.onnx and no weights; {_HINT}")
    config = _read_json(name, folder / "config.json")
    if not config:
        raise VerifierUnavailable(f"{name} holds no config.json; {_HINT}")
    return ModelFiles(name, folder, tokenizer_folder or folder, config, onnx, weights)


def longest_input(files: ModelFiles, preset: Preset) -> int:
    """Most tokens of one input: the preset's figure, held against the places that the model has learned.

    Raises ``VerifierUnavailable`` when nothing says it.
    """
    learned = _learned_places(files.config)
    if preset.max_tokens is not None:
        return min(preset.max_tokens, learned or preset.max_tokens)
    stated = [
        _read_json(files.name, files.tokenizer_folder / "tokenizer_config.json").get("model_max_length"),
        files.config.get("max_position_embeddings") if learned is None else learned,
    ]
    found = [limit for limit in stated if isinstance(limit, int) and 0 < limit < _NO_LIMIT]
    if not found:
        raise VerifierUnavailable(
            f"no file of {files.name} says how many tokens it reads; add max_position_embeddings to its config.json"
        )
    return min(found)


def _learned_places(config: Mapping[str, Any]) -> int | None:
    """How many places an input may have; ``None`` for models that count distances (T5, most DeBERTas)."""
    places = config.get("max_position_embeddings")
    if not isinstance(places, int) or (config.get("relative_attention") and not config.get("position_biased_input")):
        return None
    if any(kind in str(config.get("model_type")) for kind in _PADDED_POSITIONS):
        places -= int(config.get("pad_token_id") or 0) + 1  # these count from behind the padding's own place
    return places


def _read_json(name: str, file: Path) -> dict[str, Any]:
    try:
        content: Any = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise VerifierUnavailable(f"{file.name} of {name} cannot be read ({error}); restore it") from error
    if not isinstance(content, dict):
        raise VerifierUnavailable(f"{file.name} of {name} does not hold what is expected of it; restore it")
    return cast("dict[str, Any]", content)
