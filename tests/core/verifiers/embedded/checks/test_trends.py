"""Which way a thing changed, and which of two opposites the source says of the draft's case."""

import pytest

from tests.makers.observations import conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The port has more workers than before.", "Cargo at the port grew, but its workers dwindled to 90."),
        ("Queues at the clinic have become shorter.", "Queues at the clinic have grown since the merger."),
        ("There are fewer swans since the weir was built.",
         "The weir was built in spring. The number of swans has risen since."),
        ("With the cache on, saving takes less time.", "The cache makes reading quicker but saving slower."),
    ],
)  # fmt: skip
def test_opposite_directions_of_one_thing_conflict(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The port has fewer workers than before.", "Cargo at the port grew, but its workers dwindled to 90."),
        (
            "The port has more workers than the yard.",
            "The workers of the port dwindled to 90, those of the yard to 12.",
        ),
        ("With the cache on, saving takes longer.", "The cache makes reading quicker but saving slower."),
        ("With the cache on, reading takes less time.", "The cache makes reading quicker but saving slower."),
    ],
)
def test_the_same_direction_or_another_standard_does_not(claim: str, source: str):
    assert not conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "wrong", "source"),
    [
        ("Wind makes the paste hard.", "Wind makes the paste soft.",
         "The paste hardens in wind and softens again when it rains."),
        ("In winter the nets go shallower than in summer.", "In winter the nets go deeper than in summer.",
         "Set the nets deep in summer and shallower in winter."),
        ("The mill at Ryd was approved.", "The mill at Ryd was rejected.",
         "The town turned down the quarry at Sell and gave the go-ahead to the mill at Ryd."),
        ("The fine was set aside.", "The fine was upheld.", "The judges confirmed the sentence but quashed the fine."),
        ("The old pump cannot be repaired.", "The old pump can be repaired.",
         "Unlike the old pump, the new one can be repaired."),
        ("The island's mice have no tails.", "The island's mice have tails.",
         "The island's mice are tailless and small."),
        ("Bikes may not be left at Pier 4.", "Bikes may be left at Pier 4.",
         "All piers allow bikes to be left except Pier 4."),
    ],
)  # fmt: skip
def test_each_of_two_opposites_belongs_to_its_own_case(claim: str, wrong: str, source: str):
    assert not conflicts(claim, source)
    assert conflicts(wrong, source)
