"""The verifiers that can be compared under the settings: those that need nothing, and those that the settings name."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from critique_core.assembly.parts import verifier, wanted_model
from critique_core.comparing.contenders import Contender, LeftOut, decided_by_model, decided_or_sure, first_failure
from critique_core.models import Profile
from critique_core.settings import Settings
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.embedded import EmbeddedVerifier


@dataclass(frozen=True, slots=True)
class Offer:
    """A verifier that can be compared: ``key`` identifies it, ``about`` says in a few words how it judges.

    ``make`` loads it; raises ``VerifierUnavailable`` or ``SettingsError`` when it cannot be.
    """

    key: str
    name: str
    about: str
    make: Callable[[], Contender]


def offers(settings: Settings, in_use: Profile | None = None) -> tuple[Offer, ...]:
    """What can be compared, the verifier of the settings first; models only where the settings name one.

    ``in_use`` decides for the verifier that it was tuned on, ``support_threshold`` of the settings for all others.
    """
    found = [
        _offer("embedded", "Embedded", "values, words and the encoder", EmbeddedVerifier),
        _offer("rules", "Without encoder", "values and words alone", partial(EmbeddedVerifier, ("typed", "alignment"))),
        _offer("words", "Word overlap", "shared words alone, a baseline", partial(EmbeddedVerifier, ("alignment",))),
        _named(settings, "similarity", f"Similarity ({settings.embedder})", "cosine of the closest sentence"),
    ]
    if settings.llm_model is not None:
        model = settings.llm_model
        found.append(_named(settings, "llm", f"Model {model}", "a language model", decided_by_model))
        found.append(
            _named(settings, "cascade", f"Cascade to {model}", "the model where embedded is not sure", decided_or_sure)
        )
    if settings.cross_encoder is not None:
        name = settings.cross_encoder.rstrip("/").rpartition("/")[2]
        found.append(_named(settings, "cross_encoder", f"Cross-encoder {name}", "an entailment model of your own"))
    first = sorted(found, key=lambda one: one.key != settings.verifier)
    return tuple(Offer(one.key, one.name, one.about, partial(_made, one, settings, in_use)) for one in first)


@dataclass(frozen=True, slots=True)
class _Plan:
    key: str
    name: str
    about: str
    verifier: Callable[[], Verifier]
    left_out: LeftOut


def _offer(key: str, name: str, about: str, made: Callable[[], Verifier]) -> _Plan:
    return _Plan(key, name, about, made, first_failure)


def _named(settings: Settings, key: str, name: str, about: str, left_out: LeftOut = first_failure) -> _Plan:
    """A verifier by its name in the settings."""
    own = settings.model_copy(update={"verifier": key})
    return _Plan(key, name, about, lambda: verifier(own, wanted_model(own)), left_out)


def _made(plan: _Plan, settings: Settings, in_use: Profile | None) -> Contender:
    judge = plan.verifier()
    tuned = in_use is not None and in_use.verifier_fingerprint == judge.spec.fingerprint
    profile = in_use if in_use is not None and tuned else Profile(support_threshold=settings.support_threshold)
    return Contender(plan.name, judge, profile, plan.left_out)
