"""A claim that gives one case the value of another: it is put right by the value of its own case, or left."""

from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.pipeline import revise
from critique_core.verifiers.embedded.records.triples import paired, triples
from tests.makers.rows import each_of


@each_of(
    ("claim", "source", "revised"),
    [
        (
            "The upload limit is 10 MB on the Pro plan.",
            "The upload limit is 10 MB on the Free plan and 100 MB on the Pro plan.",
            "The upload limit is 100 MB on the Pro plan.",
        ),
        ("Children pay 9 euros.", "Adults pay 9 euros, children 6 euros.", "Children pay 6 euros."),
        (
            "The green tent sleeps four.",
            "We have two tents. The blue one sleeps four, the green one two.",
            "The green tent sleeps two.",
        ),
        (
            "The small room seats twelve people.",
            "The large room seats twelve people, the small one only six.",
            "The small room seats six people.",
        ),
        (
            "The ferry arrives at 14:20.",
            "The ferry leaves at 14:20 and arrives at 16:05.",
            "The ferry arrives at 16:05.",
        ),
        (
            "On deck, children must wear a life jacket, while for adults it is only recommended.",
            "Children up to the age of 14 are required to wear a life jacket at all times on deck. Adults need not.",
            "On deck, children up to the age of 14 must wear a life jacket, while for adults it is only recommended.",
        ),
        (
            "Logs are kept for a year.",
            "We keep logs for 90 days and invoices for a year.",
            "Logs are kept for 90 days.",
        ),
        (
            "Students may print 500 pages.",
            "Staff may print 500 pages a term, students 200 pages.",
            "Students may print 200 pages.",
        ),
        (
            "Dogs cost 8 euros a night.",
            "Cats cost 5 euros a night and dogs 12 euros; parrots are free.",
            "Dogs cost 12 euros a night.",
        ),
        (
            "Version 3 supports 8 languages.",
            "Version 2 supports 8 languages; version 3 supports 14 languages.",
            "Version 3 supports 14 languages.",
        ),
        (
            "The July issue has 96 pages.",
            "The June issue has 96 pages, the July issue 128.",
            "The July issue has 128 pages.",
        ),
        (
            "The limit is 10 MB.",
            "Uploads are limited to 10 MB on the Free plan and 100 MB on the Pro plan.",
            "The limit is 10 MB on the Free plan and 100 MB on the Pro plan.",
        ),
        (
            "Lorries are currently shut out of the Monfré tunnel.",
            "The Monfré tunnel is closed to lorries until further notice because the ventilation is being renewed.",
            "Lorries are currently shut out of the Monfré tunnel until further notice.",
        ),
        (
            "Every room at the Adler costs 90 euros.",
            "A room at the Adler costs 95 euros in the low season.",
            "Every room at the Adler costs 95 euros.",
        ),
        (
            "Residents get into the Hall of Dinosaurs free.",
            "Admission to the Hall of Dinosaurs is free for residents who show a city card. All others pay 9 euros.",
            "Residents who show a city card get into the Hall of Dinosaurs free.",
        ),
        (
            "Students may print 500 pages a term.",
            "Staff may print 500 pages a term, students 200 pages.",
            "Students may print 200 pages a term.",
        ),
        (
            "The library is closed on Sundays.",
            "The library opens on Sundays from 11:00 to 16:00.",
            "The library opens on Sundays.",
        ),
        ("The office opens on Saturdays.", "The office is closed on Saturdays.", "The office is closed on Saturdays."),
        ("Dogs are forbidden on the beach.", "Dogs are allowed on the beach.", "Dogs are allowed on the beach."),
        ("Das Café ist geöffnet.", "Das Café ist geschlossen.", "Das Café ist geschlossen."),
        ("Eat the mushrooms raw.", "Never eat the mushrooms raw.", "Do not eat the mushrooms raw."),
        (
            "The train has a restaurant car.",
            "The train has no restaurant car.",
            "The train has no restaurant car.",
        ),
        (
            "Hand in the essay by 3 May.",
            "The essay must be handed in before the end of 10 May.",
            "Hand in the essay by 10 May.",
        ),
        (
            "In 2020 more than 500 people came to the fair.",
            "In 2020 more than 300 people came to the fair.",
            "In 2020 more than 300 people came to the fair.",
        ),
        (
            "The boat sails daily in May.",
            "The boat sails daily in May except on Tuesdays.",
            "The boat sails daily in May except on Tuesdays.",
        ),
        (
            "The cradle will not charge it.",
            "The charging cradle refuses to charge below 5 or above 35 degrees.",
            "The cradle will not charge it below 5 or above 35 degrees.",
        ),
    ],
)
def test_the_value_of_the_claims_own_case_is_written(claim: str, source: str, revised: str) -> None:
    request = CritiqueRequest(draft=claim, sources=(SourceDocument(id="s1", content=source),))
    assert revise(critique(request)).revised_draft == revised


@each_of(
    ("claim", "source"),
    [
        ("The parcel may weigh 12 kg.", "Parcels must weigh less than 10 kg."),
        (
            "The travel budget was cut by $25,000 from 2024 to 2025.",
            "The travel budget has been cut from $80,000 in 2024 to $65,000 in 2025.",
        ),
        ("The tenant can sublet the flat.", "Subletting is forbidden without the landlord's written consent."),
        ("Drones may be flown here in May.", "Flying drones here is forbidden from March to July."),
        ("The figures should be sent after the meeting.", "Please send me your figures before the meeting, not after."),
        ("Lindqvist got 27 votes more than Okafor.", "Mrs Okafor received 1,904 votes and Mr Lindqvist 1,877."),
        ("Petrov outscored Adeyemi by seven goals this season.", "Goals this season: Petrov 14, Adeyemi 21, Cruz 9"),
        ("North has five fewer floors than South.", "North has 34 floors, South only 29."),
        ("Maintenance starts at 1 pm UTC on Sundays.", "Maintenance takes place every Sunday from 01:00 to 03:00 UTC."),
        ("The train stops in Fulda.", "The train does not stop in Fulda on Sundays."),
        ("The ferry to Bari sails daily.", "The ferry to Bari sails only on Mondays and Fridays."),
        ("All rooms have a balcony.", "Only rooms on the upper floors have a balcony."),
        ("Four of the nine judges dissented.", "Five judges were in favour and four dissented."),
        ("Ines bought a caravan from Tomasz.", "Ines sold her old caravan to Tomasz for 3,400 euros."),
        ("People with asthma should not take Veltrane.", "Veltrane. Take one tablet twice a day after food."),
        ("Leah had not run the Lakeside Marathon before.", "Leah won Sunday's Lakeside Marathon in 2:31:08."),
        ("Revenue fell by 6% last year.", "The company reported revenue of £310 million last year, up 6% on the year."),
        ("You may accept a gift worth 75 euros.", "Gifts worth more than 40 euros must not be accepted."),
        ("Se puede hablar por teléfono en la sala.", "Está prohibido hablar por teléfono en la sala."),
        (
            "Without its cable, the KR-40 weighs 350 grams.",
            (
                "KR-40, technical data: mass 0.35 kg without cable, 0.41 kg in its travel pouch; capacity 20 Ah. "
                "The smaller KR-25 has a mass of 0.22 kg without cable and ships with no pouch."
            ),
        ),
        (
            "Paying yearly comes to €96.",
            "Plans: monthly, €9.50; yearly, €96, billed once.\nA team plan costs €34 a month or €350 a year.",
        ),
    ],
)
def test_what_is_no_value_of_the_claims_case_is_not_written(claim: str, source: str) -> None:
    request = CritiqueRequest(draft=claim, sources=(SourceDocument(id="s1", content=source),))
    assert (revise(critique(request)).revised_draft or claim) == claim


def test_no_value_of_another_things_field_is_written() -> None:
    """The seats of the van are not those of room 3, though the draft names the van further on."""
    claim = "Room 3 has 35 seats."
    sources = (
        SourceDocument(id="rooms", content="Room 1: 20 seats\nRoom 2: 35 seats\nRoom 3: 50 seats"),
        SourceDocument(id="hire", content="Vehicle,Rent/day (EUR),Seats\nCar,45.00,5\nVan,95.50,9"),
    )
    known = triples(sources)
    assert not paired(claim, f"{claim} The van costs 95.50 euros a day.", known)
    assert [pair.triple.value for pair in paired("It has 35 seats.", "The van is new. It has 35 seats.", known)] == [
        "9"
    ]
