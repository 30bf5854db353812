"""What looks like a conflict and is none, each beside a like claim that is one."""

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


@pytest.mark.parametrize(
    ("claim", "wrong", "source"),
    [
        ("No loan is granted unless two members vouch for it.", "No loan is granted.",
         "Before a loan is granted, at least two members must vouch for it."),
        ("No single claim is paid beyond $900.", "No single claim is paid.",
         "Up to $900 is paid for a single claim."),
        ("Sales of tea fell while sales of coffee grew.", "Sales of coffee fell.",
         "Sales of tea sank in spring, whereas sales of coffee climbed."),
        ("Some stalls on Mill Lane have no power.", "No stall on Mill Lane has power.",
         "On Mill Lane 21 of 27 stalls have power, the others wait."),
        ("The gate is locked.", "The gate is not locked.",
         "The guard notes that the gate is locked."),
        ("Most of the huts look out on the lake.", "Most of the huts have a stove.",
         "There are 14 huts. Nine look out on the lake. Of the 14 huts, 5 have a stove."),
    ],
)  # fmt: skip
def test_a_true_claim_does_not_conflict_and_its_neighbour_does(claim: str, wrong: str, source: str):
    assert not conflicts(claim, source)
    assert conflicts(wrong, source)


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


@pytest.mark.parametrize(
    ("claim", "source", "outcome"),
    [
        ("Three quarters of the singers are older than sixty.",
         "Only 25 percent of the singers are sixty or younger.", "missing"),
        ("Estonia won seven medals, two more than the time before.",
         "The team won seven medals. The time before it had won five medals.", "derived"),
        ("The bill adds up to 265 euros.", "Call-out: 45.00 EUR. Labour: 140.00 EUR.", "missing"),
    ],
)  # fmt: skip
def test_values_that_do_not_stand_against_each_other(claim: str, source: str, outcome: str):
    assert outcome in outcomes(claim, source)
    assert "conflicts" not in outcomes(claim, source)


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


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("The tenant had to hand over 12 hens.", "The tenant owed the abbey a dozen hens.", ["agrees"]),
        ("The class made twelve dozen biscuits.", "The class baked 144 biscuits and 60 bars.", ["agrees"]),
        ("The first shot is filmed at twenty past eight in the morning.",
         "Call sheet: make-up from 06.30, first shot 08.20, lunch at 13.00.", ["agrees", "agrees"]),
        ("Punctuality improved by seven percentage points.",
         "Punctuality of the buses reached 91% in May, up from 84% in April.", ["derived"]),
        ("Between them, the shop and the farm received 465 crates.",
         "The orchard sent 340 crates to the shop and 125 crates to the farm.", ["derived"]),
        ("The town planted 505 limes and maples in total.",
         "The town planted 325 limes along the road and 180 maples in the park. 40 cherries came."
         , ["derived"]),
        ("The night drew 275 more visitors than a year earlier.",
         "The night drew 8,215 visitors, against 7,940 the year before.", ["derived", "unsaid"]),
        ("No difference was noticed by 20% of the panel.",
         "Half of the panel preferred the first oil, three in ten the second and the rest noticed no difference.",
         ["derived"]),
        ("With the defaults, backoff(3) waits for 4 seconds.", "backoff waits for 4 seconds.", ["unsaid", "agrees"]),
    ],
)  # fmt: skip
def test_values_that_follow(claim: str, source: str, expected: list[str]):
    assert outcomes(claim, source) == expected


@pytest.mark.parametrize(
    ("claim", "against", "source"),
    [
        ("A 17-year-old may not go in.", "Gold members may book one week ahead.",
         "Gold members may book two weeks ahead."),
        ("Twenty-one of the mothers have given birth.", "Twenty-one mothers are on the ward.",
         "There are 23 mothers on the ward."),
        ("Kowal's time was 2:11:55.", "Kowal came in 50 seconds later.", "Kowal came in 47 seconds later."),
        ("The clinic on RosterPlan 4.3 has shift swapping.", "Shift swapping was added in RosterPlan 4.3.",
         "Shift swapping was added in RosterPlan 4.2."),
        ("A machine built in 2012 takes the small seal.", "Machines made before 2012 take the small seal.",
         "Machines made before 2015 take the small seal."),
    ],
)  # fmt: skip
def test_values_of_another_thing_are_no_conflict(claim: str, against: str, source: str):
    assert "conflicts" not in outcomes(claim, source)
    assert "conflicts" in outcomes(against, source)


def test_non_before_a_word_denies_a_field():
    room = '{"booking": "R-77", "room": {"type": "twin", "smoking": false, "floor": 2}}'
    assert not conflicts("Booking R-77 is for a non-smoking twin room.", room)
    assert conflicts("Booking R-77 is for a smoking twin room.", room)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("30% of the seats are taken.", "70% of the seats are taken."),
        ("The journey takes 3 days.", "The journey takes over 12 days."),
        ("Members may book three weeks ahead.", "Members may book two weeks in advance."),
        ("20% of the panel preferred the second oil.",
         "Half of the panel preferred the first oil, three in ten the second and the rest noticed no difference."),
        ("The chain employs 30 people across its shops.", "The chain employs 18 people in Madrid. It fired 12 people."),
    ],
)  # fmt: skip
def test_values_that_do_stand_against_each_other(claim: str, source: str):
    assert "conflicts" in outcomes(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fee is refunded.", "The fee is not refunded, whether or not you attend."),
        ("The pool is not heated unless it is booked.", "The pool is heated all year."),
        ("The lake is not open to boats over 5 metres.", "The lake is open to boats of any length."),
        ("The upper hall is open but the garden is closed.", "The upper hall is closed."),
        ("Smoking is permitted in the Blue room.",
         "| Room | Rule |\n|---|---|\n| Blue | Smoking is not permitted |\n| Red | Smoking is permitted |\n"),
    ],
)  # fmt: skip
def test_denials_that_stand(claim: str, source: str):
    assert conflicts(claim, source)


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
