"""Shares and percent changes drawn from stated counts."""

import itertools
from collections.abc import Sequence

import regex

from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.things import segment_at, things
from critique_core.verifiers.embedded.arithmetic.over_time import later
from critique_core.verifiers.embedded.arithmetic.terms import (
    Derived,
    Term,
    counts_same,
    derived,
    own_words,
    pairs,
    same_unit,
    says_more,
    takes_side,
)
from critique_core.verifiers.embedded.checks.directions import direction

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
_SPEAKS, _APART = 0.5, 0.25
_ALIKE = 0.7
_SAME_SHARE = 1e-9
_NESTED = regex.compile(  # parts of parts, and parts that are not counted
    r"\bof (?:them|whom|these|those|which)\b|\b(?:rest|others?|remain\p{L}*)\b", regex.IGNORECASE
)
_ALL_TOLD = 0.75  # share of a claim that a unit with a single part has to say
_ROUNDED = 0.05  # how far a share may be from what was counted and still be meant: "a third" of 34 of 90


def share(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A share from a part and a whole, from the share of the rest, or a change from its two ends."""
    if claim.functions & (_RISE | _FALL | _MORE) and not mention.bound:
        return _percent_change(claim, mention, terms)
    return (
        _part_of_whole(claim, mention, terms) or _complement(claim, mention, terms) or _remainder(claim, mention, terms)
    )


def _slack(mention: Mention) -> float:
    # "20 %" is not any share from 15 to 25: of two figures some quotient is always near
    return max(min(mention.step, 0.01) / 2, 0.03 if mention.approximate else 0.004)


def _near(mention: Mention, value: float) -> bool:
    if mention.bound in ("over", "under") and abs(value - mention.low) <= _SAME_SHARE:
        return False  # "more than half" is no half
    if mention.bound in ("min", "over") or mention.lean > 0:
        return mention.low <= value <= mention.low * 1.25
    if mention.bound in ("max", "under") or mention.lean < 0:
        return mention.low * 0.75 <= value <= mention.low
    return abs(value - mention.low) <= _slack(mention)


def counted(claim: Sentence, terms: Sequence[Term]) -> tuple[Term, Term] | None:
    """The part that a claim speaks of and its whole, where one unit counts its parts: "of 90 pupils 30 cycle, 60 walk".

    ``None`` where no part has more of the claim's words than each other.
    """
    counts = [t for t in terms if t.mention.kind == "number" and t.value > 0 and not t.mention.bound]
    for whole in counts:
        smaller = [t for t in counts if t.value < whole.value and t.is_near(whole)]
        for unit in {id(t.alignment): t.alignment for t in smaller}.values():
            parts = [t for t in smaller if t.alignment is unit]
            total = sum(t.value for t in parts)
            every = total == whole.value or (
                unit is whole.alignment
                and total <= whole.value
                and not _NESTED.search(whole.sentence.text)
                and all(_partitive(t.sentence.text, t.mention, whole.mention) for t in parts)
            )
            if len(parts) > 1 and every:
                meant = [t for t in parts if all(says_more(claim, t, other) for other in parts if other is not t)]
                meant = [t for t in meant if takes_side(claim, t)]
                if meant:
                    return meant[0], whole
    return _single_part(counts)


def _single_part(counts: Sequence[Term]) -> tuple[Term, Term] | None:
    """The one part that a unit gives of a whole, where it says nearly all of a claim and no other unit as much."""
    both = [(p, w) for p, w in itertools.permutations(counts, 2) if p.alignment is w.alignment and p.value < w.value]
    both = [(p, w) for p, w in both if _partitive(p.sentence.text, p.mention, w.mention)]
    both = [(p, w) for p, w in both if not _NESTED.search(p.sentence.text)]
    if len(both) != 1 or (inside := both[0][0].alignment.inside) < _ALL_TOLD:
        return None
    others = (t for t in counts if t.alignment is not both[0][0].alignment)
    return None if any(t.alignment.inside > inside - _APART for t in others) else both[0]


def told(part: Term, whole: Term) -> str:
    """What share a part is: "27 of 48 is 56 %"."""
    return f"{part.mention.text} of {whole.mention.text} is {int(100 * part.value / whole.value + 0.5)} %"


def is_about(mention: Mention, size: float) -> bool:
    """Whether a share that was counted is the claim's, or near enough to have been rounded to it."""
    return _near(mention, size) or (not mention.bound and abs(mention.low - size) < _ROUNDED)


def _part_of_whole(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
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
        if not (part.alignment is whole.alignment or counts_same(part, whole)):
            continue
        if _near(mention, part.value / whole.value) and _are_meant(claim, part, whole, counts):
            return derived(mention, part, whole, told(part, whole))
    return None


def _are_meant(claim: Sentence, part: Term, whole: Term, counts: Sequence[Term]) -> bool:
    """Whether no other count beside a part says more of the claim, and the whole is no other part.

    "Half of them are let" is not said by the 27 of "21 are let and 27 are free", nor "half reported nausea" by the 30
    and the 60 of "of 120 patients 30 reported nausea, 60 headaches".
    """
    counts = [t for t in counts if same_unit(t.mention, part.mention) and t not in (part, whole)]
    beside = [t for t in counts if t.alignment is part.alignment]
    if any(says_more(claim, other, part) for other in beside):
        return False
    larger = any(t.value > whole.value for t in counts if t.is_near(whole))
    return (
        not larger
        or _partitive(part.sentence.text, part.mention, whole.mention)
        or bool(own_words(claim, whole) - own_words(claim, part))
    )


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
    stated = any(_partitive(text, p.mention, w.mention) for p, w in itertools.permutations(own, 2))
    return own if stated and not rivals else []


def _complement(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """What a stated share leaves: "the other fifth" where the source gives 80 %."""
    negated = any(w.negated for w in claim.words)
    for term in terms:
        if term.mention.kind != "percentage" or term.alignment.coverage < 0.4 or not 0 < term.value < 1:
            continue
        differs = negated != any(w.negated for w in term.sentence.words)
        if abs(1 - term.value - mention.low) <= max(_slack(mention), 1e-6) and (
            claim.functions & _REST or term.sentence.functions & _OTHERS or differs
        ):
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


def _percent_change(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """By what share one of two values differs from the other: from the earlier one, or as the claim gives it."""
    went = direction(claim, mention)
    values = [t for t in terms if t.mention.kind in ("number", "currency", "quantity") and t.value > 0]
    for first, second in pairs(values):
        if (first.mention.kind, first.mention.unit) != (
            second.mention.kind,
            second.mention.unit,
        ) or first.value == second.value:
            continue
        for start, end in ((first, second), (second, first)):
            last = later(start, end)
            known = last is end if last else went is None or went[1] == (end.value > start.value)
            if known and _near(mention, abs(end.value - start.value) / start.value):
                return derived(
                    mention, start, end, f"from {start.mention.text} to {end.mention.text} is {mention.text}"
                )
    return None


def _partitive(text: str, part: Mention, whole: Mention) -> bool:
    """Whether a text says "30 of the 46" or "of the 46, 30"."""
    after = regex.match(r"\s+(?:\p{L}+\s)?(?:out\s+)?of\s", text[part.end :])
    before = (
        regex.search(r"\bof\s+(?:the|our|its|their|all)?\s*$", text[: whole.start], regex.IGNORECASE)
        if whole.start < part.start
        else None
    )
    return bool(after or before)
