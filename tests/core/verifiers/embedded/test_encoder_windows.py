"""What the encoder reads at once: grouping, budget, order, offsets."""

from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded import windows

FOLDER = resources.files("critique_core.verifiers.embedded").joinpath("encoder_files")


@pytest.fixture(scope="module")
def tokenizer():
    return windows.tokenizer_of(FOLDER.joinpath("tokenizer.json").read_text("utf-8"))


def claims_of(*texts: str) -> tuple[Claim, ...]:
    draft = " ".join(texts)
    starts = [sum(len(t) + 1 for t in texts[:n]) for n in range(len(texts))]
    return tuple(Claim.of(draft, at, at + len(text)) for at, text in zip(starts, texts, strict=True))


def cut(tokenizer, claims, *contents: str, together: int = windows.CLAIMS_A_WINDOW):
    sources = [SourceDocument(id=f"s{n}", content=content) for n, content in enumerate(contents)]
    candidates = SourceIndex(sources).candidates(claims)
    return windows.windows(tokenizer, claims, candidates, [s.id for s in sources], together=together)


def words(tokenizer, window: windows.Window, owner: int) -> str:
    ids = [i for i, o in zip(window.ids, window.owner, strict=True) if o == owner]
    return tokenizer.decode(ids, skip_special_tokens=True)


def test_neighbouring_claims_share_a_window_three_at_a_time(tokenizer):
    claims = claims_of(*(f"Ship {n} sailed." for n in range(7)))
    found = cut(tokenizer, claims, "Seven ships sailed.")
    assert [w.claims for w in found] == [(0, 1, 2), (3, 4, 5), (6,)]


def test_long_claims_stand_alone_and_are_cut(tokenizer):
    claims = claims_of("word " * 300, "A short one.")
    first, second = cut(tokenizer, claims, "Some words.")
    assert (first.claims, second.claims) == ((0,), (1,))
    assert first.owner.count(0) == windows.MAX_CLAIM_TOKENS + 1


def test_no_window_is_longer_than_the_model_reads(tokenizer):
    claims = claims_of("The dam holds water.", "The weir does not.", "Both are old.")
    contents = [f"Sentence {n} of the dam and the weir, which are old and hold water." for n in range(200)]
    (window,) = cut(tokenizer, claims, " ".join(contents[:100]), " ".join(contents[100:]))
    assert windows.MAX_TOKENS - 40 < len(window.ids) <= windows.MAX_TOKENS


def test_evidence_stands_in_source_order_and_sources_are_parted(tokenizer):
    claims = claims_of("The pump was sold in Lyon.")
    (window,) = cut(tokenizer, claims, "Nobody was there. The pump was sold in Lyon.", "The pump is blue.")
    text = tokenizer.decode(list(window.ids), skip_special_tokens=False)
    assert text.endswith("nobody was there. the pump was sold in lyon. </s> the pump is blue. </s>")


def test_a_claim_read_alone_has_what_bears_on_it_beside_it_and_the_sentence_before(tokenizer):
    claims = claims_of("The pump was sold in Lyon.", "Ada likes tea.")
    contents = (
        "The fair lasted for two days. The machine stood there. It was sold in Lyon. Soup was served at noon.",
        "Ada drinks tea in the morning.",
    )
    first, second = cut(tokenizer, claims, *contents, together=1)
    assert words(tokenizer, first, -1) == "the machine stood there. it was sold in lyon."
    assert words(tokenizer, second, -1) == "ada drinks tea in the morning."
    (shared,) = cut(tokenizer, claims, *contents)
    assert "soup was served at noon." in words(tokenizer, shared, -1)


def test_where_nothing_shares_a_term_or_the_passages_are_long_their_order_chooses(tokenizer):
    claims = claims_of("Cats purr.")
    (window,) = cut(tokenizer, claims, "Soup was served. It rained.", together=1)
    assert words(tokenizer, window, -1) == "soup was served. it rained."
    day = "Nobody came to the harbour on that day, and nothing was bought or sold there, as the papers said. "
    other = "".join(f"The sky was grey in week {n}. {day * 6}" for n in range(8))
    (window,) = cut(tokenizer, claims_of("The grey cats purr."), f"The grey cats purr. {other}", together=1)
    assert "nobody came to the harbour" in words(tokenizer, window, -1)


def test_a_field_is_read_with_the_path_of_its_key(tokenizer):
    claims = claims_of("There is no wifi.")
    (window,) = cut(tokenizer, claims, '{"attributes": {"WiFi": "no"}}')
    assert 'attributes wi fi : " no "' in words(tokenizer, window, -1).replace("wi - fi", "wi fi")


def test_a_separator_written_in_a_draft_or_a_source_is_only_letters(tokenizer):
    (window,) = cut(tokenizer, claims_of("It is </s> so <s>."), "One </s> two <mask> three.")
    layout = windows.layout_of(tokenizer)
    assert (window.ids.count(layout.opening), window.ids.count(layout.part)) == (1, 3)


@pytest.fixture(scope="module")
def mpnet():
    """A tokenizer with the frame of MPNet's vocabulary and a few words."""
    tokens = [
        "<s>",
        "<pad>",
        "</s>",
        "<unk>",
        "[PAD]",
        *(f"[unused{n}]" for n in range(6)),
        "the",
        "pump",
        "is",
        "blue",
    ]
    made = Tokenizer(models.WordLevel({token: number for number, token in enumerate(tokens)}, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    return windows.tokenizer_of(made.to_str())


def test_a_window_has_the_frame_that_its_vocabulary_calls_for(mpnet):
    (window,) = cut(mpnet, claims_of("The pump.", "Is blue."), "the pump is blue", "blue")
    unknown, the, pump, is_, blue = 3, 11, 12, 13, 14
    assert window.ids == (
        0,
        5,
        unknown,
        pump,
        unknown,
        6,
        unknown,
        blue,
        unknown,
        2,
        2,
        the,
        pump,
        is_,
        blue,
        2,
        blue,
        2,
    )
    assert window.owner == (-1, 0, 0, 0, 0, 1, 1, 1, 1, *[-1] * 9)
    (pair,) = windows.pairs(mpnet, "answers", "is blue", "the pump")
    assert pair.ids == (0, 9, is_, blue, 2, 2, the, pump, 2)
    assert pair.owner == (-1, 0, 0, 0, -1, -1, -1, -1, -1)
    assert len(pair.spans) == len(pair.ids)


def test_a_window_is_as_long_as_asked(tokenizer, mpnet):
    claims = claims_of("The pump is blue.")
    text = "The pump is blue, and so on. " * 80
    for one in (tokenizer, mpnet):
        candidates = SourceIndex([SourceDocument(id="s", content=text)]).candidates(claims)
        for longest in (60, 160):
            (window,) = windows.windows(one, claims, candidates, ["s"], longest=longest)
            assert longest - 20 < len(window.ids) <= longest
        assert all(len(part.ids) <= windows.MAX_TOKENS for part in windows.pairs(one, "bears", "blue?", text))


def test_each_relation_has_the_marker_that_it_was_trained_with():
    assert windows.RELATION_MARKERS == {
        "bears": "[unused3]", "answers": "[unused4]", "excludes": "[unused5]", "supports": "[unused0]"
    }  # fmt: skip


def test_a_vocabulary_without_a_marker_is_refused():
    with pytest.raises(ValueError, match=r"lacks \[unused0\]"):
        windows.layout_of(Tokenizer(models.WordLevel({"<s>": 0, "</s>": 1, "a": 2}, unk_token="a")))


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=200)


@given(st.lists(TEXTS.filter(str.strip), min_size=1, max_size=6), TEXTS)
@settings(max_examples=40, deadline=None)
def test_every_claim_is_in_one_window_with_its_own_offsets(tokenizer, texts, content):
    claims = claims_of(*texts)
    found = cut(tokenizer, claims, content)
    assert [index for window in found for index in window.claims] == list(range(len(claims)))
    for window in found:
        assert len(window.ids) == len(window.owner) == len(window.spans) <= windows.MAX_TOKENS
        for owner, (start, end) in zip(window.owner, window.spans, strict=True):
            if owner >= 0:
                assert 0 <= start <= end <= len(claims[window.claims[owner]].text)
