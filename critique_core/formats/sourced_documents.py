"""Markdown documents that name their sources in a comment, which readers do not see.

    <!-- claimlens sources:
    ../specs/limits.json
    ../specs/api.md
    -->

The sources, one path a line from the document's folder, are those of what follows, up to the next such comment or the
end. A comment that names none ends what is checked, and so does one that is miswritten. In a block of code it is no
comment.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# One of ours that is not closed ends where the next begins, so that it hides none.
_COMMENT = re.compile(r"<!--(?:\s*claimlens\b(?:(?!<!--).)*?(?:-->|(?=<!--)|\Z)|.*?(?:-->|\Z))", re.S)
_SOURCES = re.compile(r"<!--\s*claimlens sources:(.*?)-->", re.S)
_MEANT = re.compile(r"<!--\s*claimlens\b[^\n]*(?:source|:)", re.I)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Section:
    """Text from ``line`` (from 1) on, and the paths that its comment names; other comments are blank in it.

    ``comment`` is the line at which its comment begins.
    """

    line: int
    text: str
    paths: tuple[str, ...]
    comment: int


@dataclass(frozen=True, slots=True)
class Miswritten:
    """A comment, by the line at which it begins, that was meant to name sources and does not."""

    comment: int


def sections(document: str) -> Iterator[Section | Miswritten]:
    """The parts of a document that name sources, in order; none where it has no such comment."""
    fenced = _fenced(document)
    comments = [one for one in _COMMENT.finditer(document) if not any(one.start() in block for block in fenced)]
    ours = [one for one in comments if _MEANT.match(one.group())]
    for place, comment in enumerate(ours):
        begun = _line(document, comment.start())
        named = _SOURCES.fullmatch(comment.group())
        if named is None:
            yield Miswritten(begun)
            continue
        end = ours[place + 1].start() if place + 1 < len(ours) else len(document)
        paths = tuple(path for line in named[1].splitlines() if (path := line.strip()))
        text = _blanked(document, comment.end(), end, comments)
        if paths and text.strip():
            yield Section(_line(document, comment.end()), text, paths, begun)


def _line(document: str, at: int) -> int:
    return document.count("\n", 0, at) + 1


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
