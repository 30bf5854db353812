"""The most of several things by a stated value: "the cheapest of the three", "the second largest island".

The value of the thing and those beside it are found as for any comparison (``comparisons``).
"""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.grammar import BE
from critique_core.language.sentence import Sentence, Word
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.scales import Degree, superlatives
from critique_core.verifiers.embedded.alignment.things import is_label, owned, segments, things, values_of_others
from critique_core.verifiers.embedded.checks.base import Seen
from critique_core.verifiers.embedded.checks.comparisons import (
    distinct,
    observation,
    opening_of,
    pivot_of,
    subject_words,
)

_SURE, _CHANCE = 0.7, 0.65
_NEAR = 3  # words behind a superlative that say in what
_SEVERAL = 2
_ANY_MEASURE = frozenset("option choice alternative variant one".split())  # "the faster option" is the faster one
_RANKS = {"second": 1, "third": 2, "fourth": 3, "fifth": 4}
_SET = regex.compile(
    r"\b(?:of|among|between|in|out of)\s+(?:all\s+)?(?:the\s+|these\s+|those\s+)?"
    r"(two|three|four|five|six|seven|eight|nine|ten|\d+|all|both)\b",
    regex.IGNORECASE,
)


def superlative(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """Check "X has the smallest excess of the three" against the values stated for X and for the things next to it."""
    for degree in superlatives(claim):
        counted = _SET.search(claim.text)
        if not degree.superlative and counted is None and pivot_of(claim, degree) is not None:
            continue  # "the larger of the pumps", "the larger than usual crowd"
        if degree.first and claim.tokens[degree.first - 1].norm == "at":
            continue  # "at least 23 years old" is a bound
        subject, measure = _named(claim, degree)
        best = next(iter(owned(subject, (), degree, measure, alignments)), None) if subject else None
        if best is None:
            return
        rivals = values_of_others(best, subject, degree, alignments)
        expected = {"two": 1, "both": 1, "three": 2, "four": 3}.get(counted.group(1).casefold(), 1) if counted else 1
        beaten = [r for r in rivals if (r.mention.low - best.mention.low) * degree.sign(best.mention) > 0]
        above = _rank(claim, degree)
        told = len(rivals) > above if above else bool(beaten) or len(rivals) >= expected
        alone = not (counted or measure or beaten) and degree.superlative and len(rivals) < _SEVERAL
        if told and not alone:
            sureness = _SURE if counted or beaten else _CHANCE
            values = best.mention, (beaten or rivals)[0].mention
            agrees = len(beaten) == above
            yield best.alignment, observation(claim, degree, values, sureness, agrees=agrees)
        return


def _named(claim: Sentence, degree: Degree) -> tuple[list[Word], tuple[Word, ...]]:
    """The words of the thing that a claim calls the most, and those of what it is the most in."""
    spoken = things(claim)
    before = [w for w in spoken if opening_of(claim, degree.first) <= w.index < degree.first]
    subject = distinct(subject_words(claim, before), [], claim.code)
    subject = subject or distinct(_behind_copula(claim, spoken, degree), [], claim.code)
    clause = segments(claim)[degree.last]
    near = (w for w in spoken if degree.last < w.index <= degree.last + _NEAR and w.clause == clause)
    return subject, tuple(w for w in near if not (is_label(w) or w.keys & _ANY_MEASURE or w in subject))


def _behind_copula(claim: Sentence, spoken: Sequence[Word], degree: Degree) -> list[Word]:
    """What a claim says to be the most: "the cheapest of the tested phones is the Nova"."""
    if degree.first != 1 or claim.tokens[0].norm != "the":
        return []
    copula = next((i for i, t in enumerate(claim.tokens) if i > degree.last and t.norm in BE), None)
    return [] if copula is None else [w for w in spoken if w.index > copula]


def _rank(claim: Sentence, degree: Degree) -> int:
    """How many are above the one that a claim calls the second or third most: "the second largest"."""
    before = claim.tokens[degree.first - 1].norm if degree.first else ""
    return _RANKS.get(before, 0)
