"""Every quote is checked against the sources: where it is and how exactly."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from critique_core.evidence.quotes import MAX_GAP, evidence_from, locate, normalise
from critique_core.models import SourceDocument

POLICY = SourceDocument(
    id="policy",
    content=(
        "Refund policy\n\nCustomers may return goods within 30 days of delivery. The “extended” plan doubles that "
        "to 60\u00a0days — but only for members.\nGoods that were opened are not refunded. The fee of 12.50 € is "
        "waived for members, and the ﬁrst café visit is free."
    ),
)
SHIPPING = SourceDocument(id="shipping", content="Orders ship within two working days. Returns are free in Europe.")
SOURCES = (POLICY, SHIPPING)


def found_text(located, sources=SOURCES):
    source = next(source for source in sources if source.id == located.source_id)
    assert source.content[located.start : located.end] == located.quote
    return located.quote


def test_the_same_characters_are_found_exact():
    located = locate("within 30 days of delivery", "policy", SOURCES)
    assert located.match == "exact"
    assert found_text(located) == "within 30 days of delivery"


@pytest.mark.parametrize(
    ("quote", "original"),
    [
        ('the "EXTENDED" plan', "The “extended” plan"),
        ("doubles that to 60 days - but only", "doubles that to 60\u00a0days — but only"),
        ("only for members. Goods that", "only for members.\nGoods that"),
        ("the first cafe\u0301 visit", "the ﬁrst café visit"),
        ('"Goods that were opened are not refunded."', "Goods that were opened are not refunded."),
        ("the re\u00adfund policy", None),
    ],
)  # fmt: skip
def test_case_quotes_dashes_and_white_space_do_not_matter(quote, original):
    located = locate(quote, "policy", SOURCES)
    if original is None:
        assert located.match == "not_found"
    else:
        assert located.match == "normalised"
        assert found_text(located) == original


def test_a_quote_may_not_begin_inside_a_character():
    source = SourceDocument(id="s", content="the ﬂat")  # the ligature is one character: "lat" is not its own text
    assert locate("lat", "s", [source]).match == "not_found"
    assert locate("e", "s", [SourceDocument(id="s", content="caf\u00e9")]).match == "not_found"


@pytest.mark.parametrize(
    "quote",
    [
        "Customers may retrun goods within 30 days of delivery",
        "Customers may return the goods within 30 days of delivery",
    ],
)
def test_a_misspelt_word_or_an_extra_article_is_found_fuzzy(quote):
    located = locate(quote, "policy", SOURCES)
    assert located.match == "fuzzy"
    assert "return goods within 30 days of delivery" in found_text(located)


@pytest.mark.parametrize(
    "quote",
    [
        "Customers may return goods within 20 days of delivery.",  # another number
        "Customers may not return goods within 30 days of delivery.",  # a negation put in
        "Goods that were opened are now refunded. The fee of 12.50 €",  # a negation taken out
        "The fee of 12.60 € is waived for members, and the first café visit is free.",
        "Orders ship within ten working days. Returns are free in Europe.",  # a number in words
        "Goods that were opened are not exchanged. The fee of 12.50 € is waived for members",  # another verb
    ],
)
def test_a_near_quote_that_says_something_else_is_not_found(quote):
    assert locate(quote, None, SOURCES).match == "not_found"


def test_legal_is_not_a_spelling_of_illegal():
    source = SourceDocument(
        id="s", content="The court found the sale of the land by the council to be illegal in 2019."
    )
    assert locate("The court found the sale of the land by the council to be legal in 2019.", "s", [source]).match == (
        "not_found"
    )


def test_an_ellipsis_joins_pieces_that_stand_close_and_in_order():
    located = locate("Customers may return goods … but only for members", "policy", SOURCES)
    assert located.match == "fuzzy"
    assert found_text(located).startswith("Customers may")
    assert found_text(located).endswith("but only for members")
    assert locate("but only for members ... Customers may return goods", "policy", SOURCES).match == "not_found"


def test_an_ellipsis_may_not_skip_a_negation_or_a_whole_page():
    assert locate("Goods that were opened are [...] refunded", "policy", SOURCES).match == "not_found"
    far = SourceDocument(id="far", content="It begins here" + "w" * (MAX_GAP + 5) + "It ends there.")
    assert locate("It begins here ... It ends there", "far", [far]).match == "not_found"


def test_a_quote_from_another_source_is_misattributed_to_the_named_one():
    located = locate("Returns are free in Europe.", "policy", SOURCES)
    assert (located.match, located.source_id) == ("misattributed", "shipping")
    assert found_text(located) == "Returns are free in Europe."
    assert locate("Returns are free", "no-such-source", SOURCES).match == "misattributed"


def test_without_a_named_source_any_source_will_do():
    assert locate("Returns are free", None, SOURCES).match == "exact"
    assert locate("RETURNS are free", None, SOURCES).source_id == "shipping"


@pytest.mark.parametrize("quote", ["", "   ", "Parrots are blue.", "…", "\u200b"])
def test_what_is_nowhere_is_not_found(quote):
    located = locate(quote, "policy", SOURCES)
    assert (located.match, located.start, located.end, located.quote) == ("not_found", 0, 0, quote)


def test_near_picks_the_closest_of_repeated_occurrences():
    source = SourceDocument(id="s", content="red. " * 10 + "RED. " * 10)
    assert locate("red.", "s", [source]).start == 0
    assert locate("red.", "s", [source], near=22).start == 20
    assert locate("red.", "s", [source], near=10**6).start == 45
    assert locate("Red.", "s", [source], near=71).start == 70  # normalised text has its own offsets


def test_of_two_occurrences_equally_near_the_earlier_is_taken():
    source = SourceDocument(id="s", content="red. tea. red.")
    assert locate("red.", "s", [source], near=5).start == 0


def test_located_quotes_become_evidence():
    evidence = evidence_from(locate("Returns are free", "shipping", SOURCES), "supports", 0.75)
    assert (evidence.source_id, evidence.quote, evidence.match, evidence.score) == (
        "shipping", "Returns are free", "exact", 0.75,
    )  # fmt: skip
    nothing = evidence_from(locate("Parrots are blue", "shipping", SOURCES), "context")
    assert (nothing.match, nothing.source_id, nothing.quote) == ("not_found", "shipping", "Parrots are blue")


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=120)
words = st.lists(st.sampled_from(["café", "ﬁne", "“so”", "A—B", "ünder", "Straße", "…", "한글", "ΑΣ", "x\u0301", "ok"]))


@given(before=texts, quote=texts, after=texts, near=st.integers(0, 400))
def test_any_slice_of_a_source_is_found_exact(before, quote, after, near):
    assume(quote.strip())
    source = SourceDocument(id="s", content=before + quote + after)
    located = locate(quote, "s", [source], near=near)
    assert located.match == "exact"
    assert source.content[located.start : located.end] == quote
    assert abs(located.start - near) <= abs(len(before) - near)


@given(words, words, words, st.sampled_from([str.upper, str.casefold, lambda text: text.replace(" ", "\n \t")]))
def test_a_normalised_variant_is_found_with_offsets_of_the_same_text(before, quote, after, vary):
    assume(quote)
    written = " ".join(quote)
    source = SourceDocument(id="s", content=" ".join([*before, written, *after]))
    varied = vary(written)
    assume(normalise(varied) == normalise(written))
    located = locate(varied, "s", [source])
    assert located.match in ("exact", "normalised")
    assert normalise(source.content[located.start : located.end]) == normalise(varied)
