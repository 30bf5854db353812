"""Weights of four bits: what comes back, how near it is, and that a file is the same for the same matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critique_core.verifiers.embedded import four_bits
from training.four_bits import packed, stored


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.integers(1, 9), st.floats(1e-4, 100.0))
def test_a_matrix_comes_back_within_half_a_step_of_its_block(seed, blocks, columns, size):
    rng = np.random.default_rng(seed)
    matrix = (size * rng.standard_normal((blocks * four_bits.BLOCK, columns))).astype(np.float32)
    fours, times, scales = packed(matrix)
    assert (fours.dtype, fours.shape) == (np.uint8, (blocks, 16, columns))
    found = four_bits.unpacked(fours, times)
    assert (found.dtype, found.shape) == (np.int8, matrix.shape)
    near = found * scales
    off = np.square(near - matrix).reshape(blocks, -1, columns).sum(1)
    steps = np.ceil(np.abs(matrix).reshape(blocks, -1, columns).max(1) / scales / 8).clip(1, 15)
    # Plain rounding at the multiplier that the largest weight asks for is one of the choices; a weight at the upper
    # end is cut off by at most one step.
    bound = (four_bits.BLOCK * 0.25 + 1) * np.square(steps * scales)
    assert (off <= bound * 1.01).all()


def test_weights_that_are_whole_steps_come_back_exactly():
    steps = np.random.default_rng(1).integers(-8, 8, (64, 5))
    steps[[3, 40]] = -8  # the largest weight of each block asks for the multiplier 15 there is
    fours, times, scales = packed((0.5 * 15 * steps).astype(np.float32))
    assert scales == pytest.approx(np.full(5, 0.5))
    assert (np.abs(times) == 15).all()
    assert (four_bits.unpacked(fours, times) == 15 * steps).all()


def test_a_column_of_zeros_stays_zero():
    fours, times, scales = packed(np.zeros((32, 2), np.float32))
    assert not four_bits.unpacked(fours, times).any()
    assert np.isfinite(scales).all()


def test_a_file_is_the_same_for_the_same_matrices_and_another_file_is_refused():
    rng = np.random.default_rng(2)
    parts = {name: packed(rng.standard_normal((32, 3)).astype(np.float32))[:2] for name in ("b/c", "a")}
    file = stored(parts)
    assert file == stored(dict(reversed(parts.items())))
    found = four_bits.read(file)
    assert set(found) == {"a", "b/c"}
    assert (found["a"] == four_bits.unpacked(*parts["a"])).all()
    with pytest.raises((ValueError, OSError)):
        four_bits.read(b"not what it was")
