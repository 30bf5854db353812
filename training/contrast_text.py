"""Shared by all makers of contrast edits: the edit, a sentence cut into words, and the replacement of words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

CONTRADICTED, UNSUPPORTED = "contradicted", "unsupported"

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W_]+)*")
_VOWEL = re.compile(r"(?!uni|use|usu|euro|one\b|once|ubiq|u[-. ])[aeiou]|hour|hono|heir", re.IGNORECASE)
_ARTICLE = re.compile(r"(?<![\w'’-])([Aa])(n?) $")
_PARTICLES = r"of|de|da|del|della|di|du|la|le|van|von|der|den|bin|al|the|for"
_NAME = re.compile(
    rf"(?<![\w'’.-])(?:(?:St|Mr|Mrs|Ms|Dr|Jr|Prof)\.|[A-Z][\w'’-]*[^\W_]|[A-Z]\.|[A-Z]{{2,}})"
    rf"(?: (?:(?:{_PARTICLES}) ){{0,2}}(?:[A-Z][\w’-]*\w|[A-Z]\.))*"
)
MONTHS: tuple[str, ...] = tuple(
    "January February March April May June July August September October November December".split()
)
WEEKDAYS: tuple[str, ...] = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
# Words capitalised at the start of a sentence, or always, that are not names to replace.
NOT_NAMES = frozenset(
    "A An The This That These Those He She It They We You I His Her Its Their Our My Your In On At By For From With To "
    "As Of After Before During Since Until When While Where Who What Which Why How If Unless Although Though Because "
    "However But And Or So Yet Nor Then Thus Hence There Here Also Both Either Neither Each Every All Some Many Most "
    "Few Several Other Another Such No Not Only One Two Three Four Five Six Seven Eight Nine Ten First Second Third "
    "Last Later Once Now Today Despite According Additionally Moreover Furthermore Meanwhile Instead Like Under Over "
    "Between Among Through Upon Within Without Mr Mrs Ms Dr Prof Sir Lord Lady King Queen Prince Princess President "
    "Retrieved Accessed Archived Category Image File English French German Spanish Italian American British Indian "
    "Chinese Japanese Russian Canadian Australian European African Asian Christian Muslim Jewish Catholic".split()
).union(MONTHS, WEEKDAYS)


@dataclass(frozen=True)
class Edit:
    """One edited sentence; [start, end) are the changed words in ``text``, in code points.

    ``label`` is contradicted or unsupported.
    """

    kind: str
    text: str
    start: int
    end: int
    label: str


@dataclass(frozen=True)
class Word:
    """A word of letters, with hyphens and apostrophes inside, and its offsets."""

    text: str
    start: int
    end: int

    @cached_property
    def lower(self) -> str:
        """The word in lower case, with a plain apostrophe."""
        return self.text.lower().replace("’", "'")


class Sentence:
    """A sentence with cached lookups for the makers."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def words(self) -> list[Word]:
        """All words, in order."""
        return [Word(match[0], match.start(), match.end()) for match in _WORD.finditer(self.text)]

    @cached_property
    def lowers(self) -> frozenset[str]:
        """All words in lower case."""
        return frozenset(word.lower for word in self.words)

    @cached_property
    def names(self) -> list[tuple[int, int]]:
        """Spans of the capitalised names; a single first word is not a name."""
        found = []
        for match in _NAME.finditer(self.text):
            start, end = match.span()
            while (first := self.text[start:end].split(" ", 1))[0].rstrip(".") in NOT_NAMES and len(first) == 2:
                start += len(first[0]) + 1
            name = self.text[start:end]
            if name.endswith(("'s", "’s")):
                end, name = end - 2, name[:-2]
            alone = " " not in name and not self.text[:start].strip(" `'\"*")
            if not name or name in NOT_NAMES or not name[0].isupper() or len(name) < 3 or alone:
                continue
            found.append((start, end))
        return found

    @cached_property
    def body_end(self) -> int:
        """The end of the words, before the final stop and its space."""
        return len(self.text.rstrip(" .!\n"))

    def before(self, index: int) -> str:
        """The word before the index-th, in lower case, if only a space is between; else the empty string."""
        if index and self.text[self.words[index - 1].end : self.words[index].start] == " ":
            return self.words[index - 1].lower
        return ""

    def after(self, index: int) -> str:
        """The word after the index-th, in lower case, if only a space is between; else the empty string."""
        if index + 1 < len(self.words) and self.text[self.words[index].end : self.words[index + 1].start] == " ":
            return self.words[index + 1].lower
        return ""

    def names_follow(self, index: int) -> bool:
        """Whether a capitalised word follows the index-th, as in "Happy Death Day"."""
        return self.words[index + 1 : index + 2] != [] and self.words[index + 1].text[0].isupper()

    def replaced(self, kind: str, label: str, start: int, end: int, new: str) -> Edit:
        """The sentence with [start, end) replaced; a leading capital is kept and "a"/"an" before it corrected."""
        text, old = self.text, self.text[start:end]
        if old[:1].isupper() and new[:1].islower() and not text[:start].strip(" `'\"*"):
            new = new[0].upper() + new[1:]
        head = text[:start]
        article = _ARTICLE.search(head)
        if article and new:
            fitting = article[1] + ("n" if _VOWEL.match(new) else "") + " "
            if fitting != article[0]:
                head, new = head[: article.start()], fitting + new
        return Edit(kind, head + new + text[end:], len(head), len(head) + len(new), label)


Maker = Callable[[Sentence, Random], Iterator[Edit]]
