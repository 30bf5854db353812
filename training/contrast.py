"""Contrast pairs from real sentences: local edits whose label is right by construction.

    python training/contrast.py PATH [--count 60] [--seed 1]

prints the edits of some source sentences of an xz-compressed JSON-lines file, for inspection.
"""

import argparse
import json
import lzma
import random
import sys
from collections.abc import Sequence
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from training import contrast_names, contrast_values, contrast_words
from training.contrast_text import Edit, Maker, Sentence

__all__ = ["Edit", "edits", "one_of"]

_MOST_OF_A_KIND = 2
_MAKERS: tuple[Maker, ...] = (*contrast_values.MAKERS, *contrast_words.MAKERS, *contrast_names.MAKERS)


def edits(sentence: str, rng: random.Random) -> list[Edit]:
    """The edits that apply to one sentence, each kind at most twice, in any order.

    An edit is contradicted or unsupported, always against the sentence itself as the only source.
    """
    found: dict[str, list[Edit]] = {}
    here = Sentence(sentence)
    for maker in _MAKERS:
        for edit in maker(here, rng):
            found.setdefault(edit.kind, []).append(edit)
    return [edit for of_kind in found.values() for edit in _some(list(dict.fromkeys(of_kind)), rng)]


def _some(of_kind: list[Edit], rng: random.Random) -> list[Edit]:
    return of_kind if len(of_kind) <= _MOST_OF_A_KIND else rng.sample(of_kind, _MOST_OF_A_KIND)


def one_of(found: Sequence[Edit], rng: random.Random) -> Edit | None:
    """One edit of a kind drawn first, so that rare kinds are as frequent as common ones; ``None`` without edits."""
    if not found:
        return None
    kind = rng.choice(sorted({edit.kind for edit in found}))
    return rng.choice([edit for edit in found if edit.kind == kind])


def main() -> int:
    """Print the edits of a random sample of source sentences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with lzma.open(arguments.path, "rt", encoding="utf-8") as lines:
        sentences = sorted({source["content"] for line in lines for source in json.loads(line)["sources"]})
    rng = random.Random(arguments.seed)
    for sentence in rng.sample(sentences, min(arguments.count, len(sentences))):
        sys.stdout.write(f"\n= {sentence}\n")
        for edit in edits(sentence, rng):
            changed = f"{edit.text[: edit.start]}[{edit.text[edit.start : edit.end]}]{edit.text[edit.end :]}"
            sys.stdout.write(f"  {edit.label[0]} {edit.kind}: {changed if edit.end else edit.text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
