"""Figures computed by hand, the laws they keep, and what has no figure at all."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.metrics.accuracy import (
    CharacterCounts,
    auroc,
    balanced_accuracy,
    bootstrap,
    brier,
    calibration_error,
    character_counts,
    character_f1,
    f1,
    precision,
    recall,
    wilson,
)

# 3 of 5 flagged rows are right, 3 of 4 positives are found, 4 of 6 negatives pass.
TRUTH = [True, True, True, True, False, False, False, False, False, False]
FLAGGED = [True, True, True, False, True, True, False, False, False, False]

scored = st.lists(st.tuples(st.booleans(), st.integers(0, 20)), min_size=1, max_size=40)


def test_decisions_counted_by_hand():
    assert precision(TRUTH, FLAGGED) == 3 / 5
    assert recall(TRUTH, FLAGGED) == 3 / 4
    assert f1(TRUTH, FLAGGED) == pytest.approx(2 * (3 / 5) * (3 / 4) / (3 / 5 + 3 / 4))
    assert balanced_accuracy(TRUTH, FLAGGED) == pytest.approx((3 / 4 + 4 / 6) / 2)


def test_what_cannot_be_measured_is_none_and_not_zero():
    assert precision([True, False], [False, False]) is None
    assert recall([False, False], [True, False]) is None
    assert f1([False, False], [False, False]) is None
    assert f1([True, False], [False, True]) == 0
    assert balanced_accuracy([True, True], [True, False]) is None
    assert auroc([True, True], [0.1, 0.2]) is None
    assert brier([], []) is None
    assert calibration_error([], []) is None
    assert character_f1([CharacterCounts(0, 0, 0)]) is None


def test_rows_of_one_side_only_are_refused():
    for figure in (precision, f1, balanced_accuracy, auroc, brier, calibration_error):
        with pytest.raises(ValueError, match="one entry a row"):
            figure([True, False], [1])


def test_auroc_counts_the_pairs_ranked_right():
    # Pairs (0.8, 0.9) wrong, (0.8, 0.1) right, (0.4, 0.9) wrong, (0.4, 0.1) right, and with a tie half of one.
    assert auroc([True, True, False, False], [0.8, 0.4, 0.9, 0.1]) == 2 / 4
    assert auroc([True, True, False, False], [0.8, 0.4, 0.4, 0.1]) == 3.5 / 4
    assert auroc([True, False, True], [0.7, 0.7, 0.7]) == 0.5


@given(scored)
def test_auroc_is_the_share_of_pairs(rows: list[tuple[bool, int]]):
    truth, scores = zip(*rows, strict=True)
    pairs = [(p, n) for t, p in rows if t for u, n in rows if not u]
    expected = sum((p > n) + (p == n) / 2 for p, n in pairs) / len(pairs) if pairs else None
    assert auroc(truth, scores) == (None if expected is None else pytest.approx(expected))


def test_brier_is_the_mean_squared_distance():
    assert brier([True, False, True], [0.9, 0.2, 0.4]) == pytest.approx((0.01 + 0.04 + 0.36) / 3)


def test_calibration_error_compares_bins_of_equal_count():
    # Two bins of two rows: 0.15 believed and 1 of 2 true, then 0.9 believed and 1 of 2 true: too little, too much.
    assert calibration_error([False, True, True, False], [0.1, 0.2, 0.9, 0.9], bins=2) == pytest.approx(
        (2 * 0.35 + 2 * 0.4) / 4
    )


def test_equal_probabilities_share_a_bin_whatever_their_order():
    # Half of what is believed at 0.5 is true: no error, although two bins could part the true ones from the false.
    for truth in ([True, True, False, False], [False, True, False, True]):
        assert calibration_error(truth, [0.5] * 4, bins=2) == 0


@given(scored, st.integers(1, 3))
def test_a_row_that_weighs_more_counts_as_so_many_rows(rows: list[tuple[bool, int]], times: int):
    truth, values = [t for t, _ in rows], [s / 20 for _, s in rows]
    weights = [times if t else 1 for t in truth]
    repeated = [place for place, weight in enumerate(weights) for _ in range(weight)]
    one = calibration_error(truth, values, weights=weights)
    assert one == pytest.approx(calibration_error([truth[i] for i in repeated], [values[i] for i in repeated]))


@given(scored, st.randoms())
def test_the_order_of_rows_changes_nothing(rows: list[tuple[bool, int]], random):
    mixed = random.sample(rows, len(rows))
    for figure in (auroc, brier, calibration_error):
        one, other = (figure([t for t, _ in part], [s / 20 for _, s in part]) for part in (rows, mixed))
        assert one == (None if other is None else pytest.approx(other))


def test_characters_are_counted_once_each():
    counts = character_counts([(0, 4), (2, 6)], [(4, 10), (20, 21)])
    assert counts == CharacterCounts(right=2, marked=6, wanted=7)
    assert character_counts([], []) == CharacterCounts(0, 0, 0)


def test_character_f1_pools_the_characters_of_all_texts():
    counts = [CharacterCounts(right=2, marked=6, wanted=7), CharacterCounts(right=0, marked=0, wanted=3)]
    assert character_f1(counts) == pytest.approx(2 * 2 / (6 + 10))


# --- intervals ----------------------------------------------------------------------------------------------------


def test_the_interval_of_a_mean_is_as_wide_as_theory_says():
    values = np.random.default_rng(5).normal(size=2000)
    low, high = bootstrap(lambda rows: {"mean": float(values[rows].mean())}, range(2000))["mean"]
    half = 1.96 * values.std() / math.sqrt(2000)
    assert low == pytest.approx(values.mean() - half, abs=0.15 * half)
    assert high == pytest.approx(values.mean() + half, abs=0.15 * half)


def test_rows_of_a_group_are_drawn_together():
    groups = ["a", "b", "a", "c", "b", "a"]
    drawn = []

    def measure(rows):
        drawn.append(rows.tolist())
        return {"rows": float(len(rows))}

    bootstrap(measure, groups, resamples=50)
    for rows in drawn:
        of = [rows.count(index) for index in range(6)]
        assert of[0] == of[2] == of[5]
        assert of[1] == of[4]
        assert of[0] + of[1] + of[3] == 3
    assert len({tuple(rows) for rows in drawn}) > 5


def test_rows_that_repeat_each_other_do_not_narrow_the_interval():
    truth = np.random.default_rng(3).random(100) < 0.5
    alone = bootstrap(lambda rows: {"share": float(truth[rows].mean())}, range(100))["share"]
    copied = np.repeat(truth, 10)
    grouped = bootstrap(lambda rows: {"share": float(copied[rows].mean())}, np.repeat(range(100), 10).tolist())["share"]
    assert grouped == pytest.approx(alone)


def test_the_same_seed_gives_the_same_interval():
    values = np.arange(30.0)

    def interval(seed):
        return bootstrap(lambda rows: {"mean": float(values[rows].mean())}, range(30), resamples=20, seed=seed)["mean"]

    assert interval(1) == interval(1) != interval(2)


def test_resamples_without_a_figure_do_not_count_for_it():
    truth = np.array([True, False, False])
    found = bootstrap(
        lambda rows: {"recall": recall(truth[rows], [True] * len(rows)), "never": None}, range(3), resamples=200
    )
    assert found == {"recall": (1.0, 1.0)}
    assert bootstrap(lambda rows: {"mean": 1.0}, []) == {}


def test_wilsons_interval_of_a_share():
    # Newcombe (1998), Statistics in Medicine 17:857-872, table I, method 3: 81 of 263, 15 of 148, 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(0, 0) is None
