"""A value beyond which something is forbidden is a limit, and the negation that sets it denies nothing else."""

import pytest

from critique_core.language.sentence import analyse
from critique_core.typed_values import compare
from tests.makers.rows import each_of


@each_of(
    ("text", "bound"),
    [
        ("Bags over 20 kg are not accepted.", "max"),
        ("You can't borrow more than ten books at a time.", "max"),
        ("No file may exceed 50 MB.", "max"),
        ("Nobody may dive deeper than 18 metres.", "max"),
        ("Messages longer than 280 characters are rejected.", "max"),
        ("The bridge is closed to vehicles over 7.5 tonnes.", "max"),
        ("Trailers over 3 metres may not use the ferry.", "max"),
        ("Orders below 40 euros cannot be delivered.", "min"),
        ("The course does not run with fewer than five people.", "min"),
        ("Bags over 20 kg cost extra.", "over"),
        ("More than twenty people did not come.", "over"),
        ("Orders over 50 euros ship free, and gifts cannot be returned.", "over"),
        ("The firm said that it does not know who sold more than 30 cars.", "over"),
    ],
)
def test_what_is_forbidden_beyond_a_value_makes_it_a_limit(text: str, bound: str):
    [mention] = [m for m in analyse(text).mentions if m.bound]
    assert mention.bound == bound


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("The maximum file size is 50 MB.", "max"),
        ("The weight limit for hand luggage is 8 kg.", "max"),
        ("The minimum order value is 40 euros.", "min"),
        ("The average file size is 50 MB.", ""),
        ("The maximum was reached. The file size is 50 MB.", ""),
    ],
)
def test_a_value_that_is_called_a_limit_is_one(text: str, limit: str):
    assert [m.limit for m in analyse(text).mentions] == [limit]


def test_a_value_in_brackets_repeats_the_limit_before_it():
    tablets, milligrams, hours = analyse("Do not take more than 6 tablets (1,200 mg) in 24 hours.").mentions
    assert (tablets.bound, milligrams.bound, hours.bound) == ("max", "max", "")
    assert [m.bound for m in analyse("At most 6 tablets (of 200 mg) a day.").mentions][1] == ""


def test_only_a_negation_that_sets_a_limit_is_marked():
    assert analyse("Bags over 20 kg are not accepted.").limiting == {5}
    assert not analyse("Bags over 20 kg cost extra and are not insured by us, sorry.").limiting & {2}
    assert not analyse("Dogs are not accepted.").limiting


def test_the_least_is_not_the_most():
    [claim], [source] = analyse("The minimum weight is 20 kg.").mentions, analyse("Up to 20 kg are accepted.").mentions
    assert not compare.agrees(claim, source)
    [claim] = analyse("The maximum weight is 20 kg.").mentions
    assert compare.agrees(claim, source)
