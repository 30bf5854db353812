"""How often something happens is one value in many words."""

import pytest

from critique_core.typed_values import compare
from critique_core.typed_values.mentions import mentions
from critique_core.typed_values.periods import UNIT
from tests.makers.rows import each_of


def _period(text: str):
    [found] = [m for m in mentions(text) if m.unit == UNIT]
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("published fortnightly", "published every two weeks"),
        ("inspected twice a year", "inspected every six months"),
        ("replaced quarterly", "replaced every 3 months"),
        ("taken three times a day", "taken every eight hours"),
        ("paid annually", "paid once a year"),
        ("changed every 90 days", "changed every three months"),
        ("collected every other week", "collected every two weeks"),
    ],
)
def test_the_same_period_in_other_words_agrees(one: str, other: str):
    assert compare.comparable(_period(one), _period(other))
    assert compare.agrees(_period(one), _period(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("daily", "weekly"),
        ("twice a year", "twice a month"),
        ("every 4 hours", "every 8 hours"),
        ("every 50 hours", "every 51 hours"),
        ("100 times an hour", "101 times an hour"),
        ("every 30 days", "every 31 days"),
    ],
)
def test_another_period_does_not(one: str, other: str):
    assert not compare.agrees(_period(one), _period(other))


@each_of(
    "text",
    [
        "every 6 to 8 hours",
        "every 200 m",
        "everyday life",
        "each of the years",
        "a weekday",
        "0 times a day",
        "every 0 hours",
        "at least three times a day",
        "up to four times a day",
    ],
)
def test_what_is_no_period_is_not_read_as_one(text: str):
    assert not any(m.unit == UNIT for m in mentions(text))


def test_a_duration_is_no_period():
    [duration] = mentions("It lasts three months.")
    assert not compare.comparable(_period("quarterly"), duration)


def test_amounts_by_different_periods_are_converted():
    [rent] = mentions("The annual rent is 10,800 euros.")
    [monthly] = mentions("The rent is 900 euros a month.")
    [dearer] = mentions("The rent is 950 euros a month.")
    assert compare.agrees(rent, monthly)
    assert not compare.agrees(rent, dearer)


def test_a_capital_of_turkish_is_read():
    assert _period("The DAİLY dose is taken at noon.").low == 86400
    [dose] = [m for m in mentions("The DAİLY dose is 50 mg.") if m.per]
    assert dose.per == "[time]"


@each_of(
    ("code", "one", "other", "same"),
    [
        ("de", "alle drei Monate", "vierteljährlich", True),
        ("de", "jeden Monat", "alle drei Monate", False),
        ("de", "zweimal am Tag", "alle 12 Stunden", True),
        ("fr", "tous les six mois", "deux fois par an", True),
        ("fr", "chaque semaine", "tous les jours", False),
        ("es", "cada semana", "una vez al mes", False),
        ("es", "todos los días", "diariamente", True),
        ("it", "ogni giorno", "quotidiano", True),
        ("it", "ogni settimana", "due volte al mese", False),
        ("pt", "a cada três meses", "trimestral", True),
        ("pt", "todos os dias", "uma vez por semana", False),
        ("nl", "om de drie maanden", "elke maand", False),
        ("nl", "eenmaal per week", "wekelijks", True),
    ],
)
def test_periods_are_read_in_six_other_languages(code: str, one: str, other: str, same: bool):
    [first], [second] = ([m for m in mentions(text, code) if m.unit == UNIT] for text in (one, other))
    assert compare.agrees(first, second) is same
