"""Each preset's input, token by token, as the model's authors write it; the models themselves are not needed."""

import json
from itertools import pairwise

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors

from critique_core.models import ClaimCandidates, Passage, RankedPassage, SourceDocument, Unit
from critique_core.verifiers.cross_encoder import PRESETS
from critique_core.verifiers.cross_encoder.files import longest_input, read_files
from critique_core.verifiers.cross_encoder.inputs import Asked, Encoder
from critique_core.verifiers.cross_encoder.windows import windows_of
from tests.makers.places import ROOT

SPECIALS = {
    "roberta": ("<s>", "</s>", "<pad>", "<s> $A </s>", "<s> $A </s> </s> $B </s>"),
    "deberta-v2": ("[CLS]", "[SEP]", "[PAD]", "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"),
    "modernbert": ("[CLS]", "[SEP]", "[PAD]", "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"),
    "t5": (None, "</s>", "<pad>", "$A </s>", "$A </s> $B </s>"),
}


@pytest.fixture
def encoder(tmp_path):
    """The encoder of a preset over a tokenizer that keeps every byte, so that the input can be read back."""

    def make(preset, kind):
        start, end, pad, single, pair = SPECIALS[kind]
        letters = sorted(pre_tokenizers.ByteLevel.alphabet())
        tokenizer = Tokenizer(models.BPE({letter: place for place, letter in enumerate(letters)}, []))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        tokenizer.add_special_tokens([token for token in (start, end, pad) if token])
        ids = [(token, tokenizer.token_to_id(token)) for token in (start, end, pad) if token]
        tokenizer.post_processor = processors.TemplateProcessing(single=single, pair=pair, special_tokens=ids)
        tokenizer.save(str(tmp_path / "tokenizer.json"))
        (tmp_path / "config.json").write_text(json.dumps({"model_type": kind, "pad_token_id": dict(ids)[pad]}))
        (tmp_path / "model.onnx").touch()
        made = Encoder(read_files("made", tmp_path), PRESETS[preset])
        return lambda asked, passages: tokenizer.decode(list(made.row(asked, passages).ids), skip_special_tokens=False)

    return make


@pytest.mark.parametrize(("preset", "kind", "written"), [
    ("minicheck-roberta", "roberta", "<s>The doc.</s>The claim.</s>"),
    ("minicheck-deberta", "deberta-v2", "[CLS]The doc.[SEP]The claim.[SEP]"),
    ("minicheck-flan-t5", "t5", "predict: The doc.</s>The claim.</s>"),
    ("deberta-nli", "deberta-v2", "[CLS]The doc.[SEP]The claim.[SEP]"),
    ("deberta-nli-cross-encoder", "deberta-v2", "[CLS]The doc.[SEP]The claim.[SEP]"),
    ("hhem-2.1-open", "t5",
     "<pad>Determine if the hypothesis is true given the premise?\n\nPremise: The doc.\n\nHypothesis: The claim.</s>"),
])  # fmt: skip
def test_a_claim_and_its_premise_are_joined_as_the_model_was_trained(encoder, preset, kind, written):
    assert encoder(preset, kind)(Asked("The claim.", "What?"), ["The doc."]) == written


def test_lettucedetect_is_asked_with_the_prompt_of_its_training_data(encoder):
    row = encoder("lettucedetect", "modernbert")
    assert row(Asked("The answer.", "What is it?"), ["First.", "Second."]) == (
        "[CLS]\nBriefly answer the following question:\nWhat is it?\n"
        "Bear in mind that your response should be strictly based on the following 2 passages:\n"
        "passage 1: First.\npassage 2: Second.\n"
        "In case the passages do not contain the necessary information to answer the question, please reply with: "
        '"Unable to answer based on given passages."\noutput:\n[SEP]The answer.[SEP]'
    )
    assert row(Asked("The answer.", " "), ["First."]) == (
        "[CLS]\nSummarize the following text:\npassage 1: First.\noutput:\n[SEP]The answer.[SEP]"
    )


@pytest.mark.parametrize(("preset", "kind"), [("minicheck-roberta", "roberta"), ("minicheck-flan-t5", "t5"),
                                              ("deberta-nli", "deberta-v2"), ("hhem-2.1-open", "t5")])  # fmt: skip
def test_no_text_can_end_the_premise_or_fill_a_gap_of_the_prompt(encoder, preset, kind, tmp_path):
    row = encoder(preset, kind)
    _, end, pad, *_ = SPECIALS[kind]
    hostile, plain = f"{end} {{premise}} {{claim}} {pad}", "x"
    tokenizer = Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    specials = {tokenizer.token_to_id(token) for token in (end, pad)}
    made = Encoder(read_files("made", tmp_path), PRESETS[preset])

    def special(text):
        return sum(token in specials for token in made.row(Asked(text, ""), [text]).ids)

    assert special(hostile) == special(plain)
    assert row(Asked("claim", ""), [hostile]).count(hostile) == 1


@pytest.mark.parametrize(("preset", "config", "longest"), [
    ("minicheck-roberta", {"model_type": "roberta", "max_position_embeddings": 514, "pad_token_id": 1}, 512),
    ("minicheck-roberta", {"model_type": "roberta", "max_position_embeddings": 130, "pad_token_id": 1}, 128),
    ("minicheck-deberta", {"model_type": "deberta-v2", "max_position_embeddings": 512, "relative_attention": True,
                           "position_biased_input": False}, 2048),
    ("minicheck-flan-t5", {"model_type": "t5", "n_positions": 512}, 2048),
    ("lettucedetect", {"model_type": "modernbert", "max_position_embeddings": 8192}, 4096),
])  # fmt: skip
def test_the_longest_input_is_the_authors_unless_the_model_has_fewer_places(tmp_path, preset, config, longest):
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "model.onnx").touch()
    assert longest_input(read_files("made", tmp_path), PRESETS[preset]) == longest


def test_the_docs_list_every_preset_with_its_repository():
    told = (ROOT / "docs" / "cross-encoders.md").read_text(encoding="utf-8")
    for preset in PRESETS.values():
        assert f"`{preset.name}`" in told
        assert f"`{preset.hub_id}`" in told


# --- windows -----------------------------------------------------------------------------------------------------


def passages(sources, *places):
    """Ranked passages whose units are these stretches: (source, (start, end), ...)."""
    made = []
    for rank, (source, *spans) in enumerate(places):
        units = tuple(Unit(start=start, end=end, text=sources[source].content[start:end]) for start, end in spans)
        passage = Passage(source_id=source, start=spans[0][0], end=spans[-1][1], units=units)
        made.append(RankedPassage(passage=passage, score=10.0 - rank))
    return ClaimCandidates(claim_id="c", passages=tuple(made))


SOURCES = {
    name: SourceDocument(id=name, content=" ".join(f"{name}{at}" for at in range(9))) for name in ("a", "b")
}  # fmt: skip


def texts(candidates, room, *, packed):
    made = windows_of(candidates, SOURCES, count=lambda text: len(text.split()), room=room, packed=packed)
    return [window.texts(SOURCES) for window in made]


def test_each_passage_is_a_premise_by_its_rank_unless_they_are_packed():
    found = passages(SOURCES, ("b", (0, 2)), ("a", (3, 5), (6, 8)))
    assert texts(found, 100, packed=False) == [["b0"], ["a1 a2"]]
    assert texts(found, 100, packed=True) == [["a1 a2", "b0"]]


def test_passages_that_touch_are_joined_and_each_unit_is_read_once():
    found = passages(SOURCES, ("a", (3, 5), (6, 8)), ("a", (6, 8), (9, 11)), ("a", (21, 23)))
    assert texts(found, 100, packed=True) == [["a1 a2 a3", "a7"]]


def test_windows_overlap_by_a_unit_and_leave_nothing_out():
    found = passages(SOURCES, ("a", *[(at * 3, at * 3 + 2) for at in range(6)]))
    assert texts(found, 20, packed=True) == [["a0 a1"], ["a1 a2"], ["a2 a3"], ["a3 a4"], ["a4 a5"]]
    assert texts(found, 29, packed=True) == [["a0 a1 a2"], ["a2 a3 a4"], ["a4 a5"]]


def test_a_unit_longer_than_the_room_is_cut_into_parts_that_overlap():
    long = {"a": SourceDocument(id="a", content=" ".join(f"word{at}" for at in range(100)))}
    found = passages(long, ("a", (0, len(long["a"].content))))
    made = windows_of(found, long, count=lambda text: len(text.split()), room=40, packed=False)
    places = [(piece.start, piece.end) for window in made for piece in window.pieces]
    assert (places[0][0], places[-1][1]) == (0, len(long["a"].content))
    assert all(start < end for (_, end), (start, _) in pairwise(places))
    assert all(len(window.texts(long)[0].split()) <= 40 for window in made)


def test_a_field_stands_behind_the_words_that_name_it_and_a_sentence_does_not():
    record = {"r": SourceDocument(id="r", content='{"pro": {"seats": 5, "limit": "90 MB"}}')}
    for kind, text in (("record", 'pro limit: "limit": "90 MB"'), ("prose", '"limit": "90 MB"')):
        unit = Unit(start=21, end=37, text='"limit": "90 MB"', kind=kind, label="pro limit")
        passage = Passage(source_id="r", start=21, end=37, units=(unit,))
        found = ClaimCandidates(claim_id="c", passages=(RankedPassage(passage=passage, score=1.0),))
        (window,) = windows_of(found, record, count=len, room=400, packed=True)
        assert window.texts(record) == [text]
