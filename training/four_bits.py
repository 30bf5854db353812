"""Pack matrices into four bits a weight, in the form that the embedded verifier unpacks."""

import zipfile
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from critique_core.verifiers.embedded.four_bits import BLOCK, FOURS, LOWEST, TIMES

HIGHEST = 7
MULTIPLIERS = 15  # the highest multiplier: 15 times -8 still fits eight bits


def packed(matrix: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.float32]]:
    """The nearest ``fours``, multipliers and scales (columns) of a matrix (rows, columns).

    The rows are a multiple of 32. Of a few multipliers near the one that the block's largest weight asks for, with
    either sign, each block gets the one of the least squared error.
    """
    rows, columns = matrix.shape
    scales = np.maximum(np.abs(matrix).max(0), 1e-9) / (MULTIPLIERS * -LOWEST)
    blocks = (matrix / scales).reshape(rows // BLOCK, BLOCK, columns)
    asked = np.ceil(np.abs(blocks).max(1, keepdims=True) / -LOWEST)
    least = np.full(asked.shape, np.inf)
    times, values = np.ones_like(asked), np.zeros_like(blocks)
    for size in (np.clip(asked + more, 1, MULTIPLIERS) for more in (-3, -2, -1, 0, 1)):
        for tried in (size, -size):
            near = np.clip(np.rint(blocks / tried), LOWEST, HIGHEST)
            error = np.square(near * tried - blocks).sum(1, keepdims=True)
            better = error < least
            least, times = np.where(better, error, least), np.where(better, tried, times)
            values = np.where(better, near, values)
    raised = (values - LOWEST).astype(np.uint8)
    half = BLOCK // 2
    return raised[:, :half] | (raised[:, half:] << 4), times.astype(np.int8), scales.astype(np.float32)


def stored(matrices: dict[str, tuple[NDArray[np.uint8], NDArray[np.int8]]]) -> bytes:
    """A file of named matrices, the same bytes for the same matrices."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, pair in sorted(matrices.items()):
            for part, array in zip((FOURS, TIMES), pair, strict=True):
                written = BytesIO()
                np.lib.format.write_array(written, np.ascontiguousarray(array), allow_pickle=False)
                archive.writestr(zipfile.ZipInfo(f"{name}{part}.npy"), written.getvalue())
    return file.getvalue()
