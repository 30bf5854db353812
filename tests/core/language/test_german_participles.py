"""A German participle is looked up under its infinitive, too."""

import pytest

from critique_core.language.tokens import keys


@pytest.mark.parametrize(
    ("participle", "infinitive"),
    [
        ("eingeschaltet", "einschalten"),
        ("abgelöst", "ablösen"),
        ("gemacht", "machen"),
        ("zurückgegeben", "zurückgeben"),
    ],
)
def test_a_participle_meets_its_infinitive(participle: str, infinitive: str):
    assert keys(participle, "de") & keys(infinitive, "de")


def test_other_words_keep_their_forms():
    assert keys("gesund", "de") == {"gesund"}
    assert not keys("eingeschaltet", "de") & keys("ausschalten", "de")
