"""Of some of a kind is not of the kind: "students under 26", "small dogs", "drones heavier than 250 g"."""

import pytest

from benchmarks.conditions import revised
from tests.makers.judged import judged

OF_SOME = [
    ("Students get a discount.", "Students under 26 get a discount.", "Students under 26 get a discount."),
    ("Children travel free.", "Children under six travel free, others pay 3 euros.", "Children under six travel free."),
    (
        "Rooms cost 20 euros more.",
        "Rooms with a balcony cost 20 euros more.",
        "Rooms with a balcony cost 20 euros more.",
    ),
    ("Dogs are allowed.", "Small dogs are allowed.", "Small dogs are allowed."),
    ("Members can park here.", "Only gold members can park here.", "Only gold members can park here."),
    ("Elephants weigh 5 tonnes.", "Adult elephants weigh 5 tonnes.", "Adult elephants weigh 5 tonnes."),
    ("Cars may use the bus lane.", "Electric cars may use the bus lane.", "Electric cars may use the bus lane."),
    (
        "All staff received a bonus.",
        "All staff in the Oslo office received a bonus.",
        "All staff in the Oslo office received a bonus.",
    ),
    (
        "The largest lake lies near Rust.",
        "The largest lake in Austria lies near Rust.",
        "The largest lake in Austria lies near Rust.",
    ),
    ("It is the oldest church.", "It is the oldest church in the valley.", "It is the oldest church in the valley."),
    (
        "Owners must register drones.",
        "Owners must register drones heavier than 250 g.",
        "Owners must register drones heavier than 250 g.",
    ),
    (
        "Owners need a licence for dogs.",
        "Owners need a licence for dogs that weigh more than 20 kg.",
        "Owners need a licence for dogs that weigh more than 20 kg.",
    ),
    (
        "The library lends tools.",
        "The library lends tools to members with a garden.",
        "The library lends tools to members with a garden.",
    ),
]
OF_ALL = [
    ("Young children can join the tour.", "Young children can join the tour."),
    ("Firefighters rescued two men.", "Brave firefighters rescued two men."),
    ("Members can vote.", "Old and new members can vote. Members can vote by post."),
    ("Members can vote.", "All members, old and new, can vote."),
    ("Some students get a discount.", "Students under 26 get a discount."),
    ("The students get a discount.", "The new students get a discount."),
    ("Platform 2 is closed.", "Platform 2 is closed for repairs. Platform 3 is open."),
    ("All rooms were repainted.", "All rooms were repainted in 2019."),
    ("The team won the first match.", "The team won the first match in May."),
    ("All employees must wear a badge.", "All employees must wear a badge at work."),
    ("The new model sells better.", "The new model sells better than the old one."),
    ("Studies show benefits.", "Studies show benefits that last for years."),
    ("The city planted trees.", "The city planted trees taller than 3 m."),
    ("Guests can swim in the pool.", "Guests can swim in the pool. Adult guests can use the sauna."),
]


@pytest.mark.parametrize(("claim", "source", "told"), OF_SOME)
def test_a_claim_of_a_kind_leaves_out_of_which_of_it_the_source_speaks(claim: str, source: str, told: str) -> None:
    assert judged(claim, source).status == "partially_supported"
    assert revised({"claim": claim, "source": source}) == told


@pytest.mark.parametrize(("claim", "source"), OF_ALL)
def test_a_claim_that_holds_of_the_kind_or_of_those_it_speaks_of_leaves_out_nothing(claim: str, source: str) -> None:
    found = judged(claim, source)
    assert found.status == "supported"
    assert found.verdict is not None
    assert not [one for one in found.verdict.findings if one.kind == "condition"]


def test_the_reason_names_of_whom_alone_it_is_said() -> None:
    found = judged("Dogs are allowed.", "Small dogs are allowed.")
    assert found.verdict is not None
    assert found.verdict.reasoning == "The source says this of “small dogs” alone."


def test_a_month_is_no_word_for_what_is_possible() -> None:
    found = judged("Hall 3 is being repaired.", "Hall 1 and Hall 2 are open; Hall 3 is being repaired until May.")
    assert found.status == "partially_supported"
    assert found.verdict is not None
    assert found.verdict.reasoning == "The draft leaves the condition out: “until May”."
