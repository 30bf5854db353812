"""Inputs that were typed but not checked yet: in memory, by name, a bounded number of them."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from critique_core.models import CritiqueRequest, SourceDocument

_KEPT = 200


@dataclass(frozen=True)
class Inputs:
    """What a reviewer has typed so far."""

    texts: tuple[tuple[str, str], ...]
    sources: tuple[SourceDocument, ...]

    @classmethod
    def of(cls, request: CritiqueRequest) -> "Inputs":
        """The inputs as the fields hold them once this request is loaded."""
        return cls(
            texts=(("query", request.query), ("draft", request.draft), ("paste_title", ""), ("paste_text", "")),
            sources=request.sources,
        )

    @property
    def title(self) -> str:
        """The first words typed, which identify the inputs to the reviewer."""
        typed = (text for _, text in self.texts if text.strip())
        return next(typed, self.sources[0].name if self.sources else "")

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.sources and not any(text for _, text in self.texts)


class UnsentInputs:
    """Inputs by name; the least recently changed are forgotten first."""

    def __init__(self) -> None:
        self._inputs: OrderedDict[str, Inputs] = OrderedDict()
        self._lock = Lock()

    def put(self, name: str, inputs: Inputs) -> None:
        """Keep the inputs under a name."""
        with self._lock:
            self._inputs[name] = inputs
            self._inputs.move_to_end(name)
            while len(self._inputs) > _KEPT:
                self._inputs.popitem(last=False)

    def get(self, name: str) -> Inputs | None:
        """The inputs kept under a name."""
        with self._lock:
            return self._inputs.get(name)
