"""Shares, percent changes and multiples drawn from stated counts; "most" checked against a part and a whole."""

import itertools
from collections.abc import Iterator, Sequence

import regex

from critique_core.language.sentence import Sentence, heads, is_generic
from critique_core.language.similarity import similarity
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.owner import segment_at, things
from critique_core.verifiers.embedded.arithmetic.terms import (
    Derived,
    Term,
    closest,
    counts_same,
    derived,
    own_words,
    pairs,
)
from critique_core.verifiers.embedded.checks.base import Observation

_RISE = frozenset("grew rose rise risen increase increased gained climbed jumped up growth grown".split())
_FALL = frozenset(
    """fell fall fallen decrease decreased decline declined drop dropped down shrank reduced cut cheaper less fewer
    lower smaller shorter lighter slower discount discounted off saved""".split()
)
_MORE = frozenset("more higher larger bigger longer heavier faster dearer pricier costlier".split())
_REST = frozenset(
    """rest other others remaining remainder remained left leaves leaving without not rather balance""".split()
)
_OTHERS = frozenset("rest others remaining remainder".split())
_MULTIPLES = {
    "doubled": 2.0, "doubling": 2.0, "doubles": 2.0, "twice": 2.0, "double": 2.0, "tripled": 3.0, "trebled": 3.0,
    "triple": 3.0, "thrice": 3.0,
    "quadrupled": 4.0, "quadruple": 4.0, "halved": 0.5, "halving": 0.5, "halves": 0.5,
}  # fmt: skip
_SPEAKS, _APART, _ROUGH = 0.5, 0.25, 0.06
_ALIKE = 0.7
_NEARLY = frozenset("almost nearly about around roughly over more approximately close".split())


def share(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A share from a part and a whole, from the share of the rest, or a change from its two ends."""
    if claim.functions & (_RISE | _FALL | _MORE) and not mention.bound:
        return _percent_change(mention, terms)
    return _part_of_whole(mention, terms) or _complement(claim, mention, terms) or _remainder(claim, mention, terms)


def _slack(mention: Mention) -> float:
    return max(mention.step / 2, 0.03 if mention.approximate else 0.004)


def _near(mention: Mention, value: float) -> bool:
    if mention.bound in ("min", "over") or mention.lean > 0:
        return mention.low <= value <= mention.low * 1.25
    if mention.bound in ("max", "under") or mention.lean < 0:
        return mention.low * 0.75 <= value <= mention.low
    return abs(value - mention.low) <= _slack(mention)


def _part_of_whole(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    kinds = ("number", "currency", "quantity")
    counts = [t for t in terms if t.mention.kind in kinds and t.value > 0 and not t.mention.bound and not t.mention.per]
    counts = _of_the_group(counts) or counts
    for part, whole in itertools.permutations(counts, 2):
        whole_numbers = part.mention.kind != "number" or (part.value.is_integer() and whole.value.is_integer())
        if (
            not whole_numbers
            or part.mention.unit != whole.mention.unit
            or not part.is_near(whole)
            or part.value >= whole.value
        ):
            continue
        if _near(mention, part.value / whole.value) and (part.alignment is whole.alignment or counts_same(part, whole)):
            return derived(mention, part, whole, f"{part.mention.text} of {whole.mention.text} is {mention.text}")
    return None


def _of_the_group(counts: Sequence[Term]) -> list[Term]:
    """The counts of the unit that says most about the claim, where it alone has a part and a whole of its own.

    "Of 250 treated patients 30 relapsed. Of 250 others it was 75": the share of the treated is 30 of 250.
    """
    best = max(counts, key=lambda t: t.alignment.inside, default=None)
    if best is None or best.alignment.inside < _SPEAKS:
        return []
    own = [t for t in counts if t.alignment is best.alignment]
    rivals = [
        t for t in counts if t.alignment.inside > best.alignment.inside - _APART and t.alignment is not best.alignment
    ]
    text = best.sentence.text
    told = any(_partitive(text, p.mention, w.mention) for p, w in itertools.permutations(own, 2))
    return own if told and not rivals else []


def _complement(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """What a stated share leaves: "the other fifth" where the source gives 80 %."""
    negated = any(w.negated for w in claim.words)
    for term in terms:
        if term.mention.kind != "percentage" or term.alignment.coverage < 0.4 or not 0 < term.value < 1:
            continue
        differs = negated != any(w.negated for w in term.sentence.words)
        if abs(1 - term.value - mention.low) <= max(_slack(mention), 1e-6) and (claim.functions & _REST or differs):
            return derived(mention, term, term, f"{term.mention.text} leaves {mention.text}")
    return None


def _remainder(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """What several stated shares leave, said of the rest: "half ..., three in ten ..., the rest noticed nothing"."""
    by_source: dict[str, list[Term]] = {}
    for term in terms:
        if term.mention.kind == "percentage" and not term.mention.is_range and 0 < term.value < 1:
            by_source.setdefault(term.alignment.scope.source_id, []).append(term)
    for shares in by_source.values():
        left = 1 - sum(t.value for t in shares)
        if len(shares) < 2 or left <= 0 or abs(left - mention.low) > max(_slack(mention), 1e-6):
            continue
        most = max(len(own_words(claim, t)) for t in shares)
        if any(_said_of_rest(claim, t) > most for t in shares):
            return derived(mention, shares[0], shares[-1], f"the other shares leave {mention.text}")
    return None


def _said_of_rest(claim: Sentence, term: Term) -> int:
    """How many words of the claim a sentence says of "the rest"; 0 without one."""
    sentence = term.sentence
    token = next((t for t in sentence.tokens if t.norm in _OTHERS), None)
    if token is None:
        return 0
    here = segment_at(sentence, token.start)
    near = [w for w in things(sentence) if w.clause == here and w.token.start > token.start]
    return sum(any(similarity(c, w, claim.code) >= _ALIKE for w in near) for c in claim.words)


def _percent_change(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    values = [t for t in terms if t.mention.kind in ("number", "currency", "quantity") and t.value > 0]
    for first, second in pairs(values):
        if (first.mention.kind, first.mention.unit) != (
            second.mention.kind,
            second.mention.unit,
        ) or first.value == second.value:
            continue
        for start, end in ((first, second), (second, first)):
            if _near(mention, abs(end.value - start.value) / start.value):
                return derived(
                    mention, start, end, f"from {start.mention.text} to {end.mention.text} is {mention.text}"
                )
    return None


_FROM_TO = regex.compile(r"\s+(?:down |up )?to\s+(?:just |about |only )?[$€£¥]?", regex.IGNORECASE)


def wrong_changes(claim: Sentence, terms: Sequence[Term]) -> Iterator[tuple[Alignment, Observation]]:
    """Check "25 percent cheaper" against the two ends of the change in the unit that says most about the claim."""
    shares = [m for m in claim.mentions if m.kind == "percentage" and not m.is_range]
    best = max(terms, key=lambda t: t.alignment.inside, default=None)
    if best is None or len(shares) != 1 or not claim.functions & (_RISE | _FALL | _MORE):
        return
    own = [t for t in terms if t.alignment is best.alignment]
    ends = [(a, b) for a, b in itertools.pairwise(own) if _from_to(a, b)]
    if len(ends) != 1 or any(t.mention.kind == "percentage" for t in own):
        return
    (start, end), mention = ends[0], shares[0]
    change = abs(end.value - start.value) / start.value
    if not _near(mention, change) and abs(change - mention.low) > _ROUGH * change:
        places = (mention.start, mention.end, mention.text, start.mention.start, end.mention.end, start.mention.text)
        text = f"from {start.mention.text} to {end.mention.text} is {change:.1%}"
        yield start.alignment, Observation("percentage", "conflicts", *places, text, 0.75)


def _from_to(start: Term, end: Term) -> bool:
    alike = (start.mention.kind, start.mention.unit) == (end.mention.kind, end.mention.unit) and start.value > 0
    return alike and _FROM_TO.fullmatch(start.sentence.text, start.mention.end, end.mention.start) is not None


def multiples(claim: Sentence, terms: Sequence[Term]) -> Iterator[tuple[Alignment, Observation]]:
    """Check "doubled", "twice as many" or "halved" against the two values of the unit that mentions it."""
    token = next((t for t in claim.tokens if t.norm in _MULTIPLES), None)
    if token is None:
        return
    values = [
        t for t in closest(terms) if t.mention.kind in ("number", "currency", "quantity", "percentage") and t.value > 0
    ]
    values = [t for t in values if t.mention.unit != "[time]"] or values
    values = [t for t in values if t.mention.kind != "number" or _is_counted(claim, t)]
    if (
        len(values) != 2
        or not values[0].is_near(values[1])
        or values[0].mention.unit != values[1].mention.unit
        or not counts_same(*values)
    ):
        return
    small, big = sorted(values, key=lambda t: t.value)
    factor = max(_MULTIPLES[token.norm], 1 / _MULTIPLES[token.norm])
    ratio, loose = big.value / small.value, 0.15 if claim.functions & _NEARLY else 0.03
    if (
        ratio == 1.0
        or factor * (1 + loose) < ratio < factor * (1 + 2 * loose) + 0.1
        or factor * 0.85 < ratio < factor * (1 - loose)
    ):
        return
    agrees = abs(ratio - factor) <= loose * factor
    text = f"{small.mention.text} and {big.mention.text} make a factor of {ratio:.3g}"
    places = (token.start, token.end, token.text, small.mention.start, small.mention.end, small.mention.text)
    yield small.alignment, Observation("comparison", "agrees" if agrees else "conflicts", *places, text, 0.75)


def _is_counted(claim: Sentence, term: Term) -> bool:
    """Whether a claim mentions what a plain number counts."""
    counted = heads(term.sentence, term.mention)
    said = any(similarity(h, w, claim.code) >= _ALIKE for h in counted for w in claim.words)
    return said or not counted or is_generic(counted)


def majority(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """Check "most" or "a majority" against a part and a whole that the source counts."""
    token = next((t for t in claim.tokens if t.norm in ("most", "majority")), None)
    if token is None or any(
        t.norm in ("at", "the") and t.end + 1 == token.start and token.norm == "most" for t in claim.tokens
    ):
        return
    for alignment in sorted(alignments[:4], key=lambda a: -a.inside):
        sentence = alignment.scope.sentence
        counts = [m for m in sentence.mentions if m.kind == "number" and not m.ordinal]
        before = [m for _, s in alignment.scope.around for m in s.mentions if m.kind == "number" and not m.ordinal]
        if not _says_the_same(claim, token.end, alignment):
            continue
        for part in counts:
            whole = max(
                (m for m in (counts if len(counts) > 1 else before) if m.low > part.low),
                key=lambda m: m.low,
                default=None,
            )
            if (
                whole is not None
                and alignment.coverage > 0.5
                and (_partitive(sentence.text, part, whole) or len(counts) == 1)
            ):
                denied = _denies(claim, token.start) != _denies(sentence, part.start)
                agrees = part.low / whole.low < 0.5 if denied else part.low / whole.low > 0.5
                places = (token.start, token.end, token.text, part.start, part.end, part.text)
                reason = f"the source counts {part.text} of {whole.text}"
                yield alignment, Observation("quantifier", "agrees" if agrees else "conflicts", *places, reason, 0.7)
                return


def _denies(sentence: Sentence, place: int) -> bool:
    """Whether the statement at an offset holds a denied word."""
    home = next((n for t, n in zip(sentence.tokens, sentence.statements, strict=True) if t.start >= place), None)
    return any(w.denied and sentence.statements[w.index] == home for w in sentence.words)


def _says_the_same(claim: Sentence, after: int, alignment: Alignment) -> bool:
    """Whether a unit says what the claim says of "most", not only what they are most of."""
    told = [w for w in claim.words if w.token.start > after][1:]
    held = {pair.claim.index for pair in alignment.pairs if pair.strength >= _ALIKE}
    return not told or any(w.index in held for w in told)


def _partitive(text: str, part: Mention, whole: Mention) -> bool:
    """Whether a text says "30 of the 46" or "of the 46, 30"."""
    after = regex.match(r"\s+(?:\p{L}+\s)?(?:out\s+)?of\s", text[part.end :])
    before = (
        regex.search(r"\bof\s+(?:the|our|its|their|all)?\s*$", text[: whole.start], regex.IGNORECASE)
        if whole.start < part.start
        else None
    )
    return bool(after or before)
