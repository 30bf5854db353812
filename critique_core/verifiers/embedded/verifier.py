"""The embedded verifier: typed comparison, alignment and a small learned encoder, offline, on any CPU, no download."""

import logging
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from critique_core.errors import SettingsError, VerifierUnavailable
from critique_core.language.sentence import analyse
from critique_core.models import (
    Claim,
    ClaimCandidates,
    Probabilities,
    SourceDocument,
    Verdict,
    VerificationInput,
    VerifierSpec,
)
from critique_core.provenance import fingerprint
from critique_core.text.languages import is_latin, language_of
from critique_core.verifiers.embedded import encoder
from critique_core.verifiers.embedded.boosted_trees import surface_trees
from critique_core.verifiers.embedded.denied_claims import as_limit, denied_statement
from critique_core.verifiers.embedded.encoder import Encoder, EncoderReading
from critique_core.verifiers.embedded.explanation.findings import LIKELY, findings
from critique_core.verifiers.embedded.explanation.marks import marked
from critique_core.verifiers.embedded.explanation.places import Places
from critique_core.verifiers.embedded.explanation.quotes import evidence
from critique_core.verifiers.embedded.explanation.reasons import method, reasoning
from critique_core.verifiers.embedded.features import EVIDENCE, Judge, draft_shift, judge_of, weights
from critique_core.verifiers.embedded.reading import Reading, read
from critique_core.verifiers.embedded.restated import restated
from critique_core.verifiers.embedded.surface import surface

_VERSION = "typed-alignment-encoder-72"
_log = logging.getLogger(__name__)


class _Read(NamedTuple):
    """What was read of a claim, or of the statement that a claim denies."""

    reading: Reading
    learned: EncoderReading | None
    figures: Mapping[str, float]


class JudgedAlone(NamedTuple):
    """What was read of a claim, by the rules and in English by the encoder, and how it is judged by that.

    ``denied`` is what was read of the statement that the claim denies, and how it stands.
    """

    reading: Reading
    learned: EncoderReading | None
    judge: Judge
    denied: tuple[_Read, Probabilities] | None = None


def _language(request: VerificationInput) -> str:
    return language_of(" ".join([request.draft, *(s.content[:2000] for s in request.sources[:3])]))


class EmbeddedVerifier:
    """Judges each claim by typed values, by its words and by the encoder; the same input gives the same verdict.

    ``evidence`` names the kinds to use, of "typed", "alignment" and "encoder"; raises ``SettingsError`` for a set that
    no weights were fitted for. Without its files the encoder is left out: ``spec`` and a logged warning say so. With
    nothing else asked for, ``spec`` and ``verify`` then raise ``VerifierUnavailable``.
    """

    def __init__(self, evidence: Sequence[str] = EVIDENCE) -> None:
        self._wanted = tuple(kind for kind in EVIDENCE if kind in evidence)
        if "+".join(self._wanted) not in weights() or set(evidence) - set(EVIDENCE):
            known = ", ".join(weights())
            raise SettingsError(f"no weights for the evidence {', '.join(evidence) or 'of no kind'}; known: {known}")
        self.failure: str | None = None
        """Why the encoder is left out although it was asked for; known after the first use."""

    @cached_property
    def _encoder(self) -> Encoder | None:
        if "encoder" not in self._wanted:
            return None
        try:
            return encoder.shipped()
        except VerifierUnavailable as error:
            self.failure = str(error)
            _log.warning("claims are judged by typed comparison and alignment alone: %s", error)
            return None

    @property
    def _evidence(self) -> str:
        used = "+".join(kind for kind in self._wanted if kind != "encoder" or self._encoder)
        if not used:
            raise VerifierUnavailable(self.failure or "the encoder cannot be loaded")
        return used

    @property
    def spec(self) -> VerifierSpec:
        """Name and fingerprint of the methods and their weights; the name lists the kinds unless all are used."""
        used = self._evidence
        name = "embedded" if used == "+".join(EVIDENCE) else f"embedded ({used})"
        learned = self._encoder.fingerprint if self._encoder else None
        return VerifierSpec(
            spec=name, fingerprint=fingerprint([_VERSION, weights()[used], surface_trees().fingerprint, learned])[:16]
        )

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        """One verdict a claim, in order; a claim without any passage to read fails with its reason."""
        request = self._as_told(request)
        asked = self.judged(request)
        shift = draft_shift([one.judge(0.0).supported for one in asked if one.reading.focus])
        sources = {source.id: source for source in request.sources}
        return tuple(
            self._verdict(Places(request.draft, claim), one, shift, sources)
            for claim, one in zip(request.claims, asked, strict=True)
        )

    def _as_told(self, request: VerificationInput) -> VerificationInput:
        """The request with each claim in the words that it is read in."""
        if "typed" not in self._wanted or _language(request) != "en":
            return request
        told = (as_limit(claim, at) for claim, at in zip(request.claims, request.candidates, strict=True))
        return request.model_copy(update={"claims": tuple(told)})

    def judged(self, request: VerificationInput) -> list[JudgedAlone]:
        """Each claim by itself, in order; what the rest of the draft says of it is not known yet."""
        code = _language(request)
        compared = code == "en" and "typed" in self._wanted
        statements = [denied_statement(claim) if compared else None for claim in request.claims]
        denied = [place for place, statement in enumerate(statements) if statement]
        found = self._read([s for s in statements if s], [request.candidates[place] for place in denied], request, code)
        stand = {place: (one, self._judge(one)(0.0)) for place, one in zip(denied, found, strict=True)}
        judged: list[JudgedAlone] = []
        for place, one in enumerate(self._read(request.claims, request.candidates, request, code)):
            beside = stand.get(place)
            # elsewhere than in English the encoder counts a little, and explains nothing
            learned = one.learned if code == "en" else None
            judged.append(JudgedAlone(one.reading, learned, self._judge(one, beside and beside[1]), beside))
        return judged

    def _read(
        self, asked: Sequence[Claim], candidates: Sequence[ClaimCandidates], request: VerificationInput, code: str
    ) -> list[_Read]:
        """What the rules, the encoder and the figures of wording find in each claim."""
        sources = {source.id: source for source in request.sources}
        readings = [read(analyse(claim.text, code), at, sources) for claim, at in zip(asked, candidates, strict=True)]
        told = [restated(claim, reading) for claim, reading in zip(asked, readings, strict=True)]
        claims = [one.claim for one in told]
        encoded: Sequence[EncoderReading | None] = [None] * len(claims)
        if self._encoder and is_latin(code):
            found = self._encoder.read(claims, candidates, list(sources))
            encoded = [one.as_written(reading) for one, reading in zip(told, found, strict=True)]
        figures = surface(claims, request.draft, request.query, request.sources)
        return [_Read(*one) for one in zip(readings, encoded, figures, strict=True)]

    def _judge(self, found: _Read, denied: Probabilities | None = None) -> Judge:
        return judge_of(found.reading, found.learned, self._evidence, found.figures, denied)

    def _verdict(self, place: Places, asked: JudgedAlone, shift: float, sources: dict[str, SourceDocument]) -> Verdict:
        reading, learned, judge, denied = asked
        if reading.focus is None:
            return Verdict(claim_id=place.claim.id, probabilities=None, method="lexical_alignment",
                           reasoning="there is no source text to compare with", failure="no source text")  # fmt: skip
        probabilities = judge(shift)
        found = findings(reading, place, probabilities)
        quotes = evidence(reading, probabilities, sources)
        reason = reasoning(reading, probabilities, found, learned, sources.values())
        if (
            denied
            and not reading.conflicts
            and probabilities.contradicted > max(probabilities.supported, probabilities.unsupported)
        ):
            reason = self._denial(*denied, sources) or reason
        return Verdict(
            claim_id=place.claim.id,
            probabilities=probabilities,
            marked=marked(reading, place, learned, probabilities),
            findings=found,
            evidence=quotes,
            reasoning=reason,
            method=method(reading, quotes, learned),
        )

    def _denial(self, denied: _Read, stands: Probabilities, sources: dict[str, SourceDocument]) -> str | None:
        """Why a claim is contradicted that denies what the sources support; ``None`` where they do not support it."""
        if stands.supported < LIKELY:
            return None
        text = denied.reading.claim.text
        found = findings(denied.reading, Places(text, Claim.of(text, 0, len(text))), stands)
        reason = reasoning(denied.reading, stands, found, denied.learned, sources.values())
        return f"The sources support what this denies, “{text.rstrip('.')}”: {reason[:1].lower()}{reason[1:]}"
