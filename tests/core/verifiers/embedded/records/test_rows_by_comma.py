"""A table whose cells are parted by commas, semicolons or tabs is read like one with bars."""

import pytest

from critique_core.evidence.units import cut
from critique_core.language.cells import parted
from critique_core.models import SourceDocument
from tests.core.verifiers.embedded.test_laws import judged

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
        ("one cell", "one cell"),
    ],
)
def test_a_comma_inside_a_cell_parts_nothing(row: str, read: str) -> None:
    assert parted(row) == read
