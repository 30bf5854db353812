"""Which claims are a sentence less some of its phrases."""

import pytest

from critique_core.language.sentence import analyse
from critique_core.verifiers.embedded.shortened import is_shortened

FLIGHT = "Flight K27 to Riga leaves at 19:09 from gate 1."


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Flight K27 leaves from gate 1.", FLIGHT),
        ("Flight K27 to Riga leaves at 19:09.", FLIGHT),
        ("The company moved to Bonn.", "The company moved from Mainz to Bonn."),
        ("Men are playing cards.", "Men are playing cards at a table in a park, which is empty."),
    ],
)
def test_a_claim_that_lacks_but_phrases_is_the_sentence_shortened(claim: str, sentence: str) -> None:
    assert is_shortened(analyse(claim, "en"), analyse(sentence, "en"))


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Flight K27 leaves from gate 2.", FLIGHT),
        ("Flight K27 leaves at gate 1.", FLIGHT),
        ("The law was wrong.", "He said the law was wrong."),
        ("The dog chased the mouse.", "The dog chased the cat and the mouse ran."),
        ("Trams run every ten minutes on Sundays.", "Trams run every ten minutes on weekdays and every 20 on Sundays."),
        ("The father of the king died.", "The father of the deputy of the king died."),
        ("The boys like the school.", "The boys in class 4 like the school."),
        ("The king married a miller.", "In the tale the king married a miller."),
        ("The shop sells bread.", "The shop sells bread without salt."),
        (FLIGHT, FLIGHT),
    ],
)
def test_a_claim_of_other_words_or_without_what_turns_them_is_not(claim: str, sentence: str) -> None:
    assert not is_shortened(analyse(claim, "en"), analyse(sentence, "en"))
