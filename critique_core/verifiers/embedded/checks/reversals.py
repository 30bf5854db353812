"""A change told the wrong way round: "from 8.4 to 5.1 km" where the source gives "5.1 km -> 8.4 km"."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.sentence import Sentence
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation

_SURE = 0.8
_LEAST = 0.2
_TO = regex.compile(
    r"\s*(?:->|→|=>)\s*[$€£¥]?|\s+(?:(?:down|up|back|on)\s)?to\s+(?:just |about |only |nearly )?[$€£¥]?",
    regex.IGNORECASE,
)
_FROM = regex.compile(r"\bfrom\s+(?:just |about |only |nearly )?[$€£¥]?$", regex.IGNORECASE)
_OLD_AFTER = regex.compile(r"\s*,?\s*(?:(?:down|up|instead) (?:from|of)|instead of)\s+[$€£¥]?", regex.IGNORECASE)
_DIGITS = regex.compile(r"\d[\d.,]*\d|\d")

Change = tuple[Mention, Mention]
"""The value before a change and the one after it."""


def reversals(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """The claim's change set against one between the same two values that runs the other way.

    A source that tells the claim's own direction anywhere tells of two changes; then nothing conflicts.
    """
    mine = next(_changes(claim), None)
    if mine is None:
        return
    told = [(alignment, theirs) for alignment in alignments for theirs in _changes(alignment.scope.sentence)]
    if any(_same(mine[0], theirs[0]) and _same(mine[1], theirs[1]) for _, theirs in told):
        return
    for alignment, theirs in told:
        turned = _same(mine[0], theirs[1]) and _same(mine[1], theirs[0]) and not _same(mine[0], theirs[0])
        if turned and alignment.inside >= _LEAST:
            yield alignment, _observation(claim, mine, alignment.scope.sentence, theirs)
            return


def _changes(sentence: Sentence) -> Iterator[Change]:
    """The pairs of values of one kind that a sentence gives as from one to the other."""
    text = sentence.text
    for first, second in zip(sentence.mentions, sentence.mentions[1:], strict=False):
        if first.ordinal or second.ordinal or not _told(text, first, second):
            continue
        yield (second, first) if _OLD_AFTER.fullmatch(text, first.end, second.start) else (first, second)


def _told(text: str, first: Mention, second: Mention) -> bool:
    if _OLD_AFTER.fullmatch(text, first.end, second.start):
        return True
    arrow = _TO.fullmatch(text, first.end, second.start)
    return arrow is not None and (
        ">" in arrow.group() or "→" in arrow.group() or _FROM.search(text, 0, first.start) is not None
    )


def _same(first: Mention, second: Mention) -> bool:
    """Whether two values are equal, or written with the same digits: "2.6" of "from 2.6 to 2.1 million"."""
    if compare.comparable(first, second) and compare.agrees(first, second):
        return True
    one, two = _DIGITS.search(first.text), _DIGITS.search(second.text)
    return bool(one and two and one.group() == two.group()) and {first.kind, second.kind} <= {"number", "currency"}


def _observation(claim: Sentence, mine: Change, source: Sentence, theirs: Change) -> Observation:
    start, end = mine[0].start, mine[1].end
    low, high = min(m.start for m in theirs), max(m.end for m in theirs)
    reason = f"the source tells the change the other way round: from {theirs[0].text} to {theirs[1].text}"
    return Observation(
        "comparison", "conflicts", start, end, claim.text[start:end], low, high, source.text[low:high], reason, _SURE
    )
