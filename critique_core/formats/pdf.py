"""The text of PDF pages, with limits on everything a hostile file could blow up."""

from critique_core.errors import InvalidInput
from critique_core.formats.confined import MAX_MEGABYTES, ReadingFailed, TooLarge, TooSlow, read_confined
from critique_core.models import MAX_SOURCE_CHARACTERS

MAX_PAGES = 1_000
MAX_SECONDS = 30.0


def read_pages(name: str, content: bytes, *, max_seconds: float = MAX_SECONDS) -> tuple[str, ...]:
    """The text of each page, in order; a page without text gives an empty string.

    Raises ``InvalidInput`` naming the file and the remedy when it is broken, locked by a password, has no text at all
    (a scan), has over 1,000 pages or 5 million characters, or takes longer than ``max_seconds`` or more memory than
    allowed to read.
    """
    limits = {"max_pages": MAX_PAGES, "max_characters": MAX_SOURCE_CHARACTERS}
    try:
        answer = read_confined("pdf", content, seconds=max_seconds, arguments=limits)
    except TooSlow as error:
        raise InvalidInput(f"{name} takes over {max_seconds:.0f} seconds to read; save its text as TXT") from error
    except TooLarge as error:
        raise InvalidInput(f"{name} unpacks to over {MAX_MEGABYTES:,} MB; save its text as TXT") from error
    except ReadingFailed as error:
        raise InvalidInput(f"{name} is not a readable PDF ({error}); save it again as PDF or as TXT") from error
    if "refused" in answer:
        raise InvalidInput(_refusal(name, answer["refused"], answer.get("count", 0)))
    pages = tuple(answer["pages"])
    if not any(page.strip() for page in pages):
        raise InvalidInput(f"{name} has no text, only images; run text recognition (OCR) on it first")
    return pages


def _refusal(name: str, reason: str, count: int) -> str:
    return {
        "locked": f"{name} is locked with a password; save a copy without it",
        "encrypted": f"{name} is encrypted; save a copy without protection",
        "pages": f"{name} has {count:,} pages, {MAX_PAGES:,} are allowed; split it",
        "text": f"{name} holds over {MAX_SOURCE_CHARACTERS:,} characters of text; split it",
    }[reason]
