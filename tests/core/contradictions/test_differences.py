import pytest

from critique_core.contradictions.differences import differences, figures, same_value
from critique_core.language.sentence import analyse


def kinds(first: str, second: str) -> list[str]:
    return sorted(one.kind for one in differences(first, second).differences)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            "The Ferrol path is 86 kilometres long.",
            "With its 94 kilometres the Ferrol path takes five days.",
            id="the dimension of a measure",
        ),
        pytest.param(
            "Lake Morva is 61 metres deep at its deepest point.",
            "The sonar found Lake Morva's deepest point at 48 metres.",
            id="a word that the other has too",
        ),
        pytest.param(
            "The bolts of pump P-7 are tightened to 45 Nm.",
            "Rules for P-7: tighten the bolts to 52 Nm.",
            id="what a thing with a name is",
        ),
    ],
)
def test_what_the_other_statement_takes_for_granted_is_no_case_of_its_own(first, second):
    assert kinds(first, second) == ["value"]


def test_the_act_in_a_nouns_place_and_a_list_that_goes_on_set_nothing_apart():
    claim = "Taking vitamin D daily lowers the risk of catching a cold."
    denied = "In this trial daily vitamin D did not lower the risk of colds or other infections."
    assert kinds(claim, denied) == ["denial"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Adult tickets for the museum cost 12 euros.", "Child tickets for the museum cost 6 euros."),
        ("After probation the notice period is three months.", "During probation the notice period is two weeks."),
        ("After probation the notice period is three months.", "While on probation the notice period is two weeks."),
        ("A visa is required for stays of over 90 days.", "No visa is required for short stays."),
        ("Dogs may enter the hall.", "Other dogs may not enter the hall."),
    ],
)
def test_another_case_stays_one(first, second):
    assert "case" in kinds(first, second)
    assert differences(first, second).single is None


def test_a_bare_number_beside_an_amount_goes_by_its_figures():
    amount, thirty = analyse("It costs 120 euros (formerly 30).").mentions
    [claimed] = analyse("It costs 30 euros.").mentions
    assert same_value(claimed, thirty)
    assert not same_value(claimed, amount)
    [both] = analyse("It was shortened from 21 to 14 days.").mentions
    assert figures(both) == ["21", "14"]
