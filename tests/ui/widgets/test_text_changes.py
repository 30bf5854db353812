"""What changed between two texts: nothing lost, nothing made up, changed words together."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from components.widgets.changes import changed_markdown
from components.widgets.text_changes import Piece, changes

TEXTS = st.text(alphabet="ab 1.,\n$*:é漢", max_size=60)


@given(TEXTS, TEXTS)
def test_the_pieces_give_both_texts_back(before: str, after: str) -> None:
    pieces = changes(before, after)
    assert "".join(piece.text for piece in pieces if piece.kind != "new") == before
    assert "".join(piece.text for piece in pieces if piece.kind != "gone") == after


def test_one_changed_word_is_one_change() -> None:
    assert changes("after 30 seconds", "after 60 seconds") == (
        Piece("same", "after "), Piece("gone", "30"), Piece("new", "60"), Piece("same", " seconds"),
    )  # fmt: skip


def test_neighbouring_changed_words_are_read_as_one_change() -> None:
    kinds = [
        piece.kind for piece in changes("It was founded in Oslo, Norway by nuns.", "It was founded in Rome by nuns.")
    ]
    assert kinds == ["same", "gone", "new", "same"]


def test_a_book_is_compared_in_a_moment() -> None:
    book = "\n".join(f"Sentence number {number} of the book says {number * 7}." for number in range(4_000))
    pieces = changes(book, book.replace("says 700.", "says 701."))
    assert [piece.text for piece in pieces if piece.kind != "same"] == [
        "Sentence number 100 of the book says 700.\n", "Sentence number 100 of the book says 701.\n",
    ]  # fmt: skip


@given(TEXTS, TEXTS)
def test_text_from_outside_becomes_no_markup(before: str, after: str) -> None:
    for piece in changes(before + "<b>[x](y)", after + "![z](javascript:q)"):
        tokens = MarkdownIt().parse(changed_markdown([piece]))
        kinds = {child.type for token in tokens for child in (token.children or [])} | {token.type for token in tokens}
        assert not kinds & {"link_open", "image", "html_inline", "html_block", "heading_open", "fence", "code_block"}
