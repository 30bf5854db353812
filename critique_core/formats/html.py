"""The visible text of HTML pages, with limits on time and memory."""

from dataclasses import dataclass
from datetime import date

from critique_core.errors import InvalidInput
from critique_core.formats.confined import MAX_MEGABYTES, ReadingFailed, TooLarge, TooSlow, read_confined
from critique_core.models import MAX_SOURCE_CHARACTERS

MAX_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Page:
    """What a reader of the page sees, as Markdown, and what the page says of itself."""

    text: str
    title: str | None
    published: date | None


def read_page(name: str, content: bytes, *, max_seconds: float = MAX_SECONDS) -> Page:
    """The visible text of a page: no scripts, styles, comments or hidden elements; nothing is run or fetched.

    What a style sheet hides is not known to be hidden. Raises ``InvalidInput`` naming the file and the remedy when the
    page is not in the encoding it names, has no text, or takes too long or too much memory to read.
    """
    try:
        answer = read_confined("html", content, seconds=max_seconds)
    except TooSlow as error:
        raise InvalidInput(f"{name} takes over {max_seconds:.0f} seconds to read; save its text as TXT") from error
    except TooLarge as error:
        raise InvalidInput(f"{name} needs over {MAX_MEGABYTES:,} MB to be read; save its text as TXT") from error
    except ReadingFailed as error:
        raise InvalidInput(f"{name} {error}; save it as UTF-8, or its text as TXT") from error
    text = answer["text"].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if not text:
        raise InvalidInput(f"{name} shows no text without running its scripts; save what a browser shows as TXT")
    if len(text) > MAX_SOURCE_CHARACTERS:
        raise InvalidInput(f"{name} holds over {MAX_SOURCE_CHARACTERS:,} characters of text; split it")
    title, published = answer["title"], answer["published"]
    if title is not None:
        title = title.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "\ufffd")
    return Page(text, title, date.fromisoformat(published) if published else None)
