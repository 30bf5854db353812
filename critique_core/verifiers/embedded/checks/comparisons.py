"""Two or more things set against each other by a value: "X is faster than Y", "X is the cheapest of the three".

A comparison is checked only when the sources state a value of one measure for each thing. Which value belongs to which
thing is given by clauses: a value belongs to the thing named in its own clause, or in the nearest one, when no other
thing is between.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import regex

from critique_core.language.frames import acts
from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, Word, heads
from critique_core.language.similarity import covered, similarity
from critique_core.language.statements import AUXILIARY, is_verb
from critique_core.typed_values import compare
from critique_core.typed_values.compare import version_key
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.scales import Degree, any_comparatives, comparatives
from critique_core.verifiers.embedded.alignment.things import Owned, is_label, owned, things
from critique_core.verifiers.embedded.arithmetic.terms import equal, same_unit
from critique_core.verifiers.embedded.checks.base import Observation

_UNDECIDED = 0.12
_SURE = 0.7
_MOSTLY = 0.6
_STOPS = frozenset(
    """in over on at during when by for with according under from across while whereas because and but""".split()
)
_ANY_THING = frozenset("anything nothing something any".split())
_OF_COUNTS = frozenset("more less few fewer many much".split())
_PIVOTS = frozenset(("than", "of", "to"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a claim compares: the words of both things, the measure it names, and the rest as context."""

    degree: Degree
    left: tuple[Word, ...]
    right: tuple[Word, ...]
    measure: tuple[Word, ...]
    context: tuple[Word, ...]
    negated: bool


def compare_things(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """Check "X is faster than Y" against the values stated for X and for Y."""
    comparison = read_comparison(claim)
    if comparison is None:
        return
    degree = comparison.degree
    compared = {word.index for word in (*comparison.left, *comparison.right)}
    several = [m for m in claim.mentions if m.kind == "number" and m.low > 1]
    if any(word.index in compared for m in several for word in heads(claim, m)):
        return  # "eighteen rides cost more than a pass"
    versions = [m for m in claim.mentions if m.kind == "version"]
    if len(versions) >= 2 and "version" in degree.kinds and alignments:
        higher = version_key(versions[0]) > version_key(versions[1])
        agrees = (higher == (degree.kinds["version"] > 0)) != comparison.negated
        yield alignments[0], observation(claim, degree, (versions[0], versions[1]), _SURE, agrees=agrees)
        return
    pair = best_pair(claim, comparison, alignments)
    if pair is not None:
        first, second = pair
        sign = degree.sign(first.mention)
        agrees = ((first.mention.low - second.mention.low) * sign > 0) != comparison.negated
        agrees = agrees and not _by_another_gap(claim, degree, first.mention, second.mention)
        yield first.alignment, observation(claim, degree, (first.mention, second.mention), _SURE, agrees=agrees)


def _by_another_gap(claim: Sentence, degree: Degree, first: Mention, second: Mention) -> bool:
    """Whether a claim says by how much, "50 GB more than", and the two values differ by something else."""
    start = claim.tokens[degree.first].start
    gap = next((m for m in claim.mentions if 0 < start - m.end <= 1 and same_unit(m, first)), None)
    return gap is not None and not gap.bound and not equal(gap.low, abs(first.low - second.low), gap)


def stated_comparison(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """Check "X is older than Y" against the first sentence that compares the two in the same respect."""
    mine = read_comparison(claim, any_comparatives)
    if mine is None:
        return
    for alignment in alignments:
        source = alignment.scope.sentence
        theirs = read_comparison(source, any_comparatives) if alignment.scope.unit.kind == "prose" else None
        sign = _same_way(mine, theirs, claim.code) if theirs is not None else 0
        if theirs is None or not sign:
            continue
        agrees = (sign > 0) == (mine.negated == theirs.negated)
        start, end = claim.tokens[mine.degree.first].start, claim.tokens[mine.degree.last].end
        place = source.tokens[theirs.degree.first]
        said = " ".join(w.token.text for w in theirs.left)
        text = f"the source says “{place.text}” of “{said}”"
        places = (start, end, claim.text[start:end], place.start, place.end, place.text)
        whole = all(any(similarity(w, o, "en") >= _MOSTLY for o in source.words) for w in mine.context)
        agreement = "agrees" if agrees else "conflicts"
        yield alignment, Observation("comparison", agreement, *places, text, _SURE, firm=agrees and whole)
        return


def _same_way(mine: Comparison, theirs: Comparison, code: str) -> int:
    """1 where two comparisons of the same things say the same, -1 where one says the reverse, 0 for other ones."""
    (own, up), (other, high) = (next(iter(one.degree.kinds.items())) for one in (mine, theirs))
    reverse = opposed(frozenset((own,)), frozenset((other,)), code)
    if (own != other and not reverse) or (
        mine.measure and theirs.measure and not _covers(mine.measure, theirs.measure, code)
    ):
        return 0
    straight = _covers(mine.left, theirs.left, code) and _covers(mine.right, theirs.right, code)
    crossed = _covers(mine.left, theirs.right, code) and _covers(mine.right, theirs.left, code)
    if straight == crossed:
        return 0
    return (1 if straight else -1) * (-1 if reverse else 1) * up * high


def _covers(words: Sequence[Word], others: Sequence[Word], code: str) -> bool:
    return covered(words, others, code) >= _MOSTLY


def read_comparison(
    claim: Sentence, degrees: Callable[[Sentence], Iterator[Degree]] = comparatives
) -> Comparison | None:
    """The comparison a claim makes with "than" or "ahead of", in a word of ``degrees``, or ``None``."""
    for degree in degrees(claim):
        pivot = pivot_of(claim, degree)
        if pivot is None or _in_time(claim, degree):
            continue
        if not _to_a_value(claim, pivot) and not _doing(claim, degree, pivot):
            return split_at(claim, degree, pivot)
    return None


def _in_time(claim: Sentence, degree: Degree) -> bool:
    """Whether "ahead of" says when: "a week ahead of the election"."""
    before = claim.tokens[degree.last].start
    return degree.preposition and any(m.unit == "[time]" and 0 <= before - m.end <= 1 for m in claim.mentions)


def pivot_of(claim: Sentence, degree: Degree) -> int | None:
    """The "than" of a comparative, or the "of" of "ahead of"."""
    following = range(degree.last + 1, min(degree.last + 6, len(claim.tokens)))
    pivot = next((i for i in following if claim.tokens[i].norm in _PIVOTS), None)
    return pivot if pivot is not None and (claim.tokens[pivot].norm != "than") == degree.preposition else None


def _to_a_value(claim: Sentence, pivot: int) -> bool:
    """Whether a value follows ("longer than 300 metres"), which is a bound, not a second thing."""
    end = claim.tokens[pivot].end
    if any(0 <= m.start - end <= 2 and m.kind not in ("version", "identifier") for m in claim.mentions):
        return True
    return bool(claim.functions & _ANY_THING) and any(m.kind == "version" and m.start > end for m in claim.mentions)


def _doing(claim: Sentence, degree: Degree, pivot: int) -> bool:
    """Whether a verb follows "more than", which then only strengthens it ("more than doubled")."""
    token = claim.tokens[pivot + 1] if pivot + 1 < len(claim.tokens) else None
    if token is None or degree.word != "more" or pivot != degree.last + 1:
        return False
    return not token.name and token.norm.endswith(("s", "ed")) and is_verb(token)


def split_at(claim: Sentence, degree: Degree, pivot: int) -> Comparison | None:
    """The two things before and behind a word of degree and its "than" or "as"; ``None`` where one is not named."""
    spoken = things(claim)
    opening, end = opening_of(claim, degree.first), _ending(claim, pivot)
    left = subject_words(claim, [w for w in spoken if opening <= w.index < degree.first])
    between = [w for w in spoken if degree.last < w.index < pivot]
    if not left:  # "more people live in A than in B"
        place = next((i for i in range(degree.last + 1, pivot) if claim.tokens[i].norm in _STOPS), pivot)
        left, between = [w for w in between if w.index > place], [w for w in between if w.index < place][:1]
    place = paired_preposition(claim, degree.last, pivot)
    paired = [w for w in between if place is not None and w.index > place]
    if paired:  # "nausea was rarer with A than with B"
        left, between = paired, [w for w in left if w not in paired and not acts(claim, w)]
    right = [w for w in spoken if pivot < w.index < end]
    outside = [w for w in spoken if w.index < opening or w.index >= end]
    own, other = distinct(left, right, claim.code), distinct(right, left, claim.code)
    if len(own) > 1 and any(t.norm in ("one", "ones") for t in claim.tokens[pivot + 1 : end]):
        own = own[:-1]  # "the blue tent ... than the red one": a tent is what both are
    versions = sum(m.kind == "version" for m in claim.mentions)
    of_counts = bool(between) and not left  # "more women than men took part"
    if not (other and (own or of_counts)) and versions < 2:
        return None
    before = {t.norm for t in claim.tokens[max(0, degree.first - 2) : degree.first]}
    shared = [w for w in left if w not in own]
    return Comparison(
        degree,
        tuple(own),
        tuple(other),
        tuple(between),
        tuple(outside + shared),
        bool({"not", "no", "n't", "never"} & before),
    )


def paired_preposition(sentence: Sentence, degree: int, pivot: int) -> int | None:
    """Where the preposition that opens the second thing opens the first as well, between the degree and its "than"."""
    opening = sentence.tokens[pivot + 1].norm if pivot + 1 < len(sentence.tokens) else ""
    if opening not in _STOPS:
        return None
    return next((i for i in range(degree + 1, pivot) if sentence.tokens[i].norm == opening), None)


def subject_words(claim: Sentence, words: list[Word]) -> list[Word]:
    """The words of the subject, without the verb that follows it ("the train takes")."""
    if len(words) < 2 or is_label(words[-1]) or not is_verb(words[-1].token):
        return words
    following = claim.tokens[words[-1].index + 1].norm if words[-1].index + 1 < len(claim.tokens) else ""
    return words if following in AUXILIARY else words[:-1]


def _ending(claim: Sentence, pivot: int) -> int:
    """Where the second thing ends: at a mark, or at a preposition that does not open it."""
    for index in range(pivot + 1, len(claim.tokens)):
        token = claim.tokens[index]
        if token.text in (",", ";") or (token.norm in _STOPS and index > pivot + 1):
            return index
    return len(claim.tokens)


def opening_of(claim: Sentence, before: int) -> int:
    """Where the subject begins: after an introduction that a comma ends ("In the benchmark, ...")."""
    first = claim.tokens[0].norm if claim.tokens else ""
    comma = next((i for i in range(before) if claim.tokens[i].text == ","), None)
    return comma + 1 if comma is not None and first in _STOPS | {"of", "among", "between"} else 0


def distinct(words: Sequence[Word], others: Sequence[Word], code: str) -> list[Word]:
    """The words that distinguish the two things: names, letters and numbers where there are any."""
    own = [w for w in words if not any(_same(w, o, code) for o in others)]
    own = own or [w for w in words if all(w.keys.isdisjoint(o.keys) for o in others)]  # "the coach", "the train"
    named = [w for w in own if is_label(w)]
    return named or own


def _same(word: Word, other: Word, code: str) -> bool:
    if word.token.norm == other.token.norm or any(c.isdigit() for c in word.token.text + other.token.text):
        return word.token.norm == other.token.norm
    return not is_label(word) and similarity(word, other, code) >= 0.85


def best_pair(claim: Sentence, comparison: Comparison, alignments: Sequence[Alignment]) -> tuple[Owned, Owned] | None:
    """The two values that fit best, or none when two fitting pairs disagree on which is more."""
    degree = comparison.degree
    lefts = owned(comparison.left, comparison.right, degree, comparison.measure, alignments)
    rights = owned(comparison.right, comparison.left, degree, comparison.measure, alignments)
    if (counts := _counted(claim, comparison, alignments)) is not None:
        return counts
    scored: list[tuple[float, Owned, Owned]] = []
    for first in lefts:
        for second in rights:
            if first.alignment is second.alignment and first.mention is second.mention:
                continue
            if first.mention.unit != second.mention.unit or first.mention.kind != second.mention.kind:
                continue
            together = _together(first, second)
            scored.append(
                (first.score + second.score + together + _context(claim, comparison, (first, second)), first, second)
            )
    if not scored:
        return None
    scored.sort(key=lambda s: -s[0])
    best = scored[0]
    turned = [s for s in scored[1:] if s[0] > best[0] - _UNDECIDED and _order(s) != _order(best)]
    return None if turned else (best[1], best[2])


def _counted(claim: Sentence, comparison: Comparison, alignments: Sequence[Alignment]) -> tuple[Owned, Owned] | None:
    """How many there are of the two kinds that a claim compares: "more goats than sheep" of "40 goats, 20 sheep"."""
    stops = [i for i, token in enumerate(claim.tokens) if i > comparison.degree.last and token.norm in _STOPS]
    measure = [w for w in comparison.measure if w.index < min(stops, default=len(claim.tokens))]  # "screws in the box"
    right = [word for word in comparison.right if not acts(claim, word)]
    if comparison.degree.word not in _OF_COUNTS or not measure or len(right) != 1 or is_label(right[0]):
        return None
    for alignment in alignments:
        source = alignment.scope.sentence
        numbers = [m for m in source.mentions if m.kind in ("number", "quantity") and not m.ordinal and not m.bound]
        of_each = [
            [m for m in numbers if any(_same(word, o, source.code) for o in heads(source, m)[:2])]
            for word in (measure[-1], right[0])
        ]
        if all(len(found) == 1 for found in of_each) and of_each[0] != of_each[1] and same_unit(*chain(*of_each)):
            one, two = (Owned(alignment, found[0], 1.0) for found in of_each)
            return one, two
    return None


def _order(pair: tuple[float, Owned, Owned]) -> int:
    difference = pair[1].mention.low - pair[2].mention.low
    return (difference > 0) - (difference < 0)


def _together(first: Owned, second: Owned) -> float:
    """How close the two values are: in one sentence, in one unit, in neighbouring units."""
    if first.alignment is not second.alignment:
        return 0.15 if first.alignment.scope.is_near(second.alignment.scope) else 0.0
    return 0.15 if _stop_between(first.alignment.scope.sentence.text, first.mention, second.mention) else 0.3


def _stop_between(text: str, first: Mention, second: Mention) -> bool:
    low, high = sorted((first, second), key=lambda m: m.start)
    return bool(regex.search(r"[.!?]\s", text[low.end : high.start]))


def _context(claim: Sentence, comparison: Comparison, sides: tuple[Owned, Owned]) -> float:
    """How far the rest of the claim ("over 400 metres", "in the marathon") is next to both values."""
    found = [
        min(max((similarity(w, o, claim.code) for o in s.alignment.scope.sentence.words), default=0.0) for s in sides)
        for w in comparison.context
    ]
    found += [
        min(_stated_beside(m, s) for s in sides) for m in claim.mentions if m.kind not in ("identifier", "version")
    ]
    return 0.4 * sum(found) / len(found) if found else 0.0


def _stated_beside(mention: Mention, side: Owned) -> float:
    """Whether a value of the claim is in the sentence of an owned value."""
    sentence = side.alignment.scope.sentence
    same = [m for m in sentence.mentions if compare.follows(mention, m)]
    return max((0.3 if _stop_between(sentence.text, m, side.mention) else 1.0 for m in same), default=0.0)


def observation(
    claim: Sentence, degree: Degree, values: tuple[Mention, Mention], sureness: float, *, agrees: bool
) -> Observation:
    """What two values of a source say to a word of degree of the claim."""
    start, end = claim.tokens[degree.first].start, claim.tokens[degree.last].end
    text, (first, second) = claim.text[start:end], values
    reason = f"the source gives {first.text} and {second.text}, so “{text}” is {'right' if agrees else 'wrong'}"
    places = (start, end, text, first.start, first.end, first.text)
    return Observation("comparison", "agrees" if agrees else "conflicts", *places, reason, sureness)
