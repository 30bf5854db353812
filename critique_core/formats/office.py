"""Workbooks (XLSX) and documents (DOCX), through the libraries of the extra ``office``, with limits on both."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal

from critique_core.errors import InvalidInput
from critique_core.formats.confined import MAX_MEGABYTES, ReadingFailed, TooLarge, TooSlow, read_confined
from critique_core.models import MAX_SOURCE_CHARACTERS

MAX_SECONDS = 60.0
_LIBRARIES = {"sheet": ("openpyxl", "XLSX", "CSV"), "document": ("docx", "DOCX", "PDF or TXT")}
_OLD = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook: its name, and its rows of cells as they would be written in CSV."""

    name: str
    rows: Sequence[Sequence[str]]


def read_sheets(name: str, content: bytes, *, first_only: bool = False) -> tuple[Sheet, ...]:
    """The sheets of a workbook, those without a cell left out unless only the first is wanted.

    A formula is the value that was last worked out. Raises ``InvalidInput`` naming the file and the remedy.
    """
    sheets = tuple(Sheet(title, rows) for title, rows in _read("sheet", name, content, {"first_only": int(first_only)}))
    return sheets if first_only else tuple(sheet for sheet in sheets if sheet.rows)


def read_document(name: str, content: bytes) -> str:
    """The paragraphs and tables of a document in their order, headings as Markdown.

    Raises ``InvalidInput`` naming the file and the remedy.
    """
    text: str = _read("document", name, content, {})
    if not text.strip():
        raise InvalidInput(f"{name} has no text, only images; save the text in it as TXT")
    if len(text) > MAX_SOURCE_CHARACTERS:
        raise InvalidInput(f"{name} holds over {MAX_SOURCE_CHARACTERS:,} characters of text; split it")
    return text


def _read(kind: Literal["sheet", "document"], name: str, content: bytes, arguments: dict[str, int]) -> Any:
    library, form, remedy = _LIBRARIES[kind]
    if content.startswith(_OLD):
        raise InvalidInput(f"{name} is locked with a password, or an old Office file; save it as {form} without one")
    if find_spec(library) is None:
        install = "pip install 'claimlens[office]'"
        raise InvalidInput(f"{name}: {form} needs the extra office: {install}; or save it as {remedy}")
    try:
        return read_confined(kind, content, seconds=MAX_SECONDS, arguments=arguments)
    except TooSlow as error:
        raise InvalidInput(f"{name} takes over {MAX_SECONDS:.0f} seconds to read; save it as {remedy}") from error
    except TooLarge as error:
        raise InvalidInput(f"{name} unpacks to over {MAX_MEGABYTES:,} MB; split it, or save it as {remedy}") from error
    except ReadingFailed as error:
        raise InvalidInput(f"{name} is not a readable {form} file ({error}); save it again, or as {remedy}") from error
