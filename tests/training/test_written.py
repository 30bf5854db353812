"""Blocks of hand-written claims: labels, marked words, lists inside sources, and what stays apart."""

import pytest

from training.written import FOLDER, beside, blocks, parsed

BLOCK = """bakery
S: The oven is lit at four. It closes at noon.
S: Prices in euros:
- rye 4.20
- spelt 5.10
+ Baking begins in the small hours.
- The oven is lit at [[five]].
? The bakery [[won a prize]].
~ Rye is 4.20 [[and sold by weight]].
"""


def test_each_claim_has_the_label_of_its_mark_and_its_bracketed_words() -> None:
    block = parsed(BLOCK)
    labels = [claim.label for claim in block.claims]
    assert labels == ["supported", "contradicted", "unsupported", "partially_supported"]
    marked = [claim.text[start:end] for claim in block.claims for start, end in claim.spans or ()]
    assert marked == ["five", "won a prize", "and sold by weight"]
    assert not any("[[" in claim.text for claim in block.claims)


def test_a_list_in_a_source_is_not_taken_for_claims() -> None:
    assert parsed(BLOCK).sources == (
        "The oven is lit at four. It closes at noon.",
        "Prices in euros:\n- rye 4.20\n- spelt 5.10",
    )


def test_a_dot_alone_stands_for_an_empty_line_of_a_source() -> None:
    block = parsed("lease\nS: The term is a year.\n.\nPets are allowed.\n+ It runs for twelve months.")
    assert block.sources == ("The term is a year.\n\nPets are allowed.",)


def test_no_weight_is_fitted_on_pages() -> None:
    pages = [block for block in blocks() if block.page]
    assert len(pages) >= 160
    assert all(block.reported_on == block.held_out for block in pages)
    assert 0.15 < sum(block.held_out for block in pages) / len(pages) < 0.35
    assert sum(len(source.split()) for block in pages for source in block.sources) / len(pages) > 200


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bakery\n+ A claim without a source.", "before the first source|no source"),
        ("bakery\nS: A source alone.", "no claim"),
        ("bakery\nS: A source.\n+ A [[marked]] supported claim.", "do not fit"),
        ("bakery\nS: A source.\n- An [[open bracket.", "do not fit"),
        ("bakery\nS: A source.\n- A closed]] bracket.", "not opened"),
    ],
)
def test_a_broken_block_is_refused_with_its_reason(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        parsed(text)


def test_every_block_of_the_files_is_read_and_a_quarter_is_held_out() -> None:
    found = blocks()
    heads = sum(path.read_text("utf-8").count("\n### ") + 1 for path in FOLDER.glob("*.txt"))
    assert len(found) == heads
    assert 0.2 < sum(block.held_out for block in found) / len(found) < 0.3
    assert 0.4 < sum(block.reported_on for block in found) / sum(block.held_out for block in found) < 0.6


def test_the_other_block_that_a_block_is_read_beside_lies_on_its_side() -> None:
    found = blocks()
    pairs = list(beside(found))
    assert len(pairs) == len(found)
    for block, other in pairs:
        assert block is not other
        assert (block.held_out, block.reported_on) == (other.held_out, other.reported_on)
