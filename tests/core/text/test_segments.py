"""Cutting a text and its spans into segments."""

from hypothesis import given
from hypothesis import strategies as st

from critique_core.text.segments import NamedSpan, Segment, paragraphs, segments

characters = st.characters(exclude_categories=["Cs"]) | st.sampled_from("\n\r\u2028\x0b ")
texts = st.text(characters, max_size=60)
spans = st.lists(st.builds(NamedSpan, st.sampled_from("abcd"), st.integers(-5, 70), st.integers(-5, 70)), max_size=8)


@given(texts, spans)
def test_joined_segments_are_the_text(text: str, spans: list[NamedSpan]) -> None:
    cut = segments(text, spans)
    assert "".join(segment.text for segment in cut) == text
    assert all(segment.text for segment in cut)


@given(texts, spans)
def test_each_character_carries_exactly_the_spans_over_it(text: str, spans: list[NamedSpan]) -> None:
    position = 0
    for segment in segments(text, spans):
        for _ in segment.text:
            assert set(segment.ids) == {span.id for span in spans if span.start <= position < span.end}
            position += 1


@given(texts, spans)
def test_paragraphs_keep_the_text_and_break_at_line_feeds_only(text: str, spans: list[NamedSpan]) -> None:
    lines = ["".join(piece.text for piece in line) for line in paragraphs(segments(text, spans))]
    assert "".join(lines) == text
    assert all("\n" not in line[:-1] for line in lines)


def test_a_claim_inside_another_comes_first() -> None:
    cut = segments("Uploads are scanned and kept.", [NamedSpan("outer", 0, 29), NamedSpan("inner", 12, 19)])
    assert cut == [
        Segment("Uploads are ", ("outer",)),
        Segment("scanned", ("inner", "outer")),
        Segment(" and kept.", ("outer",)),
    ]


def test_overlapping_claims_share_the_words_between_them() -> None:
    cut = segments("abcdef", [NamedSpan("first", 0, 4), NamedSpan("second", 2, 6)])
    assert [segment.ids for segment in cut] == [("first",), ("first", "second"), ("second",)]


def test_offsets_count_code_points() -> None:
    text = "👩🏽‍💻 ships 𝒳 twice"
    start = text.index("twice")
    assert segments(text, [NamedSpan("claim", start, len(text))])[-1] == Segment("twice", ("claim",))


def test_parts_outside_the_text_are_cut_off() -> None:
    assert segments("abc", [NamedSpan("far", 2, 99), NamedSpan("gone", 50, 60)]) == [
        Segment("ab", ()),
        Segment("c", ("far",)),
    ]
