"""What a sentence encoder's own files say of how it is to be used."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from critique_core.errors import ModelError

_HINT = "export the encoder to ONNX with its pooling inside, or choose another model"
_UNDERSTOOD = {"Transformer", "Pooling", "Normalize"}
_MEAN, _FIRST = "pooling_mode_mean_tokens", "pooling_mode_cls_token"
_PADDED_POSITIONS = ("roberta", "mpnet", "camembert")
_NO_LIMIT = 1_000_000  # tokenizers without a limit of their own are saved with a huge one


@dataclass(frozen=True, slots=True)
class EncoderConfig:
    """``max_tokens`` is the longest input, special tokens included; ``first_token`` pools it instead of the mean."""

    max_tokens: int
    first_token: bool


def read_config(folder: Path) -> EncoderConfig:
    """Read sentence-transformers' and the tokenizer's files of ``folder``; those that are missing say nothing.

    Raises ``ModelError`` when a file is broken, no file says how long an input may be, or the vectors are made by a
    step that this reader does not know, as then they would be wrong without a sign of it.
    """
    for module in cast("list[Any]", _read(folder, "modules.json", list)):
        kind = str(cast("dict[str, Any]", module).get("type", "")).rpartition(".")[2]
        if kind not in _UNDERSTOOD:
            raise ModelError(f"{folder}: its step {kind} is not understood; {_HINT}", hint=_HINT)
    pooling = cast("dict[str, Any]", _read(folder, "1_Pooling/config.json", dict))
    modes = {name for name, used in pooling.items() if name.startswith("pooling_mode_") and used is True} or {_MEAN}
    if modes not in ({_MEAN}, {_FIRST}):
        raise ModelError(f"{folder}: its pooling {', '.join(sorted(modes))} is not understood; {_HINT}", hint=_HINT)
    return EncoderConfig(max_tokens=_max_tokens(folder), first_token=modes == {_FIRST})


def _max_tokens(folder: Path) -> int:
    """The least of what the files allow."""
    config = cast("dict[str, Any]", _read(folder, "config.json", dict))
    positions = config.get("max_position_embeddings")
    if isinstance(positions, int) and any(kind in str(config.get("model_type")) for kind in _PADDED_POSITIONS):
        positions -= int(config.get("pad_token_id") or 0) + 1  # these count positions from behind the padding's
    limits = [
        cast("dict[str, Any]", _read(folder, "sentence_bert_config.json", dict)).get("max_seq_length"),
        cast("dict[str, Any]", _read(folder, "tokenizer_config.json", dict)).get("model_max_length"),
        positions,
    ]
    stated = [limit for limit in limits if isinstance(limit, int) and 0 < limit < _NO_LIMIT]
    if not stated:
        hint = "add config.json with max_position_embeddings"
        raise ModelError(f"{folder}: no file says how many tokens the model reads; {hint}", hint=hint)
    return min(stated)


def _read(folder: Path, name: str, kind: type[dict[str, Any]] | type[list[Any]]) -> Any:
    """What a JSON file holds, or an empty value of its kind where there is no such file."""
    try:
        content: Any = json.loads((folder / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return cast("Any", kind())
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"{folder / name} cannot be read ({error}); restore it", hint="restore it") from error
    if not isinstance(content, kind):
        raise ModelError(f"{folder / name} does not hold what is expected of it; restore it", hint="restore it")
    return cast("Any", content)
