"""Contrast windows and made worlds as shards for ``train.py``: labels that are true by construction.

    python -m training.synthesise --tokenizer DIR/tokenizer.json --data /path/to/data --out DIR

A contrast window holds sentences of a real source and up to three claims made from one of them by keeping and by false
edits; in half of the windows the false sentence stands in the source instead, so that no word gives a label away.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from critique_core.models import SourceDocument
from critique_core.units import cut
from critique_core.verifiers.embedded import windows
from training import contrast, worlds
from training.prepare import SEED, Labelled, Shard, group_of, rows, together

_REVERSIBLE = "contradicted"
_CHUNK = 2000
_FEWEST_WORDS, _MOST_WORDS = 6, 60


def passages(folder: Path) -> list[tuple[str, list[str]]]:
    """Source group and sentences of every prose source of the sets that may be trained on."""
    found: dict[str, tuple[str, list[str]]] = {}
    for path in ("ragtruth/train", "vitaminc/vitaminc_real_test", "fever_rte/dev", "wice/claim_dev"):
        for row in rows(folder / f"{path}.jsonl.xz"):
            for source in row["sources"] if row.get("task") != "data2txt" else ():
                key = source["content"][:300]
                if key not in found:
                    found[key] = (group_of(row), [source["content"]])
    made = []
    for group, (content,) in found.values():
        units = [unit.text for unit in cut(SourceDocument(id="s", content=content)) if unit.kind == "prose"]
        if units:
            made.append((group, units))
    return made


def contrast_window(sentences: list[str], rng: random.Random) -> tuple[list[str], list[Labelled]] | None:
    """Evidence of one to four sentences, and one to three claims about one of them; ``None`` where no edit applies."""
    first = rng.randrange(len(sentences))
    near = sentences[first : first + rng.choice((1, 1, 2, 3, 4))]
    target = rng.randrange(len(near))
    sentence = near[target]
    if not _FEWEST_WORDS <= len(sentence.split()) <= _MOST_WORDS:
        return None
    made = contrast.edits(sentence, rng)
    false = [edit for edit in made if edit.label != "supported"]
    if not false:
        return None
    kind = rng.choice(sorted({edit.kind for edit in false}))
    edit = rng.choice([edit for edit in false if edit.kind == kind])
    if rng.random() < 0.5 and (edit.label == _REVERSIBLE or edit.kind == "entity"):
        near[target] = edit.text
        claims = [
            Labelled(contrast.reworded(edit.text, rng, rng.choice((0, 1, 2, 3))), "supported", ()),
            Labelled(contrast.reworded(sentence, rng, rng.choice((0, 0, 1, 2))), edit.label),
        ]
    else:
        claims = [
            Labelled(contrast.reworded(sentence, rng, rng.choice((0, 1, 2, 3, 4))), "supported", ()),
            Labelled(edit.text, edit.label, ((edit.start, edit.end),) if edit.end > edit.start else None),
        ]
        claims += _third(sentence, made, rng)
    rng.shuffle(claims)
    return near, claims[: rng.choice((1, 2, 3))]


def _third(sentence: str, made: list[contrast.Edit], rng: random.Random) -> Iterator[Labelled]:
    """A second claim of either label: a keeping edit, or a false edit of the sentence said in other words."""
    kept = [edit for edit in made if edit.label == "supported"]
    if kept and rng.random() < 0.5:
        yield Labelled(rng.choice(kept).text, "supported", ())
        return
    other = contrast.reworded(sentence, rng, 2)
    false = [edit for edit in contrast.edits(other, rng) if edit.label != "supported"]
    if false:
        edit = rng.choice(false)
        yield Labelled(edit.text, edit.label, ((edit.start, edit.end),) if edit.end > edit.start else None)


def world_window(rng: random.Random) -> tuple[list[str], list[Labelled]]:
    """A made source, and one to three of its claims."""
    case = worlds.case(rng.choice(worlds.KINDS), rng)
    chosen = rng.sample(case.claims, min(len(case.claims), rng.choice((1, 2, 3))))
    spans = [((claim.start, claim.end),) if claim.end > claim.start else () for claim in chosen]
    return [case.source], [
        Labelled(claim.text, claim.label, span if span or claim.label == "supported" else None)
        for claim, span in zip(chosen, spans, strict=True)
    ]


def _contrasts(
    job: tuple[str, int, int, list[tuple[str, list[str]]]],
) -> list[tuple[windows.Window, list[Labelled], str]]:
    tokenizer, rng = windows.tokenizer_of(Path(job[0]).read_text("utf-8")), random.Random(SEED * 1000 + job[1])
    made = []
    while len(made) < job[2]:
        group, sentences = rng.choice(job[3])
        found = contrast_window(list(sentences), rng)
        if found:
            made.append((together(tokenizer, [" ".join(found[0])], found[1]), found[1], group))
    return made


def _worlds(job: tuple[str, int, int]) -> list[tuple[windows.Window, list[Labelled], str]]:
    tokenizer, rng = windows.tokenizer_of(Path(job[0]).read_text("utf-8")), random.Random(SEED * 1000 + job[1])
    made = []
    for number in range(job[2]):
        evidence, claims = world_window(rng)
        made.append((together(tokenizer, evidence, claims), claims, f"world {job[1]} {number}"))
    return made


def _save(
    name: str, options: argparse.Namespace, parts: Iterator[list[tuple[windows.Window, list[Labelled], str]]]
) -> None:
    shard = Shard()
    for part in parts:
        for window, claims, group in part:
            shard.add(window, claims, group)
    shard.save(options.out / name)
    counts = np.bincount([label for labels in shard.labels for label in labels if label >= 0], minlength=3)
    sys.stdout.write(f"{name}: {len(shard.ids)} windows, {sum(map(len, shard.ids))} tokens, labels {counts.tolist()}\n")
    sys.stdout.flush()


def main() -> None:
    """Write both shards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--contrast", type=int, default=60_000)
    parser.add_argument("--worlds", type=int, default=60_000)
    parser.add_argument("--suffix", default="", help="added to the shards' names, and to the seed")
    options = parser.parse_args()
    shift = 100_000 * (1 + sum(map(ord, options.suffix))) if options.suffix else 0
    with ProcessPoolExecutor(2) as pool:
        jobs = [(options.tokenizer, shift + n, _CHUNK) for n in range(options.worlds // _CHUNK)]
        if jobs:
            _save("worlds" + options.suffix, options, pool.map(_worlds, jobs))
        if options.contrast:
            found = passages(options.data)
            sys.stdout.write(f"{len(found)} sources for contrast\n")
            rng = random.Random(SEED)
            parts = [
                (options.tokenizer, shift + n, _CHUNK, rng.sample(found, min(len(found), 4000)))
                for n in range(options.contrast // _CHUNK)
            ]
            _save("contrast" + options.suffix, options, pool.map(_contrasts, parts))


if __name__ == "__main__":
    main()
