"""The learned evidence: a small transformer that reads claims next to their passages, run by ONNX Runtime on the CPU.

Its weights are package data, made by ``training/``; ``encoder.json`` next to them says from what and how. It reads
English only.
"""

import hashlib
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import IO, Any, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray
from tokenizers import Tokenizer

from critique_core.embeddings.sessions import PROVIDERS, options_of
from critique_core.errors import VerifierUnavailable
from critique_core.models import Claim, ClaimCandidates
from critique_core.verifiers.embedded import four_bits
from critique_core.verifiers.embedded.windows import (
    READ_TOGETHER,
    READ_TOKENS,
    Window,
    layout_of,
    pairs,
    tokenizer_of,
    windows,
)
from critique_core.verifiers.relating import TextRelation

_FILES = _MODEL, _WEIGHTS, _VOCABULARY = "encoder.onnx", "encoder.npz", "tokenizer.json"
_PART = 2**18  # bytes of the weights hashed at once; they take 60 MB
_REMEDY = "install Claimlens again to restore it"
WORDS = "words.weight"  # the matrix of the words' vectors
_KEPT = 512  # windows whose outputs are kept, at most 11 kB each
# Chosen by the marked characters of RAGTruth with the encoder before. At -2.5 this one would find 2 points of F1 more
# there, but mark words of claims that are plainly supported ("nightly" beside "every night at two").
_LEAST_ODDS, _CLAIM_COUNTS = -1.25, 0.75
_LEAST_EVER = -2.2  # one in ten: of a claim that is all but surely wrong not every word is


@dataclass(frozen=True)
class EncoderReading:
    """What the encoder says of one claim.

    ``logits`` are those of supported, unsupported and contradicted; ``words`` the probability that each token of the
    claim lacks support, with its code points in the claim's text.
    """

    logits: tuple[float, float, float]
    words: tuple[tuple[int, int, float], ...]

    @property
    def weakest(self) -> float:
        """The largest probability that a token lacks support; 0 for a claim without tokens."""
        return max((probability for _, _, probability in self.words), default=0.0)

    @property
    def support(self) -> float:
        """The encoder's own P(supported), 0 to 1, as its training data has it."""
        odds = [math.exp(logit - self.logits[0]) for logit in self.logits]
        return 1.0 / sum(odds)

    def unsupported_words(self, supported: float) -> tuple[tuple[int, int], ...]:
        """Where the words are that lack support; ``supported`` is P(the claim is supported) by all evidence.

        A word's own log odds count next to the claim's, so that a word has to be surer the better its claim is. A
        word of several tokens is marked whole or not at all, by their mean.
        """
        least = max(_LEAST_EVER, _LEAST_ODDS + _CLAIM_COUNTS * log_odds(supported))
        return tuple((start, end) for start, end, chance in self._whole_words() if log_odds(chance) >= least)

    def _whole_words(self) -> Iterator[tuple[int, int, float]]:
        """Tokens that touch, put together."""
        together: list[tuple[int, int, float]] = []
        for token in (*self.words, None):
            if together and (token is None or token[0] != together[-1][1]):
                yield together[0][0], together[-1][1], sum(p for _, _, p in together) / len(together)
                together = []
            if token is not None:
                together.append(token)


class Encoder:
    """The model and its tokenizer, loaded once; safe to use from several threads."""

    def __init__(self, folder: Traversable) -> None:
        """Read the files of ``folder``; raises ``VerifierUnavailable`` when one is missing or broken."""
        try:
            model, vocabulary = (folder.joinpath(name).read_bytes() for name in (_MODEL, _VOCABULARY))
            with folder.joinpath(_WEIGHTS).open("rb") as weights:
                self._session, self._tokenizer = _loaded(model, weights, vocabulary)
                digest = hashlib.sha256(model)
                weights.seek(0)
                while part := weights.read(_PART):
                    digest.update(part)
        except OSError as error:
            raise VerifierUnavailable(f"the encoder's file cannot be read ({error}): {_REMEDY}") from error
        digest.update(vocabulary)
        self.fingerprint = digest.hexdigest()[:16]
        self._outputs = lru_cache(maxsize=_KEPT)(self._run)

    def read(
        self,
        claims: Sequence[Claim],
        candidates: Sequence[ClaimCandidates],
        order: Sequence[str],
        *,
        longest: int = READ_TOKENS,
        together: int = READ_TOGETHER,
    ) -> tuple[EncoderReading, ...]:
        """A reading of each claim, in order; ``order`` names the sources' ids as the request has them.

        A window has up to ``together`` claims and ``longest`` tokens, and is run by itself: a claim that is read alone
        depends on nothing else in its draft. A window that was read lately is not run again: after a sentence is
        changed, it alone is.
        """
        cut = windows(self._tokenizer, claims, candidates, order, longest=longest, together=together)
        return tuple(reading for window in cut for reading in _readings(window, self._outputs(window.ids)))

    def relates(self, relation: TextRelation, asked: str, text: str) -> float:
        """How far ``text`` concerns or answers the question ``asked``, or excludes the statement ``asked``; 0 to 1.

        The encoder's own probability, as its training data has it; of a text of several windows the highest.
        """
        return max(
            _related(relation, _readings(window, self._outputs(window.ids))[0])
            for window in pairs(self._tokenizer, relation, asked, text)
        )

    def forget(self) -> None:
        """Run every window anew when it is next read."""
        self._outputs.cache_clear()

    def _run(self, ids: tuple[int, ...]) -> NDArray[np.float32]:
        """The outputs (tokens, 7) for a window."""
        outputs: Any = self._session.run(None, {"ids": np.array([ids], dtype=np.int64)})[0]
        found: NDArray[np.float32] = outputs[0]
        found.setflags(write=False)  # it is kept, and more than one reader gets it
        return found


def _loaded(model: bytes, weights: IO[bytes], vocabulary: bytes) -> tuple[Any, Tokenizer]:
    """The session and the tokenizer of three files; raises ``VerifierUnavailable`` when one is broken."""
    try:
        session, tokenizer = session_of(model, weights), tokenizer_of(vocabulary.decode("utf-8"))
        layout_of(tokenizer)  # a vocabulary without the tokens of a window is broken too
    except Exception as error:  # the libraries raise errors of their own kinds, down to bare Exception
        raise VerifierUnavailable(f"one of the encoder's files {', '.join(_FILES)} is broken: {_REMEDY}") from error
    return session, tokenizer


def session_of(model: bytes, weights: IO[bytes], threads: int = min(4, os.cpu_count() or 1)) -> Any:
    """ONNX Runtime's session of a graph whose large matrices are in another file; raises what the libraries raise.

    Whatever the number of threads, the outputs are the same to the last bit: each sum is made by one thread, and
    products of eight bits are whole numbers.
    """
    runtime = cast("Any", onnxruntime)
    options = options_of(threads, four_bits.LARGEST)
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # a thread that waits leaves its core
    matrices = four_bits.read(weights)
    matrices[WORDS] = np.ascontiguousarray(matrices[WORDS].T)  # stored as columns, looked up as rows
    values = [runtime.OrtValue.ortvalue_from_numpy(matrix) for matrix in matrices.values()]
    options.add_external_initializers(list(matrices), values)
    return runtime.InferenceSession(model, options, providers=PROVIDERS)


def log_odds(probability: float) -> float:
    """The natural log odds of a probability, which counts as 0.001 to 0.999."""
    bounded = min(max(probability, 0.001), 0.999)
    return math.log(bounded / (1.0 - bounded))


def _readings(window: Window, kept: NDArray[np.float32]) -> list[EncoderReading]:
    outputs = kept.astype(np.float64)
    owner = np.array(window.owner)
    found: list[EncoderReading] = []
    for place in range(len(window.claims)):
        marker, *tokens = np.flatnonzero(owner == place).tolist()
        logits = outputs[marker, 1:4] + (outputs[tokens, 4:7].mean(axis=0) if tokens else 0.0)
        chances = 1.0 / (1.0 + np.exp(-outputs[tokens, 0]))
        words = tuple((*window.spans[at], round(float(p), 4)) for at, p in zip(tokens, chances, strict=True))
        supported, unsupported, contradicted = (round(float(value), 4) for value in logits)
        found.append(EncoderReading(logits=(supported, unsupported, contradicted), words=words))
    return found


def _related(relation: TextRelation, reading: EncoderReading) -> float:
    """Of the three classes the third says that two statements exclude each other, the first that a text is about it."""
    highest = max(reading.logits)
    chances = [math.exp(logit - highest) for logit in reading.logits]
    return chances[2 if relation == "excludes" else 0] / sum(chances)


@lru_cache(maxsize=1)
def shipped() -> Encoder:
    """The package's encoder, loaded at its first use; raises ``VerifierUnavailable`` when its files are not whole."""
    return Encoder(resources.files("critique_core.verifiers.embedded").joinpath("encoder_files"))


def forget_readings() -> None:
    """Have the package's encoder read everything anew, so that what is timed next rests on no earlier run."""
    if shipped.cache_info().currsize:
        shipped().forget()
