"""A claim and its premise as the tokens that a model was trained on; no text is ever read as special tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from tokenizers import Tokenizer

from critique_core.errors import VerifierUnavailable
from critique_core.verifiers.cross_encoder.files import TOKENIZER, ModelFiles
from critique_core.verifiers.cross_encoder.presets import Preset

_PADDING = ("[PAD]", "<pad>", "<|padding|>")


@dataclass(frozen=True, slots=True)
class Row:
    """One input; ``answer`` gives each token of the second text: its place in ``ids``, its start and end there."""

    ids: tuple[int, ...]
    type_ids: tuple[int, ...]
    answer: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is put to the model of one claim: its words, and the request's question (may be empty)."""

    claim: str
    question: str


class Encoder:
    """The model's tokenizer with the preset's format; safe to use from several threads."""

    def __init__(self, files: ModelFiles, preset: Preset) -> None:
        """Raises ``VerifierUnavailable`` when the tokenizer cannot be read or has no end token that is needed."""
        self._preset = preset
        self._tokenizer = _tokenizer(files)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._tokenizer.encode_special_tokens = True  # "</s>" in a text is those letters
        self.padding = _padding(files, self._tokenizer)
        self._two_types = int(files.config.get("type_vocab_size") or 0) > 1
        alone = self._tokenizer.encode("a")
        marked = alone.special_tokens_mask
        self._before = alone.ids[: marked.index(0)] if 0 in marked else alone.ids
        self._after = alone.ids[len(marked) - marked[::-1].index(0) :] if 0 in marked else []
        if preset.join == "end_token" and not self._after:
            raise VerifierUnavailable(f"the tokenizer of {files.name} ends no text, which preset {preset.name} needs")

    def row(self, asked: Asked, passages: Sequence[str]) -> Row:
        """The input for this claim with these passages as its premise."""
        preset = self._preset
        written = "\n".join(preset.passage.format(number=at, text=text) for at, text in enumerate(passages, 1))
        unasked = preset.first_unasked if not asked.question.strip() else None
        first = (unasked or preset.first).format(
            premise=written, claim=asked.claim, question=asked.question, count=len(passages)
        )
        if preset.join == "pair":
            return self._pair(first, asked.claim)
        if preset.join == "end_token":
            ids = [*self._before, *self._words(first), self._after[-1], *self._words(asked.claim), *self._after]
        else:
            ids = [*self._before, self.padding, *self._words(first), *self._after]
        return Row(ids=tuple(ids), type_ids=(0,) * len(ids))

    def count(self, text: str) -> int:
        """How many tokens a text takes by itself."""
        return len(self._words(text))

    def _words(self, text: str) -> list[int]:
        return self._tokenizer.encode(text, add_special_tokens=False).ids

    def _pair(self, first: str, second: str) -> Row:
        whole = self._tokenizer.encode(first, second)
        answer = tuple(
            (place, start, end)
            for place, (owner, (start, end)) in enumerate(zip(whole.sequence_ids, whole.offsets, strict=True))
            if owner == 1 and start < end
        )
        types = tuple(whole.type_ids) if self._two_types else (0,) * len(whole.ids)
        return Row(ids=tuple(whole.ids), type_ids=types, answer=answer)


def _tokenizer(files: ModelFiles) -> Tokenizer:
    saved = files.tokenizer_folder / TOKENIZER
    try:
        if saved.is_file():
            return Tokenizer.from_file(str(saved))
        return _converted(files)
    except VerifierUnavailable:
        raise
    except Exception as error:  # tokenizers raises bare Exception, transformers whatever its converters raise
        reason = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
        raise VerifierUnavailable(
            f"the tokenizer of {files.name} cannot be read ({reason}); add its {TOKENIZER}, "
            "which the repository of the model it was made from has too"
        ) from error


def _converted(files: ModelFiles) -> Tokenizer:
    """The tokenizer made from older files by transformers, where that is installed."""
    try:
        import transformers  # noqa: PLC0415 # pyright: ignore[reportMissingImports] - an extra
    except ImportError as error:
        raise VerifierUnavailable(
            f"{files.name} holds no {TOKENIZER}; add it, or pip install 'claimlens[nli]' to make it from older files"
        ) from error
    auto = cast("Any", transformers).AutoTokenizer
    made = auto.from_pretrained(str(files.tokenizer_folder), local_files_only=True, trust_remote_code=False)
    return cast("Tokenizer", made.backend_tokenizer)


def _padding(files: ModelFiles, tokenizer: Tokenizer) -> int:
    stated = files.config.get("pad_token_id")
    if isinstance(stated, int):
        return stated
    known = (tokenizer.token_to_id(token) for token in _PADDING)
    return next((found for found in known if found is not None), 0)
