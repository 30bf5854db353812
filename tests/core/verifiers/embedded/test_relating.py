"""Two texts and what them must do: the windows that hold them, and when nothing can be told."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.errors import VerifierUnavailable
from critique_core.verifiers.embedded import encoder, relating
from critique_core.verifiers.embedded.windows import MAX_TOKENS, RELATION_MARKERS, layout_of, pairs, tokenizer_of

TOKENIZER = tokenizer_of(Path(encoder.__file__).with_name("encoder_files").joinpath("tokenizer.json").read_text())
WORD = st.sampled_from("the museum opened 1954 </s> unwritten 日本 ünder x9".split())
WORDS = st.builds(lambda words, times: words * times, st.lists(WORD, max_size=9), st.integers(1, 120))


@pytest.fixture(autouse=True)
def nothing_remembered():
    relating.related.cache_clear()
    yield
    relating.related.cache_clear()


@given(asked=WORDS, text=WORDS, relation=st.sampled_from(sorted(RELATION_MARKERS)))
def test_all_of_the_text_is_read_in_windows_that_fit(asked, text, relation):
    asked, text = " ".join(asked), " ".join(text)
    found = list(pairs(TOKENIZER, relation, asked, text))
    read: list[int] = []
    for window in found:
        assert len(window.ids) == len(window.owner) == len(window.spans) <= MAX_TOKENS
        last = max(at for at, owner in enumerate(window.owner) if owner == 0)
        assert window.ids[1] == layout_of(TOKENIZER).relations[relation]
        read += window.ids[last + 1 + len(layout_of(TOKENIZER).between) : -1]
    assert read == TOKENIZER.encode(text, add_special_tokens=False).ids


def test_what_is_asked_has_a_mark_that_no_claim_has_unless_it_is_read_as_one():
    layout = layout_of(TOKENIZER)
    assert layout.relations["supports"] == layout.markers[0]  # a statement is read as a claim is
    asked = {marker for relation, marker in layout.relations.items() if relation != "supports"}
    assert not asked & set(layout.markers)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("", "It opens at nine."),
        ("When does it open?", "  \n"),
        ("Wann öffnet das Museum?", "Das Museum öffnet um neun."),
    ],
)
def test_nothing_is_told_of_empty_texts_or_of_another_language(asked, text):
    assert relating.related("bears", asked, text) is None


def test_nothing_is_told_without_the_encoder(monkeypatch):
    def unavailable():
        raise VerifierUnavailable("the encoder's file cannot be read")

    monkeypatch.setattr(encoder, "shipped", unavailable)
    assert relating.related("bears", "When does the museum open?", "The museum opens at nine.") is None


def test_of_a_long_text_the_best_window_counts():
    asked, about = "When does the museum open?", "The museum opens at nine in the morning."
    filler = " ".join(f"Row {n} of the ledger holds a price of {n} euros." for n in range(60))
    apart = relating.related("bears", asked, filler)
    together = relating.related("bears", asked, f"{filler} {about}")
    assert apart is not None
    assert together is not None
    assert 0 <= apart <= together <= 1
