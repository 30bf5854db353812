"""What looks like a conflict and is none, each next to a like claim that is one."""

import pytest

from critique_core.evidence.units import cut
from critique_core.models import SourceDocument
from critique_core.typed_values.mentions import mentions
from tests.makers.alignments import outcomes, reading
from tests.makers.observations import conflicts

KILNS = (
    "| Kiln | Peak heat (°C) | Shelves |\n|---|---|---|\n| North | 1240 | 4 |\n"
    "| South | 1180 | 6 |\n| Yard | 1210 | 5 |\n"
)
LOANS = "title;borrower;overdue\nBook of Knots;Ilse Garr;no\nBook of Sails;Per Oom;yes\n"
LIST = "We take:\n- glass jars\n- tin lids\nWe do not take:\n- mirrors\n- light bulbs"


def test_a_name_with_a_number_is_joined_to_its_own_part():
    source = "The CoolAir 200 needs RD-1107; the CoolAir 300 needs RD-2207."
    assert not any(o.kind == "identifier" for _, o in reading("The CoolAir 300 needs RD-2207.", source).observations)


def test_what_a_source_only_asks_denies_nothing():
    assert not conflicts("The account is not blocked.", "The field tells whether the account has been blocked.")
    assert conflicts("The account is not blocked.", "The field tells that the account has been blocked.")


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The North kiln reaches the highest heat of the three.", False),
        ("The Yard kiln reaches the highest heat of the three.", True),
        ("Of the three kilns, South has the lowest peak heat.", False),
        ("Of the three kilns, North has the lowest peak heat.", True),
        ("The South kiln has the most shelves.", False),
        ("The Yard kiln has the most shelves.", True),
    ],
)
def test_the_highest_of_a_column(claim: str, expected: bool):
    assert ("conflicts" in compared(claim, KILNS)) == expected
    assert ("agrees" in compared(claim, KILNS)) != expected


def compared(claim: str, source: str) -> set[str]:
    """What comparisons and amounts of a table say to a claim."""
    return {seen.agreement for _, seen in reading(claim, source).observations if seen.kind in ("comparison", "number")}


def test_no_in_a_cell_denies_its_column_alone():
    assert not conflicts("The Book of Knots is lent to Ilse Garr.", LOANS)


def test_a_line_right_under_a_list_opens_the_next():
    units = cut(SourceDocument(id="s", content=LIST))
    assert [u.text for u in units] == [
        "We take:", "glass jars", "tin lids", "We do not take:", "mirrors", "light bulbs",
    ]  # fmt: skip
    assert units[4].label == "We do not take"


def test_a_wrapped_item_goes_on():
    text = "- a bench the town put up in honour of the painter of the\nBlack Forest, who lived here\n- a fountain\n"
    assert len(cut(SourceDocument(id="s", content=text))) == 2


def test_a_reference_number_borrows_no_unit():
    source = "Estimate for repair no. 7718: parts €130; labour, 3 hours at €45 an hour. Tax is not included."
    values = reading("The parts and the labour of the repair come to 265 euros.", source).values
    assert not any(v.outcome == "conflicts" and v.slot is not None and v.slot.mention.text == "7718" for v in values)


def test_degrees_below_zero():
    (below,) = mentions("down to 40 degrees below zero")
    (minus,) = mentions("down to -40 °C")
    assert below.low == pytest.approx(minus.low)
    (above,) = mentions("up to 40 degrees")
    assert above.low > below.low


def test_what_adds_up_to_a_sum_is_no_limit():
    (total,) = mentions("it adds up to 265 euros")
    (limit,) = mentions("it may cost up to 265 euros")
    assert (total.bound, limit.bound) == ("", "max")


RINGS = (
    "Ringing list:\nspecies,ring,sex,weight_g,site\nbarn owl,GV80114,F,362,Hollins barn\n"
    "tawny owl,GR22907,F,505,Dene wood\nkestrel,EZ41873,M,196,Dene wood\nAll were released. Nobody was hurt."
)


def test_rows_inside_a_text_are_a_table():
    units = cut(SourceDocument(id="s", content=RINGS))
    assert [u.kind for u in units] == ["prose", "table", "table", "table", "table", "prose", "prose"]
    assert units[3].label == "species,ring,sex,weight_g,site"
    assert all(RINGS[u.start : u.end] == u.text for u in units)
    assert outcomes("The tawny owl GR22907 weighed 505 g.", RINGS) == ["agrees"]
    assert outcomes("The tawny owl GR22907 weighed 362 g.", RINGS) != ["agrees"]


def test_lines_with_unlike_commas_are_no_table():
    text = "She packed bread, cheese, apples\nand a knife, then left\nfor the coast, alone, on foot\n"
    assert {u.kind for u in cut(SourceDocument(id="s", content=text))} == {"prose"}


def test_non_before_a_word_denies_a_field():
    room = '{"booking": "R-77", "room": {"type": "twin", "smoking": false, "floor": 2}}'
    assert not conflicts("Booking R-77 is for a non-smoking twin room.", room)
    assert conflicts("Booking R-77 is for a smoking twin room.", room)


@pytest.mark.parametrize(
    "claim",
    [
        "The South kiln has at least 6 shelves.",
        "The North kiln most likely has 4 shelves.",
        "South is one of the highest in peak heat.",
        "Most kilns, like North, have shelves.",
    ],
)
def test_no_superlative(claim: str):
    assert "conflicts" not in compared(claim, KILNS)


def test_the_highest_of_a_long_table_is_not_known():
    rows = "".join(f"| K{number} | {number} |\n" for number in range(1, 20))
    assert "agrees" not in compared("K19 has the highest heat.", f"| Kiln | Heat |\n|---|---|\n{rows}")


def test_most_is_read_in_its_own_statement():
    assert not conflicts("Most of the huts have a stove.", "30 of the 46 huts have a stove, and no hut has a bath.")


def test_wrapped_prose_with_commas_is_no_table():
    text = "The tour visits Bern, Basel, Chur\nand Thun, Biel, Olten\nbut not Davos, Arosa, Laax\nin winter."
    assert {u.kind for u in cut(SourceDocument(id="s", content=text))} == {"prose"}


def test_lines_after_a_table_keep_their_kind():
    text = "item,qty,price\nA,2,3\nB,4,5\nTotal: 26\nPaid: no"
    assert [u.kind for u in cut(SourceDocument(id="s", content=f"Order 4411\n{text}"))] == [
        "prose", "table", "table", "table", "record", "record",
    ]  # fmt: skip


def test_a_digit_run_beyond_measure_is_read():
    assert outcomes("Some bills were not paid.", "1" * 5000 + " of 44 bills were not paid.") is not None


def test_a_number_after_the_is_still_compared_with_its_column():
    assert "conflicts" in compared("The Yard kiln has the 9 shelves.", KILNS)
    assert "conflicts" not in compared("Of the three kilns, Yard has 5 shelves.", KILNS)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Bicycles are free of charge.", "Bicycles cost 20 kroner."),
        ("Breakfast is not included in the price.", "The room costs 90 euros with breakfast included."),
    ],
)
def test_a_quoted_sentence_leaves_its_full_stop_to_the_reason(claim: str, source: str) -> None:
    told = [o.explanation for _, o in reading(claim, source).observations]
    assert any(f"“{source[:-1]}”" in one for one in told)


def test_a_long_rule_is_quoted_cut_like_any_long_sentence() -> None:
    source = "You must not smoke on the balcony, the terrace, the staircase, the landing, the roof garden or the deck."
    told = [o.explanation for _, o in reading("You may smoke on the balcony.", source).observations]
    assert told == [f"the source forbids this: “{source[:89]}…”"]
