"""The one capability asked of a chat model: an object of a given form, from two texts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Show = Callable[[str], None]
"""Takes all text of an answer so far, again and again as it grows; it starts anew when an answer had to be asked for
again."""

Cancelled = Callable[[], bool]
"""Whether the caller wants no answer any more; asked about ten times a second while a model is waited for."""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """Which model: ``name`` for a person; ``fingerprint`` changes whenever the same prompt could get another answer.

    It covers protocol, address, model and options; what a server does behind a model's name cannot be seen.
    """

    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What was spent: calls to the server and tokens by its own count, ``None`` where one call was not counted."""

    calls: int = 0
    prompt_tokens: int | None = 0
    completion_tokens: int | None = 0

    def __add__(self, other: "Usage") -> "Usage":
        """Both together; what is unknown in one is unknown in the sum."""
        return Usage(
            self.calls + other.calls,
            _sum(self.prompt_tokens, other.prompt_tokens),
            _sum(self.completion_tokens, other.completion_tokens),
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered.

    ``content`` is a JSON object and nothing more is known of it: whether it fits the schema is the caller's to check.
    ``repaired``: it was not exactly one JSON object, so prose, fences, trailing commas or an unfinished end were taken
    off. ``cut_off``: the model stopped at its limit of tokens or in the middle of the object, so parts are missing; an
    unfinished value is left out, never guessed.
    """

    content: dict[str, Any]
    usage: Usage
    repaired: bool = False
    cut_off: bool = False


class ChatModel(Protocol):
    """A model that answers with an object."""

    @property
    def spec(self) -> ModelSpec:
        """Name and fingerprint; nothing is sent."""
        ...

    def complete(
        self,
        system: str,
        user: str,
        schema: Mapping[str, Any],
        *,
        stream: Show | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """The object that the model answers to ``user`` under the instructions ``system``.

        ``schema`` is a JSON schema of an object; the strictest servers want every property required and
        ``additionalProperties`` false throughout. ``stream`` shows the answer as it grows; ``cancelled`` gives up. May
        be called from many threads. Raises ``ModelError`` and nothing else.
        """
        ...

    async def acomplete(
        self,
        system: str,
        user: str,
        schema: Mapping[str, Any],
        *,
        stream: Show | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """As ``complete``, without blocking the event loop; cancelling the task gives up. ``stream`` runs in a thread.

        Raises ``ModelError``.
        """
        ...


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
