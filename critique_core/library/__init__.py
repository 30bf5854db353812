"""The reader's own source library: files and folders on disk, a full-text index, passages for a query.

Names are loaded when first used, so that the command line can offer the library without loading it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from critique_core.library.library import Library, Progress
    from critique_core.library.values import Addition, LibraryEntry, Refusal

__all__ = ["Addition", "Library", "LibraryEntry", "Progress", "Refusal"]

_MODULE_OF = {
    "Library": "library", "Progress": "library", "Addition": "values", "LibraryEntry": "values", "Refusal": "values",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
