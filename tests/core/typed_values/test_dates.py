"""Dates and times of day in their written forms, and years told from counts."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.language.sentence import analyse
from critique_core.typed_values.compare import agrees
from critique_core.typed_values.dates import dates
from critique_core.typed_values.mentions import mentions
from critique_core.typed_values.times import times
from tests.makers.rows import each_of


def spans(text: str, code: str = "en") -> list[tuple[date, date]]:
    return [(date.fromordinal(int(d.low)), date.fromordinal(int(d.high))) for d in dates(text, code)]


@each_of(
    ("text", "code"),
    [
        ("on the third of May, 2021", "en"), ("on 3 May 2021", "en"), ("May 3rd, 2021", "en"),
        ("May the third, 2021", "en"),
        ("2021-05-03", "en"), ("am 3. Mai 2021", "de"), ("am 03.05.2021", "de"), ("le 3 mai 2021", "fr"),
        ("el 3 de mayo de 2021", "es"), ("il 3 maggio 2021", "it"), ("em 3 de maio de 2021", "pt"),
        ("op 3 mei 2021", "nl"),
        ("3 мая 2021 года", "ru"), ("2021年5月3日", "zh"),
    ],
)  # fmt: skip
def test_a_day_in_every_writing(text: str, code: str) -> None:
    assert spans(text, code) == [(date(2021, 5, 3), date(2021, 5, 3))]


@each_of(
    ("text", "code", "first", "last"),
    [
        ("in Q3 2024", "en", date(2024, 7, 1), date(2024, 9, 30)),
        ("the third quarter of 2024", "en", date(2024, 7, 1), date(2024, 9, 30)),
        ("im dritten Quartal 2024", "de", date(2024, 7, 1), date(2024, 9, 30)),
        ("H1 2023", "en", date(2023, 1, 1), date(2023, 6, 30)),
        ("FY2023", "en", date(2023, 1, 1), date(2023, 12, 31)),
        ("fiscal 2023", "en", date(2023, 1, 1), date(2023, 12, 31)),
        ("the 1990s", "en", date(1990, 1, 1), date(1999, 12, 31)),
        ("the '80s", "en", date(1980, 1, 1), date(1989, 12, 31)),
        ("the 2023/24 season", "en", date(2023, 1, 1), date(2024, 12, 31)),
        ("from 3 to 5 May 2021", "en", date(2021, 5, 3), date(2021, 5, 5)),
        ("May 3–5, 2021", "en", date(2021, 5, 3), date(2021, 5, 5)),
        ("mid-2021", "en", date(2021, 4, 1), date(2021, 9, 30)),
        ("в октябре 2021 года", "ru", date(2021, 10, 1), date(2021, 10, 31)),
        ("im 19. Jahrhundert", "de", date(1800, 1, 1), date(1900, 12, 31)),
    ],
)
def test_spans_of_time(text: str, code: str, first: date, last: date) -> None:
    assert spans(text, code) == [(first, last)]


def test_a_first_date_takes_the_year_of_the_second() -> None:
    assert spans("between 1 April and 9 August 2022") == [(date(2022, 4, 1),) * 2, (date(2022, 8, 9),) * 2]
    assert spans("between 1 December and 9 January 2022")[0] == (date(2021, 12, 1),) * 2


@each_of(
    ("text", "years"),
    [
        ("in 2019 300 people came", [2019]), ("In 2019, sales rose", [2019]), ("the 2014 Disney film", [2014]),
        ("founded in 1962", [1962]),
        ("than 2000 cars", []), ("about 2000 people", []), ("a run of 1500 metres", []), ("1,999 units", []),
        ("sold 1900 copies", []),
        ("2018: A dairy is built in Holm", [2018]), ("2018: 1200", []), ("1500: a port", []),
        ("You may 10 times", []), ("order 2021-117-5", []), ("1200 cases", []),
    ],
)  # fmt: skip
def test_years_are_told_from_counts(text: str, years: list[int]) -> None:
    assert [first.year for first, _ in spans(text)] == years


@each_of(
    ("text", "code", "minutes"),
    [
        ("at 3 pm", "en", (900,)), ("at 3 p.m.", "en", (900,)), ("at noon", "en", (720,)),
        ("at midnight", "en", (0,)), ("12 noon", "en", (720,)),
        ("at 7:40 in the evening", "en", (1180,)), ("half past three", "en", (210, 930)),
        ("until nine in the evening", "en", (1260,)), ("at 7 in the morning", "en", (420,)),
        ("at 2 at night", "en", (120,)), ("at 12 at night", "en", (0,)),
        ("quarter to nine", "en", (525, 1245)),
        ("at 3 o'clock in the afternoon", "en", (900,)),
        ("half past six in the morning", "en", (390,)), ("at ten o'clock", "en", (600, 1320)),
        ("at ten to five", "en", (290, 1010)),
        ("at 16:05", "en", (965,)), ("um 15.30 Uhr", "de", (930,)), ("um 15 Uhr", "de", (900,)),
        ("um halb vier", "de", (210, 930)),
        ("à 18 h 30", "fr", (1110,)), ("à 18h30", "fr", (1110,)), ("a las 3 de la tarde", "es", ()),
        ("下午3点半", "zh", (930,)),
    ],
)  # fmt: skip
def test_times_of_day(text: str, code: str, minutes: tuple[int, ...]) -> None:
    assert tuple(m for t in times(text, code) for m in t.minutes) == minutes


@pytest.mark.parametrize(
    "text",
    [
        "from five to ten years",
        "it lasts 18 h",
        "won 3:2",
        "4:05 minutes",
        "1:02:03",
        "two to twelve",
        "a ratio of 16:9",
    ],
)
def test_what_is_no_time_of_day(text: str) -> None:
    assert not times(text, "en")


def _agree(claim: str, source: str, code: str = "en") -> bool:
    return agrees(mentions(claim, code)[0], mentions(source, code)[0])


@each_of(
    ("claim", "source"),
    [
        ("in 2021", "on 3 May 2021"), ("in May 2021", "on 3 May 2021"), ("on 3 May", "on 3 May 2021"),
        ("in mid-2021", "in June 2021"),
        ("in Q3 2024", "in August 2024"), ("in the 1990s", "in 1994"), ("before 1980", "in 1975"),
        ("no later than 5 May 2021", "on 3 May 2021"),
        ("in 2019", "2019–2021"), ("at 18:30", "from 10:00 to 18:30"), ("after 1990", "after 1990"),
    ],
)  # fmt: skip
def test_dates_that_follow_from_the_source(claim: str, source: str) -> None:
    assert _agree(claim, source)


@each_of(
    ("claim", "source"),
    [
        ("on 3 May 2021", "in May 2021"), ("in Q3 2024", "in October 2024"), ("in Q3 2024", "in 2024"),
        ("in mid-2021", "in December 2021"),
        ("before 1980", "after 1980"), ("before 1980", "in 1985"), ("2019–2021", "in 2019"),
        ("in the 1990s", "in 2001"),
        ("at 18:30", "from 10:00 to 17:00"), ("on 3 May", "on 4 May 2021"), ("at 3 pm", "at 15:30"),
    ],
)  # fmt: skip
def test_dates_that_do_not(claim: str, source: str) -> None:
    assert not _agree(claim, source)


@given(st.dates(date(1700, 1, 1), date(2099, 12, 31)))
def test_every_day_agrees_with_itself_in_every_writing(day: date) -> None:
    month = day.strftime("%B")
    written = [
        day.isoformat(),
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        f"the {day.day} of {month}, {day.year}",
    ]
    assert [spans(f"on {text}") for text in written] == [[(day, day)]] * 4


@each_of(
    ("claim", "source", "expected"),
    [
        ("before April 25 , 2020", "on 24 April", True),
        ("before 24 April", "on April 25, 2020", False),
        ("after March 23", "on 24 March 2020", True),
        ("before 24 April", "on 24 April 2020", False),
        ("after 24 April 2020", "on 24 April", False),
        ("no later than 24 April", "on 24 April 2020", True),
        ("more than 1650 cases", "1661 cases", True),
        ("during the 2020 coronavirus pandemic", "in March 2020", True),
    ],
)
def test_bounded_dates_without_a_year(claim: str, source: str, expected: bool) -> None:
    assert _agree(claim, source) is expected


@each_of(
    ("claim", "source", "code", "expected"),
    [
        ("in May", "open from April to late October", "en", True),
        ("in December", "open from April to late October", "en", False),
        ("open from April to September", "open from April to late October", "en", False),
        ("in January", "heated from November to February", "en", True),
        ("on 2 April", "from 3 April to 10 September", "en", False),
        ("im Juli", "von Mai bis September geöffnet", "de", True),
        ("im Dezember", "von Mai bis September geöffnet", "de", False),
        ("en janvier", "ouvert d'avril à octobre", "fr", False),
        ("en junio", "abre de abril a octubre", "es", True),
        ("in maggio", "aperto da aprile a ottobre", "it", True),
        ("em dezembro", "aberto de abril a outubro", "pt", False),
        ("in juni", "open van april tot oktober", "nl", True),
    ],
)  # fmt: skip
def test_a_month_is_in_or_out_of_a_part_of_the_year(claim: str, source: str, code: str, expected: bool) -> None:
    (mine,), (theirs,) = mentions(claim, code), mentions(source, code)
    assert theirs.span
    assert agrees(mine, theirs) is expected


@each_of(
    ("text", "found"),
    [
        ("Start: May", ["May"]), ('"ends": "May"', ["May"]), ("May", ["May"]), ("| June | 12 |", ["June"]),
        ("Speaker: May I ask?", []), ("April: Well, hello.", []), ("Author: May Smith", []), ("You may go.", []),
    ],
)  # fmt: skip
def test_a_month_that_is_all_a_field_or_cell_holds_is_a_date(text: str, found: list[str]) -> None:
    assert [mention.text for mention in mentions(text, "en") if mention.kind == "date"] == found


def test_a_month_says_nothing_of_what_may_be() -> None:
    assert "may" not in analyse("The hall is closed until May.").functions
    assert "may" in analyse("The hall may close in May.").functions
