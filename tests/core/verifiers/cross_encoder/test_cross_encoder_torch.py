"""Models of transformers: small random ones of each architecture, saved and loaded, give what their authors' code does.

Needs torch and transformers (``make test-torch`` installs them next to the rest); without them nothing here is run.
"""

import json
import shutil

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers

from critique_core.errors import SettingsError, VerifierUnavailable
from critique_core.verifiers.cross_encoder import PRESETS, CrossEncoderVerifier
from tests.makers.cross_encoder_models import CLAIMS, FILLER, HOSTILE, POLICY, asked, one

torch = pytest.importorskip("torch", reason="torch is not installed; make test-torch runs these")
transformers = pytest.importorskip("transformers", reason="transformers is not installed; make test-torch runs these")

CORPUS = [POLICY, FILLER, *CLAIMS, PRESETS["lettucedetect"].first, PRESETS["hhem-2.1-open"].first] * 3
CLAIM, DOCUMENT = "Refunds are available within 90 days.", "Support ships daily. Refunds last 30 days: no more."
SMALL = {
    "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 40, "num_labels": 2,
}  # fmt: skip
T5_SIZES = {"d_model": 24, "d_kv": 8, "d_ff": 40, "num_layers": 2, "num_heads": 2, "feed_forward_proj": "gated-gelu"}


# --- making ------------------------------------------------------------------------------------------------------


def _bytes(tokens, single, pair):
    """A byte-level tokenizer, as RoBERTa and ModernBERT have one; ``tokens`` get the first numbers."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=400, special_tokens=tokens, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(CORPUS, trainer)
    return _finished(tokenizer, tokens, single, pair)


def _pieces(tokens, unknown, single, pair):
    """A SentencePiece tokenizer, as T5 and DeBERTa have one."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    trainer = trainers.UnigramTrainer(vocab_size=300, special_tokens=tokens, unk_token=unknown, show_progress=False)
    tokenizer.train_from_iterator(CORPUS, trainer)
    return _finished(tokenizer, tokens, single, pair)


def _finished(tokenizer, tokens, single, pair):
    ids = [(token, place) for place, token in enumerate(tokens)]
    tokenizer.post_processor = processors.TemplateProcessing(single=single, pair=pair, special_tokens=ids)
    return tokenizer


def _save(model, tokenizer, folder, spread=0.35):
    """Random weights large enough that inputs differ in what they give."""
    torch.manual_seed(7)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if weight.dim() > 1:
                weight.normal_(0.0, spread)
            elif "bias" in name:
                weight.normal_(0.0, 0.2)
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return model.eval()


def roberta(folder):
    tokenizer = _bytes(["<s>", "<pad>", "</s>", "<unk>"], "<s> $A </s>", "<s> $A </s> </s> $B </s>")
    config = transformers.RobertaConfig(
        vocab_size=400, max_position_embeddings=514, type_vocab_size=1, pad_token_id=1, **SMALL
    )
    return _save(transformers.RobertaForSequenceClassification(config), tokenizer, folder)


def deberta(folder, **options):
    tokenizer = _pieces(["[PAD]", "[CLS]", "[SEP]", "[UNK]"], "[UNK]", "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1")
    config = transformers.DebertaV2Config(
        vocab_size=300, max_position_embeddings=512, type_vocab_size=0, relative_attention=True, position_buckets=32,
        norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"], position_biased_input=False,
        **{**SMALL, **options},
    )  # fmt: skip
    return _save(transformers.DebertaV2ForSequenceClassification(config), tokenizer, folder)


def deberta_nli(folder):
    names = {0: "contradiction", 1: "entailment", 2: "neutral"}
    return deberta(folder, num_labels=3, id2label=names, label2id={name: place for place, name in names.items()})


def _t5_tokenizer():
    return _pieces(["<pad>", "</s>", "<unk>"], "<unk>", "$A </s>", "$A </s> $B </s>")


def flan_t5(folder):
    config = transformers.T5Config(vocab_size=300, tie_word_embeddings=False, decoder_start_token_id=0, **T5_SIZES)
    return _save(transformers.T5ForConditionalGeneration(config), _t5_tokenizer(), folder)


def hhem(folder):
    """As Vectara publishes it: the T5 under the name t5, a config of its own kind, and code that must not be run."""
    config = transformers.T5Config(vocab_size=300, num_labels=2, **T5_SIZES)
    model = _save(transformers.T5ForTokenClassification(config), _t5_tokenizer(), folder)
    weights = {f"t5.{name}": weight.clone() for name, weight in model.state_dict().items()}
    (folder / "model.safetensors").unlink()
    pytest.importorskip("safetensors.torch").save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    _with_code_of_its_own(folder, "HHEMv2ForSequenceClassification", "HHEMv2Config")
    return model


def _with_code_of_its_own(folder, name, kind):
    (folder / "modeling.py").write_text(f"raise SystemExit('remote code was run')\nclass {name}: pass\n")
    code = {"AutoConfig": f"modeling.{name}", "AutoModelForSequenceClassification": f"modeling.{name}"}
    (folder / "config.json").write_text(json.dumps({"model_type": kind, "architectures": [name], "auto_map": code}))


def modernbert(folder):
    tokenizer = _bytes(["[PAD]", "[CLS]", "[SEP]", "[UNK]"], "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1")
    config = transformers.ModernBertConfig(
        vocab_size=400, max_position_embeddings=1024, pad_token_id=0, cls_token_id=1, sep_token_id=2, bos_token_id=1,
        eos_token_id=2, local_attention=16, **SMALL,
    )  # fmt: skip
    return _save(transformers.ModernBertForTokenClassification(config), tokenizer, folder, spread=0.2)


MAKERS = {
    "minicheck-roberta": roberta,
    "minicheck-deberta": deberta,
    "minicheck-flan-t5": flan_t5,
    "hhem-2.1-open": hhem,
    "lettucedetect": modernbert,
    "deberta-nli": deberta_nli,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder and the model of each preset."""
    folders = {name: tmp_path_factory.mktemp(name) for name in MAKERS}
    return {name: (folder, MAKERS[name](folder)) for name, folder in folders.items()}


@pytest.fixture(params=MAKERS)
def preset(request):
    return request.param


@pytest.fixture
def verifier(made, preset):
    return CrossEncoderVerifier(made[preset][0], preset=preset)


# --- what the authors' code gives --------------------------------------------------------------------------------


def _reference_tokenizer(folder, **tokens):
    return transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), **tokens)


def _minicheck(folder, model, end):
    """MiniCheck's Inferencer: the document and the claim joined by the end token, class 1."""
    tokenizer = _reference_tokenizer(folder, eos_token=end)
    given = tokenizer(end.join([DOCUMENT, CLAIM]), return_tensors="pt", return_token_type_ids=False)
    return torch.softmax(model(**given).logits, dim=1)[0, 1].item()


def _minicheck_t5(folder, model):
    tokenizer = _reference_tokenizer(folder, eos_token="</s>")
    given = tokenizer("predict: " + "</s>".join([DOCUMENT, CLAIM]), return_tensors="pt", return_token_type_ids=False)
    logits = model(**given, decoder_input_ids=torch.zeros((1, 1), dtype=torch.long)).logits.squeeze(1)
    return torch.softmax(logits[:, torch.tensor([3, 209])], dim=-1)[0, 1].item()


def _hhem(folder, model):
    """HHEM's predict: its prompt, the first token's class 1."""
    tokenizer = _reference_tokenizer(folder, pad_token="<pad>", eos_token="</s>")
    prompt = (
        f"<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {DOCUMENT}\n\nHypothesis: {CLAIM}"
    )
    logits = model(**tokenizer([prompt], return_tensors="pt", return_token_type_ids=False)).logits[:, 0, :]
    return torch.softmax(logits, dim=-1)[0, 1].item()


def _lettucedetect(folder, model):
    """LettuceDetect's predict_prompt: the pair, the classes of the answer's tokens."""
    tokenizer = _reference_tokenizer(folder)
    prompt = PRESETS["lettucedetect"].first_unasked.format(premise=f"passage 1: {DOCUMENT}")
    given = tokenizer(prompt, CLAIM, return_tensors="pt", return_token_type_ids=False)
    answer = len(tokenizer(CLAIM, add_special_tokens=False)["input_ids"])
    chances = torch.softmax(model(**given).logits, dim=-1)[0, -answer - 1 : -1, 1]
    return 1.0 - chances.max().item()


def _nli(folder, model):
    given = _reference_tokenizer(folder)(DOCUMENT, CLAIM, return_tensors="pt", return_token_type_ids=False)
    return torch.softmax(model(**given).logits, dim=-1)[0].tolist()


AUTHORS = {
    "minicheck-roberta": lambda *made: _minicheck(*made, "</s>"),
    "minicheck-deberta": lambda *made: _minicheck(*made, "[SEP]"),
    "minicheck-flan-t5": _minicheck_t5,
    "hhem-2.1-open": _hhem,
    "lettucedetect": _lettucedetect,
    "deberta-nli": lambda *made: _nli(*made)[1],
}


def test_a_saved_model_gives_what_its_authors_code_gives(made, preset, verifier):
    with torch.inference_mode():
        expected = AUTHORS[preset](*made[preset])
    verdict = one(verifier, CLAIM, DOCUMENT)
    assert 0.001 < expected < 0.999  # else another input could give the same
    assert verdict.probabilities.supported == pytest.approx(expected, abs=1e-4)


def test_the_contradiction_label_is_read_from_the_config(made):
    folder, model = made["deberta-nli"]
    with torch.inference_mode():
        contradicted, _, neutral = _nli(folder, model)
    belief = one(CrossEncoderVerifier(folder), CLAIM, DOCUMENT).probabilities
    assert (belief.contradicted, belief.unsupported) == pytest.approx((contradicted, neutral), abs=2e-4)


def test_a_claims_verdict_does_not_depend_on_the_claims_beside_it(verifier):
    together = asked(CLAIMS, POLICY, FILLER * 9, DOCUMENT)
    for claim, candidates, beside in zip(together.claims, together.candidates, verifier.verify(together), strict=True):
        alone = together.model_copy(update={"claims": (claim,), "candidates": (candidates,)})
        (verdict,) = verifier.verify(alone)
        assert verdict.failure == beside.failure
        if beside.probabilities:
            assert verdict.probabilities.model_dump() == pytest.approx(beside.probabilities.model_dump(), abs=2e-4)


def test_a_long_source_is_read_in_windows_and_the_same_again(verifier):
    request = asked(["Refunds alpha words within 30 days."], f"{FILLER * 150} {POLICY}", query="refunds?")
    (verdict,) = verifier.verify(request)
    assert verdict.probabilities
    assert verifier.verify(request) == (verdict,)
    for quote in verdict.evidence:
        assert request.sources[0].content[quote.start : quote.end] == quote.quote


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_gives_verdicts_all_the_same(verifier, text):
    for verdict in verifier.verify(asked([*CLAIMS[:1], text], POLICY, text)):
        assert verdict.probabilities or verdict.failure


def test_marked_words_are_where_the_token_classifier_says(made):
    folder, model = made["lettucedetect"]
    tokenizer = _reference_tokenizer(folder)
    prompt = PRESETS["lettucedetect"].first_unasked.format(premise=f"passage 1: {DOCUMENT}")
    given = tokenizer(prompt, CLAIM, return_tensors="pt", return_token_type_ids=False, return_offsets_mapping=True)
    offsets, owners = given.pop("offset_mapping")[0].tolist(), given.sequence_ids(0)
    with torch.inference_mode():
        lacking = torch.softmax(model(**given).logits, dim=-1)[0, :, 1] >= 0.5
    expected = {
        at
        for (start, end), owner, marked in zip(offsets, owners, lacking.tolist(), strict=True)
        for at in range(start, end)
        if owner == 1 and marked
    }
    verdict = one(CrossEncoderVerifier(folder, preset="lettucedetect"), CLAIM, DOCUMENT)
    inked = {at for at, letter in enumerate(CLAIM) if not letter.isspace()}
    assert 0 < len(expected & inked) < len(inked)
    assert {at for span in verdict.marked for at in range(span.start, span.end)} & inked == expected & inked
    assert not [span for span in verdict.marked if CLAIM[span.start : span.end] != CLAIM[span.start : span.end].strip()]


# --- through ONNX Runtime ----------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")  # the exporter's own
def test_an_exported_graph_gives_the_same_verdicts_as_torch(made, tmp_path):
    folder, model = made["minicheck-roberta"]
    exported = shutil.copytree(folder, tmp_path / "exported")
    example = {name: torch.ones((2, 32), dtype=torch.long) * 5 for name in ("input_ids", "attention_mask")}
    example["attention_mask"][:] = 1
    axes = {name: {0: torch.export.Dim("batch"), 1: torch.export.Dim("tokens", max=512)} for name in example}
    torch.onnx.export(
        model, kwargs=example, f=exported / "model.onnx", input_names=list(example), output_names=["logits"],
        dynamic_shapes=axes, dynamo=True, verbose=False,
    )  # fmt: skip
    request = asked([*CLAIMS, CLAIM], POLICY, DOCUMENT, FILLER * 9)
    by_graph, by_torch = (
        CrossEncoderVerifier(exported, preset="minicheck-roberta", runtime=runtime) for runtime in ("onnx", "torch")
    )
    for graph, weights in zip(by_graph.verify(request), by_torch.verify(request), strict=True):
        assert graph.failure == weights.failure
        if graph.probabilities:
            assert graph.probabilities.supported == pytest.approx(weights.probabilities.supported, abs=2e-4)
            assert 0.001 < graph.probabilities.supported < 0.999
    assert by_graph.spec.fingerprint != by_torch.spec.fingerprint
    assert CrossEncoderVerifier(exported, preset="minicheck-roberta").spec == by_graph.spec


# --- what cannot be loaded ---------------------------------------------------------------------------------------


def test_weights_without_a_trained_head_are_refused(made, tmp_path):
    folder = shutil.copytree(made["minicheck-roberta"][0], tmp_path / "headless")
    made["minicheck-roberta"][1].roberta.save_pretrained(folder)
    with pytest.raises(VerifierUnavailable, match=r"holds no weights for classifier\..*: it is not trained for this"):
        _ = CrossEncoderVerifier(folder, preset="minicheck-roberta").spec


def test_older_weights_are_read_without_running_what_they_pickle(made, tmp_path):
    folder, model = made["minicheck-roberta"]
    older = shutil.copytree(folder, tmp_path / "older")
    (older / "model.safetensors").unlink()
    torch.save(model.state_dict(), older / "pytorch_model.bin")
    ours = CrossEncoderVerifier(older, preset="minicheck-roberta")
    assert (
        one(ours, CLAIM, DOCUMENT).probabilities
        == one(CrossEncoderVerifier(folder, preset="minicheck-roberta"), CLAIM, DOCUMENT).probabilities
    )
    torch.save({"classifier": _Trap()}, older / "pytorch_model.bin")
    with pytest.raises(VerifierUnavailable, match="holds no usable model"):
        _ = CrossEncoderVerifier(older, preset="minicheck-roberta").spec


class _Trap:
    def __reduce__(self):
        return (exit, ("a pickle was run",))


def test_a_models_own_code_is_never_run(made, tmp_path):
    folder = shutil.copytree(made["minicheck-roberta"][0], tmp_path / "remote")
    _with_code_of_its_own(folder, "Remote", "remote")
    described = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**described, "max_position_embeddings": 512}))
    with pytest.raises(VerifierUnavailable, match="holds no usable model"):
        _ = CrossEncoderVerifier(folder, labels=["unsupported", "supported"]).spec


def test_a_broken_hhem_is_refused(made, tmp_path):
    folder = shutil.copytree(made["hhem-2.1-open"][0], tmp_path / "broken")
    shutil.copy(made["minicheck-flan-t5"][0] / "model.safetensors", folder / "model.safetensors")
    with pytest.raises(VerifierUnavailable, match="are not those of HHEM"):
        _ = CrossEncoderVerifier(folder).spec


def test_hhem_is_known_by_its_config_and_a_model_that_writes_needs_its_preset(made):
    assert "(hhem-2.1-open)" in CrossEncoderVerifier(made["hhem-2.1-open"][0]).spec.spec
    with pytest.raises(SettingsError, match="writes text, and no file says in which words; name its preset"):
        _ = CrossEncoderVerifier(made["minicheck-flan-t5"][0]).spec


def test_a_tokenizer_in_older_files_is_converted(made, tmp_path):
    folder = shutil.copytree(made["minicheck-roberta"][0], tmp_path / "older")
    saved = json.loads((folder / "tokenizer.json").read_text())
    (folder / "vocab.json").write_text(json.dumps(saved["model"]["vocab"]))
    merges = [" ".join(pair) for pair in saved["model"]["merges"]]
    (folder / "merges.txt").write_text("#version: 0.2\n" + "\n".join(merges) + "\n")
    (folder / "tokenizer.json").unlink()
    converted = CrossEncoderVerifier(folder, preset="minicheck-roberta")
    expected = one(CrossEncoderVerifier(made["minicheck-roberta"][0], preset="minicheck-roberta"), CLAIM, DOCUMENT)
    assert one(converted, CLAIM, DOCUMENT).probabilities == expected.probabilities
