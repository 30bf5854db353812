"""Sources are cut into strips, judged one by one, kept within a budget and joined so that every place still links."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.errors import InvalidInput
from critique_core.models import SourceDocument
from critique_core.retrieval.strips import decompose, origin, recompose

QUERY = "How long is the session timeout of the gateway?"
TIMEOUT = "The session timeout of the gateway is 30 minutes. Administrators may raise it to two hours."
FILLER = [
    "Swallows return in April and nest under the eaves of barns where they feed their young on insects all day long.",
    "Knead the dough for ten minutes and let it rise for an hour before the bread is baked until its crust is brown.",
    "The orchestra played two symphonies in the old town hall and was asked to come back in the following autumn.",
    "Copper was mined in these hills for three centuries until the shafts were flooded in a winter of heavy rain.",
    "Orchids are watered once a week with soft water and stand in a bright window that the noon sun does not reach.",
    "The ferry crosses the sound four times a day in summer and once in winter when the ice is not too thick for it.",
]


def source(text, name="s1", **fields):
    return SourceDocument(id=name, content=text, **fields)


def long_source(name="s1"):
    """The answer in the middle of paragraphs about other things."""
    return source("\n\n".join([*FILLER, *FILLER, TIMEOUT, *FILLER, *FILLER]), name)


def kept(strips):
    return [strip.text for strip in strips if strip.kept]


# --- decompose -----------------------------------------------------------------------------------------------------


def test_what_answers_is_kept_and_what_speaks_of_other_things_is_dropped_with_a_reason():
    strips = decompose(QUERY, [long_source()])
    assert any(TIMEOUT in text for text in kept(strips))
    assert not strips[0].kept
    assert strips[0].why.startswith("relevance 0.")
    assert all(strip.why == "" for strip in strips if strip.kept)


def test_strips_stand_in_order_without_overlap_and_equal_their_place():
    text = "# Gateway\n\nIt has a timeout.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n" + "\n\n".join(FILLER)
    made = source(text)
    strips = decompose(QUERY, [made])
    assert all(text[strip.start : strip.end] == strip.text for strip in strips)
    assert all(one.end <= two.start for one, two in pairwise(strips))
    held = " ".join(text[strip.start : strip.end] for strip in strips)
    assert {word for word in text.split() if word.isalnum()} <= set(held.replace("|", " ").split())


def test_a_heading_stays_with_what_follows_it():
    strips = decompose(QUERY, [source(f"{FILLER[0]}\n\n## Session timeout\n\nIt is 30 minutes.\n\n{FILLER[1]}")])
    (found,) = [strip for strip in strips if "Session timeout" in strip.text]
    assert "It is 30 minutes." in found.text
    heading = "How long a session of the gateway lasts before it is ended and who may change that"
    (strip,) = decompose(QUERY, [source(f"# {heading}\n\nIt is 30 minutes.")])
    assert strip.text.endswith("It is 30 minutes.")


def test_a_short_record_stays_whole_because_a_field_says_little_without_its_keys():
    record = source('{"gateway": {"session": {"timeout_minutes": 30, "max": 120}}, "owner": "ops"}', "config.json")
    (strip,) = decompose(QUERY, [record])
    assert strip.text == record.content
    assert strip.kept


def test_a_sentence_that_only_its_neighbours_tie_to_the_query_is_kept():
    text = f"{TIMEOUT} A change takes effect at midnight. It is written to the log. Nobody is asked again."
    assert "Nobody is asked again." in " ".join(kept(decompose(QUERY, [source(text)])))


def test_sentences_next_to_a_lone_hit_are_judged_on_their_own_and_one_that_points_back_stays_with_it():
    page = (
        f"Our stores are bright and dry. {TIMEOUT} Tea is served in the lobby. Bicycles may be left in the courtyard. "
        "The choir sings on Tuesdays."
    )
    strips = decompose(QUERY, [source(page)])
    assert kept(strips) == [TIMEOUT]
    assert len(strips) == 5


def test_the_best_are_kept_first_and_a_smaller_one_still_fits_where_a_larger_did_not():
    best = "The session timeout of the gateway is long."
    large = "The gateway has a session log that is long and " + "is read by many people of the office, " * 3 + "kept."
    small = "Its timeout is set there."
    sources = [source(best, "a"), source(large, "b"), source(small, "c")]
    strips = decompose(QUERY, sources, threshold=0.0, token_budget=22)
    assert [(strip.source_id, strip.kept) for strip in strips] == [("a", True), ("b", False), ("c", True)]
    assert "do not fit into what is left of 22" in strips[1].why


def test_a_better_strip_goes_before_an_earlier_one_and_the_budget_is_met_to_the_token():
    sources = [source("Its timeout is set there."), source("The session timeout of the gateway is long.", "b")]
    strips = decompose(QUERY, sources, threshold=0.0, token_budget=11)
    assert [(strip.tokens, strip.kept) for strip in strips] == [(7, False), (11, True)]
    assert not any(strip.kept for strip in decompose(QUERY, sources[1:], token_budget=10))


def test_tokens_are_estimated_as_1_3_a_word_and_never_exceed_the_budget():
    strips = decompose(QUERY, [source("one two three four five six seven eight nine ten")], threshold=0.0)
    assert [strip.tokens for strip in strips] == [13]
    for budget in (10, 40, 200):
        found = decompose(QUERY, [long_source()], threshold=0.0, token_budget=budget)
        assert sum(strip.tokens for strip in found if strip.kept) <= budget


def test_chinese_text_is_not_taken_for_one_word():
    (strip,) = decompose("网关会话", [source("网关的会话超时为三十分钟。")])
    assert strip.tokens >= 13


def test_from_the_threshold_on_a_strip_is_kept():
    relevance = decompose(QUERY, [source(TIMEOUT)])[0].relevance
    assert decompose(QUERY, [source(TIMEOUT)], threshold=relevance)[0].kept
    assert not decompose(QUERY, [source(TIMEOUT)], threshold=min(1.0, relevance + 0.0001))[0].kept


@pytest.mark.parametrize("query", ["", "how is it?"])
def test_without_a_query_to_judge_by_nothing_is_judged_and_the_budget_alone_decides(query):
    strips = decompose(query, [source(FILLER[0], "a"), source(FILLER[1], "b")], token_budget=30)
    assert [(strip.relevance, strip.kept) for strip in strips] == [(None, True), (None, False)]


def test_empty_sources_give_no_strips():
    assert decompose(QUERY, [source(""), source("  \n ", "b")]) == ()


# --- recompose and origin ------------------------------------------------------------------------------------------


def test_the_kept_are_joined_in_the_order_of_the_source_under_its_own_id():
    first, second = long_source("a").model_copy(update={"title": "Manual"}), source("\n\n".join(FILLER), "b")
    strips = decompose(QUERY, [first, second])
    (joined,) = recompose(strips, [first, second])
    assert (joined.id, joined.title) == ("a", "Manual")
    assert TIMEOUT in joined.content
    assert len(joined.content) < len(first.content)
    at = 0
    for part in joined.content.split("\n\n"):
        at = first.content.index(part, at) + len(part)


def test_a_source_kept_whole_is_given_back_as_it_is():
    whole = source(f"  {TIMEOUT}\n")
    assert recompose(decompose(QUERY, [whole]), [whole]) == (whole,)


def test_a_quote_found_in_the_joined_source_links_to_its_place_in_the_original():
    original = long_source()
    strips = decompose(QUERY, [original])
    (joined,) = recompose(strips, [original])
    start = joined.content.index("30 minutes")
    span = origin(strips, "s1", start, start + len("30 minutes"))
    assert original.content[span.start : span.end] == "30 minutes"
    assert span.start != start


def _some_kept(marks, texts):
    sources = [source(text, f"s{number}") for number, text in enumerate(texts)]
    strips = decompose("", sources)
    flags = (marks * (len(strips) + 1))[: len(strips)] if marks else [False] * len(strips)
    return sources, [strip.model_copy(update={"kept": flag}) for strip, flag in zip(strips, flags, strict=True)]


@given(
    marks=st.lists(st.booleans(), max_size=8),
    texts=st.lists(st.lists(st.sampled_from([*FILLER, TIMEOUT, "# Ü 𝔘", "x"]), max_size=9), min_size=1, max_size=2),
)
def test_every_character_of_what_was_joined_leads_back_to_itself(marks, texts):
    sources, strips = _some_kept(marks, ["\n\n".join(parts) for parts in texts])
    for joined in recompose(strips, sources):
        original = next(one for one in sources if one.id == joined.id)
        for start in range(0, len(joined.content), 7):
            if not joined.content[start].isspace():
                span = origin(strips, joined.id, start, start + 1)
                assert original.content[span.start : span.end] == joined.content[start]
        whole = origin(strips, joined.id, 0, len(joined.content))
        inside = [strip for strip in strips if strip.source_id == joined.id and strip.kept]
        assert whole.start <= inside[0].start
        assert whole.end >= inside[-1].end
        if joined is not original:
            for strip in inside:
                assert strip.text in joined.content


def test_a_span_over_a_joint_covers_what_was_dropped_there():
    original = source("\n\n".join([TIMEOUT, *FILLER, *FILLER, "Its timeout and session are gateway matters."]))
    strips = [
        strip.model_copy(update={"kept": "timeout" in strip.text})
        for strip in decompose(QUERY, [original], threshold=0.0)
    ]
    (joined,) = recompose(strips, [original])
    at = joined.content.rindex("\n\n")
    span = origin(strips, "s1", at - 3, at + 5)
    assert "orchestra" in original.content[span.start : span.end]


def test_places_outside_of_what_was_kept_are_refused():
    original = long_source()
    strips = decompose(QUERY, [original])
    (joined,) = recompose(strips, [original])
    with pytest.raises(InvalidInput, match="lies outside of what was kept of source 's1'"):
        origin(strips, "s1", 0, len(joined.content) + 1)
    with pytest.raises(InvalidInput, match="source 'unknown'"):
        origin(strips, "unknown", 0, 1)
