"""Rows of one request run in batches of like length, so that what else is in a batch hardly changes its numbers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from critique_core.errors import ModelError
from critique_core.verifiers.cross_encoder.inputs import Row
from critique_core.verifiers.cross_encoder.runtimes import Feed, Runtime

_STEP = 32
"""Rows are padded to the next multiple of it: to a length that follows from the row alone."""
_MOST_ROWS = 8


def run(rows: Sequence[Row], runtime: Runtime, *, padding: int, longest: int) -> list[NDArray[np.float64] | ModelError]:
    """The logits of each row, or why there are none, in the order of ``rows``.

    Rows padded to the same length share a batch of at most eight; equal rows are run once.
    """
    lengths: dict[int, list[Row]] = {}
    for row in dict.fromkeys(rows):
        lengths.setdefault(min(-(-len(row.ids) // _STEP) * _STEP, longest), []).append(row)
    found: dict[Row, NDArray[np.float64] | ModelError] = {}
    for length, alike in sorted(lengths.items()):
        for start in range(0, len(alike), _MOST_ROWS):
            batch = alike[start : start + _MOST_ROWS]
            found |= zip(batch, _answers(batch, runtime, _feed(batch, length, padding)), strict=True)
    return [found[row] for row in rows]


def _answers(rows: Sequence[Row], runtime: Runtime, feed: Feed) -> Sequence[NDArray[np.float64] | ModelError]:
    try:
        given = runtime.logits(feed)
    except ModelError as error:
        return [error] * len(rows)
    if given.ndim == 0 or given.shape[0] != len(rows):
        return [ModelError(f"the model gave numbers of shape {given.shape} for {len(rows)} inputs")] * len(rows)
    return list(given)


def _feed(rows: Sequence[Row], length: int, padding: int) -> Feed:
    def filled(values: Sequence[Sequence[int]], filler: int) -> NDArray[np.int64]:
        return np.array([[*each, *[filler] * (length - len(each))] for each in values], dtype=np.int64)

    return {
        "input_ids": filled([row.ids for row in rows], padding),
        "attention_mask": filled([(1,) * len(row.ids) for row in rows], 0),
        "token_type_ids": filled([row.type_ids for row in rows], 0),
        "decoder_input_ids": np.full((len(rows), 1), padding, dtype=np.int64),  # T5's first word is its padding
    }
