"""Statements taken out of a draft: what stays reads on and stays Markdown."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.claims.extraction import extract
from critique_core.models import Claim, Span
from critique_core.revision.removals import trimmed, without
from tests.makers.rows import each_of

TOWER = "The tower is tall. It is red. However, it is old."
LIST = "Options:\n\n- Python 3.9 is required.\n- The port is 8080.\n\nThe end is near the river."
TABLE = "Prices are below.\n\n| plan | price |\n|---|---|\n| Free | 3 |\n| Pro | 4 |\n"


def left(draft: str, *dropped: str) -> str:
    """The draft without the claims that hold one of the words."""
    claims = extract(draft)
    ids = {claim.id for claim in claims for word in dropped if word in draft[claim.start : claim.end]}
    text = draft
    for cut in reversed(without(draft, claims, ids)):
        text = text[: cut.start] + cut.replacement + text[cut.end :]
    return text


@pytest.mark.parametrize(
    ("draft", "dropped", "kept"),
    [
        ("The server may crash, and it was built by Anna Berg.", "Anna", "The server may crash."),
        ("The walk takes 2 hours and costs nothing.", "2 hours", "The walk costs nothing."),
        ("The walk takes 2 hours and costs nothing.", "nothing", "The walk takes 2 hours."),
    ],
)
def test_one_clause_goes_and_the_other_stays_a_sentence(draft: str, dropped: str, kept: str) -> None:
    assert left(draft, dropped) == kept


def test_a_sentence_goes_with_its_space_and_the_connective_that_answers_it() -> None:
    assert left(TOWER, "red") == "The tower is tall. It is old."
    assert left(TOWER, "tall", "red") == "It is old."
    assert left(TOWER, "old") == "The tower is tall. It is red."


def test_the_source_in_brackets_behind_a_sentence_goes_with_it() -> None:
    assert left("It is red. It has two doors. (Passage 2)", "doors") == "It is red."


def test_a_list_item_goes_with_its_bullet() -> None:
    assert left(LIST, "Python") == "Options:\n\n- The port is 8080.\n\nThe end is near the river."


def test_a_list_that_loses_all_items_loses_its_lead_in() -> None:
    assert left(LIST, "Python", "8080") == "The end is near the river."


def test_a_table_row_goes_and_an_empty_table_goes_whole() -> None:
    assert left(TABLE, "Free") == TABLE.replace("| Free | 3 |\n", "")
    assert left(TABLE, "Free", "Pro") == "Prices are below.\n"


def test_a_heading_goes_with_all_that_stood_under_it() -> None:
    assert left("# Setup\n\nPython 3.9 is required.\n\n# Ports\n\nThe port is 8080.", "Python") == (
        "# Ports\n\nThe port is 8080."
    )


def test_a_paragraph_leaves_no_gap() -> None:
    draft = "The first is about dogs.\n\nThe second is about cats.\n\nThe third is about birds.\n"
    assert left(draft, "cats") == "The first is about dogs.\n\nThe third is about birds.\n"
    assert left(draft, "birds") == "The first is about dogs.\n\nThe second is about cats.\n"


def test_an_item_above_kept_items_stays() -> None:
    draft = "1. The parent item is about dogs.\n   - The child is about cats.\n2. The other is about bats."
    assert left(draft, "dogs") == draft


def test_half_of_an_emphasis_is_not_cut() -> None:
    draft = "The **server is red. It is blue**. It is green here."
    assert left(draft, "red") == draft


@each_of(
    ("draft", "dropped", "kept"),
    [
        ("Oslo, the capital of Norway, has a zoo.", "zoo", "Oslo is the capital of Norway."),
        ("Oslo, the capital of Norway, has a zoo.", "Norway", "Oslo has a zoo."),
        ("Oslo, the capital of Norway, has a zoo and lies inland.", "zoo", "Oslo, the capital of Norway, lies inland."),
        ("It offers yoga, judo and golf.", "golf", "It offers yoga and judo."),
        ("It offers yoga, judo, and golf.", "golf", "It offers yoga and judo."),
        ("It offers yoga, judo, and golf.", "judo", "It offers yoga and golf."),
        ("It offers yoga, judo and golf.", "yoga", "It offers judo and golf."),
        ("It offers yoga, judo, chess, and golf.", "golf", "It offers yoga, judo, and chess."),
    ],
)
def test_what_is_left_of_a_list_or_an_appositive_is_a_sentence(draft: str, dropped: str, kept: str) -> None:
    assert left(draft, dropped) == kept


@pytest.mark.parametrize(
    ("draft", "marked", "kept"),
    [
        ("They offer seats, WiFi, and takeout options.", "takeout options", "They offer seats and WiFi."),
        ("They offer outdoor seating and takeout options.", "takeout options", "They offer outdoor seating."),
        ("They offer outdoor seating, WiFi, and takeout.", "WiFi", "They offer outdoor seating and takeout."),
        ("He spoke of their father, who passed away.", "passed away", "He spoke of their father."),
        ("He spoke of their father (who passed away) in May.", "passed away", "He spoke of their father in May."),
    ],
)  # fmt: skip
def test_a_part_that_holds_all_marks_is_cut(draft: str, marked: str, kept: str) -> None:
    start = draft.index(marked)
    cut = trimmed(draft, Claim.of(draft, 0, len(draft)), [Span(start=start, end=start + len(marked))])
    assert cut is not None
    assert draft[: cut.start] + cut.replacement + draft[cut.end :] == kept


def test_marks_in_two_parts_cut_nothing() -> None:
    draft = "They offer outdoor seating, WiFi, and takeout options."
    marks = [Span(start=draft.index(word), end=draft.index(word) + len(word)) for word in ("outdoor", "takeout")]
    assert trimmed(draft, extract(draft)[0], marks) is None


_SENTENCES = st.lists(
    st.sampled_from(
        ["The tower is 30 m tall.", "However, it opened in 1998.", "It has **two** doors, and it is red.", "It is old."]
    ),
    min_size=1,
    max_size=6,
)  # fmt: skip


@given(_SENTENCES, st.sampled_from([" ", "\n- ", "\n\n", "\n"]), st.data())
def test_cuts_do_not_overlap_and_touch_no_kept_claim_but_its_front(
    parts: list[str], joint: str, data: st.DataObject
) -> None:
    draft = joint.join(["Intro is here.", *parts])
    claims = extract(draft)
    dropped = data.draw(st.sets(st.sampled_from([claim.id for claim in claims])))
    cuts = without(draft, claims, dropped)
    for cut, after in pairwise(cuts):
        assert cut.end <= after.start
    for claim in claims:
        if claim.id not in dropped and claim.checkable:
            assert not any(cut.start <= claim.start and claim.end <= cut.end for cut in cuts)
