"""A source's value, date or wording in the draft's own form."""

import pytest

from critique_core.language import denial
from critique_core.revision.source_wording import borrowed, exchanged, turned_round
from critique_core.typed_values.rewrite import reworded
from tests.makers.rows import each_of


@each_of(
    ("stated", "source", "kind", "written"),
    [
        ("30 seconds", "60 seconds", "quantity", "60 seconds"),
        ("thirty days", "14 days", "quantity", "fourteen days"),
        ("30 days", "fourteen days", "quantity", "14 days"),
        ("Thirty", "14", "number", "Fourteen"),
        ("one", "150", "number", "150"),
        ("two hours", "1 hour", "quantity", "one hour"),
        ("1 day", "3 days", "quantity", "3 days"),
        ("$1,500", "2750 dollars", "currency", "$2,750"),
        ("$1.5 million", "$2,750,000", "currency", "$2.75 million"),
        ("€5", "$7", "currency", "$7"),
        ("5000", "12,000", "number", "12000"),
        ("5,000", "12000", "number", "12,000"),
        ("10MB", "100 MB", "quantity", "100MB"),
        ("300 meters", "330 m", "quantity", "330 meters"),
        ("300 meters", "984 feet", "quantity", "984 feet"),
        ("60 days", "2 months", "quantity", "2 months"),
        ("25%", "15 percent", "percentage", "15%"),
        ("25 percent", "15%", "percentage", "15 percent"),
        ("5-7 days", "10 to 12 days", "range", "10-12 days"),
        ("v2.4", "3.0", "version", "v3.0"),
        ("JOHN", "Mary", "name", "MARY"),
        ("fünf Jahre", "zehn Jahre", "quantity", "zehn Jahre"),
        ("5 Jahre", "zehn Jahre", "quantity", "zehn Jahre"),
        ("One third", "two thirds", "quantity", "Two thirds"),
        ("a year", "90 days", "quantity", "90 days"),
        ("A week", "ten days", "quantity", "Ten days"),
        ("two hours", "half an hour", "quantity", "half an hour"),
    ],
)
def test_a_value_takes_the_form_of_the_drafts(stated: str, source: str, kind: str, written: str) -> None:
    assert reworded(stated, source, kind) == written  # type: ignore[arg-type]


@each_of(
    ("stated", "source", "kind", "written"),
    [
        ("March 3, 2024", "2024-03-05", "date", "March 5, 2024"),
        ("3 March 2024", "March 13, 2024", "date", "13 March 2024"),
        ("Mar. 3rd", "April 22", "date", "Apr. 22nd"),
        ("3. März 2024", "2024-05-07", "date", "7. Mai 2024"),
        ("03/25/2024", "26 April 2024", "date", "04/26/2024"),
        ("March 3", "April 21st, 2020", "date", "April 21"),
        ("March 3, 2024", "2025", "date", "2025"),
        ("3:30 pm.", "16:30", "time", "4:30 pm."),
        ("10 a.m.", "09:00", "time", "9 a.m."),
        ("9am to 12pm", "8:30-22:0", "range", "8:30am to 10pm"),
        ("14:00", "3 pm", "time", "15:00"),
        ("08:00", "9 am", "time", "09:00"),
    ],
)
def test_a_date_or_time_keeps_the_drafts_order_and_style(stated: str, source: str, kind: str, written: str) -> None:
    assert reworded(stated, source, kind) == written  # type: ignore[arg-type]


def test_an_amount_in_words_that_cannot_be_read_changes_nothing() -> None:
    assert reworded("250,000", "a quarter of a million", "number") == "250,000"


def test_a_day_and_month_that_cannot_be_told_apart_are_taken_as_the_source_writes_them() -> None:
    assert reworded("03/05/2024", "2024-03-06", "date") == "2024-03-06"


def _changed(claim: str, change: denial.Change | None) -> str | None:
    return None if change is None else claim[: change[0]] + change[2] + claim[change[1] :]


@pytest.mark.parametrize(
    ("claim", "verb", "other", "affirmed"),
    [
        ("The service does not support SSO.", "support", "supports", "The service supports SSO."),
        ("It is not open on Sunday.", "open", "open", "It is open on Sunday."),
        ("You can't bring dogs.", "bring", "bring", "You can bring dogs."),
        ("He didn't win.", "win", "won", "He won."),
    ],
)
def test_a_negation_is_taken_out_and_the_verb_keeps_its_form(claim: str, verb: str, other: str, affirmed: str) -> None:
    assert _changed(claim, denial.affirmed(claim, claim.index(verb), other)) == affirmed


@pytest.mark.parametrize(
    ("claim", "verb", "other", "denied"),
    [
        ("The service supports SSO.", "supports", "support", "The service does not support SSO."),
        ("You can bring dogs.", "bring", "bring", "You cannot bring dogs."),
        ("He won the race.", "won", "win", "He did not win the race."),
        ("It is open.", "is", "is", "It is not open."),
    ],
)
def test_a_negation_is_put_in(claim: str, verb: str, other: str, denied: str) -> None:
    assert _changed(claim, denial.denied(claim, claim.index(verb), other)) == denied


@pytest.mark.parametrize("claim", ["Members get 10 % off parts.", "They pay for repairs.", "It lists the stops."])
def test_a_noun_that_looks_like_a_verb_is_not_denied(claim: str) -> None:
    assert denial.denied(claim, claim.rindex(" ") + 1, "") is None


def test_what_alone_differs_is_taken_from_the_source() -> None:
    claim = "The company was founded by John Smith in 1999."
    rewrite = borrowed(claim, "The company was founded by Mary Jones in 1999.", [(claim.index("John"), 31)])
    assert rewrite is not None
    assert claim[: rewrite.start] + rewrite.replacement + claim[rewrite.end :] == (
        "The company was founded by Mary Jones in 1999."
    )


def test_nothing_is_taken_from_a_sentence_about_another_thing() -> None:
    claim = "Einstein was born in Munich."
    assert borrowed(claim, "The bakery was closed in Ulm.", [(claim.index("Munich"), len(claim) - 1)]) is None


def test_a_sources_words_are_not_put_beside_themselves() -> None:
    claim = "You get a wall bracket and screws."
    assert borrowed(claim, "Screws are not supplied with the wall bracket.", [(0, 3)]) is None


def test_a_comparison_is_turned_round_to_the_sources_order() -> None:
    rewrite = turned_round("Model A is faster than Model B.", "Model B is faster than Model A.")
    assert rewrite is not None
    assert "Model A is faster than Model B."[: rewrite.start] + rewrite.replacement + "." == (
        "Model B is faster than Model A."
    )


def test_a_sentence_with_other_words_is_no_turning_round() -> None:
    assert turned_round("Google acquired Fitbit in 2021.", "Apple acquired Google in 2021.") is None


def _exchanged(claim: str, source: str) -> list[tuple[str, str]]:
    return [(claim[one.start : one.end], one.replacement) for one in exchanged(claim, source)]


def test_several_names_and_values_are_exchanged_where_all_else_is_the_same() -> None:
    assert _exchanged("It was written by Charlotte Moss in 1945.", "It was written by Emily Hart in 1954.") == [
        ("Charlotte Moss", "Emily Hart"),
        ("1945", "1954"),
    ]
    assert _exchanged("The trial was funded by Pfizer.", "The trial was funded by the Wellcome Trust.") == [
        ("Pfizer", "the Wellcome Trust")
    ]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It was written by Charlotte Moss in haste.", "It was written by Emily Hart in 1954."),
        ("It was written in Leeds by Moss.", "The mayor of York met the council by car."),
        ("Moss wrote it.", "Hart wrote plays."),
        ("Dogs of Leeds slept by rivers.", "Dogs of York slept by Thames."),
    ],
)
def test_nothing_is_exchanged_where_more_than_names_and_values_differs(claim: str, source: str) -> None:
    assert _exchanged(claim, source) == []


def test_no_part_of_another_sentence_stands_in_for_a_name() -> None:
    letter = "Dear Mr Okafor, I will do the handover with you on 28 June at 10:00."
    assert _exchanged("Ms Keller will do the handover with you on 28 June at 10:00.", letter) == []
    assert borrowed("Then Ms Keller will do the handover with you.", "Then Mr Okafor, I will do the handover with you.",
                    [(5, 14)]) is None  # fmt: skip
