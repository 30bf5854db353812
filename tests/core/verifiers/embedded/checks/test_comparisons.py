"""What "faster than", "the cheapest of the three" and their like say against the values the sources state."""

import pytest

from critique_core.verifiers.embedded.alignment.scales import scale
from critique_core.verifiers.embedded.checks import comparisons, superlatives
from critique_core.verifiers.embedded.checks.comparisons import read_comparison
from tests.makers.alignments import laid
from tests.makers.rows import each_of

_LIBRARIES = "| library | calls per second | threads |\n|---|---|---|\n| Kite | 410 | 2 |\n| Stilt | 127 | 8 |"
CASES: list[tuple[str, tuple[str, ...], str | None]] = [
    ("Kite handles more calls per second than Stilt.", (_LIBRARIES,), "agrees"),
    ("Stilt handles more calls per second than Kite.", (_LIBRARIES,), "conflicts"),
    (
        "Rashes were rarer with the gel than with the cream.",
        ("Rashes were reported by 9 percent of those given the cream and 4 percent of those given the gel.",),
        "agrees",
    ),
    (
        "Rashes were more frequent with the gel than with the cream.",
        ("Rashes were reported by 9 percent of those given the cream and 4 percent of those given the gel.",),
        "conflicts",
    ),
    (
        "The Plus plan is more expensive than the Basic plan.",
        ("Basic costs 9 euros a month, Plus costs 15 euros a month.",),
        "agrees",
    ),
    (
        "The Basic plan is cheaper than the Plus plan.",
        ("Basic plan: €9 per month. Plus plan: €15 per month.",),
        "agrees",
    ),
    (
        "The Plus plan is cheaper than the Basic plan.",
        ("The Basic plan costs €9 per month. The Plus plan is priced at €15 per month.",),
        "conflicts",
    ),
    (
        "Kerala is more populous than Assam.",
        ("Assam has 31 million inhabitants. Kerala has 33 million inhabitants.",),
        "agrees",
    ),
    (
        "Tokyo is not larger than Osaka.",
        ("Tokyo covers 2,194 km². Osaka covers 1,905 km².",),
        "conflicts",
    ),
    (
        "Marta is older than Jonas.",
        ("Marta was born in 1982 and Jonas in 1979.",),
        "conflicts",
    ),
    (
        "Marta is older than Jonas.",
        ("Marta is 45 years old and Jonas 41 years old.",),
        "agrees",
    ),
    (
        "The X200 is heavier than the X100.",
        ("| Model | Weight | Price |\n|---|---|---|\n| X100 | 1.2 kg | $300 |\n| X200 | 1.4 kg | $450 |",),
        "agrees",
    ),
    (
        "The X100 is the lightest of the two.",
        ("| Model | Weight | Price |\n|---|---|---|\n| X100 | 1.2 kg | $300 |\n| X200 | 1.4 kg | $450 |",),
        "agrees",
    ),
    (
        "The Ostrava line carries more passengers than the Brno line.",
        (
            (
                "The Brno line carries 12,000 passengers a day. The Ostrava line has 14 stops and carries 9,500 "
                "passengers a day."
            ),
        ),
        "conflicts",
    ),
    (
        "The Ostrava line carries more passengers than the Brno line.",
        ("The Brno line carries 12,000 passengers a day. The Ostrava line has 14 stops.",),
        None,
    ),
    (
        "Redis answered faster than Postgres.",
        ("In our test, Redis answered in 2 ms, whereas Postgres needed 14 ms.",),
        "agrees",
    ),
    (
        "Postgres had a higher throughput than Redis.",
        ("Throughput was 4,100 requests per second for Postgres and 5,200 requests per second for Redis.",),
        "conflicts",
    ),
    (
        "Alice finished behind Bob.",
        ("Alice 12.1 s, Bob 12.4 s.",),
        None,
    ),
    (
        "The bridge is longer than 300 metres.",
        ("The bridge is 280 metres long and 12 metres wide.",),
        None,
    ),
    (
        "Sales were higher than in 2019.",
        ("Sales reached 40 million euros in 2020.",),
        None,
    ),
    (
        "The museum opened earlier than the library.",
        ("The museum opened in 1954. The library opened in 1961.",),
        "agrees",
    ),
    (
        "Of the three candidates, Novak got the most votes.",
        ("Novak got 4,120 votes, Hale 5,310 votes and Orr 2,118 votes.",),
        "conflicts",
    ),
    (
        "Hale got the most votes.",
        ("Novak got 4,120 votes, Hale 5,310 votes and Orr 2,118 votes.",),
        "agrees",
    ),
    (
        "Everest is the highest mountain.",
        ("Everest rises to 8,849 m. It was first climbed in 1953.",),
        None,
    ),
    (
        "The Delta pump is quieter than the Sigma pump.",
        ("The Delta pump makes 41 dB, the Sigma pump 47 dB.",),
        None,
    ),
    (
        "The train takes longer than the bus.",
        ("The bus takes 45 minutes, the train takes an hour.",),
        "agrees",
    ),
    (
        "Plan A costs less than plan B.",
        ("Plan A: 30 euros. Plan B: 20 euros.",),
        "conflicts",
    ),
    (
        "Version 2.10 is newer than version 2.9.",
        ("Version 2.9 and version 2.10 are supported.",),
        "agrees",
    ),
    (
        "Room 12 is cheaper than room 14.",
        ("Room 12: 80 euros a night. Room 14: 95 euros a night.",),
        "agrees",
    ),
    (
        "The new engine uses more fuel than the old engine.",
        ("The new engine uses 5.1 litres per 100 km, the old engine 6.4 litres per 100 km.",),
        "conflicts",
    ),
    (
        "The winner was two seconds faster than the runner-up.",
        ("The winner took 50 seconds; the runner-up took 52 seconds.",),
        "agrees",
    ),
    (
        "The Family plan has the highest excess.",
        ("Excess per claim: Basic 500 euros, Family 350 euros, Plus 150 euros.",),
        "conflicts",
    ),
    (
        "It rained more in May than in June.",
        ("Rainfall was 80 mm in May and 45 mm in June.",),
        "agrees",
    ),
    (
        "More people live in Kerala than in Assam.",
        ("Assam has 31 million inhabitants. Kerala has 33 million inhabitants.",),
        "agrees",
    ),
    (
        "Lake Orta is deeper than Lake Varese.",
        ("Lake Varese has a maximum depth of 26 m. Lake Orta reaches a depth of 143 m.",),
        "agrees",
    ),
    (
        "Lindqvist was faster than Abara over 400 metres.",
        (
            (
                "400 m, final: Lindqvist 51.08 s, Abara 51.47 s, Petrov 52.10 s. In the 200 m, Abara won in "
                "22.95 s ahead of Lindqvist."
            ),
        ),
        "agrees",
    ),
    (
        "Of the two peaks, Mount Sorrel is the higher one.",
        (
            (
                "Mount Sorrel (2,318 m) is the busier of the two peaks thanks to its cable car. Its neighbour "
                "Graywether, at 2,377 m, can be reached only on foot."
            ),
        ),
        "conflicts",
    ),
    (
        "Diabetes more than doubles the risk.",
        ("Obesity is the strongest predictor of a severe course, followed by diabetes.",),
        None,
    ),
    (
        "The Orsa is longer than the Velm.",
        ("The Orsa is less well known than the Velm, though it is the longer of the two.",),
        None,
    ),
]


@each_of(("claim", "sources", "expected"), CASES)
def test_a_comparison_is_judged_by_the_values_of_both_things(
    claim: str, sources: tuple[str, ...], expected: str | None
) -> None:
    sentence, alignments = laid(claim, *sources)
    seen = [*comparisons.compare_things(sentence, alignments), *superlatives.superlative(sentence, alignments)]
    assert (seen[0][1].agreement if seen else None) == expected


def test_an_observation_stands_where_the_source_states_the_value() -> None:
    sentence, alignments = laid("Marta is older than Jonas.", "Marta was born in 1982 and Jonas in 1979.")
    ((alignment, seen),) = comparisons.compare_things(sentence, alignments)
    assert alignment.scope.sentence.text[seen.source_start : seen.source_end] == seen.source_value == "1982"
    assert sentence.text[seen.start : seen.end] == "older"


@pytest.mark.parametrize("word", ["slow", "cheap", "heavy", "young", "low"])
def test_opposite_adjectives_turn_every_sign(word: str) -> None:
    opposites = {"slow": "fast", "cheap": "expensive", "heavy": "light", "young": "old", "low": "high"}
    kinds, others = scale(word), scale(opposites[word])
    assert kinds is not None
    assert others == {kind: -sign for kind, sign in kinds.items()}


@pytest.mark.parametrize("text", ["The river is deep.", "The tower is taller than 300 metres.", "It is now older."])
def test_what_sets_no_two_things_beside_each_other_is_no_comparison(text: str) -> None:
    sentence, _ = laid(text, "Nothing is said here.")
    assert read_comparison(sentence) is None
