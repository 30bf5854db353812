"""What runs a model on this machine's processor: ONNX Runtime, or transformers with torch when they are installed."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray

from critique_core.embeddings.sessions import PROVIDERS, options_of
from critique_core.errors import ModelError, VerifierUnavailable
from critique_core.verifiers.cross_encoder.files import ModelFiles

_FED = ("input_ids", "attention_mask", "token_type_ids", "decoder_input_ids")
_HINT = "export it again with input_ids and attention_mask as its inputs and logits as its output"

Feed = Mapping[str, NDArray[np.int64]]


class Runtime(Protocol):
    """One loaded model."""

    def logits(self, feed: Feed) -> NDArray[np.float64]:
        """Logits with one first index a row of ``feed``. Raises ``ModelError`` when the model refuses its input."""
        ...


class OnnxRuntime:
    """A graph run by ONNX Runtime; it is given those of our inputs that it names."""

    def __init__(self, files: ModelFiles, threads: int) -> None:
        """Raises ``VerifierUnavailable`` when the graph cannot be loaded or wants inputs that are not known."""
        runtime = cast("Any", onnxruntime)
        try:
            self._session: Any = runtime.InferenceSession(str(files.onnx), options_of(threads), providers=PROVIDERS)
        except Exception as error:  # ONNX Runtime's errors have no common root of their own
            raise VerifierUnavailable(f"{files.name} holds no usable model.onnx ({first_line(error)})") from error
        self._inputs = [str(each.name) for each in self._session.get_inputs()]
        outputs = [str(each.name) for each in self._session.get_outputs()]
        unknown = [name for name in self._inputs if name not in _FED]
        if unknown:
            raise VerifierUnavailable(f"model.onnx of {files.name} wants {', '.join(unknown)}; {_HINT}")
        self._output = "logits" if "logits" in outputs else outputs[0]
        self._name = files.name

    def logits(self, feed: Feed) -> NDArray[np.float64]:
        """See ``Runtime``."""
        try:
            given: Any = self._session.run([self._output], {name: feed[name] for name in self._inputs})[0]
        except Exception as error:
            raise ModelError(f"{self._name} cannot read its input ({first_line(error)})", hint=_HINT) from error
        return np.asarray(given, dtype=np.float64)


def first_line(error: Exception) -> str:
    """A foreign error in a few words."""
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]
