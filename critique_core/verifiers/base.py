"""The one capability asked of a verifier."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from critique_core.models import Verdict, VerificationInput, VerifierSpec


class Verifier(Protocol):
    """Judges claims against the passages found for them."""

    @property
    def spec(self) -> VerifierSpec:
        """Name and fingerprint: the fingerprint changes whenever the same input could give another verdict."""
        ...

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        """One verdict for each claim of ``request.claims``, in order.

        Neighbouring claims may be read together, so a verdict may depend a little on the claims next to it, never on
        another request; callers split a draft's claims over several calls at the same places each time. A claim that
        cannot be judged gets a verdict with ``failure`` set. Raises ``VerifierUnavailable`` when no claim can be
        judged at all.
        """
        ...


@runtime_checkable
class Delegating(Protocol):
    """A verifier whose calls cost so much that another does the checks that accompany its verdicts."""

    @property
    def alone(self) -> Verifier:
        """What reads a claim against one source alone, or against another claim."""
        ...


@runtime_checkable
class WholeDraft(Delegating, Protocol):
    """A verifier that is given all claims of a draft at once, and cuts them into batches of its own.

    It enters in the run's ledger how far it is, and ends when that says so.
    """

    def verify_beside(self, request: VerificationInput, own: Sequence[Verdict]) -> tuple[Verdict, ...]:
        """As ``Verifier.verify``, with the verdicts of ``alone`` on these claims already known."""
        ...
