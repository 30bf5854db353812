"""What finds sources for a query: the source library, a web search, or any object of your own."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from critique_core.models import SourceDocument


@runtime_checkable
class Retriever(Protocol):
    """Anything with a name and a ``search``; an object that only has ``search`` works wherever no name is shown."""

    @property
    def name(self) -> str:
        """What this retriever is called where its results are shown, such as ``library``."""
        ...

    def search(self, query: str, limit: int = 8) -> Sequence[SourceDocument]:
        """The sources that concern ``query``, best first, at most ``limit``; none is a plain answer, not an error.

        Raises an error of ``critique_core.errors`` when it could not search.
        """
        ...
