"""Whose feature it is, which reason is given, where a thing stands."""

import pytest

from tests.makers.observations import agreements, conflicts


@pytest.mark.parametrize(
    ("claim", "wrong", "source"),
    [
        ("The tower's clock is kept by Haas.", "The tower's clock is kept by Pell.",
         "Pell owns the tower, and Haas keeps its clock."),
        ("Nausea was seen with Orlimid.", "Nausea was seen with Benfor.",
         "Benfor eased the pain, and nausea was seen with Orlimid only."),
        ("The mint is in Dorn.", "The mint is in Eske.",
         "Eske has the archive, but the mint moved from Eske to Dorn in 1960."),
        ("Holders of the Plus pass get free parking.", "Holders of the Day pass get free parking.",
         "The Day pass costs 9 euros. Free parking comes with the Plus pass only."),
        ("The songs of the show were written by Vera Holm.", "The songs of the show were written by Ada Lund.",
         "Ada Lund wrote the plot of the show; the songs are by Vera Holm."),
        ("Gold members can use the sauna.", "Blue members can use the sauna.",
         "The sauna can be used by Gold members only. Blue members have the pool."),
        ("Passengers in first class are served tea.", "Passengers in second class are served tea.",
         "Tea is served in first class only; in second class water can be bought."),
    ],
)  # fmt: skip
def test_what_is_said_of_one_name_is_not_true_of_another(claim: str, wrong: str, source: str):
    assert not conflicts(claim, source)
    assert conflicts(wrong, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Tarkov had a director.", "Tarkov is a film from 2014, directed by Ines Bauer."),
        ("The ferry runs on Sundays.", "The ferry runs only on Sundays in May."),
        ("Ms Orr founded the choir.", "Ms Orr came from Leeds, and with Jo Penn she founded the choir."),
    ],
)
def test_a_second_name_beside_the_first_is_no_rival(claim: str, source: str):
    assert not conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The pool was closed because of a strike.", "The pool was closed on Monday. It will reopen in May."),
        ("The match was moved owing to low sales.", "The match was moved owing to the flood."),
        ("The director left the theatre for family reasons.", "The director left the theatre in June."),
    ],
)
def test_a_reason_that_the_source_does_not_give_is_missing(claim: str, source: str):
    assert agreements(claim, source) == {"missing"}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The match was moved because of the flood.", "The match was moved owing to the flood."),
        ("The pool was closed because its roof leaks.", "The roof leaks, so the pool was closed."),
    ],
)
def test_a_reason_in_other_words_is_not(claim: str, source: str):
    assert not agreements(claim, source) & {"missing", "conflicts"}


def test_another_preposition_of_place_conflicts():
    source = "The ring was found under the stairs of the villa."
    assert conflicts("The ring was found behind the stairs of the villa.", source)
    assert not conflicts("The ring was found beneath the stairs of the villa.", source)
    assert not conflicts("The ring was found in the villa.", source)
