"""The errors a caller of Claimlens can meet.

    ClaimlensError
    |- InvalidInput          a request, file or argument that cannot be used as it is
    |  |- NotFound           it names something that is not there
    |  `- AlreadyThere       it would replace something that is to stay
    |- SettingsError         a setting with a wrong name or value
    |- VerifierUnavailable   a verifier that cannot be loaded or reached
    |- ModelError            a model call that failed; ``retryable`` and ``hint`` say what to do
    |- StoreError            the database refused or cannot be opened
    |  `- StoreOutdated      its tables are older than this claimlens, or not made yet
    `- FormatError           an interchange file that cannot be read; ``file`` and ``line`` say where

Every message names what happened, to which input, and what to do about it. Errors of other libraries are turned into
these where they arise.
"""

from pathlib import Path
from traceback import extract_tb


class ClaimlensError(Exception):
    """Root of all errors raised on purpose by Claimlens."""


class InvalidInput(ClaimlensError):
    """A request, file or argument that cannot be used as it is."""


class NotFound(InvalidInput):
    """Names something that is not there, or no longer."""


class AlreadyThere(InvalidInput):
    """Would replace something that is to stay as it is."""


class SettingsError(ClaimlensError):
    """A setting with an unknown name or a value that is not allowed."""


class VerifierUnavailable(ClaimlensError):
    """A verifier that cannot be loaded or reached."""


class ModelError(ClaimlensError):
    """A model call that failed; ``unreadable`` when the model did answer, but nothing that could be read."""

    def __init__(
        self, message: str, *, retryable: bool = False, hint: str | None = None, unreadable: bool = False
    ) -> None:
        super().__init__(message)
        self.retryable = retryable
        self.hint = hint
        self.unreadable = unreadable


class StoreError(ClaimlensError):
    """The database refused an operation or cannot be opened."""


class StoreOutdated(StoreError):
    """The database holds the tables of an older Claimlens or none yet, and was opened to be read alone."""


class FormatError(ClaimlensError):
    """An interchange file that cannot be read, with the place where reading stopped."""

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, raw: str | None = None
    ) -> None:
        self.reason = message if line is None else f"line {line}: {message}"
        """What is wrong, for a caller that names the file itself."""
        place = ", ".join(part for part in (file, f"line {line}" if line is not None else None) if part)
        super().__init__(f"{place}: {message}" if place else message)
        self.file = file
        self.line = line
        self.raw = raw
        """What is there, where that could be reported but not decoded."""


def without_text(error: BaseException) -> str:
    """The kind of an error and where it came from, for a log: its message may hold what was checked."""
    frames = extract_tb(error.__traceback__)
    places = [f"{Path(one.filename).parent.name}/{Path(one.filename).name}:{one.lineno}" for one in frames]
    return " > ".join([*places, type(error).__name__])


def fault_place(error: BaseException) -> str:
    """Kind and place of a fault, short enough to tell whoever asked; without the text, as ``without_text``."""
    last = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}, line {last.lineno}"
