"""Critiques that are made once a process, for tests whose subject is what is done with them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from critique_core.assembly import Critic
from critique_core.models import Critique
from critique_core.pipeline import RULES
from critique_core.verifiers.embedded import EmbeddedVerifier

_STEPS = ("critique", "revise", "with_hunks")


@contextmanager
def critiques_are_remembered() -> Iterator[None]:
    """Let ``Critic`` give the answer it gave before to an equal question under equal settings.

    A test that puts something else in the place of the embedded verifier, or of a step, is given what that makes.
    """
    with pytest.MonkeyPatch.context() as patch:
        for step in _STEPS:
            patch.setattr(Critic, step, _remembering(getattr(Critic, step), EmbeddedVerifier.verify))
        yield


def _remembering(made: Callable[..., Critique], judge: object) -> Callable[..., Critique]:
    known: dict[str, Critique] = {}

    def remembered(critic: Critic, *given: Any, **chosen: Any) -> Critique:
        usual = isinstance(critic.verifier, EmbeddedVerifier) and EmbeddedVerifier.verify is judge
        if not usual or critic.stages is not RULES:
            return made(critic, *given, **chosen)
        asked = [given, {name: value for name, value in chosen.items() if name != "progress"}]
        key = repr((critic.verifier.spec, critic.profile, critic.options, critic.gate, asked))
        if key not in known:
            known[key] = made(critic, *given, **chosen)
        return known[key]

    return remembered
