"""A claim in a source's own wording, where a single value cannot be put in its place.

The two sentences are laid side by side by their stems; what differs at the disputed place is taken from the source,
the rest stays the draft's.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import regex

from critique_core.language.tokens import stem

ARTICLE = regex.compile(r"\A(?:the|an?)\s+", regex.IGNORECASE)
_TOKEN = regex.compile(r"[\p{L}\p{N}\p{M}]+(?:['’._-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}]")
_PARTING = frozenset(",;:")
_MOST_BORROWED = 6  # words; beyond that the two sentences only happen to share their ends
_MOST_ADDED = 3
_LEAST_SHARED = 0.6  # of the claim's other words, so that both sentences are about one thing
_LEAST_ANCHORS = 2
_MOST_EXCHANGED = 3
_FUNCTION_LENGTH = 3  # letters: "the", "of", "and"
_ANY_OF = frozenset("a an all any each every the".split())  # "each night", "a night": no name for all its capital
_LONGEST = 150  # words and marks; comparing takes the product of both lengths


@dataclass(frozen=True, slots=True)
class Rewrite:
    """``text[start:end]`` of the claim becomes ``replacement``."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    stem: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()


def borrowed(claim: str, source: str, places: Sequence[tuple[int, int]]) -> Rewrite | None:
    """The one stretch of ``claim`` over all of ``places`` as ``source`` words it.

    ``None`` unless both sentences say the same around it, and the stretch is short and bounded on both sides by words
    they share (or by the sentence's start or end). Time grows with the product of the two lengths.
    """
    own, other = _tokens(claim), _tokens(source)
    edits = [edit for edit in _edits(own, other) if _touches(own, edit, places)]
    if len(edits) != 1:
        return None
    first, last, other_first, other_last = _with_changed_forms(own, other, edits[0])
    taken, given = own[first:last], other[other_first:other_last]
    if not _short(taken, given) or not _about_one_thing(own, other, (first, last)):
        return None
    if _cuts_in(taken, given):
        return None
    if first > 0 and _named(claim, taken) != _named(source, given):
        return None  # a name for a common word, or the other way round
    if _said_twice([*own[:first], *own[last:]], given, other):
        return None  # "Screws are not supplied with the wall bracket and screws"
    text = source[given[0].start : given[-1].end]
    return Rewrite(taken[0].start, taken[-1].end, _cased(taken[0].text, text, opening=first == 0))


def exchanged(claim: str, source: str) -> tuple[Rewrite, ...]:
    """Every name and value in which two sentences differ that are the same in all else; empty where more differs.

    For a sentence with several things wrong: "by Moss in 1945" against "by Hart in 1954". The words that both share
    must be most of the claim's, among them one that is no function word.
    """
    own, other = _tokens(claim), _tokens(source)
    edits = _edits(own, other)
    kept = [token for place, token in enumerate(own) if not any(first <= place < last for first, last, _, _ in edits)]
    shared = [token for token in kept if token.is_word]
    if not 0 < len(edits) <= _MOST_EXCHANGED or not any(len(t.text) > _FUNCTION_LENGTH for t in shared):
        return ()
    taken = sum(last - first for first, last, _, _ in edits)
    if len(shared) < max(_LEAST_ANCHORS + 1, taken):
        return ()
    found: list[Rewrite] = []
    for first, last, there, there_last in edits:
        stretch, given = own[first:last], other[there:there_last]
        if {token.text.casefold() for token in [*stretch, *given]} <= _ANY_OF:
            continue
        if _cuts_in(stretch, given) or not _short(stretch, given) or not _one_kind(claim, stretch, source, given):
            return ()
        found.append(Rewrite(stretch[0].start, stretch[-1].end, source[given[0].start : given[-1].end]))
    return tuple(found)


def _one_kind(claim: str, taken: Sequence[_Token], source: str, given: Sequence[_Token]) -> bool:
    """Whether both stretches are names, or both bare numbers."""
    both = ((claim, taken), (source, given))
    if all(token.text[0].isdigit() for _, tokens in both for token in tokens):
        return True
    return all(
        _named(text, tokens)
        and all(token.text[:1].isupper() or len(token.text) <= _FUNCTION_LENGTH for token in tokens if token.is_word)
        for text, tokens in both
    )


def turned_round(claim: str, source: str) -> Rewrite | None:
    """The differing middle of two sentences that say the same words in another order, as ``source`` orders them.

    For a role or comparison the wrong way round. ``None`` when a word of the claim is not in the source.
    """
    own, other = _tokens(claim), _tokens(source)
    edits = _edits(own, other)
    stems = [token.stem for token in other if token.is_word]
    if not edits or any(token.is_word and token.stem not in stems for token in own):
        return None
    first, last = edits[0][0], edits[-1][1]
    given = other[edits[0][2] : edits[-1][3]]
    while given and not given[-1].is_word:
        given = given[:-1]
    taken = own[first:last]
    if not taken or not given or len(given) > len(taken) + _MOST_ADDED:
        return None
    text = source[given[0].start : given[-1].end]
    return Rewrite(taken[0].start, taken[-1].end, _cased(taken[0].text, text, opening=first == 0))


def _tokens(text: str) -> list[_Token]:
    found = [
        _Token(match.group(), stem(match.group().casefold()), match.start(), match.end())
        for match in _TOKEN.finditer(text)
    ]
    while found and found[-1].text in ".!?":
        found.pop()  # the end mark stays the draft's
    return found


_Edit = tuple[int, int, int, int]


def _edits(own: Sequence[_Token], other: Sequence[_Token]) -> list[_Edit]:
    if max(len(own), len(other)) > _LONGEST:
        return []
    matcher = SequenceMatcher(None, [t.stem for t in own], [t.stem for t in other], autojunk=False)
    codes = [code for code in matcher.get_opcodes() if code[0] in ("replace", "delete")]
    return [(first, last, there, there_last) for _, first, last, there, there_last in codes]


def _touches(own: Sequence[_Token], edit: _Edit, places: Sequence[tuple[int, int]]) -> bool:
    tokens = [token for token in own[edit[0] : edit[1]] if token.is_word]
    return any(token.start < end and start < token.end for token in tokens for start, end in places)


def _with_changed_forms(own: Sequence[_Token], other: Sequence[_Token], edit: _Edit) -> _Edit:
    """The edit with its neighbours of equal stem and other form: "does not support" for "supports"."""
    first, last, other_first, other_last = edit
    while last < len(own) and other_last < len(other) and own[last].text.lower() != other[other_last].text.lower():
        last, other_last = last + 1, other_last + 1
    while first and other_first and own[first - 1].text.lower() != other[other_first - 1].text.lower():
        first, other_first = first - 1, other_first - 1
    return first, last, other_first, other_last


def _cuts_in(taken: Sequence[_Token], given: Sequence[_Token]) -> bool:
    """Whether what is put in runs over from one part of a sentence to the next: "Dear Mr Okafor, I" for "Ms Keller"."""
    speaks = any(token.text == "I" for token in given)
    return speaks or any(token.text in _PARTING for token in given) > any(token.text in _PARTING for token in taken)


def _named(text: str, tokens: Sequence[_Token]) -> bool:
    """Whether a stretch begins with a capital letter, its article aside."""
    return ARTICLE.sub("", text[tokens[0].start : tokens[-1].end])[:1].isupper()


def _short(taken: Sequence[_Token], given: Sequence[_Token]) -> bool:
    if not taken or not given or not (taken[0].is_word and given[0].is_word and given[-1].is_word):
        return False
    return max(len(taken), len(given)) <= _MOST_BORROWED and len(given) <= len(taken) + _MOST_ADDED


def _about_one_thing(own: Sequence[_Token], other: Sequence[_Token], cut: tuple[int, int]) -> bool:
    rest = [token.stem for token in [*own[: cut[0]], *own[cut[1] :]] if token.is_word]
    there = {token.stem for token in other}
    shared = sum(stem in there for stem in rest)
    return shared >= _LEAST_ANCHORS and shared / len(rest) >= _LEAST_SHARED


def _said_twice(rest: Sequence[_Token], given: Sequence[_Token], other: Sequence[_Token]) -> bool:
    """Whether a word of what is put in, no function word, then stands more often than in the source or the claim."""
    left, put, there = (Counter(token.stem for token in part) for part in (rest, given, other))
    long = {token.stem for token in given if token.is_word and len(token.text) > _FUNCTION_LENGTH}
    return any(left[word] and left[word] + put[word] > there[word] for word in long)


def _cased(stated: str, text: str, *, opening: bool) -> str:
    return text[:1].upper() + text[1:] if opening and stated[:1].isupper() else text
