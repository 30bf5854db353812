"""Values that follow from stated ones in a step or two, where chance would hardly give them.

Chance finds some pair of numbers for nearly any value, and how likely that is can be counted: of the values that one
could write instead, from half of the claim's to twice it, the share that such steps reach from what is stated. A claim
that says what it does ("each", "in total", "more than") may be met by a likelier chance.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from critique_core.language.frames import acts
from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, heads
from critique_core.language.similarity import similarity
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.rivals import labels
from critique_core.verifiers.embedded.alignment.slots import is_price
from critique_core.verifiers.embedded.alignment.things import PEOPLE, segment_at, segments, things
from critique_core.verifiers.embedded.arithmetic.averages import AVERAGE
from critique_core.verifiers.embedded.arithmetic.terms import (
    Derived,
    Term,
    counts_same,
    derived,
    leaves_out_verb,
    own_words,
    same_unit,
    says_more,
)

_MOST_COUNT, _MOST_TIMES = 1000, 9
_MOST_LIKE, _MOST_ADDED = 10, 6
_UNTOLD, _TOLD = (
    0.12,
    0.6,
)  # the likeliest chance that counts where a claim does not say what it does, and where it does
_BESIDE = 5  # words from a difference to the "than" that says of what
_SAME = 0.8
_EXACT, _ROUGH = 1e-6, 0.03
_EACH = regex.compile(
    r"\b(?:each|every(?:one|body)?|per|apiece|a (?:head|piece|share)|equal(?:ly)?|average|works? out|single|an?)\b",
    regex.IGNORECASE,
)
_TOTAL = regex.compile(
    r"\b(?:total|together|altogether|combined|in all|overall|all told|both|sum|c[oa]mes? to|adds? up|amounts? to|"
    r"makes?|over the|with every)\b",
    regex.IGNORECASE,
)
_APART = regex.compile(
    r"\b(?:than|over|under|above|below|short of|ahead of|behind|sav(?:e|es|ed|ing)|left|free|spare|still|"
    r"remain(?:s|ing|ed)?|rest|others?|profit|loss|surplus|deficit|margin|difference|gap|unsold|empty|older|younger|later|earlier|more|fewer|less)\b",
    regex.IGNORECASE,
)
_OFF = regex.compile(
    r"\b(?:off|discount|reduc\p{L}*|less|cheaper|rebate|cut|fell|fall|drop\p{L}*|lower\p{L}*)\b", regex.IGNORECASE
)
_REST_WORD = regex.compile(r"rest|others?|remain\p{L}*", regex.IGNORECASE)
_REST = regex.compile(  # "after five rehearsals" leaves nothing
    r"\b(?:rest|others?|left|remain\p{L}*|not|after(?!\s(?:\d|one|two|three|four|five|six|seven|eight|nine|ten)))\b",
    regex.IGNORECASE,
)
_ON = regex.compile(
    r"\b(?:surcharge|supplement|extra|more|add\p{L}*|plus|on top|rise|rose|risen|raise\p{L}*|increas\p{L}*|grow\p{L}*|"
    r"grew|up|higher|VAT|tax)\b",
    regex.IGNORECASE,
)
_RIGHT = regex.compile(r"\b(?:than|over|under|above|below|short of|ahead of|behind|beyond)\b", regex.IGNORECASE)
_OF_OTHER = ("than", "behind")
_BALANCE = regex.compile(r"\b(?:profit|surplus|(?P<short>loss|deficit))\b", regex.IGNORECASE)
_INCOME = frozenset("revenue income turnover sale taking receipt earnings proceeds".split())
_COSTS = frozenset("cost expense expenditure spending outlay".split())
_WON = regex.compile(
    r"\b(?:(?:won|wins?|beat|beats|defeat(?:s|ed)|outscored|leads?|led)|(?P<lost>lost|loses?|trail(?:s|ed)))\b",
    regex.IGNORECASE,
)
_LESS = regex.compile(
    r"\b(?:less|fewer|under|below|short of|lower|cheaper|lighter|shorter|smaller|younger|sooner|earlier|faster|"
    r"quicker)\b",
    regex.IGNORECASE,
)
_MORE = regex.compile(
    r"\b(?:more|over|above|higher|dearer|heavier|longer|taller|larger|bigger|greater|older|later|slower|beyond)\b",
    regex.IGNORECASE,
)
_ENDS_MORE = regex.compile(rf"\s+(?:\p{{L}}+\s)?(?:(?P<less>{_LESS.pattern})|{_MORE.pattern})\W*$", regex.IGNORECASE)
_EACH_HOLDS = regex.compile(r"\s+\p{L}+\s+(?:of|with|holding|containing)\s+")
_GROUP_OF = regex.compile(
    r"\b(?:group|party|family|team|table|class|crew|couple|band)\s+of\s+(?:about\s+)?$", regex.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Way:
    """One result: the terms that it is made of, the numbers of the claim that it uses, and how it is told.

    One that is not ``plain`` counts only where the claim says what it does; ``needs`` is said there or in a source.
    ``given`` says that the claim asks for this very result: it has how much there is of the base of a rate; ``twice``
    that two numbers of the claim are used, be they equal.
    """

    value: float
    terms: tuple[Term, ...]
    cue: regex.Pattern[str] | None
    text: str
    used: frozenset[float] = frozenset()
    sign: int = 0
    needs: regex.Pattern[str] | None = None
    plain: bool = True
    given: bool = False
    twice: bool = False

    @property
    def uses_each(self) -> bool:
        """Whether each of two equal numbers of a claim is used, or there is but one value to use them with."""
        return self.twice or len(self.terms) == 1


def reached(claim: Sentence, mention: Mention, terms: Sequence[Term], *, contested: bool) -> Derived | None:
    """The claim's value as the result of a step or two from the terms, where that is no mere chance.

    ``contested`` says that a source plainly gives another value for what the claim says; then it must say what it does.
    """
    if mention.kind not in ("number", "currency", "quantity") or mention.ordinal or mention.bound or not mention.low:
        return None
    if mention.kind == "number" and not is_price(mention) and labels(claim, mention):
        return None
    like = [t for t in terms if _alike(claim, t, mention)][:_MOST_LIKE]
    every = [w for w in _ways(claim, mention, terms, like) if w.value > 0]
    step = min([mention.step or mention.size, *(t.mention.step or t.mention.size for t in like)])
    step = max(step, mention.low / 200, 0.05 * mention.low if mention.approximate else 0.0)
    near = {round(w.value / step) for w in every if mention.low / 2 <= w.value <= 2 * mention.low}
    chance = len(near) / (1.5 * mention.low / step)
    mine, named = _own_counts(claim, mention), _named(claim, like)
    again = len(mine) == 1 and sum(m.low in mine and m is not mention for m in claim.mentions) > 1
    lengths = {m.low / m.size for m in claim.mentions if m.kind == "quantity" and m.size}
    for way in every:
        counted = (way.used & mine) - {
            m.low for t in way.terms for m in t.sentence.mentions
        }  # "gateway 2" of both is none
        told = way.cue is None or counted or _says_so(claim, way, like)
        if (chance > (_TOLD if told else _UNTOLD) and not way.given) or ((contested or not way.plain) and not told):
            continue
        exact = abs(way.value - mention.low) <= (_ROUGH if mention.approximate else _EXACT) * mention.low
        unused = mine - way.used or (again and not way.uses_each)
        if not exact or unused or not _fits(claim, mention, way, named, like):
            continue
        found = derived(mention, way.terms[0], way.terms[-1], f"{way.text} = {mention.text}")
        return replace(found, uses=frozenset(way.used & (mine | lengths)))
    return None


def _says_so(claim: Sentence, way: _Way, like: Sequence[Term]) -> bool:
    """Whether a claim says what a result is: with a word, or by what is said of the others or of the opposite."""
    rest = way.sign and _of_the_rest(claim, way.terms, like)
    cued = way.cue is not None and way.cue.search(claim.text)
    return bool(cued or way.needs or rest or _of_the_opposite(claim, way, like))


def _of_the_opposite(claim: Sentence, way: _Way, like: Sequence[Term]) -> bool:
    """Whether a difference is of those who are not what the only part of a whole is: "men" beside "24 women"."""
    part = way.terms[-1]
    if sum(t.alignment is part.alignment for t in like) > len(way.terms):
        return False
    named = [w for w in part.sentence.words if w.token.start >= part.mention.end][:_BESIDE]
    people = [w for w in claim.words if not acts(claim, w)]
    return way.sign == 1 and any(opposed(w.keys, o.keys, claim.code) for w in people for o in named)


def _of_the_rest(claim: Sentence, terms: Sequence[Term], like: Sequence[Term]) -> bool:
    """Whether a claim says what a source says of the rest: "seven km go downhill" of "12 km climb, the rest falls"."""
    if any(t.alignment is terms[-1].alignment for t in like if t not in terms):
        return False  # "18 in favour, 4 abstained, all others against"
    sentence = terms[-1].sentence
    numbers = segments(sentence)
    rest = {n for token, n in zip(sentence.tokens, numbers, strict=True) if _REST_WORD.fullmatch(token.norm)}
    told = [w for w in things(sentence) if w.clause in rest]
    own = set[int]().union(*(own_words(claim, term) for term in terms))
    said = {c.index for c in claim.words if any(similarity(c, w, claim.code) >= _SAME for w in told)}
    return bool(said - own)


def _fits(claim: Sentence, mention: Mention, way: _Way, named: Sequence[Term], like: Sequence[Term]) -> bool:
    """Whether a result is of what the claim names, in its direction, and taken off or added where something says so."""
    all_counted = len(way.terms) > 2 and float(len(way.terms)) in _own_counts(claim, mention)
    left_out = [t for t in named if t not in way.terms]
    if left_out and not all_counted and (len(way.terms) > 2 or left_out == named):
        return False
    apart = _APART.search(claim.text) or _of_the_opposite(claim, way, like)
    if mention.kind == "number" and way.sign and not (apart or counts_same(*way.terms)):
        return False
    if way.sign and wrong_way(claim, mention, *way.terms):
        return False
    added = len(way.terms) > 1 and way.value == sum(t.value for t in way.terms)
    if added and (
        _is_one_of(claim, mention, way.terms)
        or several_of(claim, mention, way.terms)
        or part_of_list(claim, way.terms, like)
        or leaves_out(claim, way.terms, like)
        or adds_others(claim, way.terms)
        or AVERAGE.search(claim.text)
    ):
        return False
    return way.needs is None or _says(claim, way, way.needs)


def several_of(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> bool:
    """Whether a claim has several of what one of the terms is for: "two adults" beside "adults 85 kr"."""
    several = [m for m in claim.mentions if m is not mention and m.kind == "number" and m.low > 1]
    counted = [word.index for m in several for word in heads(claim, m)[:1]]
    own = [own_words(claim, t) for t in terms if t.mention.kind != "number"]
    return any(sum(index in words for words in own) == 1 for index in counted)


def _is_one_of(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> bool:
    """Whether a claim counts what some of the counts that would be added up are of, and others are not."""
    if mention.kind != "number":
        return False
    counted = heads(claim, mention)
    own = [
        any(similarity(c, w, claim.code) >= _SAME for c in counted for w in heads(t.sentence, t.mention)[:1])
        for t in terms
    ]
    return any(own) and not all(own)


def part_of_list(claim: Sentence, terms: Sequence[Term], like: Sequence[Term]) -> bool:
    """Whether values of one unit are but some of those that it lists, of which the claim names none."""
    one = terms[0].alignment
    listed = [t for t in like if t.alignment is one and counts_same(t, terms[0])]
    return all(t.alignment is one for t in terms) and len(listed) > len(terms) and not _named(claim, like)


def leaves_out(claim: Sentence, terms: Sequence[Term], like: Sequence[Term]) -> bool:
    """Whether a claim speaks of another value beside these rather than of one of them: "Jan and Tomas together"."""
    beside = [(t, one) for t in like if t not in terms for one in terms if t.alignment is one.alignment]
    return any(says_more(claim, other, one) for other, one in beside if counts_same(other, one))


def adds_others(claim: Sentence, terms: Sequence[Term]) -> bool:
    """Whether values that would be added up are in part of what a claim names, in part not: "flour" and water.

    Of counts a claim has to name two: the first may stand for all, "two gold medals and three silver".
    """
    counted = [found for t in terms if (found := heads(t.sentence, t.mention))]
    named = [
        {c.index for c in claim.words if any(similarity(c, w, claim.code) >= _SAME for w in found)} for found in counted
    ]
    told = set[int]().union(*named)
    return (1 if terms[0].mention.kind == "number" else 0) < len(told) and not all(named)


def _named(claim: Sentence, like: Sequence[Term]) -> list[Term]:
    """Of like terms those that the claim's words point to more than to the others."""
    own = [own_words(claim, t) for t in like]
    common = set[int].intersection(*own) if own else set[int]()
    most = max((len(words - common) for words in own), default=0)
    return [t for t, words in zip(like, own, strict=True) if most and len(words - common) == most]


def _ways(claim: Sentence, mention: Mention, terms: Sequence[Term], like: Sequence[Term]) -> Iterator[_Way]:
    counts = [m.low for m in claim.mentions if _is_count(claim, m) and m is not mention]
    told, again = set(counts), {count for count in counts if counts.count(count) > 1}
    shares = [t for t in terms if t.mention.kind == "percentage" and not t.mention.is_range and 0 < t.value < 1]
    for one in like:
        yield from _multiples(one, told, terms)
        for share in shares:
            if share.is_of_account(one):
                yield from _shares(one, share)
    yield from _rates(claim, mention, terms)
    for one, two in itertools.pairwise(like):
        if one.alignment is two.alignment and _EACH_HOLDS.fullmatch(
            one.sentence.text, one.mention.end, two.mention.start
        ):
            text = f"{one.mention.text} × {two.mention.text}"
            yield _Way(one.value * two.value, (one, two), None, text, given=True)
    for one, two in itertools.permutations(like, 2):
        if one.alignment.scope.source_id == two.alignment.scope.source_id:
            yield from _of_two(one, two, told, mention, again)
    yield from _of_several(like)


def _of_several(like: Sequence[Term]) -> Iterator[_Way]:
    """Three values and more that follow each other, added up, or taken from the largest of them."""
    for count in range(3, _MOST_ADDED + 1):
        for start in range(len(like) - count + 1):
            group = tuple(sorted(like, key=_place)[start : start + count])
            text = " + ".join(t.mention.text for t in group)
            yield _Way(sum(t.value for t in group), group, _TOTAL, text, frozenset({float(count)}), plain=False)
            whole = max(group, key=lambda t: t.value)
            taken = [t for t in group if t is not whole]
            if not all(counts_same(whole, t) for t in taken):
                continue  # eight rehearsals are none of 22 sopranos
            text = f"{whole.mention.text} − {' − '.join(t.mention.text for t in taken)}"
            yield _Way(whole.value - sum(t.value for t in taken), group, _APART, text, needs=_REST)


def _multiples(one: Term, told: set[float], terms: Sequence[Term]) -> Iterator[_Way]:
    """A value times a number, or shared out among it: one of the claim's, of its own sentence, or else of the next."""
    if one.mention.kind == "number" and one.value in told:
        return  # the claim has it for itself
    counts = [t for t in terms if _is_count(t.sentence, t.mention) and t.mention.text != one.mention.text]
    beside = [t for t in counts if t.alignment is one.alignment] or [t for t in counts if t.is_near(one)]
    for count in told | {t.value for t in beside}:
        used = frozenset({count})
        yield _Way(one.value * count, (one,), _TOTAL, f"{count:g} × {one.mention.text}", used)
        yield _Way(one.value / count, (one,), _EACH, f"{one.mention.text} ÷ {count:g}", used)
    for count, other in itertools.combinations(sorted(told), 2):
        text, used = f"{count:g} × {other:g} × {one.mention.text}", frozenset({count, other})
        yield _Way(one.value * count * other, (one,), _TOTAL, text, used)


def _rates(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Iterator[_Way]:
    """A rate for as much of its base as is stated: 18 ml a minute for 40 minutes, 2.40 a ton for 1,000 tons."""
    for rate in terms:
        stated = rate.mention
        by_base = stated.per and same_unit(stated, mention) and not mention.per
        base, size = (stated.per, stated.per_size) if by_base else ("[time]", 1.0)
        if stated.bound or not (by_base or stated.unit == f"{mention.unit} / [time]"):
            continue
        near = [(t.sentence, t.mention) for t in terms if rate.is_of_account(t) and t is not rate]
        for sentence, length in (*((claim, m) for m in claim.mentions if m is not mention), *near):
            if _measures(sentence, length, base):
                value, used = stated.low * length.low / size, frozenset({length.low / (length.size or 1.0)})
                told = f"{stated.text} for {length.text}"
                yield _Way(value, (rate,), None, told, used, given=sentence is claim)


def _measures(sentence: Sentence, length: Mention, base: str) -> bool:
    """Whether a value says how much there is of the base of a rate."""
    if length.is_range or length.per:
        return False
    counted = {base} if base not in PEOPLE else PEOPLE
    if length.kind == "number":
        grouped = base in PEOPLE and _GROUP_OF.search(sentence.text, 0, length.start) is not None
        return grouped or any(counted & word.keys for word in heads(sentence, length)[:2])
    return length.kind == "quantity" and length.unit == base


def _shares(one: Term, share: Term) -> Iterator[_Way]:
    said = share.mention.text
    yield _Way(one.value * share.value, (one, share), _TOTAL, f"{said} of {one.mention.text}")
    yield _Way(one.value * (1 - share.value), (one, share), _APART, f"{one.mention.text} less {said}", needs=_OFF)
    yield _Way(one.value * (1 + share.value), (one, share), _TOTAL, f"{one.mention.text} and {said} more", needs=_ON)


def _of_two(one: Term, two: Term, told: set[float], mention: Mention, again: set[float]) -> Iterator[_Way]:
    both = (one, two)
    if one.value > two.value:
        yield _Way(one.value - two.value, both, _APART, f"{one.mention.text} − {two.mention.text}", sign=1, plain=False)
    if _place(one) < _place(two):
        text = f"{one.mention.text} + {two.mention.text}"
        yield _Way(one.value + two.value, both, _TOTAL, text, frozenset({2.0}), plain=False)
    beside = {
        m.low
        for t in both
        for m in t.sentence.mentions
        if _is_count(t.sentence, m) and m not in (one.mention, two.mention)
    }
    for count in told | (beside if mention.kind != "number" else set[float]()):
        if count <= _MOST_TIMES:
            many, used = f"{count:g} × {one.mention.text}", frozenset({count})
            value = count * one.value
            yield _Way(value + two.value, both, _TOTAL, f"{many} + {two.mention.text}", used, plain=False)
            yield _Way(value - two.value, both, _APART, f"{many} − {two.mention.text}", used, plain=False)
    for first, second in (*itertools.permutations(told, 2), *((count, count) for count in again)):
        text = f"{first:g} × {one.mention.text} + {second:g} × {two.mention.text}"
        value = first * one.value + second * two.value
        yield _Way(value, both, _TOTAL, text, frozenset({first, second}), plain=False, twice=True)


def _says(claim: Sentence, way: _Way, needed: regex.Pattern[str]) -> bool:
    """Whether a claim or what it is reckoned from says that something is taken off or added."""
    taken = needed is _OFF and _REST.search(claim.text)
    return bool(taken or needed.search(claim.text) or any(needed.search(t.sentence.text) for t in way.terms))


def _alike(claim: Sentence, term: Term, mention: Mention) -> bool:
    """Whether a term may be part of what makes up the claim's value, which it is not itself."""
    stated = term.mention
    if not same_unit(stated, mention) or stated.is_range or stated.ordinal or stated.low in (0, mention.low):
        return False
    if stated.kind == "number" and is_price(stated) != is_price(mention):
        return False
    if stated.kind == "number" and (stated.low == 1 or (labels(term.sentence, stated) and not is_price(stated))):
        return False
    return stated.per in ("", mention.per) or any(stated.per in word.keys for word in claim.words)


def _is_count(sentence: Sentence, mention: Mention) -> bool:
    """Whether a number counts something: a whole one that is no label, "two adults" and not "Gateway 2"."""
    whole = mention.kind == "number" and not mention.is_range and mention.low.is_integer()
    return whole and not mention.ordinal and 2 <= mention.low <= _MOST_COUNT and not labels(sentence, mention)


def _own_counts(claim: Sentence, mention: Mention) -> set[float]:
    """The numbers of the claim that count things, which its value then depends on: "two adults"."""
    return {m.low for m in claim.mentions if _is_count(claim, m) and m is not mention and heads(claim, m)}


def _place(term: Term) -> tuple[str, int, int]:
    return term.alignment.scope.source_id, term.alignment.scope.unit.start, term.mention.start


def wrong_way(claim: Sentence, mention: Mention, large: Term, small: Term) -> bool:
    """Whether a claim says "more" where its words put the smaller of two values before the larger, or "less" after it.

    Who is ahead in time has the smaller value; else the larger. Who won has the larger, too.
    """
    if (balance := _BALANCE.search(claim.text)) is not None:
        near = [w for w in things(large.sentence) if w.clause == segment_at(large.sentence, large.mention.start)]
        if any(w.keys & (_INCOME if balance["short"] else _COSTS) for w in near):
            return True
    by = "by" in claim.text[: mention.start].casefold().split()[-2:]
    if by and mention.unit != "[time]" and (deed := _WON.search(claim.text)) is not None:
        before = {w.index for w in claim.words if w.token.end <= deed.start()}
        big, little = own_words(claim, large) & before, own_words(claim, small) & before
        winner, loser = (little, big) if deed["lost"] else (big, little)
        if loser - winner and not winner - loser:
            return True
    if _of_the_wrong_one(claim, mention, large, small):
        return True
    split = _RIGHT.search(claim.text, mention.end)
    between = claim.text[mention.end : split.start()].split() if split else []
    if split is None or len(between) > (_BESIDE if " " in split.group() or split.group().lower() in _OF_OTHER else 0):
        return False
    right = {w.index for w in claim.words if w.token.start >= split.end()}
    big, little = own_words(claim, large), own_words(claim, small)
    big, little = big - little, little - big
    toward = len(big & right) - len(little & right) or len(little - right) - len(big - right)
    word = split.group().casefold()
    if word in ("ahead of", "behind"):
        less = (word == "ahead of") == (mention.unit == "[time]")
    elif bool(_LESS.search(claim.text)) == bool(_MORE.search(claim.text)):
        return False
    else:
        less = bool(_LESS.search(claim.text))
    return toward != 0 and (toward > 0) != less


def _of_the_wrong_one(claim: Sentence, mention: Mention, large: Term, small: Term) -> bool:
    """Whether a claim that ends in "more" or "less" has it of the other of two: "needed eight seconds less".

    Each has to be named in a part of its own with a verb of its own.
    """
    ending = _ENDS_MORE.match(claim.text, mention.end)
    if not ending or large.sentence.has_pronoun or leaves_out_verb(large) or leaves_out_verb(small):
        return False
    return says_more(claim, *((large, small) if ending["less"] else (small, large)))
