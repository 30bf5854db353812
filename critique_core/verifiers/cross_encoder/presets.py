"""The input format that each known model was trained on, and what its numbers mean, with where that is known from.

None of these has been run with its real weights here: docs/cross-encoders.md says so to the user.
"""

from dataclasses import dataclass
from typing import Literal

from critique_core.errors import SettingsError

Outcome = Literal["supported", "unsupported", "contradicted"]
Head = Literal["sequence", "first_token", "yes_no", "tokens"]
Join = Literal["pair", "end_token", "pad_first"]
OUTCOMES: tuple[Outcome, ...] = ("supported", "unsupported", "contradicted")


@dataclass(frozen=True, slots=True)
class Preset:
    """How a claim and its premise are put to a model, and how its answer is read.

    ``join`` is how the two texts become one input: the tokenizer's own ``pair``; one text with the tokenizer's end
    token between the two (``end_token``); or one text made by ``first`` alone behind a padding token (``pad_first``).
    ``first`` may hold ``{premise}``, ``{claim}``, ``{question}`` and ``{count}`` (of passages); ``first_unasked`` is
    used when the request has no query. ``passage`` writes each stretch of a premise, by ``{number}`` and ``{text}``.

    ``head`` is what the model gives: one row of labels (``sequence``), labels for each token of which the first counts
    (``first_token``) or those of the claim do (``tokens``), or the scores of a first word, of which ``answers`` (token
    ids) count (``yes_no``). ``labels`` say what each number means; ``None`` leaves that to the model's config.json.

    A premise takes up to ``premise_tokens``; ``packed`` fills it with all that was found, else each passage is a
    premise by itself. ``max_tokens`` is the longest input; ``None`` leaves that to the model's own files.
    """

    name: str
    hub_id: str | None = None
    join: Join = "pair"
    first: str = "{premise}"
    first_unasked: str | None = None
    passage: str = "{text}"
    head: Head = "sequence"
    labels: tuple[Outcome, ...] | None = None
    answers: tuple[int, ...] = ()
    max_tokens: int | None = None
    premise_tokens: int = 400
    packed: bool = False
    tokenizer_hub_id: str | None = None


PAIR = Preset(name="pair")
"""Any sequence-pair classifier: premise first, claim second, one passage at a time, labels from config.json."""

# github.com/Liyan06/MiniCheck, minicheck/inference.py and minicheck.py (EMNLP 2024, arXiv 2404.10774): the document and
# the claim are joined by the end token, class 1 is "supported", a long document is cut at sentences into chunks of 400
# tokens (Flan-T5: 500 words, here taken as 650 tokens), and the claim's score is the greatest of all chunks.
_MINICHECK_LABELS: tuple[Outcome, ...] = ("unsupported", "supported")

# KRLabsOrg/LettuceDetect, lettucedetect/models/inference.py (arXiv 2502.17125): RAGTruth's prompts with numbered
# passages first, the answer second; of its two labels 1 means "not supported by the context"; inputs of up to 4096.
_LETTUCE_ASKED = """
Briefly answer the following question:
{question}
Bear in mind that your response should be strictly based on the following {count} passages:
{premise}
In case the passages do not contain the necessary information to answer the question, please reply with: \
"Unable to answer based on given passages."
output:
"""
_LETTUCE_UNASKED = """
Summarize the following text:
{premise}
output:
"""


def _lettucedetect(name: str, hub_id: str) -> Preset:
    return Preset(
        name=name, hub_id=hub_id, first=_LETTUCE_ASKED, first_unasked=_LETTUCE_UNASKED,
        passage="passage {number}: {text}", head="tokens", labels=("supported", "unsupported"), max_tokens=4096,
        premise_tokens=3000, packed=True,
    )  # fmt: skip


# The model card of vectara/hallucination_evaluation_model with its configuration_hhem_v2.py and modeling_hhem_v2.py: a
# T5 encoder with a token classifier, of which the first token's class 1 is the score; "<pad>" opens the prompt. The
# card states no longest input; 2048 is the longest that it measures.
_HHEM = "Determine if the hypothesis is true given the premise?\n\nPremise: {premise}\n\nHypothesis: {claim}"

PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            name="minicheck-roberta", hub_id="lytang/MiniCheck-RoBERTa-Large", join="end_token",
            labels=_MINICHECK_LABELS, max_tokens=512, packed=True,
        ),
        Preset(
            name="minicheck-deberta", hub_id="lytang/MiniCheck-DeBERTa-v3-Large", join="end_token",
            labels=_MINICHECK_LABELS, max_tokens=2048, packed=True,
        ),
        Preset(
            name="minicheck-flan-t5", hub_id="lytang/MiniCheck-Flan-T5-Large", join="end_token",
            first="predict: {premise}", head="yes_no", labels=_MINICHECK_LABELS, answers=(3, 209), max_tokens=2048,
            premise_tokens=650, packed=True,
        ),
        Preset(
            name="hhem-2.1-open", hub_id="vectara/hallucination_evaluation_model", join="pad_first", first=_HHEM,
            head="first_token", labels=("unsupported", "supported"), max_tokens=2048, premise_tokens=1024, packed=True,
            tokenizer_hub_id="google/flan-t5-base",
        ),
        _lettucedetect("lettucedetect", "KRLabsOrg/lettucedect-base-modernbert-en-v1"),
        _lettucedetect("lettucedetect-large", "KRLabsOrg/lettucedect-large-modernbert-en-v1"),
        # Model cards: tokenizer(premise, hypothesis); labels entailment, neutral, contradiction in the first, but
        # contradiction, entailment, neutral in the second, so the order is read from each one's config.json.
        Preset(name="deberta-nli", hub_id="MoritzLaurer/DeBERTa-v3-base-mnli-fever-anli", max_tokens=512),
        Preset(name="deberta-nli-cross-encoder", hub_id="cross-encoder/nli-deberta-v3-base", max_tokens=512),
    )
}  # fmt: skip

_NOT_LOADED = {
    "bespoke-minicheck-7b": "is a generative model; serve it, for example with Ollama, and use verifier llm",
}


def preset_named(name: str) -> Preset:
    """The preset of this name. Raises ``SettingsError`` that lists the names there are."""
    wanted = name.lower()
    if wanted in _NOT_LOADED:
        raise SettingsError(f"preset {name} {_NOT_LOADED[wanted]}")
    if wanted == PAIR.name:
        return PAIR
    if wanted not in PRESETS:
        raise SettingsError(f"preset {name!r} is not known; known are {', '.join([PAIR.name, *PRESETS])}")
    return PRESETS[wanted]


def preset_of_hub_id(hub_id: str) -> Preset | None:
    """The preset that is made for this repository of the hub."""
    return next((each for each in PRESETS.values() if each.hub_id and each.hub_id.lower() == hub_id.lower()), None)
