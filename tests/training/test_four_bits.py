"""Weights of four bits: what comes back, how near it is, and that a file is the same for the same matrices."""

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critique_core.verifiers.embedded import four_bits
from training.four_bits import MULTIPLIERS, packed, stored


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
    steps = np.ceil(np.abs(matrix).reshape(blocks, -1, columns).max(1) / scales / 8).clip(1, MULTIPLIERS)
    # Plain rounding at the multiplier that the largest weight asks for is one of the choices; a weight at the upper
    # end is cut off by at most one step.
    bound = (four_bits.BLOCK * 0.25 + 1) * np.square(steps * scales)
    assert (off <= bound * 1.01).all()


def test_weights_that_are_whole_steps_come_back_exactly():
    steps = np.random.default_rng(1).integers(-8, 8, (64, 5))
    steps[[3, 40]] = -8  # the largest weight of each block asks for the highest multiplier
    fours, times, scales = packed((0.5 * MULTIPLIERS * steps).astype(np.float32))
    assert scales == pytest.approx(np.full(5, 0.5))
    assert (np.abs(times) == MULTIPLIERS).all()
    assert (four_bits.unpacked(fours, times) == MULTIPLIERS * steps).all()


def test_two_products_with_the_largest_values_fit_sixteen_bits():
    rng = np.random.default_rng(4)
    fours, times, _ = packed(rng.standard_normal((320, 64)).astype(np.float32) ** 3)
    largest = np.abs(four_bits.unpacked(fours, times).astype(int)).max()
    assert largest == four_bits.LARGEST
    assert 2 * 255 * largest <= np.iinfo(np.int16).max


def test_what_the_inputs_look_like_makes_products_nearer():
    rng = np.random.default_rng(5)
    inputs = rng.standard_normal((4000, 24)) @ rng.standard_normal((24, 96)) + 0.1 * rng.standard_normal((4000, 96))
    inputs = inputs.astype(np.float32)
    matrix = rng.standard_normal((96, 40)).astype(np.float32)

    def error(moments: np.ndarray | None) -> float:
        fours, times, scales = packed(matrix, moments)
        return float(np.square(inputs @ (four_bits.unpacked(fours, times) * scales - matrix)).mean())

    assert error(inputs.T @ inputs) < 0.5 * error(None)


def test_inputs_of_equal_size_that_have_nothing_to_do_with_each_other_leave_the_nearest_values():
    matrix = np.random.default_rng(6).standard_normal((64, 8)).astype(np.float32)
    for one, other in zip(packed(matrix), packed(matrix, np.eye(64, dtype=np.float32)), strict=True):
        assert (one == other).all()


def test_a_column_of_zeros_stays_zero():
    fours, times, scales = packed(np.zeros((32, 2), np.float32))
    assert not four_bits.unpacked(fours, times).any()
    assert np.isfinite(scales).all()


def test_a_file_is_the_same_for_the_same_matrices_and_another_file_is_refused():
    rng = np.random.default_rng(2)
    parts = {name: packed(rng.standard_normal((32, 3)).astype(np.float32))[:2] for name in ("b/c", "a")}
    file = stored(parts)
    assert file == stored(dict(reversed(parts.items())))
    found = four_bits.read(BytesIO(file))
    assert set(found) == {"a", "b/c"}
    assert (found["a"] == four_bits.unpacked(*parts["a"])).all()
    with pytest.raises((ValueError, OSError)):
        four_bits.read(BytesIO(b"not what it was"))
