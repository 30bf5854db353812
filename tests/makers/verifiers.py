"""Stand-ins for what is slow, random or far away: they keep the protocols of the core and say what they are told."""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from critique_core.errors import ModelError, VerifierUnavailable
from critique_core.llm import Cancelled, Completion, ModelSpec, Show, Usage
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


class HeldVerifier(ScriptedVerifier):
    """Says when it is asked, and waits until it may answer; ``fault`` is raised instead of an answer."""

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__()
        self.begun, self.may_end, self._fault = threading.Event(), threading.Event(), fault

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        self.begun.set()
        assert self.may_end.wait(20)
        if self._fault:
            raise self._fault
        return super().verify(request)


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


Said = Mapping[str, Any] | Exception | Callable[[str, str], "Mapping[str, Any] | Exception"]


class ScriptedChatModel:
    """Gives its answers in turn, the last one again and again; one may be made from the system and the user text.

    An exception is raised instead. ``asked`` keeps each call's system text, user text and schema. Tokens are counted as
    a quarter of the characters.
    """

    def __init__(self, *answers: Said, name: str = "scripted model", fingerprint: str | None = None) -> None:
        self._answers = answers
        self._spec = ModelSpec(name=name, fingerprint=fingerprint or f"fingerprint of {name}")
        self.asked: list[tuple[str, str, Mapping[str, Any]]] = []
        self.cut_off = False

    @property
    def spec(self) -> ModelSpec:
        return self._spec

    def complete(
        self, system: str, user: str, schema: Mapping[str, Any], *, stream: Show | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:  # fmt: skip
        if cancelled is not None and cancelled():
            raise ModelError("the call was given up")
        answer = self._answers[min(len(self.asked), len(self._answers) - 1)]
        self.asked.append((system, user, schema))
        said = answer(system, user) if callable(answer) else answer
        if isinstance(said, Exception):
            raise said
        usage = Usage(calls=1, prompt_tokens=len(system + user) // 4, completion_tokens=len(str(said)) // 4)
        return Completion(content=dict(said), usage=usage, cut_off=self.cut_off)

    async def acomplete(
        self, system: str, user: str, schema: Mapping[str, Any], *, stream: Show | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:  # fmt: skip
        return self.complete(system, user, schema, stream=stream, cancelled=cancelled)
