"""Parts of a whole that a source counts up: the members of an enumeration and the steps of a numbered list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from critique_core.completeness.answers import Draft, SourceSentence, said
from critique_core.language.sentence import Sentence, Word

_AND = frozenset("and or und oder et ou y o e en".split())
_LEAST_MEMBERS, _LONGEST_MEMBER = 3, 4  # members; words
_STEP = re.compile(r"(?:^|\n)[ \t>]*(\d{1,3})[.)][ \t]+\Z")
_SAID, _UNSAID = 0.5, 0.25  # share of a step's words from which, and up to which, a draft has it or lacks it


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an enumeration: its words, and how the source writes it."""

    text: str
    words: tuple[Word, ...]


def members(sentence: Sentence) -> tuple[Member, ...]:
    """The members of the first enumeration in a sentence ("Free, Pro and Team"); ``()`` for fewer than three."""
    tokens = sentence.tokens
    by_index = {word.index: word for word in sentence.words}
    commas = [i for i, token in enumerate(tokens) if token.text == ","]
    for joint in (i for i, token in enumerate(tokens) if token.norm in _AND and i):
        marks = [joint]
        for comma in reversed([comma for comma in commas if comma < joint]):
            if marks[0] - comma > _LONGEST_MEMBER + 1:
                break
            if marks[0] - comma > 1:  # no member is between a comma and the "and" right after it
                marks.insert(0, comma)
            else:
                marks[0] = comma
        runs = [_before(by_index, marks[0])]
        runs += [[by_index[i] for i in range(a + 1, b) if i in by_index] for a, b in pairwise(marks)]
        runs.append(_after(by_index, joint))
        if len(runs) >= _LEAST_MEMBERS and all(runs):
            return tuple(Member(sentence.text[run[0].token.start : run[-1].token.end], tuple(run)) for run in runs)
    return ()


def _before(by_index: dict[int, Word], position: int) -> list[Word]:
    found: list[Word] = []
    while (word := by_index.get(position - 1 - len(found))) and len(found) < _LONGEST_MEMBER:
        found.insert(0, word)
    return found


def _after(by_index: dict[int, Word], position: int) -> list[Word]:
    found: list[Word] = []
    while (word := by_index.get(position + 1 + len(found))) and len(found) < _LONGEST_MEMBER:
        found.append(word)
    return found


def unnamed(found: Sequence[Member], draft: Draft) -> tuple[Member, ...]:
    """The members a draft leaves out while it names at least half of them; ``()`` when it names all or few."""
    absent = tuple(one for one in found if not any(draft.says(word) for word in one.words))
    return absent if absent and len(absent) * 2 <= len(found) else ()


def dropped_steps(ordered: Sequence[SourceSentence], contents: dict[str, str], draft: Draft) -> list[SourceSentence]:
    """Steps of numbered lists that a draft leaves out between others that it gives, in order.

    ``ordered`` are in the order of the sources, ``contents`` holds each source's text.
    """
    found: list[SourceSentence] = []
    for steps in _numbered(ordered, contents):
        shares = [said(step.sentence.words, draft.keys) for step in steps]
        given = [position for position, share in enumerate(shares) if share >= _SAID]
        if len(given) * 2 < len(steps):
            continue
        inside = range(given[0] + 1, given[-1])
        found += [steps[i] for i in inside if shares[i] <= _UNSAID and len(steps[i].sentence.words) > 1]
    return found


def _numbered(ordered: Sequence[SourceSentence], contents: dict[str, str]) -> list[list[SourceSentence]]:
    """Runs of at least three sentences that open items numbered one after the other."""
    runs: list[list[SourceSentence]] = []
    last: tuple[str, int] | None = None
    for one in ordered:
        start = one.unit.start
        match = _STEP.search(contents[one.source_id][max(0, start - 12) : start])
        if match is None:
            continue
        number = int(match[1])
        if last == (one.source_id, number - 1):
            runs[-1].append(one)
        else:
            runs.append([one])
        last = (one.source_id, number)
    return [run for run in runs if len(run) >= _LEAST_MEMBERS]
