"""What a run spends on models, stage by stage, and what it has to report, for the run that is under way.

Verifiers and stages that ask a model enter what they spent; the pipeline opens the ledger and puts it into the
critique. Outside a run nothing is kept. Stages are begun and ended by the thread that runs the pipeline; calls that run
side by side may enter what they spent from threads of their own.
"""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from critique_core.errors import ModelError
from critique_core.models import Escalation, StageCost, StageModel


@dataclass(slots=True)
class Ledger:
    """Costs by stage and notes for a reader; ``beat`` is called while a model is waited for and may raise to cancel.

    It is called by one thread at a time, whichever that is. ``reached`` is how much of the stage is done by what a
    model has answered so far, 0 to 1; ``beat`` may report it.
    """

    beat: Callable[[], None] | None = None
    stage: str = ""
    costs: dict[str, StageCost] = field(default_factory=dict[str, StageCost])
    escalation: Escalation | None = None
    notes: list[str] = field(default_factory=list[str])
    by_model: list[StageModel] = field(default_factory=list[StageModel])
    reached: float = 0.0
    _share: tuple[float, float] = (0.0, 1.0)
    _cancelling: BaseException | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)
    _beating: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def spend(self, calls: int, prompt_tokens: int | None, completion_tokens: int | None) -> None:
        """Enter calls under the stage that runs; tokens unknown once stay unknown for the stage."""
        with self._lock:
            known = self._cost()
            self.costs[self.stage] = known.model_copy(update={
                "calls": known.calls + calls,
                "prompt_tokens": _sum(known.prompt_tokens, prompt_tokens),
                "completion_tokens": _sum(known.completion_tokens, completion_tokens),
            })  # fmt: skip

    def hit(self, answers: int) -> None:
        """Enter answers that the cache gave."""
        if answers:
            with self._lock:
                known = self._cost()
                self.costs[self.stage] = known.model_copy(update={"cache_hits": known.cache_hits + answers})

    def share(self, part: Escalation) -> None:
        """Enter how a cascade shared one batch."""
        known = self.escalation or Escalation()
        self.escalation = Escalation(**{
            name: getattr(known, name) + getattr(part, name) for name in Escalation.model_fields
        })  # fmt: skip

    def note(self, text: str) -> None:
        """Tell a reader something once: what failed and what to do."""
        with self._lock:
            if text not in self.notes:
                self.notes.append(text)

    def did(self, one: StageModel) -> None:
        """Enter that a model did a stage."""
        if one not in self.by_model:
            self.by_model.append(one)

    @property
    def watched(self) -> bool:
        """Whether anybody looks how far a model is."""
        return self.beat is not None

    def begin(self, start: float, end: float) -> None:
        """What a verifier is given next is this share of the stage."""
        self._share = start, end
        self.reached = start

    def arrived(self, part: float) -> None:
        """So much of what the verifier was given has been answered, 0 to 1; never less than was reported before."""
        with self._lock:
            start, end = self._share
            self.reached = max(self.reached, start + (end - start) * min(max(part, 0.0), 1.0))

    def cancelled(self) -> bool:
        """Whether the run is to end; what ``beat`` raised is kept for ``end_if_cancelled``."""
        with self._beating:
            if self._cancelling is None and self.beat is not None:
                try:
                    self.beat()
                except BaseException as error:
                    self._cancelling = error
            return self._cancelling is not None

    def end_if_cancelled(self) -> None:
        """Raise what ended the run, if anything did."""
        if self._cancelling is not None:
            raise self._cancelling

    @property
    def tokens(self) -> int | None:
        """All tokens; ``None`` when no model was asked or some were not counted."""
        total: int | None = 0 if any(cost.calls for cost in self.costs.values()) else None
        for cost in self.costs.values():
            total = _sum(_sum(total, cost.prompt_tokens), cost.completion_tokens)
        return total

    def _cost(self) -> StageCost:
        return self.costs.get(self.stage) or StageCost(stage=self.stage)


_open: ContextVar[Ledger | None] = ContextVar("claimlens_ledger", default=None)


def ledger() -> Ledger:
    """The ledger of the run under way, or one that no one reads."""
    return _open.get() or Ledger()


@contextmanager
def kept(book: Ledger, stage: str) -> Generator[None]:
    """Make ``book`` the ledger of what runs inside, which is entered under ``stage``."""
    token, outer = _open.set(book), book.stage
    book.stage = stage
    book.begin(0.0, 1.0)
    try:
        yield
    finally:
        book.stage = outer
        book.begin(0.0, 1.0)
        _open.reset(token)


def in_words(error: ModelError) -> str:
    """What failed and what to do, as one sentence without its full stop."""
    text = " ".join(str(error).split()).rstrip(".")
    return text if error.hint is None or error.hint in text else f"{text}; {error.hint}"


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
