"""A food that a claim leaves out and a source has: "contains no nuts" beside "stir in the walnuts".

Which food is of which kind is WordNet's; what gluten is in, and what "vegan" leaves out, is added here. Nothing is
found where a source only speaks of a choice or of a trace, nor where any says what the claim says: of a menu with a
vegan dish the others do not count.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import resources

from critique_core.language.sentence import Sentence, Word
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between

_SURE = 0.86
_GLUTEN = frozenset("wheat barley rye spelt semolina couscous bulgur seitan".split())
_DIETS = {
    "vegan": ("meat", "poultry", "fish", "seafood", "dairy", "egg", "honey"),
    "vegetarian": ("meat", "poultry", "fish", "seafood"),
}
_OPEN = frozenset(
    """may might can could optional optionally or instead substitute replace alternative alternatively trace avoid
    allergic allergy free without unless if omit""".split()
)
_OF_PLANTS = frozenset(
    "coconut almond soy soya oat rice peanut nut cashew hemp plant cocoa shea apple vegan vegetarian".split()
)
_REACH = 3  # tokens


def left_out(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first food of a source that is of a kind which the claim says is not in it."""
    denied = tuple(_denied(claim))
    said = [word for alignment in alignments for word, _ in _denied(alignment.scope.sentence)] if denied else []
    for word, kinds in denied:
        for alignment in alignments if not any(word.keys & other.keys for other in said) else ():
            source = alignment.scope.sentence
            if any(t.norm in _OPEN for t in source.tokens):
                continue
            for other in source.words:
                kind = next((one for one in kinds if _is_a(other, one) and not _is_of_plants(source, other)), None)
                if kind is not None:
                    text = f"the draft leaves “{word.token.text}” out, the source has “{other.token.text}”"
                    seen = between("negation", "conflicts", word.token, other.token, text, _SURE)
                    yield alignment, replace(seen, firm=True)
                    return


def _denied(claim: Sentence) -> Iterator[tuple[Word, tuple[str, ...]]]:
    """The words of a claim by which it leaves foods out, and their kinds."""
    for word in claim.words:
        diet = next((kinds for name, kinds in _DIETS.items() if name in word.keys), ())
        if diet and not word.denied:
            yield word, diet
        kind = next((key for key in sorted(word.keys) if key in _members()), None)
        if kind is not None and (word.denied or _is_free_of(claim, word)):
            yield word, (kind,)


def _is_free_of(claim: Sentence, word: Word) -> bool:
    """Whether a claim says "free of nuts" or "nut-free"."""
    before = {t.norm for t in claim.tokens[max(0, word.index - _REACH) : word.index]}
    after = [t.norm for t in claim.tokens[word.index + 1 : word.index + _REACH] if t.kind != "mark"]
    return ("free" in before and bool(before & {"of", "from"})) or after[:1] == ["free"]


def _is_a(word: Word, kind: str) -> bool:
    if word.denied or word.token.name or word.token.norm.endswith("_free"):
        return False
    return kind in word.keys or not word.keys.isdisjoint(_members()[kind])


def _is_of_plants(source: Sentence, word: Word) -> bool:
    """Whether a name only sounds like an animal's food: "coconut milk", "peanut butter"."""
    return word.index > 0 and not source.tokens[word.index - 1].keys.isdisjoint(_OF_PLANTS)


@lru_cache(maxsize=1)
def _members() -> dict[str, frozenset[str]]:
    """The foods of each kind."""
    table = resources.files("critique_core.language").joinpath("foods.tsv").read_text("utf-8")
    kinds = {kind: frozenset(words.split()) for kind, _, words in (line.partition("\t") for line in table.splitlines())}
    kinds |= {one: frozenset() for one in ("egg", "honey", "sugar")}
    kinds["meat"] |= {"lamb"}  # WordNet has the animal first
    kinds["nut"] -= {"coconut"}  # a nut to botanists, and to nobody who must not eat nuts
    return kinds | {"gluten": _GLUTEN, "lactose": kinds["dairy"] | {"dairy"}}
