"""A critique with the claims that reviewers made: new claims are verified once, in threads, and remembered."""

import logging
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from functools import partial

from components.work.jobs import Job, Jobs
from critique_core.errors import ClaimlensError, without_text
from critique_core.evidence import grounding
from critique_core.labels.new_claims import NewClaims
from critique_core.labels.reissued import reissued
from critique_core.labels.reshape import reshape
from critique_core.models import Claim, Critique, Decision, VerifiedClaim
from critique_core.verifiers.base import Verifier

UNDER_WAY = "it is being checked against the sources now"
_KEPT = 5000
_PATIENCE_SECONDS = 1.5
_logger = logging.getLogger(__name__)


class Judgements:
    """New claims being judged in threads; share one between sessions. ``made`` remembers the verdicts."""

    def __init__(self, workers: Executor, made: NewClaims) -> None:
        self._made = made
        self._jobs = Jobs(workers, kept=_KEPT)

    def reshaped(self, critique: Critique, events: Iterable[Decision], verifier: Verifier | str) -> Critique:
        """The critique with its claims changed by the events, and the issues of those claims.

        A claim that is not judged after a moment is ``unverified`` and says that it is being checked: ask again.
        A string in place of a ``verifier`` is the reason why new claims are not judged.
        """
        before = {claim.id: claim for claim in critique.claims}
        seen = reshape(critique, events, judge=partial(self._judged, critique, verifier))
        # A claim that was split and merged again is the machine's claim as it was.
        claims = tuple(before.get(claim.id, claim) if claim.verdict is None else claim for claim in seen.claims)
        if claims == critique.claims:
            return critique
        return seen.model_copy(update={"claims": claims, "issues": reissued(critique, claims)})

    def _judged(self, critique: Critique, verifier: Verifier | str, claims: Sequence[Claim]) -> list[VerifiedClaim]:
        if isinstance(verifier, str):
            return [_unverified(claim, verifier) for claim in claims]
        deadline = time.monotonic() + _PATIENCE_SECONDS
        begun = [(claim, self._begun(critique, verifier, claim)) for claim in claims]
        return [
            job.result() if job.done(max(0.0, deadline - time.monotonic())) else _unverified(claim, UNDER_WAY)
            for claim, job in begun
        ]

    def _begun(self, critique: Critique, verifier: Verifier, claim: Claim) -> Job[VerifiedClaim]:
        key = (critique.id, str(critique.profile), verifier.spec.fingerprint, str(claim))
        return self._jobs.of(key, lambda _progress: _checked(self._made, critique, verifier, claim))


def _checked(made: NewClaims, critique: Critique, verifier: Verifier, claim: Claim) -> VerifiedClaim:
    try:
        return made.judged(critique, (claim,), verifier)[0]
    except ClaimlensError as error:
        return _unverified(claim, str(error))
    except Exception as error:  # a fault in our code: the page and the other claims must survive it
        _logger.error("a new claim could not be checked: %s", without_text(error))  # noqa: TRY400 - no text
        return _unverified(claim, f"{type(error).__name__}; the log of the app says where")


def _unverified(claim: Claim, failure: str) -> VerifiedClaim:
    """The claim without a verdict but with the evidence that a reviewer pointed to."""
    fields = {name: getattr(claim, name) for name in Claim.model_fields}
    if not claim.checkable:
        return VerifiedClaim(**fields, status="not_checkable")
    verdict = grounding.failed((claim,), failure)[0]
    if isinstance(claim, VerifiedClaim) and claim.verdict:
        verdict = verdict.model_copy(update={"evidence": claim.verdict.evidence})
    return VerifiedClaim(**fields, status="unverified", verdict=verdict)
