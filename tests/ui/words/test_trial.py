"""A trial's texts, cut for the screen, and what has turned."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.break_it.pairs import newest_first, pair
from components.words.trial import Change, act_words, changed, moved, pieces, places, places_of, turned, with_change
from critique_core.examples import load_examples
from critique_core.models import CritiqueRequest, PolicyName, SourceDocument
from critique_core.pipeline import critique
from critique_core.verifiers.embedded import encoder
from critique_core.verifiers.embedded.verifier import EmbeddedVerifier

TEXT = "The limit is 20 MB. It was raised on Tuesday and is not shared."
REQUEST = CritiqueRequest(query="", draft=TEXT, sources=(SourceDocument(id="a", content=TEXT),))


def _first(kind: str, source: str | None = None) -> Change:
    place = next(p for p in places(source, TEXT) if p.kind == kind)
    return Change(source, place.start, place.old, place.options[0])


def test_each_place_offers_other_words_than_its_own():
    found = places_of(REQUEST)
    assert {place.kind for place in found} >= {"number", "date", "negation"}
    assert {place.source for place in found} == {None, "a"}
    assert all(place.options and place.old not in place.options for place in found)
    assert all(TEXT[place.start : place.end] == place.old for place in found)


@pytest.mark.parametrize(
    ("text", "words", "act"),
    [
        ("The limit is 20 MB.", "20", "change this number"),
        ("We tour the hall.", "tour", "deny this"),
        ("The hall is not open.", "is not", "say the opposite"),
        ("The lift opens at noon.", "opens", "turn this round"),
        ("Call the desk if the alarm rings.", " if the alarm rings", "leave this condition out"),
        ("The control software is version 7.3.", "7.3", "change this version"),
    ],
)
def test_a_place_says_what_a_change_of_it_does(text: str, words: str, act: str):
    assert (words, act) in [(place.old, act_words(place)) for place in places(None, text)]


def test_a_version_is_one_place_with_several_others_to_choose_from():
    [place] = [one for one in places(None, "The control software is version 7.3.") if one.kind == "version"]
    assert place.old == "7.3"
    assert len(place.options) > 1
    assert all("." in one for one in place.options)


def test_a_change_replaces_one_at_its_place_and_the_old_words_take_it_back():
    one = _first("number")
    other = Change(None, one.start, one.old, "99")
    assert with_change((one,), other) == (other,)
    assert with_change((one,), Change(None, one.start, one.old, one.old)) == ()
    assert with_change((), Change(None, one.start, one.old, "  9\n9  ")) == (Change(None, one.start, one.old, "9 9"),)


def test_the_changed_request_has_the_words_in_their_text_alone():
    one = Change("a", TEXT.index("20"), "20", "35")
    found = changed(REQUEST, (one,))
    assert found.draft == TEXT
    assert found.sources[0].content == TEXT.replace("20", "35")
    assert not found.options.auto_revise


@pytest.mark.parametrize("policy", get_args(PolicyName))
def test_what_a_trial_leaves_out_changes_no_verdict_and_no_confidence(policy: PolicyName):
    example = next(one.request for one in load_examples() if one.name == "16_every_issue")
    whole = example.model_copy(update={"options": example.options.model_copy(update={"policy": policy})})
    tried, found = critique(changed(whole, ())), critique(whole)
    assert tried.claims == found.claims
    assert tried.confidence == found.confidence


def test_a_trial_asks_for_no_more_than_it_shows():
    asked = critique(changed(REQUEST.model_copy(update={"query": "How large is the limit?"}), ()))
    assert not set(asked.findings.ran) & {"completeness", "relevance", "usefulness"}


@given(st.sets(st.sampled_from(range(len(places(None, TEXT))))), st.integers(0, 3))
def test_the_pieces_are_the_changed_text_and_each_place_is_in_one(taken: set[int], which: int):
    found = places(None, TEXT)
    changes = tuple(
        Change(None, found[at].start, found[at].old, found[at].options[which % len(found[at].options)])
        for at in sorted(taken)
    )
    draft = changed(REQUEST, changes).draft
    middle = draft.index(".") + 1
    cut = pieces(TEXT, changes, None, [(0, middle, 0), (middle + 1, len(draft), 1)])
    assert "".join(words for words, _, _ in cut) == draft
    assert [place for _, _, place in cut if place >= 0] == list(range(len(found)))
    for words, _, place in cut:
        if place in taken:
            assert words in found[place].options
        elif place >= 0:
            assert words == found[place].old


def test_offsets_move_by_the_changes_before_them():
    one = Change(None, TEXT.index("20"), "20", "1,000")
    assert moved(0, (one,), None) == 0
    assert moved(TEXT.index("MB"), (one,), None) == TEXT.index("MB") + 3
    assert moved(TEXT.index("MB"), (one,), "a") == TEXT.index("MB")


def test_a_changed_value_turns_its_claim_and_no_other():
    before = critique(changed(REQUEST, ()))
    changes = (Change(None, TEXT.index("20"), "20", "45"),)
    after = critique(changed(REQUEST, changes))
    [row] = [row for row in turned(before, after, changes) if row.other_status]
    assert row.before is not None
    assert (row.before.status, row.after.status) == ("supported", "contradicted")
    assert "45" in row.after.text


def sides(*changes: Change) -> dict[str, Any]:
    before = critique(changed(REQUEST, ()))
    [found] = [row for row in turned(before, critique(changed(REQUEST, changes)), changes) if row.other_status]
    return pair(found)


def test_before_and_after_are_whole_and_mark_what_the_other_has_not():
    found = sides(Change(None, TEXT.index("20"), "20", "45"))
    before, after = found["before"], found["after"]
    assert [words for words, other in before["words"] if other] == ["20"]
    assert [words for words, other in after["words"] if other] == ["45"]
    assert "".join(words for words, _ in before["words"]) in TEXT
    assert (before["status"], after["status"]) == ("supported", "contradicted")
    assert after["word"].startswith("contradicted · support 0.0"), "how likely it is supported, as on every page"
    assert after["reason"]


def test_where_a_source_was_changed_its_quote_is_set_against_what_it_was():
    source = REQUEST.sources[0]
    found = sides(Change(source.id, source.content.index("20"), "20", "45"))
    assert not any(other for _, other in found["after"]["words"])
    assert [words for words, other in found["before"]["quote"] if other] == ["20"]
    assert [words for words, other in found["after"]["quote"] if other] == ["45"]


def test_the_claim_that_was_changed_last_is_the_first_of_those_side_by_side():
    first, last = (Change(None, TEXT.index(old), old, new) for old, new in (("20", "45"), ("Tuesday", "Friday")))
    for made in ((first, last), (last, first)):
        rows = turned(critique(changed(REQUEST, ())), critique(changed(REQUEST, made)), made)
        top = newest_first(rows, made)[0]
        assert (top.number == rows[0].number) == (made[-1] is first)


@pytest.mark.parametrize("name", ["08_medicine_leaflet", "11_german", "09_flood_news"])
def test_a_source_that_is_changed_is_the_same_as_a_request_with_it(name: str):
    request = next(example.request for example in load_examples() if example.name == name)
    place = next(p for p in places_of(request) if p.source is not None)
    change = Change(place.source, place.start, place.old, place.options[0])
    critique(changed(request, ()))  # what it has read by now must not change what it says next
    warm = critique(changed(request, (change,)))
    assert place.options[0] in "".join(source.content for source in warm.request.sources)
    encoder.shipped.cache_clear()
    assert warm.claims == critique(changed(request, (change,)), verifier=EmbeddedVerifier()).claims
