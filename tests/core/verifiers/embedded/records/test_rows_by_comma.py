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


LOCKERS = "Locker,Rent/day (EUR),Size\n3,2.50,small\n4,3.00,large"
VEHICLES = "Vehicle,Rent/day (EUR),Seats\nCar,45.00,5\nVan,95.50,9"
PASSES = "Pass;Price EUR;Valid\nDay;12;24 h\nWeek;45;7 days"
OF_PRICES = [
    ("Locker 4 rents for 3 euros a day.", LOCKERS, True),
    ("Locker 3 rents for 3 euros a day.", LOCKERS, False),
    ("The van costs 95.50 euros a day.", VEHICLES, True),
    ("The car costs 95.50 euros a day.", VEHICLES, False),
    ("A day pass costs 12 euros.", PASSES, True),
    ("A week pass costs 12 euros.", PASSES, False),
]


@pytest.mark.parametrize(("claim", "table", "right"), OF_PRICES)
def test_the_only_column_of_money_tells_what_a_thing_costs(claim: str, table: str, right: bool) -> None:
    assert (judged(claim, table).status == "supported") is right


OF_NO_PRICES = [
    ("The kayak costs 120 euros.", "Item,Deposit (EUR),Weight kg\nTent,50,6\nKayak,120,22\nStove,15,1"),
    ("Kim paid 900 euros.", "Employee,Bonus (EUR),Years\nKim,900,4\nLuis,1200,7\nMara,600,2"),
    ("The concert costs 5200 euros.", "Sale,Revenue EUR,Visitors\nSpring fair,3400,210\nConcert,5200,400"),
]


@pytest.mark.parametrize(("claim", "table"), OF_NO_PRICES)
def test_what_a_thing_costs_is_no_deposit_bonus_or_revenue(claim: str, table: str) -> None:
    assert judged(claim, table).status != "supported"


def test_lines_with_commas_are_no_table_without_a_head() -> None:
    days = "Monday, 9 am, yoga\nTuesday, 10 am, pilates\nThursday, 6 pm, boxing\nBring a towel to every class."
    assert {unit.kind for unit in cut(SourceDocument(id="s", content=days))} == {"prose"}
    assert judged("Pilates is at 6 pm.", days).status == "contradicted"


SOILS = "Soil,Water %,pH\nA,40,6.1\nB,22,7.0"


@pytest.mark.parametrize(
    "around", ["{}\n\nMeasured in May after two dry weeks.", "Two plots were dug.\n\n{}\nBoth lie south."]
)
@pytest.mark.parametrize(
    ("claim", "right"),
    [("Soil A holds 40 % water.", True), ("Soil B holds 40 % water.", False), ("Soil A has a pH of 6.1.", True)],
)
def test_a_table_may_stand_among_sentences(claim: str, right: bool, around: str) -> None:
    assert (judged(claim, around.format(SOILS)).status == "supported") is right


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
