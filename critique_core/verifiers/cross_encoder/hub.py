"""Models from the Hugging Face hub, downloaded once into its cache; without a network the cache answers."""

from pathlib import Path
from typing import Any, cast

from critique_core.errors import VerifierUnavailable
from critique_core.verifiers.cross_encoder.files import MODEL_PLACES

_INSTALL = "pip install 'claimlens[nli]', or download the model and name its folder"
_HINT = "check its name and the network, or download it and name its folder"
_TOKENIZER = ("*.json", "*.model", "vocab.txt", "merges.txt")
_DESCRIPTION = (*_TOKENIZER, *MODEL_PLACES, *(f"{place}_data" for place in MODEL_PLACES))


def fetch(model: str, *, revision: str | None = None, token: str | None = None) -> Path:
    """The folder of repository ``model``, with its ONNX graph if it has one, else with its weights for torch.

    No code of the repository is fetched. ``token`` is used when given; none is looked for. Raises
    ``VerifierUnavailable`` when the hub cannot be reached, has no such model, or the extra ``nli`` is not installed.
    """
    folder = _snapshot(model, _DESCRIPTION, revision, token)
    if any((folder / place).is_file() for place in MODEL_PLACES):
        return folder
    for pattern in ("*.safetensors", "pytorch_model*.bin"):
        folder = _snapshot(model, (*_DESCRIPTION, pattern), revision, token)
        if any(folder.glob(pattern)):
            break
    return folder


def fetch_tokenizer(model: str, *, token: str | None = None) -> Path:
    """The folder with the tokenizer of repository ``model``, for models that are published without their own."""
    return _snapshot(model, _TOKENIZER, None, token)


def _snapshot(model: str, wanted: tuple[str, ...], revision: str | None, token: str | None) -> Path:
    try:
        import huggingface_hub  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise VerifierUnavailable(f"model {model} needs huggingface_hub: {_INSTALL}") from error
    try:
        return Path(
            cast("Any", huggingface_hub).snapshot_download(
                model, revision=revision, token=token or False, allow_patterns=list(wanted)
            )
        )
    except Exception as error:  # the hub's own errors, the network's and the disk's have no common root
        reason = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
        raise VerifierUnavailable(f"model {model} could not be fetched ({reason}); {_HINT}") from error
