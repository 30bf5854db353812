"""A number that counts what a source lists: "three vegetables" beside "carrots, leeks and potatoes"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from critique_core.language.sentence import Sentence, Word, heads, is_generic
from critique_core.language.similarity import is_among
from critique_core.language.statements import is_finite
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import COVERED, Alignment
from critique_core.verifiers.embedded.arithmetic.terms import Derived

_JOINING = frozenset("and or & und oder et ou y o e en".split())
_ARTICLES = frozenset("the a an".split())
_ENDING = frozenset(
    "as which who that where when while because in at on for from with to if so but before after until during".split()
)
_LONGEST = 6  # tokens of an item
_FIRST = 20  # tokens before the end of an item among which its beginning is looked for
_FEWEST, _MOST = 2, 12
_OTHERS_TOLD = 0.6  # share of the claim's other words that a unit has which does not name what is counted


@dataclass(frozen=True, slots=True)
class _List:
    """Items that commas and "and" join: how many things they are, where they stand, and whether all are names."""

    count: int
    start: int
    end: int
    names: bool


def counted(claim: Sentence, mention: Mention, alignments: Sequence[Alignment]) -> Derived | None:
    """What a source lists as many of as the claim says; ``None`` for a value that is no small whole number.

    The sentence with the list names what is counted, or has most of the claim's other words while no source names it.
    """
    if mention.kind != "number" or mention.bound or mention.ordinal or not _FEWEST <= mention.low <= _MOST:
        return None
    things = heads(claim, mention)
    named = [a for a in alignments if any(is_among(w, a.scope.sentence.words, claim.code) for w in things[-1:])]
    for alignment in named or alignments:
        if not named and not is_generic(things) and not _tells_the_rest(claim, things, alignment):
            continue
        sentence = alignment.scope.sentence
        for found in _lists(sentence):
            fits = found.names or named or not is_generic(things)
            if found.count == mention.low and fits and not _counted_apart(sentence, things, found):
                text = sentence.text[found.start : found.end]
                told = replace(mention, start=found.start, end=found.end, text=text)
                explanation = f"the source lists {mention.text.casefold()}: “{text}”"
                return Derived(mention, (alignment, told), (alignment, told), explanation)
    return None


def _counted_apart(sentence: Sentence, things: Sequence[Word], found: _List) -> bool:
    """Whether the sentence gives the number of these things itself, outside of the list."""
    inside = range(found.start, found.end)
    numbers = (m for m in sentence.mentions if m.kind == "number" and m.start not in inside)
    return any(is_among(w, things, sentence.code) for m in numbers for w in heads(sentence, m))


def _tells_the_rest(claim: Sentence, things: Sequence[Word], alignment: Alignment) -> bool:
    others = [(w.weight, c) for w, c in zip(claim.words, alignment.cover, strict=True) if w not in things]
    return sum(w for w, c in others if c >= COVERED) >= _OTHERS_TOLD * sum(w for w, _ in others) > 0


@lru_cache(maxsize=20_000)
def _lists(sentence: Sentence) -> tuple[_List, ...]:
    return tuple(_found(sentence))


def _found(sentence: Sentence) -> Iterator[_List]:
    tokens = sentence.tokens
    for at, token in enumerate(tokens):
        if token.norm not in _JOINING or not 0 < at < len(tokens) - 1:
            continue
        last = at + 1
        while last < min(len(tokens), at + 1 + _LONGEST) and not _ends(sentence, last, at + 1):
            last += 1
        if last < len(tokens) and tokens[last].norm in _JOINING:
            continue  # the list goes on: "Ann and Ben and Cara"
        items = [(at + 1, last)]
        end = at
        while len(items) <= _MOST:  # neither the items nor the words of one may be without bound
            end -= tokens[end - 1].text == ","
            start = end
            while start > max(0, end - _FIRST) and not _parts(sentence, start - 1):
                start -= 1
            items.insert(0, (start, end))
            joined = start > 0 and (tokens[start - 1].text == "," or tokens[start - 1].norm in _JOINING)
            if not joined or _opens(sentence, start, end):
                break
            end = start - (tokens[start - 1].norm in _JOINING)
        names = _are_names(sentence, items)
        several = len(items) > 2 or names or any(t.norm == "both" for t in tokens[slice(*items[0])])
        if several and all(_has_content(sentence, *item) for item in items):
            first = max(items[0][0], items[0][1] - _LONGEST)
            first = next((n + 1 for n in range(items[0][1] - 2, first - 1, -1) if is_finite(tokens, n)), first)
            while tokens[first].function and tokens[first].norm not in _ARTICLES:
                first += 1  # "of the chair, the treasurer and the secretary"
            count = sum(_worth(sentence, *item) for item in items)
            yield _List(count, tokens[first].start, tokens[last - 1].end, names)


def _opens(sentence: Sentence, start: int, end: int) -> bool:
    """Whether what is between two commas begins a list rather than goes on with one."""
    return end - start > _LONGEST or any(is_finite(sentence.tokens, n) for n in range(start, end))


def _parts(sentence: Sentence, at: int) -> bool:
    """Whether a token stands between two items, or ends the list."""
    token = sentence.tokens[at]
    return token.text == "," or token.norm in _JOINING or _is_break(sentence, at)


def _is_break(sentence: Sentence, at: int) -> bool:
    return sentence.tokens[at].kind == "mark" and sentence.tokens[at].text not in "-‑'’\"“”&"


def _ends(sentence: Sentence, at: int, first: int) -> bool:
    token = sentence.tokens[at]
    if _is_break(sentence, at) or token.norm in _JOINING:
        return True
    return at > first and (token.norm in _ENDING or is_finite(sentence.tokens, at))


def _has_content(sentence: Sentence, start: int, end: int) -> bool:
    return any(not token.function and token.kind != "mark" for token in sentence.tokens[start:end])


def _are_names(sentence: Sentence, items: Sequence[tuple[int, int]]) -> bool:
    """Whether the items are names; before the first and behind the last other words may stand."""
    told = [[token for token in sentence.tokens[start:end] if not token.function] for start, end in items]
    return all(told) and told[0][-1].text[:1].isupper() and all(tokens[0].text[:1].isupper() for tokens in told[1:])


def _worth(sentence: Sentence, start: int, end: int) -> int:
    """How many things an item is: more than one where a number counts them, "two members without a portfolio"."""
    inside = range(sentence.tokens[start].start, sentence.tokens[end - 1].end)
    numbers = [m.low for m in sentence.mentions if m.kind == "number" and m.start in inside and heads(sentence, m)]
    return int(numbers[0]) if len(numbers) == 1 and _FEWEST <= numbers[0] <= _MOST else 1
