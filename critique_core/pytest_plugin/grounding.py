"""Whether an answer is grounded in its sources, as a statement that a test makes."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from pydantic import ValidationError

from critique_core.assembly import Critic
from critique_core.errors import InvalidInput
from critique_core.models import (
    Critique,
    CritiqueRequest,
    Profile,
    SourceDocument,
    Status,
    VerifiedClaim,
    parse_request,
)
from critique_core.models.request import explain
from critique_core.reports.looks import STATUS_STYLES
from critique_core.reports.words import place
from critique_core.text.harmless import harmless
from critique_core.text.shortening import shortened

Sources = str | SourceDocument | Mapping[str, Any] | Sequence[str | SourceDocument | Mapping[str, Any]]
"""A text, a ``SourceDocument``, a mapping with the fields of one, or several of these."""
_ALWAYS: frozenset[Status] = frozenset({"supported", "not_checkable"})
_SHOWN_QUOTE = 300
_ARGUMENT = re.compile(r"^draft:", re.MULTILINE)  # what a request calls the answer


class AssertGrounded:
    """Says that every claim of an answer is supported by its sources, and fails the test where that is not so."""

    def __init__(self, critic: Critic, tell: Callable[[str], None]) -> None:
        """``tell`` is given each answer, whether grounded or not, as JSON for the report."""
        self._critic = critic
        self._tell = tell

    def __call__(
        self,
        answer: str,
        sources: Sources,
        query: str | None = None,
        *,
        threshold: float | None = None,
        allow: Collection[Status] = (),
    ) -> Critique:
        """Check ``answer``; returns its critique.

        ``threshold`` is the probability of support, 0 to 1, from which a claim counts as supported, by the settings
        unless given; ``allow`` holds statuses besides "supported" that pass. An answer without anything to check
        passes: its critique has no ``confidence``, and says why in ``confidence_reason``. Raises ``AssertionError``
        with each claim that does not pass, its reason and quotes; ``InvalidInput`` for arguments that cannot be used.
        """
        __tracebackhide__ = True
        allowed = _ALWAYS | _statuses(allow)
        request = _request(answer, sources, query)
        critique = self._critic_at(threshold).critique(request)
        refused = [claim for claim in critique.claims if claim.status not in allowed]
        self._tell(_told(critique, grounded=not refused))
        if refused:
            raise AssertionError(_message(critique, refused))
        return critique

    def _critic_at(self, threshold: float | None) -> Critic:
        if threshold is None:
            return self._critic
        try:
            return replace(self._critic, profile=Profile(support_threshold=threshold))
        except ValidationError:
            raise InvalidInput(f"threshold: {threshold!r} is not allowed; allowed is a number from 0 to 1") from None


def _statuses(allow: Collection[Status]) -> set[Status]:
    known = get_args(Status)
    if isinstance(allow, str) or (set(allow) - set(known)):
        raise InvalidInput(f"allow: {allow!r} is not allowed; allowed is a collection of {', '.join(known)}")
    return set(allow)


def _request(answer: str, sources: Sources, query: str | None) -> CritiqueRequest:
    several = [sources] if isinstance(sources, (str, SourceDocument, Mapping)) else sources
    if not isinstance(several, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance] - tests need not be typed
        allowed = "a text, a SourceDocument, a mapping or several of these"
        raise InvalidInput(f"sources: {sources!r} is not allowed; allowed is {allowed}")
    documents = [_document(source, number) for number, source in enumerate(several, start=1)]
    try:
        return parse_request({"query": query or "", "draft": answer, "sources": documents})
    except InvalidInput as error:
        raise InvalidInput(_ARGUMENT.sub("answer:", str(error))) from None


def _document(source: str | SourceDocument | Mapping[str, Any], number: int) -> SourceDocument:
    try:
        if isinstance(source, str):
            return SourceDocument(id=f"source {number}", content=source)
        return SourceDocument.model_validate(source)
    except ValidationError as error:
        raise InvalidInput("\n".join(f"source {number}: {line}" for line in explain(error).splitlines())) from None


def _message(critique: Critique, refused: Sequence[VerifiedClaim]) -> str:
    checked = sum(claim.checkable for claim in critique.claims)
    verb = "is" if len(refused) == 1 else "are"
    lines = [f"{len(refused)} of {checked} checked claims {verb} not supported by the sources"]
    for claim in refused:
        chance = "" if claim.probability is None else f" (probability of support {claim.probability:.2f})"
        lines += ["", f"{STATUS_STYLES[claim.status].word}{chance}: {_written(critique, claim)}"]
        lines += [f"    {line}" for line in (_reason(claim), *_quotes(critique, claim)) if line]
    return "\n".join(lines)


def _written(critique: Critique, claim: VerifiedClaim) -> str:
    return harmless(" ".join(critique.request.draft[claim.start : claim.end].split()))


def _reason(claim: VerifiedClaim) -> str:
    return harmless(claim.verdict.failure or claim.verdict.reasoning) if claim.verdict else ""


def _quotes(critique: Critique, claim: VerifiedClaim) -> list[str]:
    known = {source.id: source for source in critique.request.sources}
    return [
        harmless(
            f"{one.relation}: “{shortened(one.quote, _SHOWN_QUOTE)}” — {place(known.get(one.source_id), one.source_id)}"
        )
        for one in (claim.verdict.evidence if claim.verdict else ())
    ]


def _told(critique: Critique, *, grounded: bool) -> str:
    """One answer of the report as JSON; plain text, which a worker of pytest-xdist can send."""
    return json.dumps({
        "grounded": grounded,
        "query": critique.request.query,
        "answer": critique.request.draft,
        "claims": [
            {
                "text": critique.request.draft[claim.start : claim.end],
                "status": claim.status,
                "probability": claim.probability,
                "reason": (claim.verdict.failure or claim.verdict.reasoning) if claim.verdict else None,
                "quotes": [
                    {"relation": one.relation, "quote": one.quote, "source": one.source_id}
                    for one in (claim.verdict.evidence if claim.verdict else ())
                ],
            }
            for claim in critique.claims
        ],
    })  # fmt: skip
