"""Which parts of a Markdown document name sources, and what is read of them."""

from hypothesis import given
from hypothesis import strategies as st

from critique_core.formats.sourced_documents import Miswritten, Section, sections

NAMED = "<!-- claimlens sources: a.md -->"


def named(document: str) -> list[Section]:
    return [part for part in sections(document) if isinstance(part, Section)]


def test_sources_are_those_of_what_follows_up_to_the_next_comment():
    document = f"# Title\n\n{NAMED}\n\nOne.\n\n<!-- claimlens sources:\nb.json\n../c d.md\n-->\nTwo.\n"
    assert list(sections(document)) == [
        Section(3, "\n\nOne.\n\n", ("a.md",), 3),
        Section(10, "\nTwo.\n", ("b.json", "../c d.md"), 7),
    ]


def test_a_comment_without_a_path_ends_what_is_checked():
    assert [one.text for one in named(f"{NAMED}One.<!-- claimlens sources: -->Two.")] == ["One."]
    assert list(sections("Without a comment.")) == []
    assert list(sections(f"One.\n{NAMED}\n  \n")) == []


def test_a_miswritten_comment_hides_no_other():
    document = f"{NAMED}\nOne.\n<!-- claimlens sources: b.md\nTwo.\n{NAMED}\nThree.\n<!-- claimlens source: -->Four."
    assert [part if isinstance(part, Miswritten) else part.text for part in sections(document)] == [
        "\nOne.\n", Miswritten(3), "\nThree.\n", Miswritten(7)]  # fmt: skip


def test_other_comments_are_blank_and_what_follows_them_keeps_its_place():
    [section] = named(f"{NAMED}One.<!-- two\nlines -->Three.<!-- open")
    assert section.text == "One." + " " * 8 + "\n" + " " * 9 + "Three." + " " * 9


def test_what_stands_in_a_block_of_code_is_no_comment():
    for fence in ("```", "~~~~", "  ````"):
        assert list(sections(f"{fence}text\n{NAMED}\n```x\n{fence}\n")) == []
    assert [one.text for one in named(f"```\n{NAMED}\n```\n{NAMED}\nTwo.")] == ["\nTwo."]


@given(st.text(st.sampled_from("<!-> \nclaimlens sources:`~a."), max_size=60), st.text(max_size=20))
def test_sections_hold_the_documents_lines(before, after):
    document = before + NAMED + after
    for section in named(document):
        kept = "".join(document.split("\n")[section.line - 1 :])
        assert len(section.text.replace("\n", "")) <= len(kept)
        assert section.paths
