"""Where unchecked inputs lie: in memory, by name, a bounded number of them."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from critique_core.models import SourceDocument

_DESKS_KEPT = 200


@dataclass(frozen=True)
class Inputs:
    """What a reviewer has typed so far."""

    texts: tuple[tuple[str, str], ...]
    sources: tuple[SourceDocument, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.sources and not any(text for _, text in self.texts)


class Desks:
    """Inputs by name, those touched longest ago forgotten first."""

    def __init__(self) -> None:
        self._inputs: OrderedDict[str, Inputs] = OrderedDict()
        self._lock = Lock()

    def put(self, name: str, inputs: Inputs) -> None:
        """Keep the inputs under a name."""
        with self._lock:
            self._inputs[name] = inputs
            self._inputs.move_to_end(name)
            while len(self._inputs) > _DESKS_KEPT:
                self._inputs.popitem(last=False)

    def get(self, name: str) -> Inputs | None:
        """The inputs kept under a name."""
        with self._lock:
            return self._inputs.get(name)
