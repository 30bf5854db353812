"""Models run by transformers and torch, imported when the first such model is loaded; no model's own code is run."""

import re
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from critique_core.errors import ModelError, VerifierUnavailable
from critique_core.verifiers.cross_encoder.files import ModelFiles
from critique_core.verifiers.cross_encoder.presets import Head
from critique_core.verifiers.cross_encoder.runtimes import Feed, first_line

_INSTALL = "pip install 'claimlens[nli]', or export the model to model.onnx, which needs neither"
_CLASS_OF: Mapping[Head, str] = {
    "sequence": "AutoModelForSequenceClassification",
    "first_token": "AutoModelForTokenClassification",
    "tokens": "AutoModelForTokenClassification",
    "yes_no": "AutoModelForSeq2SeqLM",
}
_HHEM_PREFIX = "t5."


class TorchRuntime:
    """A model loaded by transformers in 32-bit floats on the processor."""

    def __init__(self, files: ModelFiles, head: Head, threads: int) -> None:
        """Raises ``VerifierUnavailable`` when the extra is missing, or the weights are not those of such a model."""
        try:
            import torch  # noqa: PLC0415 # pyright: ignore[reportMissingImports] - an extra
            import transformers  # noqa: PLC0415 # pyright: ignore[reportMissingImports]
        except ImportError as error:
            raise VerifierUnavailable(f"{files.name} needs transformers and torch: {_INSTALL}") from error
        self._torch, self._name = cast("Any", torch), files.name
        self._torch.set_num_threads(threads)
        try:
            load = _hhem if files.kind.startswith("HHEMv2") else _from_folder
            self._model: Any = load(files, head, self._torch, cast("Any", transformers))
        except VerifierUnavailable:
            raise
        except Exception as error:  # what transformers raises has no common root
            raise VerifierUnavailable(f"{files.name} holds no usable model ({first_line(error)})") from error
        self._model.eval()
        self._takes_types = int(files.config.get("type_vocab_size") or 0) > 1
        self._decodes = head == "yes_no"

    def logits(self, feed: Feed) -> NDArray[np.float64]:
        """See ``Runtime``."""
        wanted = ["input_ids", "attention_mask"]
        wanted += ["token_type_ids"] if self._takes_types else []
        wanted += ["decoder_input_ids"] if self._decodes else []
        try:
            with self._torch.inference_mode():
                given = self._model(**{name: self._torch.from_numpy(feed[name]) for name in wanted}).logits
        except Exception as error:
            raise ModelError(f"{self._name} cannot read its input ({first_line(error)})") from error
        return np.asarray(given.numpy(), dtype=np.float64)


def _from_folder(files: ModelFiles, head: Head, torch: Any, transformers: Any) -> Any:
    made, told = getattr(transformers, _CLASS_OF[head]).from_pretrained(
        str(files.folder), local_files_only=True, trust_remote_code=False, dtype=torch.float32, output_loading_info=True
    )
    # What a folder lacks is filled with chance by transformers: an untrained head would give verdicts all the same.
    lacking = sorted(map(str, {*told["missing_keys"], *(key for key, *_ in told["mismatched_keys"])}))
    if lacking:
        raise VerifierUnavailable(
            f"{files.name} holds no weights for {', '.join(lacking[:3])}: it is not trained for this; name another"
        )
    return made


def _hhem(files: ModelFiles, _: Head, torch: Any, transformers: Any) -> Any:
    """HHEM-2.1-open without its remote code: a T5 encoder with a token classifier, by the sizes of its weights.

    Its modeling_hhem_v2.py keeps a ``T5ForTokenClassification`` of google/flan-t5-base under the name ``t5``.
    """
    weights: dict[str, Any] = {}
    for file in files.weights:
        weights |= _read_weights(file, torch)
    weights = {key.removeprefix(_HHEM_PREFIX): value for key, value in weights.items() if key.startswith(_HHEM_PREFIX)}
    model = transformers.T5ForTokenClassification(_t5_config(weights, transformers))
    told = model.load_state_dict(weights, strict=False)
    tied = {"transformer.encoder.embed_tokens.weight"}  # the same table as transformer.shared
    lacking = sorted({*map(str, told.missing_keys), *map(str, told.unexpected_keys)} - tied)
    if lacking:
        raise VerifierUnavailable(f"the weights of {files.name} are not those of HHEM ({', '.join(lacking[:3])})")
    return model.to(torch.float32)


def _read_weights(file: Any, torch: Any) -> dict[str, Any]:
    if file.suffix == ".bin":
        return torch.load(file, map_location="cpu", weights_only=True)
    from safetensors.torch import load_file  # noqa: PLC0415 # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    return cast("Any", load_file)(file)


def _t5_config(weights: Mapping[str, Any], transformers: Any) -> Any:
    """The configuration that fits the weights. Raises ``VerifierUnavailable`` when they are not a T5's."""
    block = "transformer.encoder.block.0.layer"
    try:
        vocabulary, width = weights["transformer.shared.weight"].shape
        buckets, heads = weights[f"{block}.0.SelfAttention.relative_attention_bias.weight"].shape
        inner = weights[f"{block}.0.SelfAttention.q.weight"].shape[0]
        gated = f"{block}.1.DenseReluDense.wi_0.weight" in weights
        hidden = weights[f"{block}.1.DenseReluDense.{'wi_0' if gated else 'wi'}.weight"].shape[0]
        labels = weights["classifier.weight"].shape[0]
    except KeyError as error:
        raise VerifierUnavailable(f"the weights are not those of HHEM: {error} is missing") from error
    layers = {found[1] for key in weights if (found := re.search(r"encoder\.block\.(\d+)\.", key))}
    return transformers.T5Config(
        vocab_size=vocabulary, d_model=width, d_kv=inner // heads, d_ff=hidden, num_layers=len(layers),
        num_heads=heads, relative_attention_num_buckets=buckets, num_labels=labels,
        feed_forward_proj="gated-gelu" if gated else "relu",
    )  # fmt: skip
