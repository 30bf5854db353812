"""A change of the draft, and how it is written into it: articles, apostrophes and the marks around words stay right."""

import re
from collections import Counter
from dataclasses import dataclass, replace

from critique_core.citations import markers
from critique_core.models import Hunk, VerifiedClaim

_MARKS = re.compile(r"\*+|~~|`+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")  # Markdown's, as they are around words
_MARK_BEFORE, _MARK_AFTER = re.compile(r"(?:\*+|~~|`+|_+)\Z"), re.compile(r"\*+|~~|`+|_+")
_LONGEST_MARK = 3
# A name that ends in s takes an apostrophe alone ("the boys' bikes"), any other one an s behind it ("the boy's bike").
_POSSESSIVE = re.compile(r"(?P<mark>['’])(?:(?<=s['’])(?!\w)|(?<!s['’])s\b)")
_QUOTED = re.compile(r"(?<!\w)['’‘](?=\w)[^'’]*\Z")


@dataclass(frozen=True, slots=True)
class Correction:
    """``draft[start:end]`` becomes ``replacement``, for ``reason``."""

    start: int
    end: int
    replacement: str
    reason: str

    def hunk(self, claim_id: str | None = None) -> Hunk:
        """The change as a revision holds it."""
        return Hunk(start=self.start, end=self.end, replacement=self.replacement, reason=self.reason, claim_id=claim_id)


def with_article(draft: str, start: int, end: int, written: str, reason: str) -> Correction:
    """The value in its place; "a" before it becomes "an", and "'s" behind it "'", or back, where it asks for that."""
    old, behind = draft[start:end], _POSSESSIVE.match(draft, end)
    if behind and not _QUOTED.search(draft, 0, end) and (old[-1:] == "s") != (written[-1:] == "s"):
        end, written = behind.end(), written + behind["mark"] + ("" if written.endswith("s") else "s")
    article = re.search(r"\b([Aa]n?)(\s+)\Z", draft[max(0, start - 4) : start])
    if article is None or _takes_an(written) == (article[1].lower() == "an"):
        return Correction(start, end, written, reason)
    wanted = article[1][0] + ("n" if _takes_an(written) else "")
    return Correction(start - len(article[0]), end, wanted + article[2] + written, reason)


def _takes_an(text: str) -> bool:
    return re.match(r"[aeiouAEIO]|8|1[18](?!\d)", text) is not None and not re.match(r"(?i)one|uni|eu", text)


def without_markers(draft: str, claim: VerifiedClaim) -> str:
    """The claim at the same length with spaces for its citation markers and marks, which no source's sentence has."""
    text = draft[claim.start : claim.end]
    text = markers.blanked(text, markers.find(text))
    return _MARKS.sub(lambda match: " " * len(match[0]), text)


def kept_whole(draft: str, change: Correction) -> Correction | None:
    """The change with the mark next to it that its words hold the other end of; ``None`` where it would break Markdown.

    Words were compared without marks and citation markers, so a change may take one end of a pair ("by **Charlotte**
    Moss") or a citation with it.
    """
    if change.replacement and _cites(draft[change.start : change.end]) > _cites(change.replacement):
        return None
    before = _MARK_BEFORE.search(draft, max(0, change.start - _LONGEST_MARK), change.start)
    after = _MARK_AFTER.match(draft, change.end)
    starts = (change.start, before.start()) if before else (change.start,)
    ends = (change.end, after.end()) if after else (change.end,)
    for start in starts:
        for end in ends:
            if _open_marks(draft[start:end]) == _open_marks(change.replacement):
                return replace(change, start=start, end=end)
    return None


def _cites(text: str) -> int:
    return len(markers.find(text))


def _open_marks(text: str) -> set[str]:
    """The marks of a text that have no other end in it."""
    counts = Counter(match[0] for match in _MARKS.finditer(text))
    return {mark for mark, count in counts.items() if count % 2}


def quoted(text: str) -> str:
    """The words on one line, in quotation marks."""
    return f"“{' '.join(text.split())}”"
