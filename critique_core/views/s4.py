"""S4's ``VerificationResult``, ``CRAGResult`` and the ``verification`` block of a chat answer."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from critique_core.models import CorrectiveResult, Critique, Revision, Status, VerifiedClaim
from critique_core.scoring import confidence, issues, policies
from critique_core.views.base import View

ClaimStatus = Literal["supported", "unsupported", "partially_supported"]
_STATUSES: Mapping[Status, ClaimStatus] = {
    "supported": "supported",
    "unsupported": "unsupported",
    "contradicted": "unsupported",
    "partially_supported": "partially_supported",
}


class ClaimVerification(View):
    """S4's ``VerifiedClaim``: ``evidence`` is the quote that the verdict rests on most."""

    claim: str
    status: ClaimStatus
    evidence: str | None
    reasoning: str


class VerificationResult(View):
    """S4's result of ``verify_response``."""

    confidence: float | None
    is_grounded: bool | None
    claims: tuple[ClaimVerification, ...]
    suggested_corrections: tuple[str, ...]


class CRAGResult(View):
    """S4's result of ``corrective_rag_loop``."""

    final_response: str
    confidence: float | None
    attempts: int
    verification_history: tuple[VerificationResult, ...]
    additional_context_used: bool


class Verification(View):
    """S4's ``verification`` block; ``claims`` only with ``show_claims``."""

    optional: ClassVar[frozenset[str]] = frozenset(("claims",))

    confidence: float | None
    is_grounded: bool | None
    claims_checked: int
    claims_supported: int
    crag_attempts: int
    claims: tuple[ClaimVerification, ...] | None = None


class ChatResponse(View):
    """S4's answer of a chat; without ``verification`` it was not verified. Model and workspace are the caller's."""

    optional: ClassVar[frozenset[str]] = frozenset(("model", "workspace", "verification"))

    content: str
    model: str | None = None
    workspace: str | None = None
    verification: Verification | None = None


def verification_result(critique: Critique) -> VerificationResult:
    """The critique in S4's shape, with S4's confidence (policy ``grounded``).

    A contradicted claim is S4's unsupported. What cannot be or could not be checked is no claim of it.
    """
    return VerificationResult(
        confidence=critique.scores.by_policy["grounded"].confidence,
        is_grounded=critique.is_grounded,
        claims=_claims(critique.claims),
        suggested_corrections=critique.suggestions,
    )


def crag_result(result: CorrectiveResult) -> CRAGResult:
    """The loop's result in S4's shape; the history is of the first draft and of each attempt, kept or not."""
    tried = [attempt.critique for attempt in result.attempts if attempt.critique]
    history = [result.first, *tried] if result.first else tried
    return CRAGResult(
        final_response=result.final_response,
        confidence=verification_result(result.final).confidence if result.final else None,
        attempts=len(result.attempts),
        verification_history=tuple(verification_result(critique) for critique in history),
        additional_context_used=result.additional_context_used,
    )


def correction_result(critique: Critique) -> CRAGResult:
    """What the correction of a stored critique came to, in the shape of S4's loop.

    The draft was corrected from its own sources, so no additional context was used; ``crag_result`` is of a loop that
    searched for more. ``attempts`` counts the corrections that were tried, and the history holds the draft and each of
    them, kept or not.
    """
    history = (verification_result(critique), *(_of_revision(critique, one) for one in critique.revisions))
    return CRAGResult(
        final_response=critique.request.draft if critique.revised_draft is None else critique.revised_draft,
        confidence=_last_kept(critique).confidence,
        attempts=_attempts(critique),
        verification_history=history,
        additional_context_used=False,
    )


def verification_of_correction(critique: Critique, *, show_claims: bool = False) -> Verification:
    """S4's ``verification`` block of what the correction of a stored critique handed on."""
    return _block(_last_kept(critique), _attempts(critique), show_claims=show_claims)


def chat_response(
    result: CorrectiveResult, *, show_claims: bool = False, model: str | None = None, workspace: str | None = None
) -> ChatResponse:
    """The answer with S4's ``verification`` block, left out when it was not verified."""
    verified = verification_result(result.final) if result.final else None
    return ChatResponse(
        content=result.final_response,
        model=model,
        workspace=workspace,
        verification=_block(verified, len(result.attempts), show_claims=show_claims) if verified else None,
    )


def _block(verified: VerificationResult, attempts: int, *, show_claims: bool) -> Verification:
    return Verification(
        confidence=verified.confidence,
        is_grounded=verified.is_grounded,
        claims_checked=len(verified.claims),
        claims_supported=sum(claim.status == "supported" for claim in verified.claims),
        crag_attempts=attempts,
        claims=verified.claims if show_claims else None,
    )


def _last_kept(critique: Critique) -> VerificationResult:
    kept = [one for one in critique.revisions if one.kept]
    return _of_revision(critique, kept[-1]) if kept else verification_result(critique)


def _of_revision(critique: Critique, revision: Revision) -> VerificationResult:
    """One attempt as S4 would say it; its figures are worked out as ``pipeline`` does for a whole critique."""
    claims = revision.claims
    has_sources = any(source.content.strip() for source in critique.request.sources)
    reason = confidence.reason_for_none(claims, abstained=False, has_sources=has_sources)
    measures = policies.Measures(claims=claims, issues=revision.issues, reason=reason)
    grounded = confidence.grounded_probability(claims) if reason is None else None
    return VerificationResult(
        confidence=policies.grounded(measures).confidence,
        is_grounded=confidence.is_grounded(claims, grounded, reason),
        claims=_claims(claims),
        suggested_corrections=issues.suggestions(revision.issues),
    )


def _claims(claims: Sequence[VerifiedClaim]) -> tuple[ClaimVerification, ...]:
    checked = (claim for claim in claims if claim.status in _STATUSES)
    return tuple(
        ClaimVerification(
            claim=claim.text,
            status=_STATUSES[claim.status],
            evidence=_best_quote(claim),
            reasoning=claim.verdict.reasoning if claim.verdict else "",
        )
        for claim in checked
    )


def _best_quote(claim: VerifiedClaim) -> str | None:
    quotes = claim.verdict.evidence if claim.verdict else ()
    best = max(quotes, key=lambda part: (part.relation != "context", part.score), default=None)
    return best.quote if best else None


def _attempts(critique: Critique) -> int:
    """An attempt whose changes were refused together may be twice in the history."""
    return len({one.attempt for one in critique.revisions})
