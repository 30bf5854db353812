"""How ONNX Runtime is told to run a model here: with sums that are the same on every processor."""

from functools import lru_cache
from typing import Any, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray

cast("Any", onnxruntime).disable_telemetry_events()  # for a process that had imported it before Claimlens

PROVIDERS = ["CPUExecutionProvider"]
# A graph of one MatMulInteger, as onnx.helper.make_model serialises it: a (m, k, uint8) times b (k, n, int8) is sums
# (m, n, int32); opset 20.
_PRODUCT = (
    b'\x08\n:o\n\x1b\n\x01a\n\x01b\x12\x04sums"\rMatMulInteger\x12\x08productsZ\x15\n\x01a\x12\x10\n\x0e\x08\x02\x12\n'
    b"\n\x03\x12\x01m\n\x03\x12\x01kZ\x15\n\x01b\x12\x10\n\x0e\x08\x03\x12\n\n\x03\x12\x01k\n\x03\x12\x01nb\x18\n\x04"
    b"sums\x12\x10\n\x0e\x08\x06\x12\n\n\x03\x12\x01m\n\x03\x12\x01nB\x04\n\x00\x10\x14"
)
_ROWS, _INNER, _COLUMNS = 4, 64, 32  # large enough for the kernels that large matrices get
_BYTE = 255


def options_of(threads: int, largest: int = 127) -> Any:
    """Options of a session with this many threads; products with a graph's own matrices of eight bits are exact.

    ``largest`` is the largest absolute value in these matrices.
    """
    options = cast("Any", onnxruntime).SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    if 2 * _BYTE * largest > np.iinfo(np.int16).max and not sums_are_exact():
        options.add_session_config_entry("session.x64quantprecision", "1")
    return options


@lru_cache(maxsize=1)
def sums_are_exact() -> bool:
    """Whether sums of products of eight bits are exact on this processor without the runtime's mode for precision.

    An x86 processor without VNNI adds two products in 16 bits, where large ones are cut off. The mode prevents that,
    but is not free: on a processor with AMX, which does not need it, a window took three times as long.
    """
    session = cast("Any", onnxruntime).InferenceSession(_PRODUCT, providers=PROVIDERS)
    left, right = _BYTE, 127
    sums: NDArray[np.int32] = session.run(
        None, {"a": np.full((_ROWS, _INNER), left, np.uint8), "b": np.full((_INNER, _COLUMNS), right, np.int8)}
    )[0]
    return bool((sums == left * right * _INNER).all())
