"""Derive from WordNet 3.0 which foods are of which kind that people leave out: "walnut" is a nut, "tuna" is fish.

    apt-get install wordnet-base        # or any folder with WordNet's dict files
    python training/build_foods.py /usr/share/wordnet critique_core/language/foods.tsv

A line for each kind: the kind, then its members among WordNet's nouns for food, single lower-case words of which that
is one of the two commonest senses. A member is under the kind's name, or under one that ends with it ("edible nut")
or begins with it ("dairy product").
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from training.build_lexicon import HYPERNYM, Synset, read_senses, read_synsets, single

FOOD, PLANT, ANIMAL = 13, 20, 5
"""WordNet's numbers of the files that food, plants and animals are in."""
KINDS = """alcohol bean beef cereal cheese citrus dairy fish fruit grain herb legume liquor meat nut pasta pork poultry
    sausage seafood shellfish sweetener vegetable wine""".split()
MOST_STEPS = 5


def members(folder: Path) -> dict[str, set[str]]:
    """The members of every kind."""
    synsets = {offset: one for (part, offset), one in read_synsets(folder).items() if part == "n"}
    filed = {
        line[:8]: int(line.split()[1])
        for line in (folder / "data.noun").read_text("utf-8").splitlines()
        if not line.startswith(" ")
    }
    common = {
        (lemma, offset)
        for (part, lemma), offsets in read_senses(folder).items()
        if part == "n"
        for offset in offsets[:2]
    }
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for offset, synset in synsets.items():
        if filed[offset] == FOOD:
            for kind in set(_kinds(offset, synsets, filed)):
                found[kind] |= {word for word in single(synset.words) if word != kind and (word, offset) in common}
    return found


def _kinds(offset: str, synsets: dict[str, Synset], filed: dict[str, int], steps: int = 0) -> Iterator[str]:
    for symbol, above, part, _ in synsets[offset].pointers:
        if symbol == HYPERNYM and part == "n" and steps < MOST_STEPS and filed[above] in (FOOD, PLANT, ANIMAL):
            for name in synsets[above].words:
                words = name.lower().split("_")
                yield from {words[0], words[-1]} & set(KINDS)
            yield from _kinds(above, synsets, filed, steps + 1)


def main(folder: Path, target: Path) -> None:
    """Write the table."""
    lines = [f"{kind}\t{' '.join(sorted(words))}" for kind, words in sorted(members(folder).items())]
    target.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
