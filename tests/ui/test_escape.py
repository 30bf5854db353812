"""Text from outside reads as itself in Streamlit's Markdown."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from components.escape import escape, visible
from tests.makers.rows import each_of
from tests.makers.texts import MARKUP_ATTACKS

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "[click](javascript:alert(1))",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "**bold** _it_ ~~no~~ `code`",
    ":red[alarm] :violet-badge[new] :material/home: :smile: :streamlit: :+1:",
    "$\\frac{1}{2}$ and $$x$$",
    "# heading",
    "1. one",
    "- item",
    "> quote",
    "| a | b |",
    "&lt;b&gt; &amp; &#60;",
    "a\\*b",
    "https://evil.example/x www.evil.example me@evil.example",
    "a -> b <- c -- d >= e ~= f <-> g",
    "[x]: http://evil.example",
    ":::note",
    "word[^1]",
]


@each_of("text", [*HOSTILE, *MARKUP_ATTACKS])
def test_hostile_markdown_reads_as_itself(text: str) -> None:
    assert _read(escape(text)) == text


@each_of("text", HOSTILE)
def test_no_pattern_that_is_recognised_after_escapes_survives(text: str) -> None:
    read = _read(escape(text), keep_joiners=True)
    for pattern in (":smile:", ":material/", ":streamlit:", ":+1:", "://", "www.", "@evil", "->", "<-", "--", ">="):
        assert pattern not in read


@given(st.text())
def test_any_text_becomes_one_paragraph_without_markup(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(escape(text))
    kinds = {child.type for token in tokens for child in (token.children or [])} | {token.type for token in tokens}
    assert kinds <= {"paragraph_open", "inline", "paragraph_close", "text", "text_special"}


@given(st.text(), st.integers(min_value=2, max_value=50))
def test_a_limit_holds_for_what_is_read(text: str, limit: int) -> None:
    assert len(_read(escape(text, limit))) <= limit


@each_of("mark", ["\u202e", "\u2066", "\u200f", "\u061c", "\x00", "\x1b", "\ud800", "\ufeff"])
def test_characters_that_hide_or_reorder_are_named(mark: str) -> None:
    assert visible(f"invoice{mark}fdp.exe") == f"invoice⟨U+{ord(mark):04X}⟩fdp.exe"


def test_ordinary_text_of_any_script_stays_as_it_is() -> None:
    text = "Straße 北京 القاهرة, 60 s\n\tof “this” 👩‍🚀"
    assert visible(text) == text


def _read(markdown: str, *, keep_joiners: bool = False) -> str:
    tokens = MarkdownIt("commonmark").parseInline(markdown)
    text = "".join(child.content for token in tokens for child in (token.children or []))
    return text if keep_joiners else text.replace("\u2060", "")
