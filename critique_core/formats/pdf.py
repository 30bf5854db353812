"""The text of PDF pages, with limits on everything a hostile file could blow up."""

import time
from io import BytesIO
from typing import Any

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError, PyPdfError

from critique_core.errors import InvalidInput
from critique_core.models import MAX_SOURCE_CHARACTERS

MAX_PAGES = 1_000
MAX_SECONDS = 30.0


class _TooSlow(Exception):
    """Reading took longer than allowed."""


def read_pages(name: str, content: bytes, *, max_seconds: float = MAX_SECONDS) -> tuple[str, ...]:
    """The text of each page, in order; a page without text gives an empty string.

    Raises ``InvalidInput`` naming the file and the remedy when it is broken, locked by a password, has no text at all
    (a scan), has over 1,000 pages or 5 million characters, or takes longer than ``max_seconds`` to read.
    """
    deadline = time.monotonic() + max_seconds
    try:
        reader = PdfReader(BytesIO(content))
        _unlock(name, reader)
        _check_length(name, reader)
        pages = _texts(name, reader, deadline)
    except InvalidInput:
        raise
    except _TooSlow as error:
        raise InvalidInput(f"{name} takes over {max_seconds:.0f} seconds to read; save its text as TXT") from error
    except DependencyError as error:
        raise InvalidInput(f"{name} is encrypted; save a copy without protection") from error
    except Exception as error:  # a broken file makes the parser fail in any way there is
        raise InvalidInput(
            f"{name} is not a readable PDF ({_reason(error)}); save it again as PDF or as TXT"
        ) from error
    if not any(page.strip() for page in pages):
        raise InvalidInput(f"{name} has no text, only images; run text recognition (OCR) on it first")
    return pages


def _unlock(name: str, reader: PdfReader) -> None:
    # Many files are encrypted with an empty password, only to forbid printing.
    if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
        raise InvalidInput(f"{name} is locked with a password; save a copy without it")


def _check_length(name: str, reader: PdfReader) -> None:
    count = len(reader.pages)
    if count > MAX_PAGES:
        raise InvalidInput(f"{name} has {count:,} pages, {MAX_PAGES:,} are allowed; split it")


def _texts(name: str, reader: PdfReader, deadline: float) -> tuple[str, ...]:
    def check(*_: Any) -> None:
        if time.monotonic() > deadline:
            raise _TooSlow

    pages: list[str] = []
    characters = 0
    for page in reader.pages:
        text = _clean(page.extract_text(visitor_operand_before=check))
        check()  # inside a nested form the parser swallows what is raised
        characters += len(text)
        if characters > MAX_SOURCE_CHARACTERS:
            raise InvalidInput(f"{name} holds over {MAX_SOURCE_CHARACTERS:,} characters of text; split it")
        pages.append(text)
    return tuple(pages)


def _clean(text: str) -> str:
    """Fonts may map glyphs to anything: NUL is dropped, half a surrogate pair becomes U+FFFD."""
    return text.replace("\x00", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split())[:120]
    return text if isinstance(error, PyPdfError) and text.isprintable() and text else type(error).__name__
