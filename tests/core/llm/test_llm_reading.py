"""What is read out of a model's text, and what is not."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.llm.reading import ReadObject, read_object
from tests.makers.rows import each_of

WORDS = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
OBJECTS = st.dictionaries(WORDS, JSON, min_size=1, max_size=4)


@each_of(
    ("text", "content", "cut_off"),
    [
        ('```json\n{"a": 1,}\n```', {"a": 1}, False),
        ('Here you are: {"a": [1, 2,], "b": {}} Hope it helps {x}!', {"a": [1, 2], "b": {}}, False),
        ('<think>Maybe {"a": 1}?</think>{"a": 2}', {"a": 2}, False),
        ('{"x": "}{", "y": [1,],}', {"x": "}{", "y": [1]}, False),
        ('{"claims": [{"id": 1}, {"id": 2, "verdict": "supp', {"claims": [{"id": 1}]}, True),
        ('{"s": "x", "claims": [{"q": ["a", "b"]}, {"q": ["c"', {"s": "x", "claims": [{"q": ["a", "b"]}]}, True),
        ('{"a": "x", "b": "y', {"a": "x"}, True),
        ('{"a": 1, "b": 2', {"a": 1}, True),  # it may have been 25
    ],
)
def test_what_stands_around_an_object_is_taken_off_and_an_unfinished_value_left_out(text, content, cut_off):
    assert read_object(text) == ReadObject(content, repaired=True, cut_off=cut_off)


@each_of(
    ("text", "told"),
    [
        ("I cannot say.", "text without an object"),
        ("[1, 2]", "a list where"),
        ('"yes"', "a string where"),
        ("true", "a truth value where"),
        ('{"verdict": "supported", "verdict": "unsupported"}', "is not JSON"),
        ('{"confidence": NaN}', "is not JSON"),
        ('{"claims": [{"id": 1, "verd', "cut off"),
        ('{"claim": {"id": 1, "verdict', "cut off"),
        ('{"a": {"b": 1}, "a": 2}', "is not JSON"),  # the inner one is not the answer
    ],
)
def test_nothing_is_made_of_what_is_no_whole_object(text, told):
    with pytest.raises(ValueError, match=told):
        read_object(text)


@given(OBJECTS)
def test_an_object_is_read_as_it_was_written(written):
    assert read_object(json.dumps(written)) == ReadObject(written, repaired=False, cut_off=False)


@given(OBJECTS, st.data())
def test_an_object_cut_anywhere_gives_parts_of_it_or_nothing(written, data):
    text = json.dumps(written)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    try:
        content = read_object(cut).content
    except ValueError:
        return
    assert _is_part(content, written)


def _is_part(part, whole):
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and _is_part(value, whole[name]) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return part == whole[: len(part)]
    return part == whole


@pytest.mark.parametrize("text", ["{" * 400_000, '{"' * 200_000, '{"a":' * 80_000, '{"a":[' * 80_000, "{[," * 100_000])
def test_text_made_to_be_slow_is_given_up_soon(text):
    started = time.process_time()
    with pytest.raises(ValueError, match="object"):
        read_object(text)
    assert time.process_time() - started < 5
