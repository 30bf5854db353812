"""Lists of things that a verb holds of each: "includes email, chat and phone support", "can cause fever and pain".

Only verbs are listed here whose object may be taken member by member; "combines A, B and C" is one statement. A list
ends its sentence, so that no phrase behind it belongs to all of its members.
"""

from collections.abc import Sequence
from itertools import pairwise

from critique_core.language.grammar import (
    ADVERBS,
    DETERMINERS,
    JOINING,
    NEGATIONS,
    PREPOSITIONS,
    PRONOUNS,
    SEMICOLONS,
    SUBORDINATE,
    Syntax,
    is_participle,
    names_or_describes,
)
from critique_core.language.lexicon import PARTS, lexicon

_OF_EACH = frozenset(
    "accept bring carry cause collect contain cover export feature grow import include list mention need offer produce "
    "provide publish receive require sell serve speak stock store submit supply support teach treat visit".split()
)
_HAVE = frozenset(("has", "have", "had"))
# Words that say something of the list as a whole, open another list in it, or leave its end open.
_NEVER = NEGATIONS | SUBORDINATE | frozenset(
    "all altogether among between both combined each either every including like more only or other others plus "
    "respectively such together total".split()
)  # fmt: skip
_NEVER_IN = ADVERBS | JOINING | PREPOSITIONS | SEMICOLONS | PRONOUNS | {":", "&", ","}
_FEWEST, _LONGEST = 3, 6
Marks = tuple[tuple[int, int], ...]


def members(sentence: Syntax) -> tuple[int, Marks] | None:
    """The verb of a list that ends the sentence, and the tokens from and to between its members.

    ``None`` when there is no such list, when the verb may hold of its members together, or when a member may be a mere
    adjective ("red, green and blue balls").
    """
    words = sentence.words
    last = next((index for index in range(len(words) - 1, 0, -1) if words[index] == "and"), 0)
    verb = _verb(sentence, last)
    if verb is None or not sentence.free(last) or not _NEVER.isdisjoint(words):
        return None
    closing = last - 1 if words[last - 1] == "," else last
    commas = [index for index in range(verb + 1, closing) if words[index] == ","]
    marks = (*((index, index + 1) for index in commas), (closing, last + 1))
    edges = [verb + 1, *(edge for mark in marks for edge in mark), len(words)]
    items = [range(*pair) for pair in list(pairwise(edges))[::2]]
    if len(items) < _FEWEST or not all(map(sentence.free, commas)) or not _are_things(sentence, items):
        return None
    return verb, marks


def _verb(sentence: Syntax, end: int) -> int | None:
    main = sentence.main_verb(0, end)
    if main is None or sentence.reports(main):
        return None
    verb = main + 1 if sentence.tense(main) == "modal" else main
    word = sentence.words[verb]
    if word in _HAVE and verb == main:
        return None if is_participle(sentence.words[verb + 1]) else verb
    return verb if not _OF_EACH.isdisjoint({word} | lexicon().base_forms(word)) else None


def _are_things(sentence: Syntax, items: Sequence[range]) -> bool:
    """Whether each member is a noun phrase of its own."""
    words, last = sentence.words, items[-1]
    led = [words[item.start] in DETERMINERS or words[item.start][0].isdigit() for item in items]
    if any(not led[place] and led[place + 1] and not led[place + 2] for place in range(len(items) - 2)):
        return False  # "offers Netflix, a streaming service, and Hulu"
    may_go_on = led[-2] and words[items[-2].start] not in ("the", "its", "their")
    for item in items:
        inner = {words[index] for index in item} - ({"of"} if item is last and may_go_on else set())
        if not 0 < len(item) <= _LONGEST or not _NEVER_IN.isdisjoint(inner) or _is_deed(sentence, item):
            return False
    return not any(_describes(words[item.start : item.stop], len(last)) for item in items[:-1])


def _is_deed(sentence: Syntax, item: range) -> bool:
    """Whether a member holds a verb: "citing slow service"."""
    first = sentence.words[item.start]
    leads = not names_or_describes(first) or (len(item) > 1 and sentence.words[item.start + 1] in DETERMINERS)
    opens = first.endswith("ly") or (first.endswith("ing") and leads)
    return opens or any(sentence.strength(index, item.start) > 1 for index in item)


def _describes(member: Sequence[str], longest: int) -> bool:
    """Whether a member may be an adjective of the noun that ends the list."""
    led = member[0] in DETERMINERS and len(member) > 1
    return (led or (longest > 1 and len(member) == 1)) and _may_describe(member[-1])


def _may_describe(word: str) -> bool:
    return "a" in lexicon().related(word, PARTS) or is_participle(word)
