"""Sentences and Markdown blocks have exact offsets in any script, and lose nothing."""

import pytest
from hypothesis import given, settings

from critique_core.text.accents import without_accents
from critique_core.text.languages import language_of
from critique_core.text.sentences import block_sentences, blocks, plain, sentences, unmarked
from tests.makers.rows import each_of
from tests.makers.texts import ANY_TEXT


def said(text: str, language: str = "en") -> list[str]:
    return [text[span.start : span.end] for span in sentences(text, language)]


@each_of(
    ("text", "expected"),
    [
        ("Dr. Smith paid $3.50. He left.", ["Dr. Smith paid $3.50.", "He left."]),
        ("See https://a.b/c?d=1.2 for v1.2.3. Next.", ["See https://a.b/c?d=1.2 for v1.2.3.", "Next."]),
        ("Wait... what? Yes!", ["Wait... what?", "Yes!"]),
        ("It has approx. 5 items, e.g. nuts. Done.", ["It has approx. 5 items, e.g. nuts.", "Done."]),
        ("Hello 😀 world. Bye 👋🏽.", ["Hello 😀 world.", "Bye 👋🏽."]),
        ("日本語です。これは「テスト。」です！そう？", ["日本語です。", "これは「テスト。」です！", "そう？"]),
        ("价格是5元。好！", ["价格是5元。", "好！"]),
        ("مرحبا بك. كيف حالك؟ أنا بخير۔", ["مرحبا بك.", "كيف حالك؟", "أنا بخير۔"]),
        ("यह है। वह था।", ["यह है।", "वह था।"]),
        ("\u202eabc\u202c. Next one.", ["\u202eabc\u202c.", "Next one."]),
        ("1. First it is. Then not.", ["1. First it is.", "Then not."]),
        ("A line\nwrapped here. Two.", ["A line\nwrapped here.", "Two."]),
        ('He said "Go. Now." Then left.', ['He said "Go. Now."', "Then left."]),
        ("The fee is $5 [1]. It rose.[2] Then fell.", ["The fee is $5 [1].", "It rose.[2]", "Then fell."]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_a_text_falls_into_its_sentences(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_abbreviations_follow_the_language() -> None:
    assert said("Am 3. Mai kam z.B. Herr Dr. Meyer. Er ging.", "de") == [
        "Am 3. Mai kam z.B. Herr Dr. Meyer.",
        "Er ging.",
    ]


@each_of(
    ("language", "expected"),
    [
        ("de", ["Das erste Tor fiel in der 12. Minute.", "Danach kam nichts."]),
        ("de", ["Es kostet 5.", "Danach steigt der Preis."]),
        ("de", ["Sie zog vom 3. Stock in den 5. Stock."]),
        ("de", ["Es war kalt.", "20 Plätze sind frei, mind. 5 davon inkl. 3 Decken."]),
        ("da", ["Den 3. Maj er hun fri.", "Han er 12."]),
        ("en", ['Lindner GmbH ("Landlord"), represented by Ms. Petra Vogel, signed.', "He is 12.", "They left."]),
        ("fr", ["Mme. Leroy habite ici."]),
        ("de", ["Ihr Termin: 14. März, 14:00 Uhr.", "Gebühr: 5 Euro."]),
        ("en", ["Max. flight time: 31 min.", "Max. speed: 16 m/s.", "This is Max.", "He flies."]),
    ],
)
def test_ordinals_and_titles_end_no_sentence(language: str, expected: list[str]) -> None:
    assert said(" ".join(expected), language) == expected


def test_a_text_with_a_thousand_cuts_is_read_whole() -> None:
    found = said("Wort. 5 " * 3000, "de")
    assert found.count("5 Wort.") > 2990
    assert " ".join(found) == ("Wort. 5 " * 3000).strip()


@given(ANY_TEXT)
def test_sentences_are_trimmed_in_order_and_hold_everything_that_is_not_white(text: str) -> None:
    spans = sentences(text)
    edges = [0, *(edge for span in spans for edge in (span.start, span.end)), len(text)]
    assert edges == sorted(edges)
    assert all(text[span.start : span.end] == text[span.start : span.end].strip() != "" for span in spans)
    assert not "".join(text[left:right] for left, right in zip(edges[::2], edges[1::2], strict=True)).strip()


@pytest.mark.slow
def test_a_million_characters_without_spaces_are_read_whole() -> None:
    text = "日本語です。" * 170_000
    spans = sentences(text, "ja")
    assert len(spans) == 170_000
    assert {text[span.start : span.end] for span in spans} == {"日本語です。"}
    assert spans[-1].end == len(text)


@each_of(
    ("text", "language"),
    [
        ("The fee is due in May.", "en"),
        ("Die Gebühr ist im Mai fällig und nicht später.", "de"),
        ("Le prix est dans la boîte.", "fr"),
        ("El informe está en la mesa.", "es"),
        ("これは漢字です", "ja"),
        ("他说是的", "zh"),
        ("안녕하세요", "ko"),
        ("Привет", "ru"),
        ("مرحبا", "ar"),
        ("12 + 30", "en"),
        ("", "en"),
    ],
)
def test_language_shows_in_script_and_function_words(text: str, language: str) -> None:
    assert language_of(text) == language


def shapes(text: str) -> list[tuple[str, int, str]]:
    return [(block.kind, block.depth, text[block.start : block.end]) for block in blocks(text)]


def test_markdown_blocks_stand_without_their_marks() -> None:
    text = (
        "# Head *x* #\n\nPara one\nwrapped.\n\n- item a\n  more\n  - nested\n- [x] done\n• typed\n\n"
        "> quote one\n> goes on\n\n1. one\n\n   later\n\nSetext\n===\n"
    )
    assert shapes(text) == [
        ("heading", 1, "Head *x*"),
        ("paragraph", 0, "Para one\nwrapped."),
        ("list_item", 1, "item a\n  more"),
        ("list_item", 2, "nested"),
        ("list_item", 1, "done"),
        ("list_item", 1, "typed"),
        ("quote", 0, "quote one\n> goes on"),
        ("list_item", 1, "one"),
        ("paragraph", 1, "later"),
        ("heading", 1, "Setext"),
    ]


def test_a_table_row_knows_the_header_of_each_cell() -> None:
    quoted = "> | Plan | Limit |\n> |------|-------|\n> | Pro | 1 \\| 2 |\n> |  | 5 |"
    text = f"{quoted}\n\nA | B\n--|--\n1 | 2\nProse under it."
    rows = [
        (block.kind, [(cell.header, text[cell.start : cell.end]) for cell in block.cells]) for block in blocks(text)
    ]
    assert rows == [
        ("table_header", [("Plan", "Plan"), ("Limit", "Limit")]),
        ("table_row", [("Plan", "Pro"), ("Limit", "1 \\| 2")]),
        ("table_row", [("Plan", ""), ("Limit", "5")]),
        ("table_header", [("A", "A"), ("B", "B")]),
        ("table_row", [("A", "1"), ("B", "2")]),
        ("paragraph", []),
    ]


def test_code_keeps_its_fences_in_the_span_and_blanks_them_in_the_content() -> None:
    text = "Look:\n```py\nx = 1. Or\n\ny = 2\n```\nEnd."
    code = blocks(text)[1]
    assert text[code.start : code.end] == "```py\nx = 1. Or\n\ny = 2\n```"
    assert code.content == "     \nx = 1. Or\n\ny = 2\n   "


@each_of(
    ("text", "expected"),
    [
        ("Name: Foo\nAge: 5\nCity: Bonn", ["Name: Foo", "Age: 5", "City: Bonn"]),
        ("Founded in 1874 by\nJohn Weaver.", ["Founded in 1874 by\nJohn Weaver."]),
        ("one ends here.  \ntwo begins", ["one ends here.", "two begins"]),
        ("The fee is $5.\n---\nMore.", ["The fee is $5.", "More."]),
        ("1998. That year it moved.", ["1998. That year it moved."]),
        ("    An indented line is prose.", ["An indented line is prose."]),
        ("<div>kept</div>\n[ref]: http://x", ["<div>kept</div>\n[ref]: http://x"]),
        ("> " * 30 + "deep", ["deep"]),
        ("-\n\n#\n\n***", []),
    ],
)
def test_plain_text_is_not_taken_for_markup(text: str, expected: list[str]) -> None:
    assert [text[block.start : block.end] for block in blocks(text)] == expected


def test_prose_with_a_ruler_under_it_is_no_heading() -> None:
    assert [block.kind for block in blocks("The fee is $5.\n---\nMore\n---\n")] == ["paragraph", "heading"]


@given(ANY_TEXT)
@settings(max_examples=100)
def test_blocks_are_trimmed_in_order_and_keep_every_letter(text: str) -> None:
    at = 0
    left_over: list[str] = []
    for block in blocks(text):
        span = text[block.start : block.end]
        assert at <= block.start
        assert span == span.strip() != ""
        assert len(block.content) == len(span)
        assert all(kept in (given, " ") for kept, given in zip(block.content, span, strict=True))
        assert all(block.start <= cell.start <= cell.end <= block.end or cell.start == cell.end for cell in block.cells)
        left_over.append(text[at : block.start])
        at = block.end
    assert not any(character.isalpha() for character in "".join([*left_over, text[at:]]).replace("[x]", ""))


@given(ANY_TEXT)
def test_block_sentences_lie_in_their_block_and_hold_it(text: str) -> None:
    for block in blocks(text):
        at = block.start
        for span in block_sentences(block):
            assert not block.content[at - block.start : span.start - block.start].strip()
            assert text[span.start : span.end].strip() == text[span.start : span.end]
            at = span.end
        assert not block.content[at - block.start :].strip()


def test_emphasis_code_and_links_do_not_hide_or_make_a_sentence_end() -> None:
    text = "**Alice won.** Use `a. B` and [docs](http://a.b/c.d). It **ended**. _Bob_ lost."
    spans = block_sentences(blocks(text)[0])
    assert [text[span.start : span.end] for span in spans] == [
        "**Alice won.**",
        "Use `a. B` and [docs](http://a.b/c.d).",
        "It **ended**.",
        "_Bob_ lost.",
    ]


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("the **Pro** plan\n costs *5*", "the Pro plan costs 5"),
        ("`AuthService.refresh()` in [auth.ts](src/a_(b).ts)", "AuthService.refresh() in auth.ts"),
        ("`__init__` and __init__.py and snake_case_name", "__init__ and __init__.py and snake_case_name"),
        ("2*3*4 is 2**3 times 3", "2*3*4 is 2**3 times 3"),
        ("**粗体**文字 and ~~old~~ _new_", "粗体文字 and old new"),
        (r"5 \* 3 [1]", "5 * 3 [1]"),
        ("**half open", "half open"),
    ],
)
def test_plain_takes_marks_off_and_leaves_words(marked: str, words: str) -> None:
    assert plain(marked) == words


@given(ANY_TEXT)
def test_the_unmarked_view_has_the_length_of_the_text(text: str) -> None:
    assert len(unmarked(text)) == len(text)


@each_of("unit", ["`", "[", "[a](b(c", "*a ", "_a ", "**a. ", "> - ", "| a ", "- x\n", "\\", "<http:"])
def test_repeated_marks_are_read_to_the_end(unit: str) -> None:
    text = unit * (60_000 // len(unit)) + "\n\nThe end."
    last = blocks(text)[-1]
    assert text[last.start : last.end].endswith("The end.")
    assert block_sentences(last)
    assert plain(text).endswith("The end.")


@pytest.mark.parametrize(
    ("written", "plain"), [("Vázquez", "vazquez"), ("ÅSE", "ase"), ("ﬁre", "fire"), ("Straße", "strasse")]
)
def test_a_word_without_accents_is_as_another_text_may_write_it(written, plain):
    assert without_accents(written) == plain
