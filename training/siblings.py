"""Words of the same kind as a word: almonds and peanuts, cat and dog, partner and alien, red and blue.

The kinds are lists written for this project (``kinds.txt``). A thesaurus would not do, because its relations include
near-synonyms: "minister" for "priest" or "creek" for "river" hardly changes the meaning.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from critique_core.language.lexicon import PARTS, lexicon
from training.contrast_verbs import plural

KINDS = Path(__file__).with_name("kinds.txt")
_SHORTEST = 4  # letters of a noun that is in no list
# Vague nouns: with another word in their place a sentence may stay true.
_VAGUE = frozenset(
    "thing way part lot kind sort number amount one time example case person people group member area place point fact"
    " matter level side piece form type item object something anything everything percent while".split()
)


@dataclass(frozen=True)
class Siblings:
    """For each word, in lower case and in singular or plural, the words of its kinds in the same number."""

    near: dict[str, tuple[str, ...]]
    singular: tuple[str, ...]
    plural: tuple[str, ...]

    def of(self, word: str, rng: Random, avoided: frozenset[str] = frozenset()) -> str | None:
        """Another word of the same kind and number, with the word's capital; ``None`` if its kind is not known.

        ``avoided`` are lower-case words to exclude.
        """
        options = self.near.get(word.lower(), ())
        if options and options[0][0].isupper() and word.islower():  # "march" in lower case is not the month
            return None
        return self._chosen(word, options, rng, avoided)

    def stranger(
        self, word: str, rng: Random, avoided: frozenset[str] = frozenset(), *, determined: bool = False
    ) -> str | None:
        """A noun of any kind to replace a noun, in its number; ``None`` if the word may be no noun, or is a vague one.

        ``determined``: an article or possessive is before the word, so it is not a verb.
        """
        lower = word.lower()
        lemmas, parts = lexicon().base_forms(lower), _parts(lower)
        if not word.islower() or len(word) < _SHORTEST or not lemmas or (lemmas | {lower}) & _VAGUE:
            return None
        if parts - {"n"} - ({"v"} if determined else set()) or "n" not in parts:
            return None
        many = lower.endswith("s") and any(lemma != lower for lemma in lemmas)
        return self._chosen(
            word, tuple(one for one in (self.plural if many else self.singular) if one.islower()), rng, avoided
        )

    @staticmethod
    def _chosen(word: str, options: tuple[str, ...], rng: Random, avoided: frozenset[str]) -> str | None:
        kept = [one for one in options if one.lower() not in avoided]
        if not kept:
            return None
        found = rng.choice(kept)
        return found[0].upper() + found[1:] if word[0].isupper() else found


def _parts(word: str) -> frozenset[str]:
    """The parts of speech that a lower-case word may be, as WordNet names them: n, v, a, r."""
    known = lexicon()
    return frozenset[str]().union(*(known.related(lemma, PARTS) for lemma in known.base_forms(word)))


@lru_cache(maxsize=1)
def siblings(path: Path = KINDS) -> Siblings:
    """Read the kinds once for the process."""
    near: defaultdict[str, list[str]] = defaultdict(list)
    kinds = [line.split() for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    for kind in kinds:
        for forms in (kind, [plural(word) for word in kind]):
            for word in forms:
                near[word.lower()] += [other for other in forms if other != word]
    singular = tuple(dict.fromkeys(word for kind in kinds for word in kind))
    return Siblings(
        {word: tuple(dict.fromkeys(others)) for word, others in near.items()},
        singular,
        tuple(plural(word) for word in singular),
    )
