"""Pack matrices into four bits a weight, in the form that the embedded verifier unpacks."""

import zipfile
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from critique_core.verifiers.embedded.four_bits import BLOCK, FOURS, LARGEST, LOWEST, TIMES

HIGHEST = 7
MULTIPLIERS = LARGEST // -LOWEST  # the highest multiplier


DAMPING = 0.01  # of the mean second moment, added to each input's own


def packed(
    matrix: NDArray[np.float32], moments: NDArray[np.float32] | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.float32]]:
    """``fours``, multipliers and scales (columns) of a matrix (rows, columns) whose rows are a multiple of 32.

    With ``moments`` (rows, rows), the second moments of the inputs that the matrix is multiplied with, the error of
    each row is made up for by the rows after it, so that the products change least (GPTQ: Frantar et al., ICLR 2023).
    Without them the values are the nearest ones.
    """
    rows, columns = matrix.shape
    scales = np.maximum(np.abs(matrix).max(0), 1e-9) / (MULTIPLIERS * -LOWEST)
    left = np.array(matrix / scales, dtype=np.float32)
    onto = None if moments is None else _corrections(moments)
    values = np.empty((rows // BLOCK, BLOCK, columns), np.int8)
    times = np.empty((rows // BLOCK, 1, columns), np.int8)
    for at in range(rows // BLOCK):
        first, last = at * BLOCK, (at + 1) * BLOCK
        times[at] = _multipliers(left[first:last])
        if onto is None:
            values[at] = _nearest(left[first:last], times[at])
            continue
        errors = np.empty((BLOCK, columns), np.float32)
        for row in range(first, last):
            found = _nearest(left[row], times[at, 0])
            values[at, row - first] = found
            errors[row - first] = (left[row] - found * times[at, 0].astype(np.float32)) / onto[row, row]
            left[row + 1 : last] -= onto[row, row + 1 : last, None] * errors[row - first]
        left[last:] -= onto[first:last, last:].T @ errors
    raised = (values - LOWEST).astype(np.uint8)
    half = BLOCK // 2
    return raised[:, :half] | (raised[:, half:] << 4), times, scales.astype(np.float32)


def _nearest(values: NDArray[np.float32], times: NDArray[np.int8]) -> NDArray[np.int8]:
    return np.clip(np.rint(values / times), LOWEST, HIGHEST).astype(np.int8)


def _multipliers(block: NDArray[np.float32]) -> NDArray[np.int8]:
    """For each column, of a few multipliers near the one that its largest weight asks for, that of the least error."""
    asked = np.ceil(np.abs(block).max(0) / -LOWEST)
    least, times = np.full(asked.shape, np.inf), np.ones(asked.shape, np.int8)
    for size in (np.clip(asked + more, 1, MULTIPLIERS).astype(np.int8) for more in (-3, -2, -1, 0, 1)):
        for tried in (size, -size):
            error = np.square(_nearest(block, tried) * tried.astype(np.float32) - block).sum(0)
            better = error < least
            least, times = np.where(better, error, least), np.where(better, tried, times)
    return times


def _corrections(moments: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much a row's error, in units of its own entry, moves each row after it: the upper Cholesky factor."""
    damped = moments + DAMPING * np.mean(np.diag(moments)) * np.eye(len(moments))
    return np.linalg.cholesky(np.linalg.inv(damped)).T.astype(np.float32)


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
