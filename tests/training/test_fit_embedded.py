"""Fitting the weights of the join: both ends at once, signs kept."""

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the weights are fitted with scipy, of the group training")
pytest.importorskip("sklearn", reason="the weights are fitted with scikit-learn, of the group training")

from training.fit_embedded import Table, fit, odds_of


def table() -> Table:
    """Claims whose coverage speaks over short sources, and whose encoder speaks over long ones."""
    rng = np.random.default_rng(3)
    supported = rng.random(600) < 0.5
    length = rng.random(600).round()
    short, noise = length == 0, rng.normal(size=(2, 600))
    coverage = np.where(short, np.where(supported, 1.0, 0.2), 0.5) + 0.1 * noise[0]
    denied = np.where(short, 0.0, np.where(supported, -2.0, 2.0)) + 0.5 * noise[1]
    return Table(
        names=["coverage", "encoder_unsupported", "order"],
        matrix=np.stack([coverage, denied, 1.0 - supported], axis=1),  # "order" lies: it speaks for what is false
        truth=np.where(supported, "supported", "unsupported"),
        groups=np.array(["made"] * 600),
        length=length,
    )


def test_each_end_learns_what_speaks_there() -> None:
    made = table()
    weights = fit(made)
    (short, _), (long, _) = weights["short"], weights["long"]
    assert short[0] < -0.5
    assert abs(short[1]) < abs(long[1])
    assert long[1] > 0.5
    odds = odds_of(weights, made)
    assert np.mean((odds > 0) == (made.truth == "supported")) > 0.95


def test_a_feature_that_speaks_for_support_never_counts_against_it() -> None:
    for unsupported, contradicted in fit(table()).values():
        assert unsupported[2] == 0.0
        assert contradicted[2] <= 0.0
