from datetime import date

import pytest

from critique_core.contradictions.source_age import ages, newer
from critique_core.models import SourceDocument, Span


def age(content: str = "The fee is 12 euros.", quoted: str | None = None, **fields):
    source = SourceDocument(id="a", content=content, **fields)
    start = content.index(quoted) if quoted else 0
    return ages(source, Span(start=start, end=start + len(quoted) if quoted else len(content)))


def order(first: str, second: str) -> int:
    return newer(age(first), age(second))[0]


@pytest.mark.parametrize(
    ("fields", "basis", "first", "last"),
    [
        ({"published": date(2024, 6, 1)}, "published", date(2024, 6, 1), date(2024, 6, 1)),
        ({"metadata": {"last_modified": "2022-10-01T08:00:00Z"}}, "metadata", date(2022, 10, 1), date(2022, 10, 1)),
        ({"title": "Staff handbook 2020"}, "title", date(2020, 1, 1), date(2020, 12, 31)),
        ({"path": "changelog/2022-04-02.md"}, "path", date(2022, 4, 2), date(2022, 4, 2)),
        ({"content": "As of March 2019, the fee is 12 euros."}, "stated", date(2019, 3, 1), date(2019, 3, 31)),
        ({"content": "Effective 1 May 2024, the fee is 12 euros."}, "stated", date(2024, 5, 1), date(2024, 5, 1)),
        ({"content": "Stand: 3. Mai 2021. Die Gebühr beträgt 12 Euro."}, "stated", date(2021, 5, 3), date(2021, 5, 3)),
    ],
)
def test_a_source_tells_its_age(fields, basis, first, last):
    found = age(**fields)[0]
    assert (found.basis, found.first, found.last) == (basis, first, last)


def test_the_date_of_the_whole_text_is_its_last_change():
    text = "Published 2019-02-11, last updated on 20 January 2025.\n\nThe fee is 12 euros."
    found = age(text, "The fee is 12 euros.")[0]
    assert (found.basis, found.first) == ("document", date(2025, 1, 20))


def test_a_short_first_line_tells_from_when_the_whole_text_holds():
    found = age("Fares as of January 2025. A day pass costs 6.20.", "A day pass costs 6.20.")[0]
    assert (found.basis, found.first) == ("document", date(2025, 1, 1))
    assert age("Price list, valid from 1 May 2024\nDay pass: 6.20", "Day pass: 6.20")[0].first == date(2024, 5, 1)
    told = "She has worked as of March 2019 in the office by the river as a clerk. A day pass costs 6.20."
    assert age(told, "A day pass costs 6.20.") == ()


def test_a_date_that_a_text_only_speaks_of_is_not_its_age():
    assert age("The abbey was founded in 1142.") == ()
    assert age("The office moved on 4 May 2019.", metadata={"building": "2019"}) == ()


def test_a_publication_date_comes_before_what_the_text_says():
    found = age("As of March 2019, the fee is 12 euros.", published=date(2024, 1, 1))
    assert [one.basis for one in found] == ["published", "stated"]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("As of May 2024, it is 5.", "As of March 2019, it is 4.", 1),
        ("As of March 2019, it is 4.", "As of May 2024, it is 5.", -1),
        ("As of 2024, it is 5.", "As of May 2024, it is 4.", 0),
        ("Since version 2.10, it is 5.", "Since version 2.9, it is 4.", 1),
        ("Since version 2, it is 5.", "Since version 2.0, it is 4.", 0),
        ("Since version 2.0, it is 5.", "As of May 2024, it is 4.", 0),
        ("It is 5.", "As of May 2024, it is 4.", 0),
    ],
)
def test_the_newer_of_two_is_the_one_whose_days_lie_after_the_others(first, second, expected):
    assert order(first, second) == expected
