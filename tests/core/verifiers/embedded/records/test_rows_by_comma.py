"""A table whose cells are parted by commas, semicolons or tabs is read like one with bars."""

import pytest

from critique_core.evidence.units import cut
from critique_core.language.cells import parted
from critique_core.models import SourceDocument
from tests.makers.judged import judged

ROWS = ["Room no.,Seating cap.,Rent/day (EUR),lift?", "A1,40,120,yes", "B2,24,95.5,no", "C3,60,,yes"]
CLAIMS = [
    ("Room B2 has 24 seats.", "supported"),
    ("Room B2 has 40 seats.", "contradicted"),
    ("Room A1 has 40 seats.", "supported"),
    ("Room C3 has 60 seats.", "supported"),
    ("Room C3 has 24 seats.", "contradicted"),
]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", " | "])
@pytest.mark.parametrize(("claim", "status"), CLAIMS)
def test_a_claim_is_judged_by_its_row(claim: str, status: str, delimiter: str) -> None:
    assert judged(claim, "\n".join(row.replace(",", delimiter) for row in ROWS)).status == status


SALES = ["Store,Mon,Tue,Wed", "North,10,12,14", "South,20,22,24", "East,31,32,33"]
OF_COLUMNS = [
    ("North sold 12 on Tue.", True),
    ("North sold 14 on Mon.", False),
    ("North sold 22 on Tue.", False),
    ("South sold 24 on Wednesday.", True),
    ("South sold 20 on Wednesday.", False),
    ("East sold 33 on Wed.", True),
]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", " | "])
@pytest.mark.parametrize(("claim", "right"), OF_COLUMNS)
def test_a_value_is_that_of_the_column_that_the_claim_names(claim: str, right: bool, delimiter: str) -> None:
    found = judged(claim, "\n".join(row.replace(",", delimiter) for row in SALES))
    assert (found.status == "supported") is right


ROOMS = "| | Cedar Hall | Mill Room | Studio |\n|---|---|---|---|\n| Capacity | 220 people | 80 people | 25 people |\n"


@pytest.mark.parametrize(
    ("claim", "right"), [("The Mill Room holds 80 people.", True), ("The Mill Room holds 25 people.", False)]
)
def test_a_table_may_have_no_head_over_its_first_column(claim: str, right: bool) -> None:
    assert (judged(claim, f"{ROOMS}| Area | 310 m² | 120 m² | 45 m² |\n").status == "supported") is right


def test_heads_that_are_cut_short_or_ask_are_the_heads_of_their_table() -> None:
    units = cut(SourceDocument(id="s", content="\n".join(ROWS)))
    assert [unit.label for unit in units] == ["", ROWS[0], ROWS[0], ROWS[0]]


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("B2,95.5,24", "B2|95.5|24"),
        ("B2;95,5;24", "B2|95,5|24"),
        ('B2,"95,5",24', 'B2|"95,5"|24'),
        ("B2 | 95,5 | 24", "B2 | 95,5 | 24"),
        ("Tokyo\t13,960,000\t2,194,000", "Tokyo|13,960,000|2,194,000"),
        ("Shelf, open;89,50 euros;12,0 kg", "Shelf, open|89,50 euros|12,0 kg"),
        ("Milk, 1 litre, 1,20 euros", "Milk| 1 litre| 1,20 euros"),
        ("one cell", "one cell"),
    ],
)
def test_a_comma_inside_a_cell_parts_nothing(row: str, read: str) -> None:
    assert parted(row) == read
