"""Meaning that stands apart from the words: pronouns, conditions, plans, shares and list members."""

import pytest

from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded.features import judge_of
from critique_core.verifiers.embedded.reading import Reading, read


def reading(claim: str, source: str) -> Reading:
    """A claim read against one source."""
    document = SourceDocument(id="s1", content=source)
    candidates = SourceIndex((document,)).candidates((Claim.of(claim, 0, len(claim)),))
    return read(analyse(claim), candidates[0], {"s1": document})


def kinds(claim: str, source: str) -> set[tuple[str, str]]:
    """What the observations say, as kind and agreement."""
    return {(o.kind, o.agreement) for _, o in reading(claim, source).observations if o.agreement != "agrees"}


PAIR = (
    "Vera Lind and Nils Holm share an office. The former writes the code; the latter answers the letters in Norwegian."
)
BRIDGES = "The Ouse bridge was built in 1931. It was repaired twice. The Wye bridge has three lanes."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Nils Holm answers the letters in Norwegian.", PAIR),
        ("Vera Lind writes the code.", PAIR),
        ("The Ouse bridge was repaired twice.", BRIDGES),
    ],
)
def test_the_deed_of_the_one_meant(claim: str, source: str):
    assert not kinds(claim, source)


BOTH = "typed+alignment"
BOUND = "The guarantee covers the motor for three years if the owner has it serviced yearly. Paint is excluded."


def test_a_condition_left_out():
    assert ("condition", "omitted") in kinds("The guarantee covers the motor for three years.", BOUND)
    assert judge_of(reading("The guarantee covers the motor for three years.", BOUND), None, BOTH)(0.0).supported < 0.5


def test_a_condition_waived():
    claim = "The guarantee covers the motor for three years, whether or not the owner has it serviced yearly."
    assert ("condition", "conflicts") in kinds(claim, BOUND)


def test_not_without_means_needed():
    source = "The archive must not be entered without the written consent of the keeper."
    assert not kinds("Visitors need the keeper's written consent before they enter the archive.", source)


def test_both_deny():
    source = "The inspectors found no trace of mould in the cellar."
    assert not kinds("Mould was not detected in the cellar.", source)


KIT = "The kit contains a hammer, a saw and a ruler. Gloves and nails are sold separately."


def test_a_list_member_from_another_list():
    stray = reading("The kit contains a hammer, a ruler and gloves.", KIT)
    assert any(part.stray for part in stray.parts)
    assert judge_of(stray, None, BOTH)(0.0).supported < 0.5


def test_list_members_of_one_list():
    assert not any(part.stray for part in reading("The kit contains a saw, a hammer and a ruler.", KIT).parts)


def test_a_case_named_at_the_opening():
    source = "In the north zone, passes are valid for 30 days. In the south zone they are valid for 10 days."
    dropped = reading("Passes are valid for 30 days.", source).observations
    assert [seen.source_value for _, seen in dropped] == ["In the north zone"]
    named = reading("In the north zone, passes are valid for 30 days.", source)
    assert named.omission is None
    assert not named.observations


def test_what_one_case_allows_is_not_allowed_in_general():
    source = "Free tier: 10MB limit\n\nPro tier: 100MB limit"
    assert reading("You can upload files of up to 100 MB.", source).omission is not None
    assert reading("On the Pro tier you can upload files of up to 100 MB.", source).omission is None
    fees = "Adults pay 12 euros. Children pay 6 euros."
    assert reading("Tickets cost at most 12 euros.", fees).omission is None


@pytest.mark.parametrize(
    ("claim", "source", "cases"),
    [
        ("The upload limit is 10 MB.", "On the Pro plan the limit is 100 MB, on the Free plan 10 MB.",
         "Free plan: 10 MB; Pro plan: 100 MB"),
        ("The limit is 100 MB.", "For Pro users the limit is 100 MB, for Free users it is 10 MB.",
         "Pro users: 100 MB; Free users: 10 MB"),
        ("The loan period is 28 days.", "For books the loan period is 28 days, for films 7 days.",
         "books: 28 days; films: 7 days"),
        ("The upload limit is 10 MB.", "In the EU region, the limit on the Pro plan is 100 MB, on the Free plan 10 MB.",
         "EU region Free plan: 10 MB; EU region Pro plan: 100 MB"),
        ("The limit is 100 MB.",
         "The Free plan allows uploads of up to 10 MB. The Pro plan allows uploads of up to 100 MB.",
         "Pro plan: 100 MB; Free plan: 10 MB"),
    ],
)  # fmt: skip
def test_a_case_has_one_name_and_no_more_words_than_name_it(claim: str, source: str, cases: str):
    omission = reading(claim, source).omission
    assert omission is not None
    assert f"({cases})" in omission.explanation


@pytest.mark.parametrize("source", ["Free tier: 10MB limit\n\nPro tier: 100MB limit", "Free: 10 MB\nPro: 100 MB"])
def test_a_case_that_the_claim_names_is_not_left_out(source: str):
    named = reading("On Pro you can upload up to 100 MB.", source)
    assert named.omission is None
    assert [value.outcome for value in named.values] == ["agrees"]
    other = reading("Free users can upload up to 100 MB.", source)
    assert other.omission is not None or [value.outcome for value in other.values] != ["agrees"]
