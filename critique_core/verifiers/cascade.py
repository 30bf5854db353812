"""The embedded verifier decides what it is sure of; a model gets the rest, in as few calls as they take."""

from collections.abc import Iterable, Sequence

from critique_core.errors import SettingsError
from critique_core.models import Escalation, Verdict, VerificationInput, VerifierSpec
from critique_core.provenance import fingerprint
from critique_core.runs import ledger
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.llm import LlmVerifier

_VERSION = "cascade-1"
SURE_BELOW, SURE_FROM = 0.2, 0.8
"""P(supported) outside which the first verifier is sure."""
_EVEN = 0.5


class CascadeVerifier:
    """Sends a claim on when P(supported) lies from ``sure_below`` up to ``sure_from``, or is unknown.

    The run's ledger says how many claims were sent, how many calls that saved and how often the two were on the same
    side of an even chance. Among claims that the first is unsure of they agree less often than they do overall.
    """

    def __init__(
        self, first: Verifier, second: LlmVerifier, *, sure_below: float = SURE_BELOW, sure_from: float = SURE_FROM
    ) -> None:
        """``second`` has ``first`` behind it. Raises ``SettingsError`` unless 0 <= sure_below <= sure_from <= 1."""
        if not 0.0 <= sure_below <= sure_from <= 1.0:
            raise SettingsError(
                f"sure_below {sure_below:g} and sure_from {sure_from:g} must lie in this order in 0 to 1"
            )
        self._first, self._second = first, second
        self._below, self._from = sure_below, sure_from

    @property
    def spec(self) -> VerifierSpec:
        """Name and fingerprint of both verifiers and the band between."""
        first, second = self._first.spec, self._second.spec
        parts = [_VERSION, first.fingerprint, second.fingerprint, self._below, self._from]
        return VerifierSpec(spec=f"cascade ({first.spec}, {second.spec})", fingerprint=fingerprint(parts)[:16])

    @property
    def alone(self) -> Verifier:
        """What reads claims against one source alone: the first verifier."""
        return self._first

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        """One verdict a claim, in order; its ``method`` says who judged it. Raises ``VerifierUnavailable``."""
        return self.verify_beside(request, self._first.verify(request))

    def verify_beside(self, request: VerificationInput, own: Sequence[Verdict]) -> tuple[Verdict, ...]:
        """As ``verify``, with the first verifier's verdicts on these claims already known."""
        sent = {verdict.claim_id for verdict in own if not self._sure(verdict)}
        if not sent:
            ledger.ledger().share(Escalation(claims=len(own), calls_saved=self._second.calls_for(request)))
            return tuple(own)
        part = _only(request, sent)
        judged = {verdict.claim_id: verdict for verdict in self._second.verify_beside(part, own)}
        ledger.ledger().share(self._counted(request, part, own, judged.values()))
        return tuple(judged.get(verdict.claim_id, verdict) for verdict in own)

    def _sure(self, verdict: Verdict) -> bool:
        belief = verdict.probabilities
        return belief is not None and not self._below <= belief.supported < self._from

    def _counted(
        self, request: VerificationInput, part: VerificationInput, own: Sequence[Verdict], judged: Iterable[Verdict]
    ) -> Escalation:
        before = {verdict.claim_id: verdict for verdict in own}
        answered = [one for one in judged if one.method == "llm_verification" and one.probabilities is not None]
        return Escalation(
            claims=len(own),
            sent=len(part.claims),
            answered=len(answered),
            agreed=sum(_side(one) == _side(before[one.claim_id]) for one in answered),
            calls_saved=self._second.calls_for(request) - self._second.calls_for(part),
        )


def _only(request: VerificationInput, ids: set[str]) -> VerificationInput:
    chosen = [
        (claim, found) for claim, found in zip(request.claims, request.candidates, strict=True) if claim.id in ids
    ]
    return request.model_copy(
        update={"claims": tuple(claim for claim, _ in chosen), "candidates": tuple(found for _, found in chosen)}
    )


def _side(verdict: Verdict) -> bool | None:
    return None if verdict.probabilities is None else verdict.probabilities.supported >= _EVEN
