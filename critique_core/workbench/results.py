"""What a workbench gives: the seeds' shapes with the critique's id and claims; these models make schemas too."""

from typing import ClassVar

from critique_core.models import Critique, Decision, SourceDocument, Status
from critique_core.views import CritiqueResult, IValidationResult, View, critique_result, validation_result


class JudgedClaim(View):
    """A claim of the draft, by the id that a decision names."""

    id: str
    text: str
    status: Status


class CritiqueAnswered(CritiqueResult):
    """S0's result; ``critique_id`` names the resource ``claimlens://critiques/{critiqueId}``."""

    critique_id: str
    claims: tuple[JudgedClaim, ...]


class AnswerValidated(IValidationResult):
    """S2's result; ``critique_id`` as in ``CritiqueAnswered``."""

    critique_id: str
    claims: tuple[JudgedClaim, ...]


class Passage(View):
    """A passage of a document; offsets count its characters, ``score`` is from 0 to 1."""

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("page", "section"))

    source_id: str
    title: str
    content: str
    start: int
    end: int
    score: float
    page: int | None = None
    section: str | None = None


class SourcesFound(View):
    """Passages, best first, and how many documents were searched."""

    camel: ClassVar[bool] = True

    passages: tuple[Passage, ...]
    documents_in_library: int


class DecisionRecorded(View):
    """The event as stored; ``authenticated`` is false, since no one has proved the reviewer's name."""

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("status", "note"))

    decision_id: str
    sequence: int
    critique_id: str
    claim_id: str
    action: str
    status: Status | None = None
    reviewer: str
    note: str | None = None
    authenticated: bool
    created_at: str


def critique_answered(critique: Critique) -> CritiqueAnswered:
    """A stored critique in S0's shape."""
    return CritiqueAnswered(**dict(critique_result(critique)), critique_id=critique.id, claims=_claims(critique))


def answer_validated(critique: Critique) -> AnswerValidated:
    """A stored critique in S2's shape."""
    return AnswerValidated(**dict(validation_result(critique)), critique_id=critique.id, claims=_claims(critique))


def passage(found: SourceDocument) -> Passage:
    """A passage as ``Library.search`` gives it."""
    place = found.metadata
    return Passage(
        source_id=place["document_id"],
        title=found.name,
        content=found.content,
        start=int(place["start"]),
        end=int(place["end"]),
        score=found.relevance_score or 0.0,
        page=found.page,
        section=found.section,
    )


def decision_recorded(decision: Decision) -> DecisionRecorded:
    """A decision on a claim of a critique."""
    return DecisionRecorded(
        decision_id=decision.id,
        sequence=decision.sequence,
        critique_id=decision.critique_id or "",
        claim_id=decision.claim_id or "",
        action=decision.action,
        status=decision.status,
        reviewer=decision.reviewer,
        note=decision.note,
        authenticated=decision.authenticated,
        created_at=decision.created_at.isoformat(),
    )


def _claims(critique: Critique) -> tuple[JudgedClaim, ...]:
    draft = critique.request.draft
    return tuple(JudgedClaim(id=one.id, text=draft[one.start : one.end], status=one.status) for one in critique.claims)
