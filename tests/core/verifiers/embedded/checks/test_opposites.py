"""Which of two opposites the source says of the draft's case."""

import pytest

from tests.makers.observations import conflicts


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
