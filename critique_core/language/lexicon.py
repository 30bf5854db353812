"""English word relations from WordNet 3.0: base forms, synonyms, near words, antonyms and derived forms.

The table is package data, built by ``training/build_lexicon.py`` and read on first use (about 0.1 s). WordNet holds
"rise" and "increase", "staff" and "employee" for no synonyms; ``interchangeable.txt`` adds such everyday words by hand.
"""

import gzip
from functools import lru_cache
from importlib import resources

SYNONYM, NEAR, ANTONYM, DERIVED, PARTS = range(5)
_VERB_USES = 5

_SUFFIXES = (
    ("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zes", "z"), ("ses", "s"),
    ("ves", "f"), ("men", "man"), ("es", "e"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", "e"), ("ed", ""),
    ("ing", "e"), ("ing", ""), ("er", "e"), ("er", ""), ("est", "e"), ("est", ""), ("ier", "y"), ("iest", "y"),
)  # fmt: skip


class Lexicon:
    """WordNet's relations between single lower-case words."""

    def __init__(
        self, table: dict[str, str], irregular: dict[str, frozenset[str]], alike: dict[str, frozenset[str]]
    ) -> None:
        self._table = table  # a lemma's row as it is packed: most are never asked for
        self._irregular = irregular
        self._alike = alike

    def __contains__(self, word: str) -> bool:
        return word in self._table

    def base_forms(self, word: str) -> frozenset[str]:
        """The lemmas a lower-case word may be a form of (WordNet's morphy rules), the word itself if it is one."""
        found = set(self._irregular.get(word, ()))
        if word in self._table:
            found.add(word)
        for suffix, ending in _SUFFIXES:
            if word.endswith(suffix) and len(word) > len(suffix) + 1:
                stem = word[: -len(suffix)] + ending
                if stem in self._table:
                    found.add(stem)
                elif len(stem) > 2 and stem[-1] == stem[-2] and stem[:-1] in self._table:
                    found.add(stem[:-1])
        return frozenset(found)

    def related(self, word: str, relation: int) -> frozenset[str]:
        """The words in one relation (``SYNONYM`` .. ``DERIVED``) to a lemma; ``PARTS`` gives its parts of speech."""
        row = self._table.get(word)
        found = frozenset(row.split("\t")[relation].split()) if row else frozenset[str]()
        return found | self._alike.get(word, frozenset()) if relation == SYNONYM else found

    def verb_share(self, word: str) -> float:
        """The share of a lemma's uses as noun or verb that are as a verb, 0 to 1; 0.5 where none is counted."""
        row = self._table.get(word, "").split("\t")
        if len(row) <= PARTS or "v" not in row[PARTS]:
            return 0.0
        return int(row[_VERB_USES]) / 100 if len(row) > _VERB_USES else 1.0


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Read the packaged table once for the process."""
    packed = resources.files("critique_core.language").joinpath("lexicon.tsv.gz").read_bytes()
    lines = gzip.decompress(packed).decode("utf-8").split("\n")
    table = dict(line.split("\t", 1) for line in lines if line)
    forms = [lemma for lemma in table if lemma.startswith("!")]
    return Lexicon(table, {form[1:]: frozenset(table.pop(form).split()) for form in forms}, _interchangeable())


def _interchangeable() -> dict[str, frozenset[str]]:
    """The words of ``interchangeable.txt``, each with the others of its groups."""
    text = resources.files("critique_core.language").joinpath("interchangeable.txt").read_text("utf-8")
    groups = [frozenset(line.split()) for line in text.splitlines() if not line.startswith("#")]
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        for word in group:
            found[word] = found.get(word, frozenset()) | group - {word}
    return found
