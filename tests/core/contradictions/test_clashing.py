from critique_core.claims.extraction import extract
from critique_core.contradictions.phrase_rules import within
from tests.makers.rows import each_of


def clashes(draft: str, **asked) -> list[tuple[str, str]]:
    return [
        (draft[found.related[0].start : found.related[0].end], draft[found.start : found.end])
        for found in within(extract(draft), **asked)
    ]


@each_of(
    ("first", "second"),
    [
        ("Your tutor has to agree in advance.", "No approval from your tutor is needed."),
        ("You need a permit to fish here.", "No permit is needed for fishing."),
        ("Members must register in advance.", "Registration is not necessary."),
        ("Parents have to apply within three months of the birth.", "There is no deadline for the application."),
        ("Applications must be filed by 31 May.", "There is no deadline for applications."),
        ("The trail is open all year round.", "From December to March the trail is closed because of avalanches."),
        ("The museum is open every day.", "On Mondays the museum is closed."),
        ("The museum is open daily from 9 to 17.", "It is closed on Mondays."),
        ("The gym is open around the clock.", "The gym closes at 22:00."),
        ("The ticket includes the boat trip.", "The boat trip is charged extra."),
        ("Breakfast is included in the room rate.", "Breakfast costs 12 euros extra."),
        ("Entry is free.", "Entry costs 5 euros."),
    ],
)
def test_a_statement_and_its_denial_in_other_words_clash_whichever_comes_first(first, second):
    assert clashes(f"{first} {second}") == [(first, second)]
    if not second.startswith("It "):
        assert clashes(f"{second} {first}") == [(second, first)]


def test_a_pair_that_is_known_is_not_told_again_whichever_of_it_is_named_first():
    draft = "Members must register in advance. Registration is not necessary."
    one, other = extract(draft)
    assert clashes(draft)
    assert clashes(draft, known=[(one.id, other.id)]) == clashes(draft, known=[(other.id, one.id)]) == []


def test_a_pronoun_stands_for_what_was_spoken_of_before():
    draft = (
        "The coastal path is 86 kilometres long. It can be walked at all times of the year. "
        "Between November and February the path is closed."
    )
    assert len(clashes(draft)) == 1
    assert clashes(draft.replace("the path is closed", "the museum is closed")) == []


@each_of(
    "draft",
    [
        "Members must register in advance. Guests need not register.",
        "A visa is required for stays of over 90 days. No visa is needed for short stays.",
        "Before 2020 a permit was required. Today no permit is needed.",
        "A licence is required. Now no licence is required.",
        "The manager must approve the budget. No approval from the board is needed.",
        "A deposit is required when booking. No deposit is needed if you pay in full.",
        "A helmet is required on the track. No helmet is needed in the paddock.",
        "The cafe is open every day. On Mondays the museum is closed.",
        "The museum is open every day except Monday. On Mondays the museum is closed.",
        "The museum is open every day in summer. On Mondays the museum is closed.",
        "The shop is open daily. On public holidays it is closed.",
        "The trail is open all year round. The hut on the trail is closed from December to March.",
        "Grant applications must be filed by 31 May. There is no deadline for donations.",
        "Entry is free for members. Entry costs 5 euros for guests.",
        "Delivery is free. Express delivery costs 5 euros.",
        "The Pro plan includes backups. In the Free plan, backups are charged extra.",
        "The ticket includes the boat trip. The bus transfer is charged extra.",
    ],
)
def test_statements_of_two_cases_do_not_clash(draft):
    assert clashes(draft) == []


def test_a_pair_that_is_told_of_already_is_left_out():
    draft = "Entry is free. Entry costs 5 euros."
    one, other = extract(draft)
    assert clashes(draft, known={(one.id, other.id)}) == []


def test_a_conflict_says_what_clashes():
    [found] = within(extract("Entry is free. Entry costs 5 euros."))
    assert (
        found.explanation
        == "Of “Entry is free.” and “Entry costs 5 euros.” one says that nothing is paid, the other names a price."
    )
