"""English word relations from WordNet 3.0: base forms, synonyms, near words, antonyms and derived forms.

The table is package data, built by ``training/build_lexicon.py`` and read on first use (about 0.03 s). WordNet holds
"rise" and "increase", "staff" and "employee" for no synonyms; ``interchangeable.txt`` adds such everyday words by hand.
"""

import gzip
from bisect import bisect_left
from collections.abc import Sequence
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

    def __init__(self, alike: dict[str, frozenset[str]]) -> None:
        self._alike = alike

    def __contains__(self, word: str) -> bool:
        return bool(_row(word))

    def base_forms(self, word: str) -> frozenset[str]:
        """The lemmas a lower-case word may be a form of (WordNet's morphy rules), the word itself if it is one."""
        return _base_forms(word)

    def irregular_forms(self, lemma: str) -> frozenset[str]:
        """The forms of a lemma that no ending makes: "bought" of "buy", "went" and "gone" of "go"."""
        return _irregular().get(lemma, frozenset())

    def related(self, word: str, relation: int) -> frozenset[str]:
        """The words in one relation (``SYNONYM`` .. ``DERIVED``) to a lemma; ``PARTS`` gives its parts of speech."""
        row = _row(word)
        found = frozenset(row[relation].split()) if row else frozenset[str]()
        return found | self._alike.get(word, frozenset()) if relation == SYNONYM else found

    def verb_share(self, word: str) -> float:
        """The share of a lemma's uses as noun or verb that are as a verb, 0 to 1; 0.5 where none is counted."""
        row = _row(word)
        if len(row) <= PARTS or "v" not in row[PARTS]:
            return 0.0
        return int(row[_VERB_USES]) / 100 if len(row) > _VERB_USES else 1.0


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon, one for the process."""
    return Lexicon(_interchangeable())


@lru_cache(maxsize=1)
def _lines() -> Sequence[str]:
    """The packaged table, sorted: to make a dictionary of all its rows takes longer than to search for those asked."""
    packed = resources.files("critique_core.language").joinpath("lexicon.tsv.gz").read_bytes()
    return gzip.decompress(packed).decode("utf-8").split("\n")


@lru_cache(maxsize=200_000)
def _row(word: str) -> tuple[str, ...]:
    """The fields of a lemma's line, or after "!" of an irregular form's; empty for another word."""
    start = f"{word}\t"
    at = bisect_left(_lines(), start)
    line = _lines()[at] if at < len(_lines()) else ""
    return tuple(line.split("\t")[1:]) if line.startswith(start) else ()


@lru_cache(maxsize=1)
def _irregular() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _lines():
        if line.startswith("!"):
            form, *lemmas = line[1:].split("\t")
            for lemma in " ".join(lemmas).split():
                found.setdefault(lemma, set()).add(form)
    return {lemma: frozenset(forms) for lemma, forms in found.items()}


@lru_cache(maxsize=100_000)
def _base_forms(word: str) -> frozenset[str]:
    found = {lemma for lemmas in _row(f"!{word}") for lemma in lemmas.split()}
    if _row(word):
        found.add(word)
    for suffix, ending in _SUFFIXES:
        if word.endswith(suffix) and len(word) > len(suffix) + 1:
            stem = word[: -len(suffix)] + ending
            if _row(stem):
                found.add(stem)
            elif len(stem) > 2 and stem[-1] == stem[-2] and _row(stem[:-1]):
                found.add(stem[:-1])
    return frozenset(found)


def _interchangeable() -> dict[str, frozenset[str]]:
    """The words of ``interchangeable.txt``, each with the others of its groups."""
    text = resources.files("critique_core.language").joinpath("interchangeable.txt").read_text("utf-8")
    groups = [frozenset(line.split()) for line in text.splitlines() if not line.startswith("#")]
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        for word in group:
            found[word] = found.get(word, frozenset()) | group - {word}
    return found
