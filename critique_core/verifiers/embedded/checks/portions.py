"""A majority or a minority set against the share that a source gives: "most of the seats" beside "two thirds of them".

Both have to be of one thing, told by the noun behind them, in a unit that says much of the claim.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.things import segment_at, segments
from critique_core.verifiers.embedded.arithmetic.shares import counted, is_about
from critique_core.verifiers.embedded.arithmetic.shares import told as share_told
from critique_core.verifiers.embedded.arithmetic.terms import Term, terms_of
from critique_core.verifiers.embedded.checks.base import Observation, Seen

_SURE = 0.8
_LEAST_INSIDE = 0.4
_SAME = 0.8
_NEAR = 3  # words behind a share, of which one names what it is of
_HALF = 0.5
_PORTION = regex.compile(
    r"\b(?:(?P<more>most(?: of)?|(?:the|a) (?:large |great |clear )?majority of|(?:more than|over) half of)"
    r"|(?P<less>(?:only )?(?:the|a) (?:small )?minority of|(?:less|fewer) than half of))(?=\s)",
    regex.IGNORECASE,
)
_OF_THEM = regex.compile(r"\s+of\s+(?:them|whom|these|which)(?:\s+(?:are|were))?\b", regex.IGNORECASE)
_TURNING = frozenset("not no never nor without grew rose fell increased decreased dropped".split())
PORTION_WORDS = frozenset("majority minority half third quarter fifth part share percent".split())


def portions(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first share of the same thing as the claim's majority or minority: it agrees or conflicts with it."""
    told = _PORTION.search(claim.text)
    if (seen := _counted(claim, alignments, told)) is not None:
        yield seen
        return
    if told is None:
        return
    counted = _behind(claim, told.end())
    for alignment in alignments:
        source = alignment.scope.sentence
        if alignment.inside < _LEAST_INSIDE or any(w.denied for w in (*claim.words, *source.words)):
            continue
        for start, end, size in _shares(claim, source, counted):
            agrees = (size > _HALF) if told["more"] else (size < _HALF)
            said, is_ = source.text[start:end], "is" if agrees else "is not"
            text = f"the source says {said}, which {is_} “{told[0].strip()}”"
            places = (*told.span(), told[0], start, end, said)
            yield alignment, Observation("quantifier", "agrees" if agrees else "conflicts", *places, text, _SURE)
            return


def _counted(claim: Sentence, alignments: Sequence[Alignment], told: regex.Match[str] | None) -> Seen | None:
    """That the claim's share is not what the sources count, or that its majority is."""
    shares = [m for m in claim.mentions if m.kind == "percentage"]
    turned = claim.functions & _TURNING or (told is None and "than" in claim.functions)
    if (told is None and len(shares) != 1) or turned or any(w.denied for w in claim.words):
        return None
    found = counted(claim, terms_of(alignments))
    if found is None or any(w.denied for w in found[0].sentence.words):
        return None
    part, whole = found
    if max(part.alignment.inside, whole.alignment.inside) < _LEAST_INSIDE:
        return None
    size = part.value / whole.value
    agrees = is_about(shares[0], size) if told is None else (size > _HALF) if told["more"] else (size < _HALF)
    if agrees and shares:
        return None  # the value itself is said to agree
    start, end = told.span() if told else (shares[0].start, shares[0].end)
    written = claim.text[start:end].strip()
    text = f"{share_told(part, whole)}, {'' if agrees else 'not '}“{written}”"
    places = (start, end, written, *_said(part))
    return part.alignment, Observation("quantifier", "agrees" if agrees else "conflicts", *places, text, _SURE)


def _said(part: Term) -> tuple[int, int, str]:
    """Where a count and what it is of are in its sentence, and the words: "21 are let"."""
    sentence, start = part.sentence, part.mention.start
    here = segment_at(sentence, start)
    numbered = zip(sentence.tokens, segments(sentence), strict=True)
    end = max((t.end for t, number in numbered if number == here and t.start >= start), default=part.mention.end)
    return start, end, sentence.text[start:end]


def _shares(claim: Sentence, source: Sentence, counted: Sequence[Word]) -> Iterator[tuple[int, int, float]]:
    """The share that a sentence gives of what is counted: a percentage, or "seven members, three of them women"."""
    shares = [m for m in source.mentions if m.kind == "percentage" and not m.is_range and not m.bound]
    for share in shares if len(shares) == 1 else ():
        if _are_like(counted, _behind(source, share.end), claim.code) and 0.0 < share.low <= 1.0:
            yield share.start, share.end, share.low
    numbers = [m for m in source.mentions if m.kind == "number" and not m.ordinal and not m.is_range and not m.bound]
    for whole, part in pairwise(numbers):
        of_them = _OF_THEM.match(source.text, part.end)
        if not of_them or not 0.0 < part.low <= whole.low:
            continue
        what = _behind(source, of_them.end())[:1]
        told = [word for word in claim.words if any(similarity(word, w, claim.code) >= _SAME for w in what)]
        if told and _are_like(counted, _behind(source, whole.end), claim.code):
            yield whole.start, of_them.end(), part.low / whole.low


def _behind(sentence: Sentence, place: int) -> list[Word]:
    """The first words behind a place, up to a mark."""
    return [word for word in sentence.words if word.token.start >= place][:_NEAR]


def _are_like(mine: Sequence[Word], theirs: Sequence[Word], code: str) -> bool:
    return any(similarity(one, two, code) >= _SAME for one in mine[:1] for two in theirs[:2])
