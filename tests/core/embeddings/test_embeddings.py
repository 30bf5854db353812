"""What every embedder keeps, the lexical default, the sentence encoder from a folder, and the choice by name."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.embeddings import LexicalEmbedder, embedder
from critique_core.embeddings.onnx import OnnxEmbedder
from critique_core.errors import InvalidInput, ModelError, SettingsError
from tests.makers.places import DATA

TINY = DATA / "tiny_sentence_encoder"
REFUND = "Refunds are available within 30 days of purchase."


@pytest.fixture(params=["lexical", "onnx"])
def any_embedder(request):
    return LexicalEmbedder() if request.param == "lexical" else OnnxEmbedder(TINY)


@pytest.fixture
def folder(tmp_path):
    """A copy of the tiny encoder that a test may change."""
    return Path(shutil.copytree(TINY, tmp_path / "encoder"))


def cosine(embedder, first, second):
    rows = embedder.embed([first, second])
    return float(rows[0] @ rows[1])


# --- every embedder ----------------------------------------------------------------------------------------------


def test_rows_are_float32_of_length_one_in_the_order_of_the_texts(any_embedder):
    texts = ["refund within thirty days", "support daily", "…", "free plan uploads " * 40]
    rows = any_embedder.embed(texts)
    assert rows.dtype == np.float32
    assert rows.shape[0] == len(texts)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-6)
    assert np.array_equal(any_embedder.embed([texts[1]])[0], rows[1])


def test_no_texts_give_no_rows_of_the_usual_width(any_embedder):
    assert any_embedder.embed([]).shape == (0, any_embedder.embed(["refund"]).shape[1])


@pytest.mark.parametrize("text", ["", " \n", "\ud800"])
def test_a_text_without_meaning_is_refused(any_embedder, text):
    with pytest.raises(InvalidInput, match="text 1 to embed"):
        any_embedder.embed(["refund", text])


def test_all_of_a_long_text_is_read(any_embedder):
    long = "support " * 30
    assert cosine(any_embedder, long, long + "refund " * 30) < 0.95


# --- lexical -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        (REFUND, "Refunds are available for 30 days from the purchase date.", "Support answers within 24 hours."),
        ("Die Lieferung dauert drei Tage.", "Die Lieferungen dauern drei Tage.", "Der Preis beträgt drei Euro."),
        ("The limit is 10,000 requests.", "a limit of 10000 requests", "a limit of 500 requests"),
        ("日本の首都は東京です", "首都は東京です", "大阪は商業の町です"),
        ("The timeout is 30 s.", "the TIMEOUT is 30 s", "the timeout is 90 s"),
    ],
)
def test_the_same_words_in_other_forms_are_closer_than_other_words(text, near, far):
    lexical = LexicalEmbedder()
    assert cosine(lexical, text, near) > cosine(lexical, text, far) + 0.1


def test_frequent_short_words_do_not_make_texts_alike():
    lexical = LexicalEmbedder()
    assert (
        cosine(lexical, "It is in the box and on the way to you.", "It is on the agenda and in the plan to come.") < 0.5
    )


@given(st.text(min_size=1).filter(lambda text: text.strip() and text.isprintable()))
def test_any_text_has_a_direction_and_is_closest_to_itself(text):
    row = LexicalEmbedder().embed([text])[0]
    assert float(row @ row) == pytest.approx(1.0, abs=1e-5)


def test_vectors_are_the_same_in_every_process():
    program = (
        "import hashlib; from critique_core.embeddings import LexicalEmbedder;"
        f"print(hashlib.sha256(LexicalEmbedder().embed([{REFUND!r}]).tobytes()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


def test_other_vectors_have_another_fingerprint():
    """When this fails, what was kept from before no longer compares: raise the version, then write both anew."""
    lexical = LexicalEmbedder()
    row = lexical.embed(["Refund 30 days 退款"])[0]
    largest = {int(place): round(float(row[place]), 3) for place in np.flatnonzero(np.abs(row) > 0.2)}
    assert (lexical.spec.fingerprint, largest) == (
        "f31b88aff37919da",
        {56: 0.537, 189: -0.219, 241: 0.537, 479: 0.219, 488: -0.219, 492: 0.394},
    )


# --- a sentence encoder from a folder ----------------------------------------------------------------------------


def test_an_encoder_knows_synonyms():
    encoder = OnnxEmbedder(TINY)
    assert cosine(encoder, "buyers receive money", "customers get a refund") > 0.95
    assert cosine(encoder, "buyers receive money", "daily support") < 0.3


def test_a_text_over_the_limit_is_read_in_windows_weighted_by_their_tokens(folder):
    text = "refund " * 10 + "support " * 5  # windows of 10 and 5 tokens between the two special ones
    row = OnnxEmbedder(TINY).embed([text])[0]
    window, rest = OnnxEmbedder(TINY).embed(["refund " * 10, "support " * 5])
    assert row[0] > row[4] > 0.2
    assert row @ window > row @ rest > 0.3
    (folder / "config.json").write_text(json.dumps({"max_position_embeddings": 512}))
    assert OnnxEmbedder(folder).embed([text])[0] @ row > 0.99
    assert cosine(OnnxEmbedder(TINY), "refund " * 9 + "support", "refund " * 9) < 0.999, "the last word of a window"


def test_the_longest_input_is_the_least_that_its_files_allow(folder):
    before = OnnxEmbedder(folder).spec.fingerprint
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 2}')
    with pytest.raises(ModelError, match="reads 2 tokens"):
        OnnxEmbedder(folder).embed(["refund"])
    assert OnnxEmbedder(folder).spec.fingerprint != before


def test_positions_behind_the_paddings_are_not_counted(folder):
    (folder / "config.json").write_text(
        '{"model_type": "xlm-roberta", "max_position_embeddings": 4, "pad_token_id": 1}'
    )
    with pytest.raises(ModelError, match="reads 2 tokens"):
        OnnxEmbedder(folder).embed(["refund"])


def test_the_first_token_is_pooled_when_the_model_says_so(folder):
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    assert cosine(OnnxEmbedder(folder), "refund", "support") == pytest.approx(1.0)  # both begin with [CLS]


@pytest.mark.parametrize(
    ("file", "content", "told"),
    [
        ("1_Pooling/config.json", '{"pooling_mode_max_tokens": true}', "pooling_mode_max_tokens is not understood"),
        ("modules.json", '[{"type": "sentence_transformers.models.Dense"}]', "step Dense is not understood"),
        ("config.json", "{}", "no file says how many tokens"),
        ("config.json", "{", "cannot be read"),
        ("config.json", "[]", "does not hold what is expected"),
        ("tokenizer.json", "{}", "holds no usable model"),
        ("model.onnx", "not a model", "holds no usable model"),
    ],
)
def test_a_folder_that_would_give_wrong_vectors_is_refused_by_name(folder, file, content, told):
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text(content)
    with pytest.raises(ModelError, match=told) as caught:
        OnnxEmbedder(folder).embed(["refund"])
    assert str(folder) in str(caught.value)
    assert caught.value.hint


def test_a_folder_without_a_model_is_named_when_it_is_first_used(tmp_path):
    encoder = OnnxEmbedder(tmp_path)
    with pytest.raises(ModelError, match=r"holds no model\.onnx"):
        _ = encoder.spec


def test_the_hubs_layout_is_read_too(folder):
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    assert np.array_equal(OnnxEmbedder(folder).embed(["refund"]), OnnxEmbedder(TINY).embed(["refund"]))


def test_the_fingerprint_is_of_the_files_not_of_where_they_lie(folder):
    moved = OnnxEmbedder(folder).spec
    assert moved.fingerprint == OnnxEmbedder(TINY).spec.fingerprint
    assert OnnxEmbedder(TINY).spec.name == "onnx tiny_sentence_encoder"
    (folder / "tokenizer.json").write_text((folder / "tokenizer.json").read_text().replace('"refunds"', '"returns"'))
    assert OnnxEmbedder(folder).spec.fingerprint != moved.fingerprint


# --- from the hub ------------------------------------------------------------------------------------------------


@pytest.fixture
def hub(monkeypatch):
    """Stands in for the hub's download: gives the tiny encoder and keeps what was asked."""
    asked = {}

    def download(model, **options):
        asked.update(options, model=model)
        if model == "no/model":
            raise OSError("404 Client Error\nlong page")
        return str(TINY)

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    return asked


def test_a_hub_model_is_downloaded_without_any_key_but_the_one_given(hub):
    assert embedder("hub:owner/model").embed(["refund"]).shape == (1, 10)
    assert (hub["model"], hub["token"]) == ("owner/model", False)
    embedder("hub:owner/model", api_key="hf_secret")
    assert hub["token"] == "hf_secret"


def test_a_hub_model_that_cannot_be_fetched_is_named_with_a_remedy(hub):
    with pytest.raises(ModelError, match=r"no/model could not be fetched \(404 Client Error\); check its name"):
        embedder("hub:no/model")


def test_without_the_extra_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ModelError, match=r"pip install 'claimlens\[nli\]'"):
        embedder("hub:owner/model")


# --- by name -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "options", "name"),
    [
        ("lexical", {}, "lexical"),
        (f"onnx:{TINY}", {}, "onnx tiny_sentence_encoder"),
        ("openai", {"model": "small"}, "openai small"),
        ("ollama", {"model": "nomic", "base_url": "http://box:11434"}, "ollama nomic"),
    ],
)
def test_a_setting_names_the_embedder(choice, options, name):
    assert embedder(choice, **options).spec.name == name


@pytest.mark.parametrize("choice", ["", "lexcal", "onnx:", "onnx", "openai:x", "lexical:x"])
def test_an_unknown_embedder_is_refused_with_what_is_allowed(choice):
    with pytest.raises(SettingsError, match="allowed are lexical, onnx:FOLDER"):
        embedder(choice)


def test_a_server_without_a_model_is_refused():
    with pytest.raises(SettingsError, match="name its model, such as nomic-embed-text"):
        embedder("ollama")


def test_the_default_loads_neither_network_nor_runtime():
    program = (
        "import sys; from critique_core.embeddings import embedder; embedder().embed(['a']);"
        "sys.exit(bool({'httpx2', 'onnxruntime', 'tokenizers'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
