"""What a web search gave, as sources: plain text, safe addresses, marked as web. All of it is hostile text."""

import email.utils
import hashlib
import html
import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from critique_core.models import SourceDocument

MOST_CHARACTERS = 20_000  # of one result's text
_MOST_TITLE, _MOST_URL = 300, 2000
# Bounded, so that time stays linear in text made to be slow; the standard library's reader of HTML is quadratic in it.
_MARK = re.compile(
    r"(?P<comment><!--)|(?P<comment_end>-->)|<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,20})(?:[\s/][^<>]{0,2000})?>"
    r"|<[!?][a-zA-Z][^<>]{0,2000}>"
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_UNREADABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_UNSEEN = frozenset(("script", "style", "noscript", "template", "head", "iframe", "svg"))
_BLOCKS = frozenset("p div br li ul ol tr table h1 h2 h3 h4 h5 h6 section article blockquote pre hr".split())


def sources(results: Iterable[Any], *, retriever: str, scored: bool) -> tuple[SourceDocument, ...]:
    """The usable ones of a server's results in their order, each address once.

    ``scored``: their ``score`` is a relevance from 0 to 1. A result without text or with an address that no reader
    should open is left out; markup and characters that no text may hold are taken off; what is longer than 20,000
    characters is cut, and ``metadata["cut"]`` says so. The id is made of the address, so it is the same every time.
    """
    return tuple(_distinct(results, retriever, scored=scored))


def one_line(text: str) -> str:
    """The text in one line, control characters, surrogates and marks that turn its direction taken out."""
    return " ".join(_UNREADABLE.sub(" ", text).split())


def _distinct(results: Iterable[Any], retriever: str, *, scored: bool) -> Iterator[SourceDocument]:
    seen: set[str] = set()
    for result in results:
        source = _source(retriever, result, scored=scored) if isinstance(result, dict) else None  # pyright: ignore[reportUnknownArgumentType]
        if source and source.id not in seen:
            seen.add(source.id)
            yield source


def _source(retriever: str, result: dict[str, Any], *, scored: bool) -> SourceDocument | None:
    """A result as a source; ``None`` when it has no text or no address that a reader could open."""
    url = _usable_url(result.get("url"))
    text = _text(result.get("content"))
    if url is None or not text:
        return None
    metadata = {"origin": "web", "retriever": retriever}
    if len(text) > MOST_CHARACTERS:
        metadata["cut"] = f"the first {MOST_CHARACTERS:,} of {len(text):,} characters"
    score: Any = result.get("score") if scored else None
    known = isinstance(score, (int, float)) and not isinstance(score, bool) and 0.0 <= score <= 1.0
    return SourceDocument(
        id=f"web-{hashlib.sha256(_same(url).encode()).hexdigest()[:16]}",
        content=text[:MOST_CHARACTERS],
        type="web",
        title=one_line(_text(result.get("title")))[:_MOST_TITLE] or None,
        url=url,
        domain=urlsplit(url).hostname,
        published=_day(result.get("published_date") or result.get("publishedDate")),
        relevance_score=float(score) if known else None,
        metadata=metadata,
    )


def _usable_url(value: Any) -> str | None:
    """An http address without a user's name in it; ``None`` for javascript:, data: and the like."""
    if not isinstance(value, str) or len(value) > _MOST_URL or _UNREADABLE.search(value) or value != value.strip():
        return None
    try:
        parts = urlsplit(value)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return None
    usable = parts.scheme in ("http", "https") and host and parts.username is None and not re.search(r"\s", value)
    return value if usable else None


def _same(url: str) -> str:
    """The address under which two results are one: without the place on the page."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.casefold(), parts.path.rstrip("/"), parts.query, ""))


def _day(value: Any) -> date | None:
    if not isinstance(value, str):
        return None
    for read in (datetime.fromisoformat, email.utils.parsedate_to_datetime):
        try:
            return read(value.strip()).date()
        except (ValueError, OverflowError, IndexError, TypeError):
            continue
    return None


def _text(value: Any) -> str:
    """A result's text without markup and without characters that no reader can see."""
    if not isinstance(value, str):
        return ""
    value = _UNREADABLE.sub("", _ENTITY.sub(lambda match: html.unescape(match[0]), "".join(_visible(value))))
    lines = (" ".join(line.split()) for line in value.splitlines())
    return "\n".join(line for line in lines if line)


def _visible(text: str) -> Iterator[str]:
    """The parts of a text between its marks; what a script, style or comment holds is left out where that ends."""
    hidden, shown_to, at = None, 0, 0
    for match in _MARK.finditer(text):
        tag = (match["tag"] or "").casefold()
        if hidden is not None:
            if match["comment_end"] if hidden == "<!--" else match["end"] and tag == hidden:
                hidden, at = None, match.end()
            continue
        if match["comment_end"]:
            continue
        yield text[at : match.start()]
        at = match.end()
        if match["comment"] or (tag in _UNSEEN and not match["end"]):
            hidden, shown_to = "<!--" if match["comment"] else tag, at
        elif tag in _BLOCKS:
            yield "\n"
    # What never ends is no script but text that mentions one.
    yield _MARK.sub("", text[shown_to:]) if hidden is not None else text[at:]
