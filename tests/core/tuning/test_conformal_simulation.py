"""Conformal risk control against known truth: what it promises holds on average, and fails when its assumption does.

Each repetition draws 100 labelled answers of one to five claims from a verifier whose probabilities are shifted by a
mood of each answer, so that the claims of an answer hang together. The true risk of the threshold that is found is then
read off 40,000 fresh answers.
"""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from critique_core.errors import InvalidInput
from critique_core.tuning.conformal import conformal_threshold, groups_needed
from critique_core.tuning.curves import Curves
from critique_core.tuning.fitting import objective_met
from critique_core.tuning.labels import Label
from critique_core.tuning.objectives import Objective, choose

REPETITIONS = 1000
ANSWERS = 100
ALPHAS = (0.05, 0.1, 0.2)

Drawn = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.intp]]


def drawn(answers: int, seed: int, *, overrated: float = 0.0) -> Drawn:
    """Probabilities, truth and answers; ``overrated`` raises what the verifier believes of unsupported claims."""
    random = np.random.default_rng(seed)
    group = np.repeat(np.arange(answers), random.integers(1, 6, answers))
    belief = random.normal(0.8, 1.2, len(group)) + random.normal(0, 0.7, answers)[group]
    supported = random.random(len(group)) < 1 / (1 + np.exp(-belief))
    shown = 1 / (1 + np.exp(-(belief + overrated * ~supported)))
    return shown.round(4), supported, group


@cache
def risk_by_threshold(overrated: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Falling probabilities, and the mean loss of passing down to each: the truth, to the third place."""
    probability, supported, group = drawn(40_000, 999, overrated=overrated)
    wrong, owner = probability[~supported], group[~supported]
    weight = 1 / np.bincount(owner)[owner]
    order = np.argsort(-wrong)
    return wrong[order], np.cumsum(weight[order]) / len(np.unique(owner))


def risk(threshold: float, overrated: float = 0.0) -> float:
    falling, loss = risk_by_threshold(overrated)
    passed = np.searchsorted(-falling, -threshold, side="right")
    return float(loss[passed - 1]) if passed else 0.0


@cache
def thresholds(alpha: float) -> tuple[float, ...]:
    return tuple(conformal_threshold(*drawn(ANSWERS, seed), alpha) for seed in range(REPETITIONS))


@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_expected_share_of_missed_claims_is_at_most_alpha(alpha):
    found = np.array([risk(threshold) for threshold in thresholds(alpha)])
    error = found.std() / REPETITIONS**0.5
    assert found.mean() <= alpha + 2 * error
    # It is no empty promise either: Angelopoulos et al. show at most 2 / (n + 1) is given away; n is about 60 here.
    assert found.mean() >= alpha - 2 / 55 - 2 * error


@pytest.mark.parametrize("alpha", ALPHAS)
def test_it_fails_visibly_when_new_answers_are_not_like_the_labelled_ones(alpha):
    """Exchangeability broken on purpose: the verifier now believes unsupported claims more than when labelled."""
    found = np.array([risk(threshold, overrated=1.0) for threshold in thresholds(alpha)])
    assert found.mean() > 1.5 * alpha


def test_a_threshold_tuned_to_the_labels_themselves_breaks_the_promise():
    """What the correction for finite samples is for: with 20 answers, the share among the labels alone is too low."""
    alpha, naive, promised = 0.1, [], []
    for seed in range(400):
        probability, supported, group = drawn(20, seed)
        wrong, owner = probability[~supported], group[~supported]
        weight = 1 / np.bincount(owner)[owner] / len(np.unique(owner))
        order = np.argsort(-wrong)
        too_much = wrong[order][np.cumsum(weight[order]) > alpha]
        naive.append(risk(float(too_much[0]) + 1e-4))
        if len(np.unique(owner)) >= groups_needed(alpha):
            promised.append(risk(conformal_threshold(probability, supported, group, alpha)))
    assert np.mean(naive) > alpha + 0.02
    assert np.mean(promised) <= alpha + 2 * np.std(promised) / len(promised) ** 0.5


def test_too_few_answers_can_promise_nothing():
    assert [groups_needed(alpha) for alpha in (0.05, 0.1, 0.2, 0.01, 0.3)] == [19, 9, 4, 99, 3]
    wrong = np.linspace(0.1, 0.5, 9)
    assert conformal_threshold(wrong, np.zeros(9, dtype=bool), range(9), 0.1) == pytest.approx(0.5001)
    with pytest.raises(InvalidInput, match=r"alpha 0.1 cannot be promised from 8 answers .* at least 9 are needed"):
        conformal_threshold(wrong[:8], np.zeros(8, dtype=bool), range(8), 0.1)
    with pytest.raises(InvalidInput, match="from 0 answers"):
        conformal_threshold(wrong, np.ones(9, dtype=bool), range(9), 0.1)


def test_claims_that_no_threshold_holds_back_are_told():
    with pytest.raises(InvalidInput, match="probability 1, which every threshold passes"):
        conformal_threshold(np.ones(20), np.zeros(20, dtype=bool), range(20), 0.1)


def test_the_objective_reports_what_is_promised():
    probability, supported, group = drawn(200, 5)
    labels = [
        Label(probability=float(p), supported=bool(s), group=str(g), claim=str(place))
        for place, (p, s, g) in enumerate(zip(probability, supported, group, strict=True))
    ]
    curves = Curves.of(labels, resamples=300)
    objective = Objective(name="conformal", alpha=0.1)
    found = choose(curves, objective)
    assert found.threshold == conformal_threshold(probability, supported, group, 0.1)
    met = objective_met(curves, objective, found.threshold)
    assert met.value <= 0.1
    assert objective_met(curves, objective, found.threshold - 0.02).value > met.value
    assert found.interval.low <= found.threshold <= found.interval.high
    of_all_sets = np.quantile(thresholds(0.1), [0.025, 0.975])  # with 100 answers, so wider by about √2
    assert (found.interval.high - found.interval.low) == pytest.approx(np.diff(of_all_sets)[0] / 2**0.5, rel=0.5)
