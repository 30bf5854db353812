"""Every figure of the tuning page against scikit-learn and against counting by hand, and the intervals' laws."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from critique_core.tuning.curves import Curves
from critique_core.tuning.intervals import LEAST_GROUPS, Replicates, bands, interval
from critique_core.tuning.labels import Label
from critique_core.tuning.resampled import roc_area

# (probability, supported): at 0.7 one of two passed is right, two supported claims are held back.
BY_HAND = [(0.9, True), (0.8, False), (0.6, True), (0.4, True), (0.1, False)]

rows = st.lists(st.tuples(st.integers(0, 20).map(lambda place: place / 20), st.booleans()), min_size=1, max_size=60)


def labels_of(listed, *, group_size: int = 1) -> list[Label]:
    return [
        Label(
            probability=probability,
            supported=supported,
            group=f"request {place // group_size}",
            claim=str(place),
            slices={"claim_kind": "fact" if place % 2 else "inference"},
        )
        for place, (probability, supported) in enumerate(listed)
    ]


def drawn(count: int, seed: int = 0) -> list[tuple[float, bool]]:
    """Labels of a calibrated verifier."""
    random = np.random.default_rng(seed)
    probability = random.beta(2, 1, count).round(4)
    return list(zip(probability.tolist(), (random.random(count) < probability).tolist(), strict=True))


def curves_of(listed, *, group_size: int = 1, resamples: int = 50) -> Curves:
    return Curves.of(labels_of(listed, group_size=group_size), resamples=resamples)


def test_one_threshold_counted_by_hand():
    found = curves_of(BY_HAND).at(0.7)
    assert (found.tp, found.fp, found.fn, found.tn) == (1, 1, 2, 1)
    values = {name: figure.value for name, figure in found.figures.items()}
    assert values == pytest.approx({
        "precision": 1 / 2, "recall": 1 / 3, "f1": 2 / 5, "balanced_accuracy": (1 / 3 + 1 / 2) / 2, "accuracy": 2 / 5,
        "miss_rate": 1 / 2, "alarm_rate": 2 / 3, "coverage": 2 / 5, "risk": 1 / 2,
    })  # fmt: skip


def test_a_claim_at_the_threshold_is_passed():
    assert curves_of(BY_HAND).at(0.6).tp == 2
    assert curves_of(BY_HAND).at(0.6001).tp == 1


@given(rows, st.integers(0, 20).map(lambda place: place / 20))
@settings(max_examples=50)
def test_figures_of_a_threshold_are_scikit_learns(listed, threshold):
    truth = [supported for _, supported in listed]
    passed = [probability >= threshold for probability, _ in listed]
    found = curves_of(listed, resamples=2).at(threshold)
    tn, fp, fn, tp = sklearn_metrics.confusion_matrix(truth, passed, labels=[False, True]).ravel()
    assert (found.tp, found.fp, found.fn, found.tn) == (tp, fp, fn, tn)
    for name, score in (("precision", sklearn_metrics.precision_score), ("recall", sklearn_metrics.recall_score)):
        if (value := found.figures[name].value) is not None:
            assert value == pytest.approx(score(truth, passed))


def test_what_cannot_be_measured_is_none():
    nothing_passed = curves_of(BY_HAND).at(0.95)
    assert nothing_passed.figures["precision"].value is None
    assert nothing_passed.figures["precision"].interval is None
    assert nothing_passed.figures["recall"].value == 0
    one_side = curves_of([(0.2, False), (0.7, False)])
    assert one_side.at(0.5).figures["balanced_accuracy"].value is None
    assert one_side.summary["auroc"].value is None
    empty = curves_of([])
    assert empty.at(0.5).labels == 0
    assert {figure.value for figure in empty.summary.values()} == {None}
    assert empty.reliability == ()


@given(rows)
@settings(max_examples=50)
def test_areas_are_scikit_learns(listed):
    probability, truth = [p for p, _ in listed], [s for _, s in listed]
    found = curves_of(listed, resamples=2)
    if 0 < sum(truth) < len(truth):
        expected = sklearn_metrics.roc_auc_score(truth, probability)
        assert found.summary["auroc"].value == pytest.approx(expected)
        assert float(roc_area(found.counts)) == pytest.approx(expected)  # what its interval is made of
    if any(truth):
        expected = sklearn_metrics.average_precision_score(truth, probability)
        assert found.summary["average_precision"].value == pytest.approx(expected)
    assert found.summary["brier"].value == pytest.approx(np.mean((np.array(probability) - truth) ** 2))


def test_the_curves_are_scikit_learns():
    listed = drawn(150)
    found, probability, truth = curves_of(listed), [p for p, _ in listed], [s for _, s in listed]
    miss_rate, recall, thresholds = sklearn_metrics.roc_curve(truth, probability, drop_intermediate=False)
    assert found.points.thresholds == pytest.approx(thresholds[1:])
    assert found.points.values["miss_rate"] == pytest.approx(miss_rate[1:])
    assert found.points.values["recall"] == pytest.approx(recall[1:])
    precision, _, rising = sklearn_metrics.precision_recall_curve(truth, probability)
    assert found.points.values["precision"] == pytest.approx(precision[:-1][::-1][: len(rising)])


def test_the_area_under_risk_over_coverage_counted_by_hand():
    # Risks 0, 1/2, 1/3, 1/4, 2/5 at coverages of one to five fifths; level before the first, straight between.
    risks = [0, 1 / 2, 1 / 3, 1 / 4, 2 / 5]
    expected = (risks[0] + sum((a + b) / 2 for a, b in pairwise(risks))) / 5
    assert curves_of(BY_HAND).summary["aurc"].value == pytest.approx(expected)
    assert curves_of([(0.9, False), (0.5, True)]).summary["aurc"].value == pytest.approx((1 + (1 + 1 / 2) / 2) / 2)


def test_the_band_at_a_threshold_is_the_interval_of_its_reading():
    found = curves_of(drawn(120), group_size=3, resamples=200)
    for place in (5, 60, 110):
        reading = found.at(found.points.thresholds[place])
        for name in ("precision", "recall", "miss_rate", "risk"):
            band = (found.points.lows[name][place], found.points.highs[name][place])
            told = reading.figures[name].interval
            assert np.isnan(band).all() if told is None else told == pytest.approx(band), name


def test_reliability_bins_hold_every_label_and_their_interval():
    found = curves_of(drawn(500), resamples=300).reliability
    assert sum(one.count for one in found) == 500
    assert [one.believed for one in found] == sorted(one.believed for one in found)
    for one in found:
        assert one.supported.interval.low <= one.supported.value <= one.supported.interval.high
    inside = sum(one.supported.interval.low <= one.believed <= one.supported.interval.high for one in found)
    assert inside >= 8  # the verifier is calibrated, so the diagonal runs through nearly all bins


def test_a_wider_interval_where_the_claims_of_an_answer_hang_together():
    # 100 answers of 5 claims each that are all right or all wrong: 100 independent facts, not 500.
    listed = [(0.8, place % 4 > 0) for place in range(100) for _ in range(5)]
    together = curves_of(listed, group_size=5, resamples=1000).at(0.5).figures["precision"].interval
    apart = curves_of(listed, resamples=1000).at(0.5).figures["precision"].interval
    assert (together.high - together.low) / (apart.high - apart.low) == pytest.approx(5**0.5, rel=0.15)


def test_an_interval_is_as_wide_as_theory_has_it():
    found = curves_of([(0.8, place < 300) for place in range(400)], resamples=2000).at(0.5).figures["precision"]
    expected = 2 * 1.96 * (0.75 * 0.25 / 400) ** 0.5
    assert found.interval.high - found.interval.low == pytest.approx(expected, rel=0.1)


def test_equal_labels_give_equal_figures_in_any_order():
    labels = labels_of([(round(probability, 1), supported) for probability, supported in drawn(60)], group_size=4)
    once, again = Curves.of(labels, resamples=50), Curves.of(labels[::-1], resamples=50)
    assert once.at(0.6) == again.at(0.6)
    assert once.summary == again.summary


def test_slices_part_the_labels():
    found = curves_of(drawn(80), group_size=2).by_slice(0.6)
    whole = curves_of(drawn(80), group_size=2).at(0.6)
    assert [(one.slice, one.name, one.reading.labels) for one in found] == [
        ("claim_kind", "fact", 40),
        ("claim_kind", "inference", 40),
    ]
    assert sum(one.reading.tp for one in found) == whole.tp
    assert sum(one.reading.fn for one in found) == whole.fn


def test_the_baselines_pass_all_or_nothing():
    found = curves_of(BY_HAND).baselines
    assert found["pass every claim"].figures["precision"].value == 3 / 5
    assert found["hold every claim back"].figures["miss_rate"].value == 0
    assert curves_of(BY_HAND).summary["brier_of_base_rate"].value == pytest.approx(3 / 5 * 2 / 5)


@given(st.lists(st.lists(st.one_of(st.floats(0, 1), st.just(float("nan"))), min_size=3, max_size=3), min_size=1))
def test_bands_are_the_intervals_of_their_columns(values):
    table = np.array(values)
    lows, highs = bands(table)
    for place in range(3):
        expected = interval(table[:, place])
        assert (expected is None) == np.isnan(lows[place])
        if expected is not None:
            assert (lows[place], highs[place]) == pytest.approx(tuple(expected))


def test_every_resample_draws_as_many_groups_as_there_are():
    found = Replicates(["a", "a", "b", "c", "d", "e"], resamples=120)
    assert found.drawn.sum(axis=1).tolist() == [5] * 120
    per_row = found.sums(np.array([[1.0], [1.0], [10.0], [100.0], [0.0], [0.0]]))[:, 0]
    assert per_row == pytest.approx(found.drawn @ np.array([2, 10, 100, 0, 0]))


# --- where resampling says nothing -------------------------------------------------------------------------------


@pytest.mark.parametrize("groups", range(1, LEAST_GROUPS))
def test_with_few_groups_figures_stand_without_an_interval(groups):
    found = curves_of(drawn(24), group_size=24 // groups, resamples=200)
    figures = [*found.at(0.6).figures.values(), *found.summary.values(), *(one.supported for one in found.reliability)]
    assert [one for one in figures if one.interval is not None] == []
    assert found.at(0.6).figures["accuracy"].value is not None
    assert np.isnan(found.points.lows["recall"]).all()


def test_as_many_groups_as_are_needed_have_intervals():
    found = curves_of(drawn(LEAST_GROUPS * 6), group_size=6, resamples=200)
    assert found.replicates.groups == LEAST_GROUPS
    assert found.at(0.6).figures["accuracy"].interval is not None
    assert found.summary["auroc"].interval is not None


def test_where_every_resample_gives_the_same_there_is_no_interval():
    all_right = curves_of([(0.9, True)] * 20 + [(0.2, False)] * 20, resamples=200)
    at = all_right.at(0.5).figures
    assert (at["precision"].value, at["precision"].interval) == (1, None)
    assert at["coverage"].interval is not None
    assert (all_right.summary["auroc"].value, all_right.summary["auroc"].interval) == (1, None)


def test_a_slice_or_a_bin_of_few_groups_has_no_interval():
    # The first two answers of ten claims are unlike the others: their own claim kind and the lowest probabilities.
    labels = [
        Label(
            probability=place / 300, supported=place % 3 > 0, group=f"request {place // 10}", claim=str(place),
            slices={"claim_kind": "few" if place < 20 else "many"},
        )
        for place in range(200)
    ]  # fmt: skip
    found = Curves.of(labels, resamples=200)
    few, many = found.by_slice(0.02)
    assert (few.groups, many.groups) == (2, 18)
    assert few.reading.figures["precision"].value is not None
    assert few.reading.figures["precision"].interval is None
    assert many.reading.figures["precision"].interval is not None
    assert {one.supported.interval for one in found.reliability} == {None}, "each bin holds two answers"
