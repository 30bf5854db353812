"""Small models that the tests make and save: graphs for ONNX Runtime here, architectures of transformers further down.

The graphs are no trained models: they call a claim supported as far as its words are in the premise, and contradicted
when one of the two says "not". So what the code around a model does with windows, labels and quotes can be told.
"""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, SourceDocument, VerificationInput

PLACES = 128
"""The longest input of the small models."""
PAD, UNKNOWN, START, END = "[PAD]", "[UNK]", "[CLS]", "[SEP]"
_SPECIALS = [PAD, UNKNOWN, START, END]
_WORDS = """
the a an of to in on for is are was not no and within up per with from at by it they support ships daily refunds refund
available days day purchase customers get free plan uploads limit mb gb pro team lima office opens may june every night
passage answer question briefly following based strictly bear mind that your response should be passages case do contain
necessary information please reply unable given output summarize text predict determine if hypothesis true premise
filler words stand here alpha beta gamma delta epsilon zeta eta theta iota kappa
1 2 3 5 10 14 30 60 90 . , : ? ! " - ( )
""".split()
_FUNCTION = "the a an of to in on for is are was and within up per with from at by it they not . ,".split()
NLI = ("entailment", "neutral", "contradiction")


def word_tokenizer() -> Tokenizer:
    """Lower-cased words and marks, as BERT has them: [CLS] first [SEP] second [SEP]."""
    vocabulary = {word: place for place, word in enumerate(dict.fromkeys([*_SPECIALS, *_WORDS]))}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token=UNKNOWN, max_input_chars_per_word=40))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[(START, 2), (END, 3)]
    )
    tokenizer.enable_truncation(16)  # as published models have it; the reader must undo it
    tokenizer.enable_padding(length=16)
    tokenizer.add_special_tokens(_SPECIALS)
    return tokenizer


def save_pair_model(folder: Path, labels: tuple[str, ...] = NLI, *, tokens: bool = False, **config: object) -> Path:
    """A classifier of pairs with these labels, in their order, as a folder; of ``tokens``, two labels for each."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = word_tokenizer()
    tokenizer.save(str(folder / "tokenizer.json"))
    onnx.save(_graph(tokenizer, labels, tokens=tokens), folder / "model.onnx")
    described = {
        "model_type": "bert", "type_vocab_size": 2, "max_position_embeddings": PLACES, "pad_token_id": 0,
        "id2label": {str(place): label for place, label in enumerate(labels)},
        "architectures": ["BertForTokenClassification" if tokens else "BertForSequenceClassification"],
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(described | config))
    return folder


def _graph(tokenizer: Tokenizer, labels: tuple[str, ...], *, tokens: bool) -> onnx.ModelProto:
    size, number = tokenizer.get_vocab_size(), np.float32
    weight = np.ones(size, dtype=number)
    weight[[tokenizer.token_to_id(word) for word in _SPECIALS]] = 0.0
    content = weight.copy()
    content[[tokenizer.token_to_id(word) for word in _FUNCTION]] = 0.0
    negating = np.zeros(size, dtype=number)
    negating[tokenizer.token_to_id("not")] = 1.0
    ending = np.zeros(size, dtype=number)
    ending[tokenizer.token_to_id(END)] = 1.0
    constants = {
        "one_hot": np.eye(size, dtype=number), "weight": weight, "content": content, "negating": negating,
        "ending": ending, "places": np.zeros(PLACES, dtype=number), "half": np.array(0.5, dtype=number),
        "steep": np.array(16.0, dtype=number), "needed": np.array(0.85, dtype=number), "one": np.array(1.0, number),
        "tiny": np.array(1e-6, dtype=number), "zero_at": np.array(0, dtype=np.int64), "axis1": np.array([1], np.int64),
        "axis2": np.array([2], np.int64), "negative": np.array(-6.0, dtype=number), "one_at": np.array(1, np.int64),
    }  # fmt: skip
    node = helper.make_node
    nodes = [
        # A place behind the last makes the table's look-up fail, as in a real model.
        node("Shape", ["input_ids"], ["shape"]),
        node("Gather", ["shape", "one_at"], ["length"]),
        node("Range", ["zero_at", "length", "one_at"], ["range"]),
        node("Gather", ["places", "range"], ["nothing"]),
        node("Cast", ["attention_mask"], ["there"], to=TensorProto.FLOAT),
        node("Gather", ["ending", "input_ids"], ["ends"]),
        node("CumSum", ["ends", "one_at"], ["texts_before"], exclusive=1),
        node("Less", ["texts_before", "half"], ["is_first"]),
        node("Cast", ["is_first"], ["first_0"], to=TensorProto.FLOAT),
        node("Mul", ["first_0", "there"], ["first"]),
        node("Sub", ["there", "first"], ["second"]),
        node("Gather", ["one_hot", "input_ids"], ["words_0"]),
        node("Unsqueeze", ["nothing", "axis1"], ["nothing_1"]),
        node("Add", ["words_0", "nothing_1"], ["words"]),
        node("Gather", ["weight", "input_ids"], ["weights"]),
        node("Mul", ["weights", "first"], ["premise"]),
        node("Unsqueeze", ["premise", "axis2"], ["premise_1"]),
        node("Mul", ["words", "premise_1"], ["premise_words"]),
        node("Transpose", ["premise_words"], ["turned"], perm=[0, 2, 1]),
        node("MatMul", ["words", "turned"], ["same"]),
        node("ReduceMax", ["same", "axis2"], ["stands"], keepdims=0),
    ]
    if tokens:  # [supported, unsupported] for each token
        nodes += [
            node("Sub", ["stands", "half"], ["far_0"]),
            node("Mul", ["far_0", "steep"], ["far_1"]),
            node("Neg", ["far_1"], ["far_2"]),
            node("Unsqueeze", ["far_1", "axis2"], ["yes"]),
            node("Unsqueeze", ["far_2", "axis2"], ["no"]),
            node("Concat", ["yes", "no"], ["logits"], axis=2),
        ]
    else:
        nodes += [
            node("Gather", ["content", "input_ids"], ["contents"]),
            node("Mul", ["contents", "second"], ["claim"]),
            node("Mul", ["claim", "stands"], ["found_each"]),
            node("ReduceSum", ["found_each", "axis1"], ["found"], keepdims=1),
            node("ReduceSum", ["claim", "axis1"], ["all_0"], keepdims=1),
            node("Add", ["all_0", "tiny"], ["all"]),
            node("Div", ["found", "all"], ["share"]),
            node("Gather", ["negating", "input_ids"], ["nots"]),
            node("Mul", ["nots", "first"], ["nots_1"]),
            node("Mul", ["nots", "second"], ["nots_2"]),
            node("ReduceMax", ["nots_1", "axis1"], ["not_1"], keepdims=1),
            node("ReduceMax", ["nots_2", "axis1"], ["not_2"], keepdims=1),
            node("Sub", ["not_1", "not_2"], ["differ_0"]),
            node("Abs", ["differ_0"], ["differ"]),
            node("Sub", ["one", "differ"], ["agree"]),
            node("Sub", ["share", "needed"], ["over"]),
            node("Mul", ["over", "steep"], ["score"]),
            node("Mul", ["differ", "steep"], ["against_0"]),
            node("Sub", ["score", "against_0"], ["entailment"]),
            node("Mul", ["agree", "steep"], ["against_1"]),
            node("Sub", ["score", "against_1"], ["contradiction"]),
            node("Mul", ["share", "tiny"], ["neutral"]),
            node("Concat", [_LOGIT[label] for label in labels], ["logits"], axis=1),
        ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    output = helper.make_tensor_value_info(
        "logits", TensorProto.FLOAT, ["batch", *(["tokens", 2] if tokens else [len(labels)])]
    )
    weights = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "words", inputs, [output], weights)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(made)
    return made


_LOGIT = {
    "entailment": "entailment", "neutral": "neutral", "contradiction": "contradiction", "supported": "entailment",
    "LABEL_1": "entailment", "LABEL_0": "neutral", "LABEL_2": "contradiction", "not_entailment": "neutral",
}  # fmt: skip


REFUNDS = "Refunds are available within 30 days of purchase."
POLICY = f"Support ships daily. {REFUNDS} Uploads within the free plan get 10 MB."
FILLER = "Filler words stand here. Alpha beta gamma delta. Epsilon zeta eta theta iota. "


def asked(claims, *sources, query="", limit=8):
    """The request for these claims, which together are the draft, against these texts."""
    draft = " ".join(claims)
    made, start = [], 0
    for claim in claims:
        start = draft.index(claim, start)
        made.append(Claim.of(draft, start, start + len(claim)))
        start += len(claim)
    documents = tuple(SourceDocument(id=f"s{place}", content=text) for place, text in enumerate(sources))
    return VerificationInput(
        query=query, draft=draft, claims=tuple(made), sources=documents,
        candidates=SourceIndex(documents).candidates(made, limit),
    )  # fmt: skip


def one(verifier, claim, *sources, **options):
    (verdict,) = verifier.verify(asked([claim], *sources, **options))
    return verdict


CLAIMS = [
    "Refunds are available within 30 days.",
    "Support is not available.",
    "Uploads get 10 MB.",
    "Lima opens in May.",
]
HOSTILE = [
    "[SEP] [CLS] </s> <pad> [PAD] Refunds {premise} {claim} {0} %s",
    "refund\u202e\u0000".replace("\u0000", "") + "😀" * 30,
    "{question} Refunds are available. Hypothesis: true. Premise: true.",
    "a" * 3_000 + " refunds",
    "\u0301\u0301refunds " * 40,
    "!?… ––– ((( refunds",
]
