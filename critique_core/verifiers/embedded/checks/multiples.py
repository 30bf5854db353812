"""Multiples told in words: "half as many visitors" where the source tells of "twice as many" of the same thing."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.sentence import Sentence
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation

_SURE = 0.8
_SAME = 0.7
_AS = (
    r"\s+as\s+(?P<measure>many|much|often|frequently|large|big|great|good|small|long|short|high|low|tall|wide|deep|far|fast"
    r"|quickly|slow|slowly|heavy|old|young|likely|probable|expensive|costly|cheap|strong|common|populous|efficient)\b"
)
_FOLLOWS = regex.compile(_AS, regex.IGNORECASE)
_MULTIPLE = regex.compile(
    r"\b(?:(?P<less>half|(?:a|one)[ -](?:third|quarter|fifth|tenth)|(?:two|three)[ -](?:thirds|quarters))"
    rf"|(?P<more>twice|thrice|double|(?:\d+|two|three|four|five|six|ten) times)){_AS}",
    regex.IGNORECASE,
)


def is_multiple(text: str, end: int) -> bool:
    """Whether a share that ends at an offset only compares ("40% as many"); "40% as of March" does not."""
    return _FOLLOWS.match(text, end) is not None


def measure_alike(first: str, end: int, second: str, other_end: int) -> bool:
    """Whether two shares, given by where they end, both compare by one measure: "40% as large", "30% as large"."""
    one, two = _FOLLOWS.match(first, end), _FOLLOWS.match(second, other_end)
    return one is not None and two is not None and one["measure"].casefold() == two["measure"].casefold()


def opposed(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """The claim's multiple set against one of the same thing that says more where it says less, or less for more."""
    mine = _multiple(claim)
    if mine is None:
        return
    told = [
        (a, theirs)
        for a in alignments
        if (theirs := _multiple(a.scope.sentence)) is not None and _of_the_same(claim, mine, a, theirs)
    ]
    if any(_says_more(theirs) == _says_more(mine) for _, theirs in told):
        return
    for alignment, theirs in told[:1]:
        reason = f"the source says “{theirs.group()}”, the draft says “{mine.group()}”"
        places = (mine.start(), mine.end(), mine.group(), theirs.start(), theirs.end(), theirs.group())
        yield alignment, Observation("comparison", "conflicts", *places, reason, _SURE)


def _says_more(multiple: regex.Match[str]) -> bool:
    return multiple["more"] is not None


def _multiple(sentence: Sentence) -> regex.Match[str] | None:
    """The one multiple of a sentence that denies nothing; with several it is not known what each is told of."""
    found = list(_MULTIPLE.finditer(sentence.text))
    return found[0] if len(found) == 1 and not any(w.negated for w in sentence.words) else None


def _of_the_same(claim: Sentence, mine: regex.Match[str], alignment: Alignment, theirs: regex.Match[str]) -> bool:
    """Whether a unit says all that the claim says, in the same order, by the same measure."""
    if mine["measure"].casefold() != theirs["measure"].casefold():
        return False
    places = [(mine.start(), theirs.start())]
    held = {p.claim.index: p.source.token.start for p in alignment.pairs if p.strength >= _SAME}
    for word in claim.words:
        if mine.start() <= word.token.start < mine.end():
            continue
        if word.index not in held:
            return False
        places.append((word.token.start, held[word.index]))
    for mention in claim.mentions:
        if mine.start() <= mention.start < mine.end():
            continue
        stated = (m for m in alignment.scope.sentence.mentions if compare.comparable(mention, m))
        same = next((m for m in stated if compare.agrees(mention, m)), None)
        if same is None:
            return False
        places.append((mention.start, same.start))
    found = [there for _, there in sorted(places)]
    return found == sorted(found)
