"""What is compared: a verifier with the threshold that decides on its verdicts, or a policy."""

from collections.abc import Callable
from dataclasses import dataclass, field

from critique_core.models import PolicyName, Profile, Verdict
from critique_core.verifiers.base import Verifier

LeftOut = Callable[[Verdict], str | None]
"""Why a verdict is not counted as its contender's; ``None`` when it is."""


def first_failure(verdict: Verdict) -> str | None:
    """Leave out what could not be checked."""
    return verdict.failure


def decided_by_model(verdict: Verdict) -> str | None:
    """Leave out what the verifier behind a language model judged in its place, too."""
    if verdict.failure is not None or verdict.method == "llm_verification":
        return verdict.failure
    return "the model gave no answer that could be used; the embedded verifier judged in its place"


def decided_or_sure(verdict: Verdict) -> str | None:
    """Leave out claims of a cascade that the first verifier was not sure of and the model did not judge."""
    from critique_core.verifiers.cascade import SURE_BELOW, SURE_FROM  # noqa: PLC0415 - only for whoever has a model

    belief = verdict.probabilities
    if verdict.method == "llm_verification" or belief is None:
        return verdict.failure
    if not SURE_BELOW <= belief.supported < SURE_FROM:
        return verdict.failure
    return "the embedded verifier was not sure and the model gave no answer that could be used"


@dataclass(frozen=True, slots=True)
class Contender:
    """A verifier under a name of its own; ``left_out`` says which of its verdicts are not its own."""

    name: str
    verifier: Verifier
    profile: Profile = field(default_factory=Profile)
    left_out: LeftOut = first_failure


@dataclass(frozen=True, slots=True)
class PolicyContender:
    """A policy, which decides from verdicts that are there and asks no verifier."""

    name: str
    policy: PolicyName
