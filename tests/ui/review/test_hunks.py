"""The changes of a revision: what was said of each, and how each reads."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from components.review.hunks import HunkText, began_with, offered, reading, taken, with_taken
from components.review.tabs.revision import diff_markdown
from critique_core import CritiqueRequest, SourceDocument, critique, proposed
from critique_core.models import Critique, Decision, Hunk, Revision
from tests.makers.verifiers import ScriptedVerifier, believing

DRAFT = "The lamp is red. The lamp weighs 3 kg."
WEIGHT, COLOUR = (
    Hunk(start=33, end=34, replacement="2", reason="says 2"),
    Hunk(start=12, end=15, replacement="", reason=""),
)


@pytest.fixture
def revised() -> Critique:
    request = CritiqueRequest(draft=DRAFT, sources=(SourceDocument(id="a", content="The lamp weighs 2 kg."),))
    judged = critique(request, verifier=ScriptedVerifier({"red": believing(0.02), "weighs": believing(0.02)}))
    attempts = (
        Revision(attempt=1, text="The lamp is . The lamp weighs 2 kg.", hunks=(COLOUR, WEIGHT), kept=True, reason="ok"),
        Revision(attempt=2, text="worse", kept=False, reason="no gain"),
    )
    return judged.model_copy(update={"revisions": attempts})


def event(number: int, action: str, hunk: Hunk, **more: object) -> Decision:
    return Decision(
        item_id="i", action=action, reviewer="Ada", start=hunk.start, end=hunk.end, text=hunk.replacement,
        id=f"d{number}", sequence=number, created_at=datetime.now(UTC), **more,
    )  # fmt: skip


def test_nothing_is_taken_by_itself(revised: Critique) -> None:
    hunks = offered(revised, ())
    assert [one.number for one in hunks] == [1, 2]
    assert taken(hunks) == ()
    assert with_taken(revised, hunks) == DRAFT


def test_the_last_word_on_a_change_counts_and_an_undo_takes_it_back(revised: Critique) -> None:
    said = [event(1, "hunk_accept", WEIGHT), event(2, "hunk_reject", WEIGHT), event(3, "hunk_accept", COLOUR)]
    assert [(one.taken, one.left) for one in offered(revised, said)] == [(True, False), (False, True)]
    said.append(event(4, "undo", WEIGHT, supersedes="d2"))
    assert [one.taken for one in offered(revised, said)] == [True, True]


def test_a_word_on_another_change_at_the_same_place_does_not_count(revised: Critique) -> None:
    other = WEIGHT.model_copy(update={"replacement": "4"})
    assert not any(one.taken for one in offered(revised, [event(1, "hunk_accept", other)]))


def test_the_text_has_the_taken_change_and_every_other_character_as_it_was(revised: Critique) -> None:
    hunks = offered(revised, [event(1, "hunk_accept", WEIGHT)])
    assert with_taken(revised, hunks) == "The lamp is red. The lamp weighs 2 kg."


def test_an_attempt_begins_with_the_last_text_that_was_kept(revised: Critique) -> None:
    assert began_with(revised, 1) == DRAFT
    assert began_with(revised, 2) == "The lamp is . The lamp weighs 2 kg."
    assert began_with(revised, 3) == "The lamp is . The lamp weighs 2 kg.", "the second was not kept"


def test_before_a_revision_what_the_reviser_would_change_is_offered(revised: Critique) -> None:
    judged = revised.model_copy(update={"revisions": ()})
    hunks = offered(judged, ())
    assert [one.hunk for one in hunks] == list(proposed(judged))
    assert [one.taken for one in offered(judged, [event(1, "hunk_accept", hunks[0].hunk)])] == [True]


def test_a_change_reads_with_the_words_around_it() -> None:
    assert reading(DRAFT, WEIGHT) == HunkText("The lamp is red. The lamp weighs ", "3", "2", " kg.")
    assert diff_markdown(reading(DRAFT, WEIGHT)).replace("\u2060", "") == (
        "The lamp is red\\. The lamp weighs :orange-background[~~3~~] :blue-background[**2**] kg\\."
    )


def test_a_long_change_says_how_much_of_it_is_not_shown() -> None:
    hunk = Hunk(start=0, end=5000, replacement="", reason="")
    assert "(4,400 more characters)" in reading("a" * 5000, hunk).removed


@given(st.text(max_size=60), st.text(max_size=40), st.text(max_size=60))
def test_text_from_outside_becomes_no_markup(before: str, middle: str, after: str) -> None:
    text = before + middle + after
    hunk = Hunk(start=len(before), end=len(before) + len(middle), replacement=f"<b>{middle}</b>[x](y)", reason="")
    tokens = MarkdownIt().parse(diff_markdown(reading(text, hunk)))
    kinds = {child.type for token in tokens for child in (token.children or [])} | {token.type for token in tokens}
    assert not kinds & {"link_open", "image", "html_inline", "html_block", "heading_open", "fence", "code_block"}


def test_a_change_of_600_characters_is_shown_whole_and_a_longer_one_is_cut() -> None:
    for length, whole in ((600, True), (601, False)):
        hunk = Hunk(start=0, end=length, replacement="y" * length, reason="")
        found = reading("x" * length, hunk)
        assert (found.removed == "x" * length) is whole
        assert (found.inserted == "y" * length) is whole
