"""Figures of a file weighted to another share of wrong answers."""

import numpy as np
import pytest

from benchmarks.accuracy_prevalence import at_prevalence, lines, shifted

RNG = np.random.default_rng(7)
SCORES = RNG.beta(1.0, 1.5, 20_000)
WRONG = RNG.random(20_000) < SCORES  # calibrated by construction
FLAGGED = SCORES >= 0.5


def test_scores_that_are_calibrated_stay_so_where_the_share_is_known():
    own = float(WRONG.mean())
    for prevalence in (0.18, 0.35, 0.64):
        found = at_prevalence(WRONG, SCORES, FLAGGED, prevalence)
        assert found.share_known is not None
        assert found.share_known < 0.02
        assert found.as_scored is not None
        assert found.as_scored > found.share_known + 0.5 * abs(prevalence - own) - 0.02


def test_at_its_own_share_a_file_keeps_its_figures():
    found = at_prevalence(WRONG, SCORES, FLAGGED, float(WRONG.mean()))
    assert found.precision == pytest.approx(float(WRONG[FLAGGED].mean()))
    assert found.as_scored == pytest.approx(found.share_known, abs=0.005)


def test_a_rarer_wrong_answer_lowers_precision_and_leaves_recall():
    rare, often = (at_prevalence(WRONG, SCORES, FLAGGED, share) for share in (0.1, 0.6))
    assert rare.precision is not None
    assert often.precision is not None
    assert rare.precision < often.precision
    assert rare.recall == often.recall


def test_shifting_there_and_back_changes_nothing():
    inner = SCORES[(SCORES > 0.01) & (SCORES < 0.99)]
    assert shifted(shifted(inner, 0.4, 0.18), 0.18, 0.4) == pytest.approx(inner)


@pytest.mark.parametrize(("truth", "share"), [([True, True], 0.5), ([True, False], 0.0), ([True, False], 1.0)])
def test_what_cannot_be_weighted_is_refused(truth: list[bool], share: float):
    with pytest.raises(ValueError, match="both right and wrong"):
        at_prevalence(truth, [0.5, 0.5], truth, share)


def test_a_line_for_each_share_is_told():
    assert [line.split()[0] for line in lines(WRONG, SCORES, FLAGGED, (0.18, 0.64))[1:]] == ["18%", "64%"]
