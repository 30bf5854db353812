"""What the library says of what it holds and of what was added."""

from collections.abc import Iterable
from typing import Self

from pydantic import AwareDatetime, Field

from critique_core.models import Offset, Value


class LibraryEntry(Value):
    """One document of the library without its text; sizes in characters (code points) and passages.

    ``path`` is the file it was read from, ``None`` for a document that was added as a value. ``pages`` is ``None``
    where the document has no pages.
    """

    id: str
    title: str
    type: str
    path: str | None = None
    url: str | None = None
    pages: int | None = Field(default=None, ge=1)
    characters: Offset
    passages: Offset
    added_at: AwareDatetime


class Refusal(Value):
    """A file, folder or document that was not added, and why, with what to do about it."""

    name: str
    reason: str


class Addition(Value):
    """What became of everything that was to be added; each file or document is in exactly one of the lists.

    ``skipped`` are unchanged since they were added. ``refused`` could not be read; ``passed_over`` are folders, links
    and kinds of file that are not read by themselves. ``missing`` were added from the folder before and are no longer
    there: they stay in the library until removed.
    """

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()
    passed_over: tuple[Refusal, ...] = ()
    missing: tuple[str, ...] = ()

    @classmethod
    def together(cls, parts: Iterable["Addition"]) -> Self:
        """What became of everything in several additions, in order."""
        parts = tuple(parts)
        return cls(
            **{name: tuple(entry for part in parts for entry in getattr(part, name)) for name in cls.model_fields}
        )
