"""Values that a claim draws from stated ones: totals, differences, shares, lengths of time."""

from hypothesis import given
from hypothesis import strategies as st

from critique_core.language.sentence import Sentence
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.arithmetic import sums
from tests.makers.alignments import laid
from tests.makers.rows import each_of

CASES: list[tuple[str, tuple[str, ...], str | None]] = [
    (
        "Together, the two divisions brought in 410 million euros.",
        (
            (
                "The group has two divisions, Tools and Services. Tools had revenue of €260 million last year, "
                "and its operating profit was €31 million."
            ),
            (
                "Services, the group's smaller division, had revenue of €150 million last year and an operating "
                "profit of €17 million."
            ),
        ),
        "derived",
    ),
    (
        "The home side won by five points.",
        (
            (
                "Final score: Falcons 88, Harriers 83. The Falcons, playing at home, led by three points at "
                "half-time. Attendance was 6,410."
            ),
        ),
        "derived",
    ),
    (
        "The bill passed with a margin of 16 votes.",
        (
            (
                "The bill passed its third reading by 131 votes to 115, with 9 abstentions. It now goes to the "
                "upper house, which has 96 seats."
            ),
        ),
        "derived",
    ),
    (
        "In total, the three sites planted 900 trees.",
        (
            (
                "Tree planting by site in 2024: North Park 420 trees, Mill Lane 310 trees, Quarry 240 trees. No "
                "other sites took part."
            ),
        ),
        None,
    ),
    (
        "The company grew by 35 employees over the year.",
        (
            (
                "Headcount was 412 on 1 January and 447 on 31 December. During the year 88 people joined and 53 "
                "left. Average length of service is 6.2 years."
            ),
        ),
        "derived",
    ),
    (
        "Ravenhill won by 15 points.",
        (
            (
                "Ravenhill beat Castle Down 87-74 at home on Friday. Ravenhill's Imani Cole scored 31 points and "
                "took 15 rebounds. Attendance was 3,206."
            ),
        ),
        None,
    ),
    (
        "Ravenhill won by 12 points.",
        ("Ravenhill beat Castle Down 87-74 at home on Friday. Attendance was 3,206.",),
        None,
    ),
    (
        "The school gained 35 pupils over the year.",
        (
            (
                "In September 2022 the school had 610 pupils; a year later there were 645. It employs 48 "
                "teachers and 12 assistants."
            ),
        ),
        "derived",
    ),
    (
        "All in all, the stew takes 2 hours and 20 minutes to make.",
        (("Preparation: 20 minutes. Cooking: 2 hours. Serves six. The stew can be frozen for up to three months."),),
        "derived",
    ),
    (
        "The programme's two tranches amount to €950 million.",
        (
            (
                "The first tranche of the programme is worth €400 million and will be paid in spring. The "
                "second, of €450 million, follows in autumn. Applications can be submitted from February; 95 "
                "regions are eligible."
            ),
        ),
        None,
    ),
    (
        "A return trip with a suitcase costs 84 euros.",
        (
            (
                "A return ticket is 72 euros. Hand luggage is included; a suitcase adds 12 euros for the whole "
                "trip. Seat reservations are optional at 4 euros."
            ),
        ),
        "derived",
    ),
    (
        "Turnout fell by two percentage points compared with the previous election.",
        (
            (
                "Turnout was 61%, the electoral commission said, against 66% at the previous election. Postal "
                "ballots made up 22% of all votes cast."
            ),
        ),
        None,
    ),
    (
        "Turnout fell by five percentage points.",
        ("Turnout was 61%, the electoral commission said, against 66% at the previous election.",),
        "derived",
    ),
    (
        "Roughly a third of the applicants were accepted.",
        ("Of 918 applicants, 303 were accepted this year.",),
        "derived",
    ),
    (
        "A fifth of the students did not pass.",
        ("80 % of the students passed the exam.",),
        "derived",
    ),
    (
        "A fifth of the students passed.",
        ("80 % of the students passed the exam.",),
        None,
    ),
    (
        "Revenue rose by 25 percent.",
        ("Revenue rose from 80 million euros to 100 million euros.",),
        "derived",
    ),
    (
        "The war lasted four years.",
        ("The war began in 1914 and ended in 1918.",),
        "derived",
    ),
    (
        "She was 45 years old when she died.",
        ("She was born on 3 May 1950 and died on 4 June 1995.",),
        "derived",
    ),
    (
        "The exhibition runs for five days.",
        ("The exhibition opens on 3 May 2024 and closes on 8 May 2024.",),
        "derived",
    ),
    (
        "The talk takes 45 minutes.",
        ("The talk starts at 14:15 and ends at 15:00.",),
        "derived",
    ),
    (
        "The film ends at 22:10.",
        ("The film starts at 20:00 and lasts 2 hours and 10 minutes.",),
        "derived",
    ),
    (
        "The film ends at 00:30.",  # past midnight
        ("The film starts at 22:20 and lasts 2 hours and 10 minutes.",),
        "derived",
    ),
    (
        "The river is 12 km long.",
        ("The river rises at 8 km from the sea. A path of 4 km follows it.",),
        None,
    ),
    (
        "The hotel has 50 rooms.",
        ("The hotel has 20 double rooms and 30 single rooms.",),
        None,
    ),
    (
        "In total the hotel has 50 rooms.",
        ("The hotel has 20 double rooms and 30 single rooms.",),
        "derived",
    ),
    (
        "The two teams scored 7 goals in total.",
        ("The Reds scored 4 goals, the Blues 3 goals.",),
        "derived",
    ),
    (
        "Filling accounts for more than half of the whole process.",
        ("Upstream boats wait. A lockage takes 20 minutes, of which filling is 12.",),
        "derived",
    ),
    (
        "Filling accounts for more than three quarters of the whole process.",
        ("Upstream boats wait. A lockage takes 20 minutes, of which filling is 12.",),
        None,
    ),
    (
        "Tickets cost 12 euros.",
        ("Tickets cost 20 euros for adults and 8 euros for children.",),
        None,
    ),
    (
        "The tower is 80 metres tall.",
        ("The tower is 120 metres tall and stands on a base of 40 metres.",),
        None,
    ),
    (
        "The trip takes 3 hours.",
        ("The trip takes 5 hours, with 2 hours of stops.",),
        None,
    ),
    (
        "He scored 6 goals.",
        ("He scored 9 goals in 2019 and 3 in 2018.",),
        None,
    ),
    (
        "The company has 12 offices.",
        ("The company has 20 offices, 8 in Asia.",),
        None,
    ),
    (
        "The theatre sold 38,400 tickets last season.",
        ("The theatre sold 41,300 tickets last season, 2,900 more than the season before.",),
        None,
    ),
    (
        "Nineteen people on the drug left the study.",
        ("In the study 31 people on the drug left before week 12.",),
        None,
    ),
    (
        "Gannet has room for eighteen more cars than Skua.",
        ("The ferry Skua has room for 34 cars.", "The ferry Gannet has room for 52 cars."),
        "derived",
    ),
    (
        "The committee has 12 members.",
        ("It met 5 times in 2020 and 7 times in 2021.",),
        None,
    ),
    (
        "The new train is 40 minutes faster.",
        ("The old train took 3 hours; the new train takes 2 hours and 20 minutes.",),
        "derived",
    ),
    (
        "The price fell by 30 euros.",
        ("The price went from 120 euros to 99 euros.",),
        None,
    ),
    (
        "The two bridges cost 30 million euros together.",
        ("The north bridge cost 12 million euros and the south bridge 18 million euros.",),
        "derived",
    ),
    (
        "The two bridges cost 35 million euros together.",
        ("The north bridge cost 12 million euros and the south bridge 18 million euros.",),
        None,
    ),
    (
        "Everyone in the group owes £112.",
        ("Total rent is £784 for the 7 of us, split equally. Linen is £12.",),
        "derived",
    ),
    (
        "Each of us owes £196.",
        ("Total rent is £784 for the 7 of us, split equally. I drive up with the first 4.",),
        None,
    ),
    ("Two adults with one child pay 210 kr.", ("Adult single 85 kr, child 40 kr, dog 25 kr.",), "derived"),
    ("Two adults with one child pay 125 kr altogether.", ("Adult single 85 kr, child 40 kr, dog 25 kr.",), None),
    ("Gateway 2 times out after 30 seconds.", ("Gateway 2 times out after 60 seconds.",), None),
    ("The gateway 2 times out after 30 seconds.", ("The gateway 2 times out after 60 seconds.",), None),
    ("A single visit with the ten-visit card costs 5.50.", ("A ten-visit card costs 55.00.",), "derived"),
    ("Four tickets cost 10 euros.", ("Four tickets cost 40 euros.",), None),
    (
        "With the Sunday surcharge the tent costs $475.",
        ("The tent is $380. Sundays carry a surcharge of 25%.",),
        "derived",
    ),
    ("The tent costs $285.", ("The tent is $380. Sundays carry a surcharge of 25%.",), None),
    ("The beaker held 720 ml.", ("The flow was 18 ml per minute. Pressure 2 bar. It ran for 40 minutes.",), "derived"),
    ("The camp still has 15 places free.", ("The camp has 64 places; 49 children are signed up.",), "derived"),
    ("The bridge comes down three weeks later.", ("The bridge goes up on 6 May and comes down on 27 May.",), "derived"),
    ("The bridge comes down four weeks later.", ("The bridge goes up on 6 May and comes down on 27 May.",), None),
    (
        "We must answer by 19 November.",
        ("Your letter came on 5 November. We answer within 14 days of receipt.",),
        "derived",
    ),
    ("Bolt play at 20:05.", ("Asha starts at 19:30 and plays 25 minutes; a 10-minute pause follows.",), "derived"),
    ("The workshop ends at 14:05.", ("It starts at 10:15 and takes 3.5 hours including a 20-minute break.",), None),
    ("The project is $330,000 under budget.", ("Budget: $4,650,000. Forecast: $4,320,000.",), "derived"),
    ("The forecast is $330,000 over the budget.", ("The budget is $4,650,000. The forecast is $4,320,000.",), None),
    ("The stay lasts three days.", ("The stay is from 12 to 14 May.",), "derived"),
    ("The stay lasts four days.", ("The stay is from 12 to 14 May.",), None),
    (
        "Twelve rooms for two nights cost 2,304 euros.",
        ("A room is 96 euros a night. We booked 12 rooms for two nights.",),
        "derived",
    ),
    ("In 2022, 45,100 people came.", ("In 2023, 48,200 people came, 3,100 fewer than in 2022.",), None),
    ("The slide closes at 17:00.", ("It is open to 18:00. The slide closes an hour before the pool.",), "derived"),
    ("The park had 15 rangers, 4 gates and 900 visitors.", ("The park had 15 rangers and 4 gates.",), None),
    ("The children's ticket is 28 zloty.", ("Admission is 18 zloty. An audio guide is 10 zloty.",), None),
]


def _outcome(sentence: Sentence, alignments: list[Alignment]) -> str | None:
    """Whether one of the claim's values follows from the stated ones."""
    values = [mention for mention in sentence.mentions if mention.kind != "identifier"]
    return "derived" if any(sums.derive(sentence, one, alignments) for one in values) else None


@each_of(("claim", "sources", "expected"), CASES)
def test_a_value_follows_from_the_stated_ones_or_does_not(
    claim: str, sources: tuple[str, ...], expected: str | None
) -> None:
    assert _outcome(*laid(claim, *sources)) == expected


def test_an_hour_before_is_not_told_as_one_after() -> None:
    sentence, alignments = laid("The slide closes at 17:00.", "It is open to 18:00. The slide closes an hour before.")
    found = sums.derive(sentence, sentence.mentions[0], alignments)
    assert found is not None
    assert found.explanation == "an hour before 18:00 is 17:00"


def test_a_result_names_its_terms() -> None:
    sentence, alignments = laid("Ravenhill won by 13 points.", "Ravenhill beat Castle Down 87-74 at home on Friday.")
    found = sums.derive(sentence, sentence.mentions[0], alignments)
    assert found is not None
    assert found.explanation == "87 − 74 = 13"


@given(st.integers(20, 400), st.integers(20, 400))
def test_the_sum_of_two_named_counts_is_always_found(first: int, second: int) -> None:
    source = f"The north hall has {first} seats. The south hall has {second} seats."
    sentence, alignments = laid(f"Both halls together have {first + second} seats.", source)
    mention = next(m for m in sentence.mentions if m.low == first + second)
    assert sums.derive(sentence, mention, alignments) is not None
