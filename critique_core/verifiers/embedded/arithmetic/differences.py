"""By how much two stated values differ, or one of them changed: "won by 13 points", "two hours longer", "a gap of 4".

A difference counts where the claim calls its value one.
"""

import itertools
from collections.abc import Sequence

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import is_among
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.arithmetic.search import wrong_way
from critique_core.verifiers.embedded.arithmetic.terms import Derived, Term, alike, derived, equal, pairs, same_unit
from critique_core.verifiers.embedded.checks.directions import AMOUNTS, way_of

_LEFT = frozenset(
    "left leaves leaving remains remain remained save saves saved saving deducting deducted minus".split()
)
_CHANGE = frozenset(
    """margin difference gap lead grew grow grows growth rose rise rises risen increase increased increases fell fall
    falls fallen decrease decreased decreases decline declined drop dropped drops gain gained gains lost lose loses
    won win wins beat beats added shrank shrunk climbed reduced cut narrowed widened jumped slipped advanced ahead
    behind shortened lengthened shed dwindled raised lowered
    more fewer less higher lower longer shorter older younger faster slower later earlier heavier lighter
    taller improved improve improves worsened up down slid sank climbs soared outscored
    outnumbered outnumber""".split()
)
_GAINED = frozenset("gained lost added gains loses adds shed".split())
_BY = regex.compile(
    r"\b(?:by|of|with)\s+(?:a\s+(?:margin|majority|difference|gap|lead)\s+of\s+)?(?:just\s+|only\s+|exactly\s+|about\s+|some\s+|a\s+)?$",
    regex.IGNORECASE,
)
_PART = regex.compile(r"[.;,]")
_SCORE = regex.compile(r"\s?[-–:]\s?\d")  # "won 3-1" is by two
_AROUND = 3  # words around a value that make it a change
_ZERO = 273.15  # 0 degrees Celsius in kelvin
_ONES = frozenset("one ones that those it".split())
_NO_GAP = regex.compile(
    r"\b(?:or|is|are|was|were|has|have|had|no|can|will|may|must)\b|\b(?:ahead|behind|earlier|later)$", regex.IGNORECASE
)
_FURTHER = frozenset(
    "another further extra additional additionally besides off discount reduction surcharge better worse".split()
)
_ONLY_BY = regex.compile(r"\bby\s+(?:just\s+|only\s+|exactly\s+|about\s+|some\s+|a\s+)?$", regex.IGNORECASE)
_THAN = regex.compile(
    r"\s*(?:\p{L}+\s){0,2}(?:more|fewer|less|higher|lower|longer|shorter|older|younger|faster|slower|later|earlier|ahead|behind|cheaper|heavier|lighter|taller|greater|larger|smaller|apart)\b",
    regex.IGNORECASE,
)

MORE_THAN = regex.compile(
    r"\s+(?:\p{L}+\s+)?(?:(?P<more>more|higher|longer|older|heavier|taller|larger|bigger|greater|wider|deeper|later|dearer)"
    r"|(?P<less>less|fewer|lower|shorter|younger|lighter|smaller|narrower|earlier|cheaper))\b[^.;,]{0,20}?\bthan\b",
    regex.IGNORECASE,
)


def beside_difference(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> tuple[Derived | None] | None:
    """The claim's value as what another is said to exceed: 72 m of "84 m, 12 m higher than the old one".

    The result is ``None`` in a tuple where the claim speaks of that other thing and gives another value for it.
    """
    for one, gap in itertools.permutations([t for t in terms if same_unit(t.mention, mention)], 2):
        if one.alignment is not gap.alignment or one.value <= gap.value:
            continue
        text, after = gap.sentence.text, gap.mention.end
        told = MORE_THAN.match(text, after)
        end = next((m.start() for m in _PART.finditer(text, told.end())), len(text)) if told else 0
        before = [w for w in gap.sentence.words if w.token.end <= after]
        beside = [w for w in gap.sentence.words if told and told.end() <= w.token.start < end]
        beside = [w for w in beside if not is_among(w, before, "en")]
        if told is None or not any(w.token.norm not in _ONES and is_among(w, claim.words, "en") for w in beside):
            continue
        if any(is_among(w, claim.words, "en") and not is_among(w, beside, "en") for w in _subject(one)):
            continue  # the claim names the first thing, too
        other = one.value + (gap.value if told["less"] else -gap.value)
        sign = "+" if told["less"] else "−"
        if equal(mention.low, other, mention):
            return (derived(mention, one, gap, f"{one.mention.text} {sign} {gap.mention.text} = {mention.text}"),)
        return (None,)
    return None


def _subject(term: Term) -> list[Word]:
    """The names before a value in its sentence."""
    return [w for w in term.sentence.words if w.token.name and w.token.end <= term.mention.start]


def change(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A difference that the claim calls one: "won by 13 points", "two hours longer", "a gap of 4 points"."""
    if not is_change(claim, mention):
        return None
    for first, second in pairs(_sources(mention, terms), apart=True):
        size = mention.low - _ZERO if mention.unit == "temperature" else mention.low  # of seven degrees, in kelvin
        if equal(size, abs(first.value - second.value) * _scale(mention), mention):
            big, small = sorted((first, second), key=lambda t: -t.value)
            if wrong_way(claim, mention, big, small):
                continue
            return derived(mention, big, small, f"{big.mention.text} − {small.mention.text} = {mention.text}")
    return None


def _sources(mention: Mention, terms: Sequence[Term]) -> list[Term]:
    """What a difference is taken of: percentages for percentage points, else values of the same kind."""
    if mention.unit == "percentage point":
        return [t for t in terms if t.mention.kind == "percentage"]
    if mention.kind != "number":
        return alike(mention, terms)
    return [t for t in alike(mention, terms) if t.value > mention.low or not mention.approximate]


def _scale(mention: Mention) -> float:
    return 100.0 if mention.unit == "percentage point" else 1.0


def is_change(claim: Sentence, mention: Mention) -> bool:
    """Whether a claim's value is the size of a change or of a difference."""
    if mention.unit == "percentage point":
        return True
    if claim.functions & _LEFT:
        return mention.kind != "number"
    return _is_called_change(claim, mention, _BY)


def is_alike(claim: Sentence, mention: Mention, source: Sentence, other: Mention) -> bool:
    """Whether a claim's value and a source's are both by how much something changed or differs, or neither is.

    "Lost 300" is not said by "600 in 2010 and 300 in 2020", nor "costs 50 euros" by "reduced by 50 euros".
    """
    if mention.kind not in AMOUNTS or mention.kind == "percentage" or mention.unit == "percentage point":
        return True
    if _is_gap(claim, mention):
        return _is_gap(source, other) or _beside_change(source, other)
    return not _is_gap(source, other) or _tells_of_change(claim)


def _is_gap(sentence: Sentence, mention: Mention) -> bool:
    """Whether a value can be nothing but a change or a difference: not "a lead of 4", "12 or more", "a day ahead"."""
    return _is_called_change(sentence, mention, _ONLY_BY, but=_NO_GAP)


def _is_called_change(
    sentence: Sentence, mention: Mention, by: regex.Pattern[str], *, but: regex.Pattern[str] | None = None
) -> bool:
    """Whether the words next to a value make it a change or a difference: "by 300", "300 more", "gained 300".

    ``by`` are the words that may stand before it; where ``but`` is found in those after it, they count for nothing.
    """
    if not any(token.norm in _CHANGE and not _bounds(sentence, at) for at, token in enumerate(sentence.tokens)):
        return False
    more = _THAN.match(sentence.text, mention.end)
    if more and not (but and but.search(more.group())):
        return True
    before = sentence.text[: mention.start].rstrip("$€£¥ ") + " "
    return bool(by.search(before)) or _follows(sentence, mention, _GAINED)


def _bounds(sentence: Sentence, at: int) -> bool:
    """Whether a word only sets a bound: the "more" of "more than ten years"."""
    following = sentence.tokens[at + 1 : at + 3]
    than = [token.norm for token in following[:1]] == ["than"]
    return than and any(m.bound and m.start == following[-1].start for m in sentence.mentions)


def _beside_change(sentence: Sentence, mention: Mention) -> bool:
    """Whether a word for a change or a difference is among the few around a value: "a lead of 13 points"."""
    if _SCORE.match(sentence.text, mention.end):
        return False
    before = [t for t in sentence.tokens if t.end <= mention.start][-_AROUND:]
    after = [t for t in sentence.tokens if t.start >= mention.end][:_AROUND]
    return any(t.norm in _CHANGE | _GAINED | _LEFT | _FURTHER or way_of(t) is not None for t in (*before, *after))


def _tells_of_change(claim: Sentence) -> bool:
    return any(t.norm in _CHANGE | _GAINED | _LEFT | _FURTHER or way_of(t) is not None for t in claim.tokens)


def _follows(claim: Sentence, mention: Mention, verbs: frozenset[str]) -> bool:
    """Whether a verb directly precedes the value: "gained 35 pupils", "lost 4,000 jobs"."""
    before = [t for t in claim.tokens if t.end <= mention.start and t.kind != "mark"][-2:]
    return any(t.norm in verbs for t in before)
