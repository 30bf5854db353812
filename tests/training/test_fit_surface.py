"""What the trees of wording are fitted with."""

import pytest

from training.fit_surface import _to_rate  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("there", [0.1, 0.5, 0.8])
def test_a_set_is_brought_to_the_wanted_share_and_counts_as_much_as_before(there: float) -> None:
    lacking = [place < 100 * there for place in range(100)]
    weights = [_to_rate(lacks, 0.12, there) for lacks in lacking]
    assert sum(weights) == pytest.approx(100)
    assert sum(weight for weight, lacks in zip(weights, lacking, strict=True) if lacks) == pytest.approx(12)
