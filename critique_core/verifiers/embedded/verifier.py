"""The embedded verifier: typed comparison over lexical alignment, offline, on any CPU, with no download."""

from critique_core.models import (
    Claim,
    ClaimCandidates,
    Evidence,
    Finding,
    SourceDocument,
    Span,
    Verdict,
    VerificationInput,
    VerifierSpec,
)
from critique_core.provenance import fingerprint
from critique_core.verifiers.embedded import explain, words
from critique_core.verifiers.embedded.analysis import analyse
from critique_core.verifiers.embedded.features import probabilities as probabilities_of
from critique_core.verifiers.embedded.features import weights
from critique_core.verifiers.embedded.reading import read

_LIKELY = 0.5
_VERSION = "typed-alignment-1"


class EmbeddedVerifier:
    """Judges each claim by its typed values and its words; the same input gives the same verdict everywhere."""

    @property
    def spec(self) -> VerifierSpec:
        """Name and fingerprint of the method and its weights."""
        return VerifierSpec(spec="embedded", fingerprint=fingerprint([_VERSION, weights()])[:16])

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        """One verdict a claim, in order; a claim without any passage to read fails with its reason."""
        sources = {source.id: source for source in request.sources}
        code = words.language(" ".join([request.draft, *(s.content[:2000] for s in request.sources[:3])]))
        return tuple(
            _judge(request.draft, claim, candidates, sources, code)
            for claim, candidates in zip(request.claims, request.candidates, strict=True)
        )


def _judge(
    draft: str, claim: Claim, candidates: ClaimCandidates, sources: dict[str, SourceDocument], code: str
) -> Verdict:
    reading = read(analyse(claim.text, code), candidates, sources)
    if reading.focus is None:
        return Verdict(claim_id=claim.id, probabilities=None, reasoning="there is no source text to compare with",
                       method="lexical_alignment", failure="no source text")  # fmt: skip
    probabilities = probabilities_of(reading)
    place = explain.Places(draft, claim)
    findings: tuple[Finding, ...] = explain.findings(reading, place)
    evidence: tuple[Evidence, ...] = explain.evidence(reading, probabilities, sources)
    marked: tuple[Span, ...] = explain.marked(reading, place, supported=probabilities.supported >= _LIKELY)
    return Verdict(
        claim_id=claim.id, probabilities=probabilities, marked=marked, findings=findings, evidence=evidence,
        reasoning=explain.reasoning(reading, probabilities, findings), method=explain.method(reading, evidence),
    )  # fmt: skip
