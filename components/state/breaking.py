"""The trial on the Break it live page: the texts as they were, their verdicts, and the changes made so far."""

from dataclasses import dataclass, replace

from components.state.session import Entry
from components.words.trial import Change
from critique_core.models import Critique, CritiqueRequest


@dataclass(frozen=True)
class Trial:
    """``before`` is the critique of the texts as they were; ``history`` is what stands after each step, oldest first.

    ``name`` and ``request`` say which texts they are, ``heard`` is the number of the screen's last event that was
    handled.
    """

    name: str
    request: CritiqueRequest
    before: Critique
    history: tuple[tuple[Change, ...], ...] = ()
    heard: int = 0

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes that stand now."""
        return self.history[-1] if self.history else ()


_TRIAL = Entry[Trial | None]("trial", None)


def trial() -> Trial | None:
    """The trial under way."""
    return _TRIAL.get()


def begin(name: str, request: CritiqueRequest, before: Critique) -> None:
    """Begin with texts as they are; what the screen sent of other texts is done with."""
    last = trial()
    _TRIAL.put(Trial(name, request, before, heard=last.heard if last is not None else 0))


def step(changes: tuple[Change, ...], heard: int | None = None) -> None:
    """Remember what stands after one more step."""
    current = trial()
    if current is not None:
        history = (*current.history, changes) if changes != current.changes else current.history
        _TRIAL.put(replace(current, history=history, heard=current.heard if heard is None else heard))


def undo() -> None:
    """Take the last step back."""
    current = trial()
    if current is not None:
        _TRIAL.put(replace(current, history=current.history[:-1]))
