"""A verifier, the other stages and what decides, as the settings describe them."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from critique_core import pipeline
from critique_core.assembly.parts import answer_cache, verifier, wanted_model
from critique_core.logs import happened, write_json_lines
from critique_core.models import Critique, CritiqueOptions, CritiqueRequest, Gate, Hunk, Profile
from critique_core.pipeline import RULES, Progress, Stages
from critique_core.settings import Settings
from critique_core.telemetry import Telemetry, figures_of, telemetry_of
from critique_core.verifiers.base import Verifier

if TYPE_CHECKING:
    from critique_core.corrective.generation import Generator
    from critique_core.llm.base import ChatModel
    from critique_core.llm.client import ChatClient
    from critique_core.tuning.profiles import TunedProfile

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Critic:
    """A verifier, a profile, the default options and the gate, ready to critique any number of requests.

    ``writer`` is the model that writes answers, if one is to; the corrective loop falls back on the extractive one.
    ``telemetry`` is told of each critique and revision.
    """

    verifier: Verifier
    profile: Profile
    options: CritiqueOptions
    gate: Gate
    stages: Stages = RULES
    writer: "Generator | None" = None
    telemetry: Telemetry | None = None

    def critique(
        self, request: CritiqueRequest, progress: Progress | None = None, *, before: Critique | None = None
    ) -> Critique:
        """Critique the request; options that it does not set itself are taken from the settings.

        What is unchanged since ``before`` keeps its verdict, see ``pipeline.critique``.
        """
        return self._watched(
            "claimlens.critique",
            lambda: pipeline.critique(
                self._with_defaults(request),
                verifier=self.verifier,
                profile=self.profile,
                gate=self.gate,
                stages=self.stages,
                before=before,
                progress=progress,
            ),
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
        return self._watched(
            "claimlens.revise",
            lambda: pipeline.revise(
                critique,
                max_revisions=max_revisions,
                verifier=self.verifier,
                gate=self.gate,
                stages=self.stages,
                progress=progress,
            ),
        )

    def with_hunks(self, critique: Critique, hunks: Sequence[Hunk], progress: Progress | None = None) -> Critique:
        """Verify the draft of ``critique`` with some changes made; see ``pipeline.with_hunks``."""
        return self._watched(
            "claimlens.critique",
            lambda: pipeline.with_hunks(
                critique, hunks, verifier=self.verifier, gate=self.gate, stages=self.stages, progress=progress
            ),
        )

    def under(self, profile: "TunedProfile") -> "Critic":
        """Put the critic under a tuned profile; raises ``SettingsError`` when it is another verifier's or no one's."""
        return replace(self, profile=profile.fitting(self.verifier.spec))

    def _watched(self, name: str, run: Callable[[], Critique]) -> Critique:
        begun = time.perf_counter()
        try:
            critique = run() if self.telemetry is None else self.telemetry.watched(name, run)
        except BaseException as error:
            happened(_log, name, **{"error.type": type(error).__qualname__}, milliseconds=_since(begun))
            raise
        if _log.isEnabledFor(logging.INFO):
            happened(_log, name, **figures_of(critique), milliseconds=_since(begun))
        return critique

    def _with_defaults(self, request: CritiqueRequest) -> CritiqueRequest:
        chosen = {name: getattr(request.options, name) for name in request.options.model_fields_set}
        return request.model_copy(update={"options": self.options.model_copy(update=chosen)})


def critic(settings: Settings) -> Critic:
    """The critic that the settings describe.

    Raises ``VerifierUnavailable`` when its verifier cannot be loaded, ``SettingsError`` when its settings do not fit.
    """
    if settings.structured_log:
        write_json_lines()
    model = wanted_model(settings)
    return Critic(
        verifier=verifier(settings, model),
        profile=Profile(support_threshold=settings.support_threshold),
        options=settings.options,
        gate=gate_of(settings),
        stages=_stages(settings, model),
        writer=_writer(settings, model),
        telemetry=telemetry_of(content=settings.telemetry_content) if settings.telemetry else None,
    )


def _since(begun: float) -> float:
    return round(1000 * (time.perf_counter() - begun), 1)


def gate_of(settings: Settings) -> Gate:
    """The limits of the recommendation that the settings name."""
    return Gate(
        attempts_allowed=settings.max_attempts,
        regenerate_rate=settings.hallucination_max_rate,
        reject_rate=settings.hallucination_reject_rate,
        hallucination_threshold=settings.hallucination_threshold,
        citation_accuracy_threshold=settings.citation_accuracy_threshold,
        overall_confidence_threshold=settings.overall_confidence_threshold,
    )


def _stages(settings: Settings, model: "ChatClient | None") -> Stages:
    if model is None or not settings.llm_stages:
        return RULES
    from critique_core.model_stages import with_model  # noqa: PLC0415 - only for users with a model

    return with_model(RULES, _cached(settings, model), settings.llm_stages)


def _writer(settings: Settings, model: "ChatClient | None") -> "Generator | None":
    if model is None or "generation" not in settings.llm_stages:
        return None
    from critique_core.corrective.generation import ExtractiveGenerator  # noqa: PLC0415 - as above
    from critique_core.model_stages import ModelGenerator  # noqa: PLC0415

    return ModelGenerator(_cached(settings, model), ExtractiveGenerator())


def _cached(settings: Settings, model: "ChatClient") -> "ChatModel":
    from critique_core.model_stages import CachedModel  # noqa: PLC0415 - as above

    cache = answer_cache(settings)
    return CachedModel(model, cache) if cache else model
