"""From settings to ready parts: the only wiring, used by every face."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from critique_core import pipeline
from critique_core.confidence import Gate
from critique_core.models import Critique, CritiqueOptions, CritiqueRequest, Profile
from critique_core.pipeline import Progress
from critique_core.settings import Settings
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.embedded import EmbeddedVerifier

if TYPE_CHECKING:
    from critique_core.store import Store


@dataclass(frozen=True, slots=True)
class Critic:
    """A verifier, a profile, the default options and the gate, ready to critique any number of requests."""

    verifier: Verifier
    profile: Profile
    options: CritiqueOptions
    gate: Gate

    def critique(self, request: CritiqueRequest, progress: Progress | None = None) -> Critique:
        """Critique the request; options that it does not set itself are taken from the settings."""
        return pipeline.critique(
            self._with_defaults(request),
            verifier=self.verifier,
            profile=self.profile,
            gate=self.gate,
            progress=progress,
        )

    def redecide(
        self, critique: Critique, *, profile: Profile | None = None, options: CritiqueOptions | None = None
    ) -> Critique:
        """Decide again from the verdicts of ``critique`` with this critic's gate, without verifying."""
        return pipeline.redecide(critique, profile=profile, options=options, gate=self.gate)

    def _with_defaults(self, request: CritiqueRequest) -> CritiqueRequest:
        chosen = {name: getattr(request.options, name) for name in request.options.model_fields_set}
        return request.model_copy(update={"options": self.options.model_copy(update=chosen)})


def critic(settings: Settings) -> Critic:
    """The critic that the settings describe. Raises ``VerifierUnavailable`` when its verifier cannot be loaded."""
    return Critic(
        verifier=EmbeddedVerifier(),
        profile=Profile(support_threshold=settings.support_threshold),
        options=settings.options,
        gate=Gate(
            attempts_allowed=settings.max_attempts,
            regenerate_rate=settings.hallucination_max_rate,
            reject_rate=settings.hallucination_reject_rate,
        ),
    )


def open_store(settings: Settings) -> "Store":
    """Open the store at ``database_url``, bringing its tables up to date. Raises ``StoreError``."""
    from critique_core.store import Store  # noqa: PLC0415 - checking alone needs no database

    return Store.open(settings.database_url)
