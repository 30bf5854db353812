"""Matrices of four bits a weight, as they are stored, and of eight, as the runtime multiplies with them.

A column of a matrix has one scale. Down a column, each block of 32 weights has a whole multiplier of its own, and each
weight is a whole number of -8 to 7 times it. Their product fits eight bits, so a matrix is unpacked exactly and in
whole numbers; its scales stay in the graph. ``training/four_bits.py`` packs them.
"""

from io import SEEK_END
from typing import IO

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
LOWEST = -8
LARGEST = 56
"""The largest absolute product: of two, 255 times this fits sixteen bits, where some processors add them."""
FOURS, TIMES = "/fours", "/times"


def unpacked(
    fours: NDArray[np.uint8], times: NDArray[np.int8], room: NDArray[np.int8] | None = None
) -> NDArray[np.int8]:
    """The matrix (rows, columns) of ``fours`` (blocks, 16, columns) and their multipliers (blocks, 1, columns).

    The low four bits of a block's bytes are its first 16 weights, the high ones its last 16, each plus 8. The matrix is
    the beginning of ``room`` where that is given.
    """
    blocks, _, columns = fours.shape
    room = np.empty(2 * fours.size, np.int8) if room is None else room[: 2 * fours.size]
    matrix = room.reshape(blocks, BLOCK, columns)
    unsigned = matrix.view(np.uint8)  # a difference below zero wraps round to the bits of the signed one
    np.subtract(fours & 15, -LOWEST, out=unsigned[:, : BLOCK // 2])
    np.subtract(fours >> 4, -LOWEST, out=unsigned[:, BLOCK // 2 :])
    matrix *= times
    return matrix.reshape(blocks * BLOCK, columns)


def read(file: IO[bytes]) -> dict[str, NDArray[np.int8]]:
    """The unpacked matrices of a file, by name; raises ``ValueError``, ``KeyError`` or ``OSError`` for another file."""
    # They share one large array, as the system gives its memory in large pages, which takes it a tenth of the time.
    room = np.empty(2 * file.seek(0, SEEK_END), np.int8)
    file.seek(0)
    found: dict[str, NDArray[np.int8]] = {}
    with np.load(file, allow_pickle=False) as arrays:
        for name in (name.removesuffix(FOURS) for name in arrays.files if name.endswith(FOURS)):
            found[name] = unpacked(arrays[name + FOURS], arrays[name + TIMES], room)
            room = room[found[name].size :]
    return found
