"""S2's semantic similarity: a claim is supported when some sentence of the sources is close enough to it.

Similarity says that two sentences mention the same things, not that they say the same of them: a negation or another
number hardly moves it. So nothing is ever called contradicted here, and what is nearly close enough goes to a verifier
that reads.
"""

import math
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from critique_core.embeddings.base import Embedder, Vectors
from critique_core.errors import ModelError, SettingsError, VerifierUnavailable
from critique_core.models import (
    Claim,
    ClaimCandidates,
    Evidence,
    Probabilities,
    SourceDocument,
    Span,
    Unit,
    Verdict,
    VerificationInput,
    VerifierSpec,
)
from critique_core.provenance import fingerprint
from critique_core.verifiers.base import Verifier

_VERSION = "similarity-1"
_STEEPNESS = math.log(9) / 0.1
"""One to nine are the odds one band (S2: 0.1) below the threshold, nine to one as far above it."""
_PLACES = 4
_MOST_CACHED = 10_000


@dataclass(frozen=True, slots=True)
class _Best:
    """The sentence closest to a claim; ``cosine`` is rounded to 4 places, as engines differ in the last digits."""

    source_id: str
    unit: Unit
    cosine: float


class SimilarityVerifier:
    """Judges each claim by the cosine between it and the closest sentence of its passages (S2).

    P(supported) is ``1 / (1 + exp(-22 (cosine - threshold)))``: 0.5 at the threshold, 0.1 and 0.9 at a tenth below and
    above; P(contradicted) is 0. A cosine from ``borderline`` up to the threshold is no answer: those claims go to
    ``escalate_to`` in one call, and each verdict's reasoning says which of the two judged. When that verifier fails,
    S2's own rule stands and the reasoning says so. Vectors are kept for the ``cached`` texts used last.
    """

    def __init__(
        self,
        embedder: Embedder,
        threshold: float = 0.8,
        borderline: float = 0.7,
        escalate_to: Verifier | None = None,
        *,
        cached: int = _MOST_CACHED,
    ) -> None:
        """Raises ``SettingsError`` unless 0 < borderline <= threshold <= 1; equal ones leave no band."""
        if not 0.0 < borderline <= threshold <= 1.0:
            raise SettingsError(
                f"similarity_borderline {borderline:g} and similarity_threshold {threshold:g} must lie in this order "
                "above 0 and up to 1; equal ones leave no band"
            )
        self._embedder, self._escalate_to = embedder, escalate_to
        self._threshold, self._borderline = threshold, borderline
        self._vectors = _Vectors(embedder, cached)

    @property
    def spec(self) -> VerifierSpec:
        """Name and fingerprint of embedder, threshold, band and the verifier behind. Raises ``VerifierUnavailable``."""
        try:
            embedder = self._embedder.spec
        except ModelError as error:
            raise VerifierUnavailable(str(error)) from error
        behind = self._escalate_to.spec if self._escalate_to else None
        name = f"similarity ({embedder.name})" + (f", borderline to {behind.spec}" if behind else "")
        parts = [_VERSION, embedder.fingerprint, self._threshold, self._borderline, behind and behind.fingerprint]
        return VerifierSpec(spec=name, fingerprint=fingerprint(parts)[:16])

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        """One verdict a claim, in order. Raises ``VerifierUnavailable`` when the embedder cannot be used."""
        vectors = self._vectors.of(_texts(request))
        bests = [
            _best(claim, candidates, vectors)
            for claim, candidates in zip(request.claims, request.candidates, strict=True)
        ]
        sources = {source.id: source for source in request.sources}
        judged = [self._verdict(claim, best, sources) for claim, best in zip(request.claims, bests, strict=True)]
        escalated = self._escalated(request, bests)
        return tuple(
            _joined(own, best, escalated[own.claim_id]) if best and own.claim_id in escalated else own
            for own, best in zip(judged, bests, strict=True)
        )

    def _verdict(self, claim: Claim, best: _Best | None, sources: Mapping[str, SourceDocument]) -> Verdict:
        if best is None:
            reason = "there is no source text to compare with" if claim.text.strip() else "the claim is blank"
            return Verdict(claim_id=claim.id, probabilities=None, method="semantic_similarity",
                           reasoning=f"Not checked: {reason}.", failure=reason)  # fmt: skip
        supported = round(1.0 / (1.0 + math.exp(-_STEEPNESS * (best.cosine - self._threshold))), _PLACES)
        close = best.cosine >= self._threshold
        content = sources[best.source_id].content
        quote = Evidence(
            source_id=best.source_id, start=best.unit.start, end=best.unit.end,
            quote=content[best.unit.start : best.unit.end], relation="supports" if close else "context",
            score=min(max(best.cosine, 0.0), 1.0),
        )  # fmt: skip
        return Verdict(
            claim_id=claim.id,
            probabilities=Probabilities(supported=supported, unsupported=1.0 - supported, contradicted=0.0),
            marked=() if close else (Span(start=claim.start, end=claim.end),),
            evidence=(quote,),
            reasoning=(
                f"Supported by a source (similarity {best.cosine:.2f})."
                if close
                else f"No supporting source found (best similarity {_below(best.cosine, self._threshold)})."
            ),
            method="semantic_similarity",
        )

    def _escalated(self, request: VerificationInput, bests: Sequence[_Best | None]) -> dict[str, "Verdict | str"]:
        """For each claim in the band the other verifier's verdict, or why there is none."""
        if self._escalate_to is None:
            return {}
        asked = [
            (claim, candidates)
            for claim, candidates, best in zip(request.claims, request.candidates, bests, strict=True)
            if best and self._borderline <= best.cosine < self._threshold
        ]
        if not asked:
            return {}
        claims, candidates = zip(*asked, strict=True)
        name = self._escalate_to.spec.spec
        try:
            given = self._escalate_to.verify(
                request.model_copy(update={"claims": tuple(claims), "candidates": tuple(candidates)})
            )
        except (VerifierUnavailable, ModelError) as error:
            return dict.fromkeys((claim.id for claim in claims), f"{name} could not be used: {error}")
        found: dict[str, Verdict | str] = {claim.id: f"{name} gave no verdict on it" for claim in claims}
        for verdict in given:
            if verdict.claim_id in found:
                found[verdict.claim_id] = _named(verdict, name)
        return found


def _named(verdict: Verdict, name: str) -> "Verdict | str":
    if verdict.failure is not None:
        return f"{name} failed: {verdict.failure}"
    return verdict.model_copy(update={"reasoning": f"judged by {name}: {verdict.reasoning}"})


def _joined(own: Verdict, best: _Best, other: "Verdict | str") -> Verdict:
    """The verdict that stands for a claim in the band, with the similarity that sent it on."""
    if isinstance(other, str):
        return own.model_copy(update={"reasoning": f"{own.reasoning} It is borderline, but {other}"})
    reasoning = f"Borderline similarity ({best.cosine:.2f}), {other.reasoning}"
    return other.model_copy(update={"reasoning": reasoning})


def _below(cosine: float, threshold: float) -> str:
    """The cosine in two places, or in four where two would make it look like the threshold."""
    return f"{cosine:.2f}" if float(f"{cosine:.2f}") < threshold else f"{cosine:.4f}"


def _units(candidates: ClaimCandidates) -> Iterator[tuple[str, Unit]]:
    """Each unit of the passages once, with its source: passages of one source overlap."""
    seen: set[tuple[str, int, int]] = set()
    for ranked in candidates.passages:
        for unit in ranked.passage.units:
            place = (ranked.passage.source_id, unit.start, unit.end)
            if place not in seen and unit.text.strip():
                seen.add(place)
                yield ranked.passage.source_id, unit


def _worded(unit: Unit) -> str:
    """A sentence as it is; a field or row with the words that say what it is about."""
    return f"{unit.label}: {unit.text}" if unit.kind in ("record", "table") and unit.label else unit.text


def _texts(request: VerificationInput) -> list[str]:
    claims = [claim.text for claim in request.claims if claim.text.strip()]
    units = [_worded(unit) for candidates in request.candidates for _, unit in _units(candidates)]
    return list(dict.fromkeys([*claims, *units]))


def _best(claim: Claim, candidates: ClaimCandidates, vectors: Mapping[str, NDArray[np.float32]]) -> _Best | None:
    """The closest unit; of equally close ones the first, that is the one in the passage ranked first."""
    units = list(_units(candidates))
    if not units or claim.text not in vectors:
        return None
    rows = np.stack([vectors[_worded(unit)] for _, unit in units]).astype(np.float64)
    cosines = np.round(rows @ vectors[claim.text].astype(np.float64), _PLACES)
    place = int(np.argmax(cosines))
    source_id, unit = units[place]
    return _Best(source_id=source_id, unit=unit, cosine=float(cosines[place]))


class _Vectors:
    """The vectors of the texts used last; safe to use from several threads."""

    def __init__(self, embedder: Embedder, most: int) -> None:
        self._embedder, self._most = embedder, most
        self._kept: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, texts: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        """The vector of each text; those not kept are embedded in one call."""
        with self._lock:
            found = {text: self._kept[text] for text in texts if text in self._kept}
        new = [text for text in texts if text not in found]
        if new:
            found |= zip(new, self._embedded(new), strict=True)
        with self._lock:
            for text in texts:
                if text not in self._kept:
                    self._kept[text] = found[text].copy()  # a row alone would keep its whole batch in memory
                self._kept.move_to_end(text)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        try:
            rows = self._embedder.embed(texts)
        except ModelError as error:
            raise VerifierUnavailable(str(error)) from error
        if rows.shape[0] != len(texts):
            raise VerifierUnavailable(f"{self._embedder.spec.name} gave {rows.shape[0]} vectors for {len(texts)} texts")
        return rows
