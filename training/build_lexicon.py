"""Derive the embedded verifier's lexicon from WordNet 3.0's database files.

    apt-get install wordnet-base        # or any folder with WordNet's dict files
    python training/build_lexicon.py /usr/share/wordnet critique_core/language/lexicon.tsv.gz

A line for each lemma: lemma, synonyms, near words (direct hypernyms and hyponyms of the first senses), antonyms,
derived forms, parts of speech (n, v, a, r) and, for a lemma that is noun and verb, the percentage of these uses that
are as a verb. The first lines, marked ``!``, are irregular forms and their lemmas. Only single lower-case words are
kept, each with its first senses, which WordNet orders by frequency.
"""

import gzip
import sys
from collections import Counter, defaultdict
from pathlib import Path

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
SENSES = {"n": 3, "v": 4, "a": 4, "r": 3}
ANTONYM, HYPERNYM, HYPONYM, SIMILAR, DERIVED, PERTAINYM = "!", "@", "~", "&", "+", "\\"
MOST_HYPONYMS = 12
SENSE_KINDS = {"1": "n", "2": "v"}


class Synset:
    """One synset of a data file: its words and its pointers (symbol, part, offset, source and target word numbers)."""

    def __init__(self, line: str) -> None:
        fields = line.split("|", 1)[0].split()
        count = int(fields[3], 16)
        self.words = [fields[4 + 2 * i].split("(")[0] for i in range(count)]
        at = 4 + 2 * count
        self.pointers = [tuple(fields[at + 1 + 4 * i : at + 5 + 4 * i]) for i in range(int(fields[at]))]


def read_synsets(folder: Path) -> dict[tuple[str, str], Synset]:
    """Read every synset, keyed by part of speech and file offset."""
    synsets: dict[tuple[str, str], Synset] = {}
    for part, name in PARTS.items():
        for line in (folder / f"data.{name}").read_text("utf-8").splitlines():
            if not line.startswith(" "):
                synsets[part, line[:8]] = Synset(line)
    return synsets


def read_senses(folder: Path) -> dict[tuple[str, str], list[str]]:
    """Read each lemma's synset offsets in order of frequency, cut to the first few."""
    senses: dict[tuple[str, str], list[str]] = {}
    for part, name in PARTS.items():
        for line in (folder / f"index.{name}").read_text("utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split()
            offsets = fields[-int(fields[2]) :]
            senses[part, fields[0]] = offsets[: SENSES[part]]
    return senses


def single(words: list[str]) -> list[str]:
    """Keep the lower-case single words."""
    return [word for word in words if word.isalpha() and word.islower()]


def relations(folder: Path) -> dict[str, list[set[str]]]:
    """Collect synonyms, near words, antonyms and derived forms of every lemma."""
    synsets = read_synsets(folder)
    table: dict[str, list[set[str]]] = defaultdict(lambda: [set(), set(), set(), set()])
    parts: dict[str, str] = defaultdict(str)
    for (part, lemma), offsets in read_senses(folder).items():
        if not (lemma.isalpha() and lemma.islower()):
            continue
        row = table[lemma]
        parts[lemma] += part
        for rank, offset in enumerate(offsets):
            synset = synsets[part, offset]
            row[0].update(single(synset.words))
            _follow(row, synset, lemma, synsets, first=rank < 2)
    for lemma, row in table.items():
        row[0].discard(lemma)
        row[1] -= row[0] | {lemma}
        row[3].discard(lemma)
        row.append(set(parts[lemma]))
    return table


def _follow(
    row: list[set[str]], synset: Synset, lemma: str, synsets: dict[tuple[str, str], Synset], *, first: bool
) -> None:
    number = next((i + 1 for i, word in enumerate(synset.words) if word.lower() == lemma), 0)
    hyponyms = sum(1 for symbol, *_ in synset.pointers if symbol == HYPONYM)
    for symbol, offset, part, ends in synset.pointers:
        target = synsets["a" if part == "s" else part, offset]
        source_word, target_word = int(ends[:2], 16), int(ends[2:], 16)
        lexical = source_word in (0, number)
        if symbol == ANTONYM and lexical:
            row[2].update(single([target.words[target_word - 1]]))
        elif symbol in (DERIVED, PERTAINYM) and lexical:
            row[3].update(single([target.words[target_word - 1]]))
        elif symbol == SIMILAR:
            row[1].update(single(target.words))
            row[2].update(_opposites(target, synsets))
        elif first and (symbol == HYPERNYM or (symbol == HYPONYM and hyponyms <= MOST_HYPONYMS)):
            row[1].update(single(target.words))


def _opposites(head: Synset, synsets: dict[tuple[str, str], Synset]) -> list[str]:
    """The antonyms of the head adjective of a cluster, which its satellites share."""
    found: list[str] = []
    for symbol, offset, _, ends in head.pointers:
        if symbol == ANTONYM:
            target = synsets["a", offset]
            found += single([target.words[int(ends[2:], 16) - 1]])
    return found


def irregular(folder: Path) -> list[str]:
    """Irregular forms with their lemmas, without parts of speech."""
    forms: dict[str, set[str]] = defaultdict(set)
    for name in PARTS.values():
        for line in (folder / f"{name}.exc").read_text("utf-8").splitlines():
            form, *lemmas = line.split()
            if form.isalpha():
                forms[form].update(single(lemmas))
    return [f"!{form}\t{' '.join(sorted(lemmas))}" for form, lemmas in sorted(forms.items()) if lemmas]


def uses(folder: Path) -> dict[str, Counter[str]]:
    """How often each lemma is used as noun and as verb in the texts that WordNet's authors tagged."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for line in (folder / "cntlist.rev").read_text("utf-8").splitlines():
        sense, _, count = line.split()
        lemma, kind = sense.split("%")
        if kind[0] in SENSE_KINDS:
            found[lemma][SENSE_KINDS[kind[0]]] += int(count)
    return found


def verb_uses(parts: set[str], used: Counter[str]) -> str:
    """The percentage of verb uses of a lemma that is noun and verb, smoothed by one use of each; else empty."""
    return str(round(100 * (used["v"] + 1) / (used.total() + 2))) if {"n", "v"} <= parts else ""


def main() -> None:
    """Write the lexicon."""
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    lines, used = irregular(folder), uses(folder)
    for lemma, row in sorted(relations(folder).items()):
        fields = [lemma, *(" ".join(sorted(words)) for words in row), verb_uses(row[-1], used[lemma])]
        lines.append("\t".join(fields).removesuffix("\t"))
    with out.open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as file:
        file.write("\n".join(lines).encode("utf-8"))
    sys.stderr.write(f"{len(lines):,} lines, {out.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
