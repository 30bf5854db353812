"""Other names: "Marta" for "Maria", "Lisbon" for "Vienna", and for a name that no list knows another spelling."""

import random
from collections.abc import Iterator

from critique_core.language.lexicon import ANTONYM, DERIVED, NEAR, SYNONYM, lexicon
from critique_core.language.tokens import Token, tokenize
from critique_core.mutations.mutation import Mutation
from critique_core.typed_values.mentions import mentions
from critique_core.typed_values.weekdays import day_named

_LISTS = tuple(
    tuple(names.split())
    for names in (
        """Maria Marta Anna Emma Julia Laura Sarah Clara Elena Sofia Nina Alice Helen Priya Fatima Mei Ingrid Olivia
        Ruth Karen Linda Susan Emily Grace Nora""",
        """James John David Daniel Peter Paul Martin Thomas Harry Henry Ahmed Carlos Luca Marco Oscar Victor Simon
        Robert Michael William George Richard Frank Samuel Kenji""",
        """London Paris Berlin Madrid Vienna Lisbon Rome Oslo Prague Warsaw Dublin Athens Zurich Geneva Basel Milan
        Munich Hamburg Tokyo Delhi Chicago Boston Seattle Denver Toronto Sydney Cairo Lagos""",
        """Germany France Spain Italy Austria Portugal Poland Norway Sweden Denmark Finland Greece Ireland Belgium
        Canada Mexico Brazil Chile Japan China India Kenya Egypt Australia""",
        "Europe Asia Africa America Australia Antarctica",
    )
)
_MONTHS = frozenset("January February March April May June July August September October November December".split())
_VOWELS, _LIQUIDS = "aeiou", "lr"
_ONSETS, _BEFORE_LIQUID = "bdfghklmnprstvw", "bcfgp"
_LEAST = 3  # letters of a name that is spelt another way
_ADJECTIVES = ("ean", "ian", "ish", "ese", "ic")
_RELATIONS = (SYNONYM, NEAR, ANTONYM, DERIVED)


def mutated(text: str, code: str, chance: random.Random) -> Iterator[Mutation]:
    """Another name for each word that is a name by its capital letter and by WordNet's silence on its meaning."""
    valued = [(mention.start, mention.end) for mention in mentions(text, code)]
    for token in tokenize(text, code):
        if not token.name or token.code or token.text in _MONTHS or day_named(token.text) is not None:
            continue
        if any(token.start < end and start < token.end for start, end in valued):
            continue
        new = _listed(token.text, chance) or (
            _respelt(token, chance) if code == "en" and _is_proper(token.norm) else None
        )
        if new:
            yield Mutation("name", token.start, token.end, token.text, new)


def _listed(name: str, chance: random.Random) -> str | None:
    for names in _LISTS:
        if name in names:
            return chance.choice([other for other in names if other != name])
    return None


def _is_proper(norm: str) -> bool:
    """Whether a word has no meaning that WordNet could relate to others, as the names that it lists have none."""
    book = lexicon()
    return not any(book.related(form, relation) for form in book.base_forms(norm) for relation in _RELATIONS)


def _respelt(token: Token, chance: random.Random) -> str | None:
    """The name with another beginning and another first vowel, so that it can be pronounced and is no misprint."""
    name = token.text
    if len(name) < _LEAST or name.endswith(_ADJECTIVES) or not name.isalpha() or not name.isascii() or name.isupper():
        return None
    letters = list(name.lower())
    vowel = next((place for place, letter in enumerate(letters) if letter in _VOWELS), None)
    if vowel is None:
        return None
    onsets = _BEFORE_LIQUID if letters[1] in _LIQUIDS else _ONSETS
    if vowel == 0:
        letters.insert(0, chance.choice(_ONSETS))
        vowel = 1
    elif vowel == 1 or letters[1] in _LIQUIDS:
        letters[0] = chance.choice([onset for onset in onsets if onset != letters[0]])
    letters[vowel] = chance.choice([other for other in _VOWELS if other != letters[vowel]])
    new = "".join(letters)
    return None if lexicon().base_forms(new) else new.capitalize()
