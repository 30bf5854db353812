"""Markdown documents that name their sources in a comment, which readers do not see.

    <!-- claimlens sources:
    ../specs/limits.json
    ../specs/api.md
    -->

The sources, one path a line from the document's folder, are those of what follows, up to the next such comment or the
end. A comment that names none ends what is checked. In a block of code it is no comment.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from critique_core.errors import FormatError

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_SOURCES = re.compile(r"<!--\s*claimlens sources:(.*?)-->", re.S)
_MEANT = re.compile(r"<!--\s*claimlens\b[^\n]*(?:source|:)", re.I)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


_MISWRITTEN = "this comment names no sources; write <!-- claimlens sources: and one path a line, and end it with -->"


@dataclass(frozen=True, slots=True)
class Section:
    """Text from ``line`` (from 1) on, and the paths that its comment names; other comments are blank in it."""

    line: int
    text: str
    paths: tuple[str, ...]


def sections(document: str) -> Iterator[Section]:
    """The parts of a document that name sources, in order; none where it has no such comment.

    Raises ``FormatError`` with its line for a comment that was meant to name them and does not.
    """
    fenced = _fenced(document)
    comments = [one for one in _COMMENT.finditer(document) if not any(one.start() in block for block in fenced)]
    for one in comments:
        if _MEANT.match(one.group()) and (not _SOURCES.fullmatch(one.group()) or "<!--" in one.group()[1:]):
            raise FormatError(_MISWRITTEN, line=document.count("\n", 0, one.start()) + 1)
    starts = [(one, named) for one in comments if (named := _SOURCES.fullmatch(one.group()))]
    for place, (comment, named) in enumerate(starts):
        end = starts[place + 1][0].start() if place + 1 < len(starts) else len(document)
        paths = tuple(path for line in named[1].splitlines() if (path := line.strip()))
        text = _blanked(document, comment.end(), end, comments)
        if paths and text.strip():
            yield Section(document.count("\n", 0, comment.end()) + 1, text, paths)


def _blanked(document: str, start: int, end: int, comments: list[re.Match[str]]) -> str:
    """The text between, each character of a comment a space: what is found in it keeps its place."""
    text = document[start:end]
    for one in comments:
        if start <= one.start() < end:
            blank = re.sub(r"[^\n]", " ", one.group())
            text = text[: one.start() - start] + blank + text[one.end() - start :]
    return text


def _fenced(document: str) -> list[range]:
    """The blocks of code, by their characters."""
    blocks: list[range] = []
    opened: tuple[int, str] | None = None
    at = 0
    for line in document.splitlines(keepends=True):
        fence = _FENCE.match(line)
        if opened is None and fence:
            opened = (at, fence[1])
        elif opened is not None and fence and fence[1].startswith(opened[1]) and not line[fence.end() :].strip():
            blocks.append(range(opened[0], at + len(line)))
            opened = None
        at += len(line)
    return [*blocks, range(opened[0], at)] if opened else blocks
