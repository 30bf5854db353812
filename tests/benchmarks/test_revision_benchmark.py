"""The benchmark of the reviser counts what became of wrong and of right text as its page says."""

import random

import pytest

from benchmarks.revision import fate, harm
from benchmarks.revision_errors import KINDS, fate_of_right, inject
from critique_core import revision
from critique_core.models import Hunk

SOURCE = "Anna Berg opened the tower in March 1998. It is 330 metres tall and was not sold."
DRAFT = "Anna Berg opened the tower in March 1998. It is 330 metres tall. It was not sold."
OTHER = ["Karl Olsen painted the old harbour wall together with his many friends."]


def _hunk(text: str, words: str, replacement: str) -> Hunk:
    start = text.index(words)
    return Hunk(start=start, end=start + len(words), replacement=replacement, reason="")


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_stands_where_the_right_words_stood(kind: str) -> None:
    error = inject(kind, DRAFT, [SOURCE], OTHER, random.Random(3))
    assert error is not None
    assert error.draft != DRAFT
    assert error.draft[error.start :].startswith(error.wrong)
    assert error.draft[: error.start] + error.right + error.draft[error.start + len(error.wrong) :] == DRAFT


def test_no_value_is_spoilt_that_no_source_states() -> None:
    assert inject("number", "It is 77 metres tall.", [SOURCE], OTHER, random.Random(3)) is None


def test_a_wrong_stretch_is_replaced_deleted_or_left() -> None:
    start = DRAFT.index("330")
    assert fate(start, start + 3, [_hunk(DRAFT, "330", "300")]) == "replaced"
    assert fate(start, start + 3, [_hunk(DRAFT, " It is 330 metres tall.", "")]) == "deleted"
    assert fate(start, start + 3, [_hunk(DRAFT, "March", "May")]) == "untouched"


def test_a_right_sentence_is_damaged_by_a_lost_word_but_mended_at_its_front() -> None:
    text = "Ghosts own it. However, it is tall."
    start = text.index("However")
    assert harm(text, start, len(text), [_hunk(text, "Ghosts own it. However, i", "I")]) == "mended"
    assert harm(text, start, len(text), [_hunk(text, "tall", "small")]) == "damaged"
    assert harm(text, start, len(text), [_hunk(text, "Ghosts own it. ", "")]) == "kept"
    marker = Hunk(start=len(text) - 1, end=len(text) - 1, replacement=" [2]", reason="")
    assert harm(text, start, len(text), [marker]) == "kept"


def test_a_right_claim_is_completed_where_no_word_goes_and_no_not_comes() -> None:
    claim = "Lorries are shut out."
    assert fate_of_right(claim, claim) == "kept"
    assert fate_of_right(claim, "Lorries are shut out until further notice.") == "completed"
    assert fate_of_right(claim, "Lorries are not shut out.") == "changed"
    assert fate_of_right(claim, "Lorries are shut.") == "changed"
    assert fate_of_right(claim, revision.ABSTENTION) == "dropped"
