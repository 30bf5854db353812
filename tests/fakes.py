"""Stand-ins for what is slow, random or far away: they keep the protocols of the core and say what they are told."""

from collections.abc import Callable, Mapping

from critique_core.errors import VerifierUnavailable
from critique_core.models import (
    Claim,
    Evidence,
    Finding,
    Probabilities,
    Relation,
    SourceDocument,
    Span,
    Verdict,
    VerificationInput,
    VerifierSpec,
)

Answer = Callable[[Claim, VerificationInput], Verdict]


class ScriptedVerifier:
    """Answers each claim by the first key of ``script`` that its text contains; any other is called supported.

    ``asked`` keeps what it was given, one entry a call.
    """

    def __init__(self, script: Mapping[str, Answer] | None = None, *, name: str = "scripted") -> None:
        self._script = script or {}
        self._name = name
        self.asked: list[VerificationInput] = []

    @property
    def spec(self) -> VerifierSpec:
        return VerifierSpec(spec=self._name, fingerprint=f"fingerprint of {self._name}")

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        self.asked.append(request)
        return tuple(self._answer(claim, request) for claim in request.claims)

    def _answer(self, claim: Claim, request: VerificationInput) -> Verdict:
        answer = next((answer for key, answer in self._script.items() if key in claim.text), believing(0.95))
        return answer(claim, request)


class UnreachableVerifier(ScriptedVerifier):
    """Can never be used."""

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        raise VerifierUnavailable("the server at localhost does not answer; start it and run again")


def believing(
    supported: float,
    contradicted: float = 0.0,
    *,
    quotes: tuple[tuple[str, str, Relation], ...] = (),
    marked: tuple[str, ...] = (),
    findings: tuple[Finding, ...] = (),
    reasoning: str = "as scripted",
) -> Answer:
    """An answer with these beliefs. ``quotes`` are (source id, quote, relation); ``marked`` are words of the claim."""

    def answer(claim: Claim, request: VerificationInput) -> Verdict:
        return Verdict(
            claim_id=claim.id,
            probabilities=Probabilities(
                supported=supported, unsupported=1 - supported - contradicted, contradicted=contradicted
            ),
            marked=tuple(span_of(request.draft, words, claim.start) for words in marked),
            findings=findings,
            evidence=tuple(quoted(request.sources, *quote) for quote in quotes),
            reasoning=reasoning,
            method="typed_comparison",
        )

    return answer


def quoted(sources: tuple[SourceDocument, ...], source_id: str, quote: str, relation: Relation) -> Evidence:
    """Evidence with its true offsets, or with offsets 0 when the source does not hold the quote."""
    content = next((source.content for source in sources if source.id == source_id), "")
    start = max(content.find(quote), 0)
    return Evidence(source_id=source_id, start=start, end=start + len(quote), quote=quote, relation=relation)


def span_of(text: str, words: str, start: int = 0) -> Span:
    """The first place of ``words`` in ``text`` from ``start`` on."""
    found = text.index(words, start)
    return Span(start=found, end=found + len(words))
