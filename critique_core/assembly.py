"""From settings to ready parts: the only wiring, used by every face."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from critique_core import pipeline
from critique_core.embeddings import Embedder, embedder
from critique_core.errors import ModelError, VerifierUnavailable
from critique_core.models import Critique, CritiqueOptions, CritiqueRequest, Gate, Hunk, Profile
from critique_core.pipeline import Progress
from critique_core.settings import Settings
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.similarity import SimilarityVerifier

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

    def revise(
        self, critique: Critique, *, max_revisions: int | None = None, progress: Progress | None = None
    ) -> Critique:
        """Correct the draft of ``critique``; see ``pipeline.revise``."""
        return pipeline.revise(
            critique, max_revisions=max_revisions, verifier=self.verifier, gate=self.gate, progress=progress
        )

    def with_hunks(self, critique: Critique, hunks: Sequence[Hunk], progress: Progress | None = None) -> Critique:
        """Verify the draft of ``critique`` with some changes made; see ``pipeline.with_hunks``."""
        return pipeline.with_hunks(critique, hunks, verifier=self.verifier, gate=self.gate, progress=progress)

    def _with_defaults(self, request: CritiqueRequest) -> CritiqueRequest:
        chosen = {name: getattr(request.options, name) for name in request.options.model_fields_set}
        return request.model_copy(update={"options": self.options.model_copy(update=chosen)})


def critic(settings: Settings) -> Critic:
    """The critic that the settings describe.

    Raises ``VerifierUnavailable`` when its verifier cannot be loaded, ``SettingsError`` when its settings do not fit.
    """
    return Critic(
        verifier=_verifier(settings),
        profile=Profile(support_threshold=settings.support_threshold),
        options=settings.options,
        gate=Gate(
            attempts_allowed=settings.max_attempts,
            regenerate_rate=settings.hallucination_max_rate,
            reject_rate=settings.hallucination_reject_rate,
            hallucination_threshold=settings.hallucination_threshold,
            citation_accuracy_threshold=settings.citation_accuracy_threshold,
            overall_confidence_threshold=settings.overall_confidence_threshold,
        ),
    )


def _verifier(settings: Settings) -> Verifier:
    if settings.verifier == "embedded":
        return EmbeddedVerifier()
    made = SimilarityVerifier(
        _embedder(settings),
        threshold=settings.similarity_threshold,
        borderline=settings.similarity_borderline,
        escalate_to=EmbeddedVerifier(),
    )
    _ = made.spec  # an encoder that is not there is told now, not once for each request
    return made


def _embedder(settings: Settings) -> Embedder:
    key = settings.openai_api_key if settings.embedder == "openai" else None  # no other service is to see it
    try:
        return embedder(
            settings.embedder,
            base_url=settings.embedder_base_url,
            model=settings.embedder_model,
            api_key=key.get_secret_value() if key else None,
        )
    except ModelError as error:
        raise VerifierUnavailable(str(error)) from error


def open_store(settings: Settings) -> "Store":
    """Open the store at ``database_url``, bringing its tables up to date. Raises ``StoreError``."""
    from critique_core.store import Store  # noqa: PLC0415 - checking alone needs no database

    return Store.open(settings.database_url)
