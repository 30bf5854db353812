"""Lists whose members each hold alone: "includes email, chat and phone support", "is quiet, clean and near the sea".

Only verbs are listed here whose object may be taken member by member; "combines A, B and C" is one statement. A list
ends its sentence, so that no phrase behind it belongs to all of its members. Lists of qualities and of deeds without
objects ("prints, scans and copies") are read too.
"""

from collections.abc import Sequence
from itertools import pairwise

from critique_core.language.grammar import (
    ADVERBS,
    BE,
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
    verb_form,
)
from critique_core.language.lexicon import PARTS, lexicon

_OF_EACH = frozenset(
    "accept bring carry cause collect contain cover detect eat export feature grow import include lend list mention "
    "need offer own produce provide publish receive require sell send serve speak stock store submit supply support "
    "teach treat visit wear".split()
)
_HAVE = frozenset(("has", "have", "had"))
# Words that say something of the list as a whole, open another list in it, or leave its end open.
_NEVER = NEGATIONS | SUBORDINATE | frozenset(
    "all altogether among between both combined each either every including like more only or other others plus "
    "respectively such together total".split()
)  # fmt: skip
_NEVER_IN = ADVERBS | JOINING | PREPOSITIONS | SEMICOLONS | PRONOUNS | {":", "&", ","}
_FEWEST, _LONGEST = 3, 6
_DEGREES = frozenset("very quite rather fairly so too highly fully completely extremely well".split())
_COMPLETING = frozenset(("to", "from", "of"))  # "close to the station"; "in winter" may be said of all
# "Is red, white and blue" says of no part which it is.
_COLOURS = frozenset(
    "black white red green blue yellow orange purple violet pink brown grey gray gold golden silver beige".split()
)
Marks = tuple[tuple[int, int], ...]


def members(sentence: Syntax) -> tuple[int, Marks] | None:
    """The last token that the members share, and the tokens from and to between them.

    ``None`` when no list ends the sentence, when the verb may hold of its members together, or when a member may be a
    mere adjective ("red, green and blue balls").
    """
    words = sentence.words
    last = next((index for index in range(len(words) - 1, 0, -1) if words[index] == "and"), 0)
    main = sentence.main_verb(0, last)
    if main is None or not sentence.free(last) or not _NEVER.isdisjoint(words) or sentence.reports(main):
        return None
    closing = last - 1 if words[last - 1] == "," else last
    commas = [index for index in range(main + 1, closing) if words[index] == ","]
    marks = (*((index, index + 1) for index in commas), (closing, last + 1))
    if len(marks) + 1 < _FEWEST or not all(map(sentence.free, commas)):
        return None
    inner = [edge for mark in marks for edge in mark]
    verb = _verb(sentence, main)
    if verb is not None and _are_things(sentence, _between([verb + 1, *inner, len(words)])):
        return verb, marks
    if words[main] in BE and _are_qualities(sentence, _between([main + 1, *inner, len(words)])):
        return main, marks
    return (main - 1, marks) if _are_deeds(sentence, _between([main, *inner, len(words)])) else None


def _between(edges: Sequence[int]) -> list[range]:
    return [range(*pair) for pair in list(pairwise(edges))[::2]]


def _are_qualities(sentence: Syntax, items: Sequence[range]) -> bool:
    """Whether each member is an adjective, the last one perhaps with what completes it: "close to the station"."""
    for item in items:
        said = [sentence.words[index] for index in item]
        if said and said[0] in _DEGREES:
            said = said[1:]
        completed = item is items[-1] and said[1:2] and said[1] in _COMPLETING
        if not said or (len(said) > 1 and not completed) or said[0] in _COLOURS or not _may_describe(said[0]):
            return False
    return True


def _are_deeds(sentence: Syntax, items: Sequence[range]) -> bool:
    """Whether each member is a verb alone, the last one perhaps with an object: "sweeps, mops and dries the floor"."""
    if not items[0].start or any(verb_form(sentence.words[item.start]) != "third" for item in items if item):
        return False
    last = sentence.words[items[-1].start + 1 : items[-1].start + 2]
    return all(len(item) == 1 for item in items[:-1]) and (not last or last[0] in DETERMINERS)


def _verb(sentence: Syntax, main: int) -> int | None:
    verb = main + 1 if sentence.tense(main) == "modal" else main
    word = sentence.words[verb]
    if word in _HAVE and verb == main:
        return None if is_participle(sentence.words[verb + 1]) else verb
    return verb if not _OF_EACH.isdisjoint({word} | lexicon().base_forms(word)) else None


def _are_things(sentence: Syntax, items: Sequence[range]) -> bool:
    """Whether each member is a noun phrase of its own."""
    words, last = sentence.words, items[-1]
    led = [words[item.start] in DETERMINERS or words[item.start][0].isdigit() for item in items]
    alone = [_one(sentence, item) for item in items]
    if any(alone[place] and led[place + 1] and not led[place + 2] for place in range(len(items) - 2) if not led[place]):
        return False  # "offers Netflix, a streaming service, and Hulu"
    may_go_on = led[-2] and words[items[-2].start] not in ("the", "its", "their")
    for item in items:
        inner = {words[index] for index in item} - ({"of"} if item is last and may_go_on else set())
        if not 0 < len(item) <= _LONGEST or not _NEVER_IN.isdisjoint(inner) or _is_deed(sentence, item):
            return False
    return not any(_describes(words[item.start : item.stop], len(last)) for item in items[:-1])


def _one(sentence: Syntax, item: range) -> bool:
    """Whether a member may be one thing, which the next member goes on about; "airbags, a camera" are several."""
    return not item or sentence.capital(item[0]) or not sentence.words[item[-1]].endswith("s")


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
