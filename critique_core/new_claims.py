"""Verifying claims that reviewers made of a draft that was critiqued before: against all its sources, each on its own.

Not a stage: it holds the stages that a claim goes through, as ``pipeline`` does for a whole draft.
"""

from collections.abc import Sequence

from critique_core import statuses, verification
from critique_core.evidence import SourceIndex
from critique_core.injections import without_orders
from critique_core.models import Claim, Critique, Profile, Verdict, VerifiedClaim
from critique_core.verifiers.base import Verifier


def judge(critique: Critique, claims: Sequence[Claim], *, verifier: Verifier) -> tuple[VerifiedClaim, ...]:
    """The claims with a verdict of ``verifier`` and the status that the critique's profile gives it, in order.

    A verifier may read neighbouring claims together, so each is read alone: what it says of one does not depend on the
    order in which reviewers made the others. Evidence that a reviewer has pointed to stays in place of the verifier's.
    A verifier that cannot be used leaves claims unverified, with the failure.
    """
    request = critique.request
    read = request.model_copy(update={"sources": tuple(without_orders(source) for source in request.sources)})
    checkable = [claim for claim in claims if claim.checkable]
    candidates = SourceIndex(read.sources).candidates(checkable)
    verdicts: list[Verdict] = []
    for claim, found in zip(checkable, candidates, strict=True):
        verdicts += verification.verify(read, (claim,), (found,), verifier, _untold)
    verified = statuses.assign(
        claims, verdicts, critique.profile or Profile(), draft=request.draft, sources=request.sources
    )
    return tuple(_as_pointed(new, old) for new, old in zip(verified, claims, strict=True))


def _untold(_done: float) -> None:
    pass


def _as_pointed(new: VerifiedClaim, old: Claim) -> VerifiedClaim:
    if not isinstance(old, VerifiedClaim) or old.verdict is None or new.verdict is None or not old.verdict.evidence:
        return new
    return new.model_copy(update={"verdict": new.verdict.model_copy(update={"evidence": old.verdict.evidence})})
