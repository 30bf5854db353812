"""Names in a claim that no source has: who is not named in any source is not known to have done anything.

Words that a dictionary knows are left to other evidence: a source that says "Lyon" need not say "France". Of claims
with such a name in the held-out parts of LFQA and InfoTabS, 11 of 13 were not supported. In VitaminC and Fool Me Twice,
whose evidence is cut from a page that bears the name in its title, 63 of 96.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

import regex

from critique_core.language.lexicon import lexicon
from critique_core.language.sentence import Sentence
from critique_core.language.tokens import Token
from critique_core.text.accents import without_accents

_LETTERS = regex.compile(r"\p{L}+")
_LEAST = 3  # letters
_ENDING = 3  # letters in which two forms of a name may differ
_SPELT_ALIKE = 0.75
_NAMES_APART = frozenset({"en", "es", "fr", "it", "nl", "pt"})  # where a capital inside a sentence marks a name


def unnamed(claim: Sentence, texts: Sequence[str]) -> tuple[str, ...]:
    """The names of a claim, as it writes them, whose last word is in no text, spelt alike or in another form either.

    Abbreviations in capitals are passed over, for a text may spell them out; so are words of the English dictionary.
    """
    if claim.code not in _NAMES_APART:
        return ()
    return tuple(
        claim.text[name[0].start : name[-1].end]
        for name in _names(claim)
        if _telling(name[-1]) and not any(_has(name[-1].text, text) for text in texts)
    )


def _names(claim: Sentence) -> Iterator[list[Token]]:
    """Runs of names with no more than a space between them."""
    run: list[Token] = []
    for token, following in pairwise([*claim.tokens, None]):
        if token is None or not token.name:
            continue
        run.append(token)
        if following is None or not following.name or claim.text[token.end : following.start] != " ":
            joined = following is not None and (following.function or following.kind == "mark")
            if len(run) > 1 or token.start or not joined:  # "Amid this" opens with no name
                yield run
            run = []


def _telling(token: Token) -> bool:
    word = token.text
    return word.isalpha() and len(word) >= _LEAST and not word.isupper() and not lexicon().base_forms(token.norm)


def _has(word: str, text: str) -> bool:
    own = without_accents(word)
    written = _words(text)
    if own in written or own in _run_together(text):
        return True
    stem = own[: max(_LEAST + 1, len(own) - _ENDING)]
    return any(one.startswith(stem) for one in written) or any(
        one[0] == own[0] and SequenceMatcher(None, own, one).ratio() >= _SPELT_ALIKE for one in _capitals(text)
    )


@lru_cache(maxsize=64)
def _words(text: str) -> frozenset[str]:
    return frozenset(without_accents(match.group()) for match in _LETTERS.finditer(text))


@lru_cache(maxsize=64)
def _capitals(text: str) -> frozenset[str]:
    """The words that are written with a capital."""
    return frozenset(without_accents(match.group()) for match in _LETTERS.finditer(text) if match.group()[0].isupper())


@lru_cache(maxsize=64)
def _run_together(text: str) -> str:
    return "".join(without_accents(match.group()) for match in _LETTERS.finditer(text))
