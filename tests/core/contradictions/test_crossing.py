from datetime import date

import pytest

from critique_core.contradictions.crossing import about_two_things, crossings
from critique_core.models import CritiqueRequest, SourceDocument
from critique_core.pipeline import critique
from critique_core.verifiers.embedded.relating import related
from critique_core.verifiers.relating import unknown


@pytest.mark.parametrize(
    ("claim", "other", "crossed"),
    [
        (
            "The mill opened in 1894.",
            "The mill dates from 1907, says the archive.",
            ("The mill opened in 1907.", "The mill dates from 1894."),
        ),
        (
            "Ada Kern runs the mill.",
            "The mill is led by Jon Rask.",
            ("Jon Rask runs the mill.", "The mill is led by Ada Kern."),
        ),
        ("The shop takes cash.", "The shop does not take cash.", ("", "The shop take cash.")),
        (
            "The Society's seat is in Basel.",
            "Statutes of 2016, article 1: the Society has its seat in Zurich.",
            ("The Society's seat is in Zurich.", "The Society has its seat in Basel."),
        ),
        (
            "Cyclists may ride outside the park.",
            "Within the park cyclists may ride.",
            ("Cyclists may ride Within the park.", "Outside the park cyclists may ride."),
        ),
    ],
)
def test_each_statement_is_given_the_other_ones_words(claim, other, crossed):
    assert [(one.claim, one.other) for one in crossings(claim, other)] == [crossed]


def test_statements_that_part_in_two_names_or_values_are_not_crossed():
    assert not crossings("Ada Kern led the mill for 12 years.", "Jon Rask led the mill for 30 years.")


def _conflicts(claim, *contents):
    sources = tuple(SourceDocument(id=f"s{number}", content=text) for number, text in enumerate(contents, 1))
    return critique(CritiqueRequest(query="", draft=claim, sources=sources)).findings.conflicts


@pytest.mark.parametrize(
    ("claim", "supporting", "other"),
    [
        ("The Tolmin bridge was built in 1894.", "Engineers finished the Tolmin bridge in 1894.",
         "The bridge at Tolmin dates from 1907, according to the regional archive."),
        ("The Vantor 300 dishwasher is made in Poland.", "The Vantor 300 dishwasher is assembled in Poland.",
         "The Vantor 300 dishwasher comes from the company's factory in Turkey."),
        ("Tickets for the Rovna castle can be bought online.", "You can buy tickets for Rovna castle online.",
         "Rovna castle has no online sale; tickets are available at the gate only."),
        ("Professor Ilse Tamm wrote the report on the Brede dam.",
         "The report on the Brede dam was written by Professor Ilse Tamm.",
         "The Brede dam report, written by Henrik Juhl, warns of cracks in the north wall."),
        ("The fire at the Hobart mill began in the boiler room.",
         "Investigators say the fire at the Hobart mill began in the boiler room shortly after midnight.",
         "According to the fire brigade, the blaze at the Hobart mill started in the paint store."),
        ("Visitors need a printed ticket.", "Visitors need a printed ticket.",
         "Visitors do not need a printed ticket; a phone is enough."),
        ("The Tarn trail is 14 km long.", "The Tarn trail runs for 14 km along the lake.",
         "Visitors should allow five hours for the Tarn trail. It has a length of 17 km."),
    ],
)  # fmt: skip
def test_two_sources_that_part_on_one_thing_make_a_claim_disputed(claim, supporting, other):
    [conflict] = _conflicts(claim, supporting, other)
    assert [place.source_id for place in conflict.related] == ["s1", "s2"]


@pytest.mark.parametrize(
    ("claim", "supporting", "other"),
    [
        ("The Maple hotel has 48 rooms.", "There are 48 rooms in the Maple hotel.",
         "Twelve rooms of the Maple hotel look onto the lake."),
        ("The Dorn canal is navigable up to Ely.", "Ships can sail the Dorn canal up to Ely.",
         "Above Ely the Dorn canal is not navigable."),
        ("Savings up to 50,000 francs are insured.", "Savings are insured up to 50,000 francs.",
         "Savings above 50,000 francs are not insured."),
        ("The Elm street school was founded in 1921.", "The Elm street school was founded in 1921.",
         "The school on Elm street was enlarged in 1958 and renovated in 2003."),
    ],
)  # fmt: skip
def test_sources_that_do_not_bear_each_other_out_are_about_two_things(claim, supporting, other):
    assert about_two_things(claim, supporting, other, related)
    assert not about_two_things(claim, supporting, other, unknown)
    assert not _conflicts(claim, supporting, other)


def test_a_quote_that_does_not_lean_against_a_claim_makes_no_conflict():
    claim, other = "The bus from Ely to March runs hourly.", "The bus from Ely to Soham runs every half hour."
    assert not _conflicts(claim, "From Ely to March there is a bus every hour.", other)


@pytest.mark.parametrize(
    ("claim", "supporting", "other"),
    [
        ("Harbour took less than 324 million dollars worldwide.",
         "Harbour has grossed 323 million dollars worldwide, more than any film of the series.",
         "Harbour has grossed 324 million dollars worldwide, more than any film of the series."),
        ("The museum drew over 40,000 guests in its first season.",
         "The museum counted 41,200 visitors in its first season, half of them from abroad.",
         "The museum counted 38,700 visitors in its first season, half of them from abroad."),
        ("Drinking coffee daily lowers the risk of gout.", "Daily coffee lowers the risk of gout.",
         "In this trial daily coffee did not lower the risk of gout or other disease."),
    ],
)  # fmt: skip
def test_sentences_that_exclude_each_other_disagree_though_the_claim_is_in_other_words(claim, supporting, other):
    [conflict] = _conflicts(claim, supporting, other)
    assert [place.source_id for place in conflict.related] == ["s1", "s2"]


@pytest.mark.parametrize(
    ("claim", "supporting", "other"),
    [
        ("The meeting began before 8 pm.", "The meeting began at 7 pm.", "The meeting ended at 9.15 pm."),
        ("Rain Again was written by Ann Coe.", "Rain Again is a song by the Irish singer-songwriter Ann Coe.",
         "Old Harbour is a song by the Irish singer-songwriter Kay Orr."),
        ("Lena Moss comes from Graz, Austria.", "Lena Moss is a singer and actress, born in Graz, Austria.",
         "Nora Finch is a singer and actress, born in Zurich, Switzerland."),
        ("Harbour took less than 324 million dollars in 2019.",
         "Harbour has grossed 323 million dollars in 2019, more than any film of the year.",
         "Tidewater has grossed 324 million dollars in 2019, more than any film of the year."),
    ],
)  # fmt: skip
def test_sentences_in_one_wording_about_two_things_agree(claim, supporting, other):
    assert not _conflicts(claim, supporting, other)


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("The Zephyr API uses OAuth 1.0.", "Since version 5 the Zephyr API uses OAuth 2.0 instead of OAuth 1.0."),
        ("The Riva ferry leaves from pier 3.", "The Riva ferry leaves from pier 7 and no longer from pier 3."),
        ("The Danso app is called PocketNote.", "Danso's app, formerly called PocketNote, is named Jotly now."),
        ("Tom Hale is the captain of Norwell FC.", "Norwell FC has named Ben Ayo captain in place of Tom Hale."),
        ("Ruvia's capital is Old Tamm.", "In 2018 Ruvia moved its capital from Old Tamm to Velis."),
        ("The limit on Kiln Road is 50 km/h.", "The council reduced the limit on Kiln Road to 30 km/h."),
    ],
)
def test_a_claim_that_a_source_without_a_date_reports_as_changed_is_outdated(claim, change):
    [conflict] = _conflicts(claim, claim, change)
    assert conflict.outdated
    assert conflict.newer_source_id == "s2"
    assert "reports that this has changed" in conflict.explanation


def test_what_a_later_source_says_in_one_place_otherwise_is_what_holds_now():
    sources = (
        SourceDocument(id="a", content="The Vale theatre has 400 seats.", published=date(2018, 9, 1)),
        SourceDocument(
            id="b", content="After its rebuilding the Vale theatre has 650 seats.", published=date(2023, 9, 1)
        ),
    )
    request = CritiqueRequest(query="", draft="The Vale theatre has 400 seats.", sources=sources)
    assert [one.outdated for one in critique(request).findings.conflicts] == [True]


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        ("The Zephyr API uses OAuth 2.0.", "Since version 5 the Zephyr API uses OAuth 2.0 instead of OAuth 1.0."),
        ("The restaurant serves lunch.", "The restaurant no longer serves breakfast."),
        ("The Nore museum is open until 5 pm.", "The Nore museum closes at five o'clock in the afternoon."),
        ("Nora Aasen comes from Holm.", "Ida Moe, who replaced Nora Aasen, spoke in Holm."),
    ],
)
def test_a_change_of_something_else_outdates_nothing(claim, statement):
    assert not _conflicts(claim, claim, statement)
