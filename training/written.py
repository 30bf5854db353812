"""Claims written by hand for this project: from text files to windows for the encoder and rows for the fit.

    python -m training.written --tokenizer DIR/tokenizer.json --out SHARDS

A file of ``training/written`` holds blocks, separated by an empty line and a line ``### domain``. In a block a line
``S: text`` begins a source, which may continue over several lines. Each claim about the sources has its own line: ``+``
supported, ``-`` contradicted, ``?`` unsupported, ``~`` partly supported, with the words that lack support in
[[brackets]]. A line of a source that is a dot alone stands for an empty one. In the files ``twins_*.txt`` a supported
claim is paired with one that is not, of similar style and length and with few different words. A quarter of the blocks
is held out: half of it for the weights that combine the evidence, half for measuring. The files ``pages_*.txt`` hold
documents as people paste them; there right claims share few words with their source and wrong ones many, so that the
encoder cannot count them. Weights that were fitted on such claims judged natural text worse: their held-out quarter
measures only.
"""

import argparse
import hashlib
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from critique_core.evidence.index import SourceIndex
from critique_core.evidence.units import cut
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded import windows
from training import contrast
from training.prepare import SEED, Labelled, Shard

FOLDER = Path(__file__).with_name("written")
LABELS = {"+": "supported", "-": "contradicted", "?": "unsupported", "~": "partially_supported"}
GROUPINGS = 3  # each claim is read alone and with others, so that claims of a window do not reveal each other
COPIES = 3
_TURNED = 0.5
_ADDED, _ADDED_TAKEN = "detail_added", 0.3  # an edit that applies to nearly every sentence, and the share of its uses
_FEWEST_WORDS = 6
_HELD_SHARE = 4
_EMPTY = "."  # a line of a source that stands for an empty one, which would end the source
_BRACKETS = re.compile(r"\[\[|\]\]")


@dataclass(frozen=True)
class Block:
    """Sources and the claims about them."""

    domain: str
    sources: tuple[str, ...]
    claims: tuple[Labelled, ...]
    paired: bool = False
    page: bool = False

    @property
    def held_out(self) -> bool:
        """Whether the encoder was not trained on this block."""
        return self._digest % _HELD_SHARE == 0

    @property
    def reported_on(self) -> bool:
        """Whether no weight was fitted on this block."""
        return self.held_out and (self.page or (self._digest // _HELD_SHARE) % 2 == 0)

    @property
    def _digest(self) -> int:
        return int(hashlib.sha256(self.sources[0].encode()).hexdigest()[:8], 16)

    def rows(self, rng: random.Random) -> Iterator[dict]:
        """The block's claims, and sentences of its sources, as rows of a suite: sources, claim, label."""
        sources = [{"id": f"s{place}", "content": text} for place, text in enumerate(self.sources, 1)]
        for claim in (*self.claims, *(() if self.paired else _copies(self, rng))):
            yield {"domain": self.domain, "sources": sources, "claim": claim.text, "label": claim.label}


def blocks(folder: Path = FOLDER) -> list[Block]:
    """The blocks of all files; raises ``ValueError`` naming the file and the incomplete block."""
    found: dict[str, Block] = {}
    for path in sorted(folder.glob("*.txt")):
        for part in re.split(r"^### *", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            try:
                block = replace(parsed(part), paired=path.name.startswith("twins"), page=path.name.startswith("pages"))
            except ValueError as error:
                raise ValueError(f"{path.name}: {error} in the block {part[:120]!r}") from error
            if block.sources[0] in found:
                raise ValueError(f"{path.name}: a source stands in two blocks: {block.sources[0][:120]!r}")
            found[block.sources[0]] = block
    return list(found.values())


def parsed(text: str) -> Block:
    """One block; raises ``ValueError`` without sources, without claims, or if brackets do not match a label."""
    domain, *lines = [line.rstrip() for line in text.strip().splitlines()]
    first = _first_claim(lines)
    sources = ["\n".join("" if line == _EMPTY else line for line in part) for part in _parts(lines[:first])]
    if not sources or first == len(lines):
        raise ValueError("there is no source or no claim")
    claims = tuple(_labelled(line) for line in lines[first:] if line)
    return Block(domain.strip(), tuple(source.strip() for source in sources), claims)


def _first_claim(lines: list[str]) -> int:
    """The first line of the claims: the first supported one after which all lines are claims, else the first such line.

    A list in a source may look like claims; such a block begins its claims with a supported one.
    """
    claim = [not line or line[:2] in {f"{mark} " for mark in LABELS} for line in lines]
    last = max((place for place, is_claim in enumerate(claim) if not is_claim), default=-1) + 1
    return next((place for place in range(last, len(lines)) if lines[place].startswith("+ ")), last)


def _parts(lines: list[str]) -> list[list[str]]:
    parts: list[list[str]] = []
    for line in lines:
        if line.startswith("S:"):
            parts.append([line[2:].strip()])
        elif parts:
            parts[-1].append(line)
        else:
            raise ValueError(f"a line before the first source: {line!r}")
    return parts


def _labelled(line: str) -> Labelled:
    label, rest = LABELS[line[0]], line[2:].strip()
    plain, spans, opened = "", [], -1
    at = 0
    for match in _BRACKETS.finditer(rest):
        plain += rest[at : match.start()]
        at = match.end()
        if match.group() == "[[":
            if opened >= 0:
                raise ValueError(f"brackets in brackets: {line!r}")
            opened = len(plain)
        else:
            if opened < 0:
                raise ValueError(f"a bracket closes that was not opened: {line!r}")
            spans.append((opened, len(plain)))
            opened = -1
    if opened >= 0 or (spans and label == "supported"):
        raise ValueError(f"brackets do not fit the label: {line!r}")
    return Labelled(plain + rest[at:], label, () if label == "supported" else tuple(spans) or None)


def shard(tokenizer: Tokenizer, found: list[Block]) -> Shard:
    """Windows of one to three claims of a block, with the evidence that the verifier would find for them."""
    made, rng = Shard(), random.Random(SEED)
    for block, other in beside(found):
        for _ in range(GROUPINGS):
            left = [*block.claims, _stranger(other, rng)]
            if not block.paired:
                left = [*(_turned(claim, rng) for claim in left), *_copies(block, rng)]
            rng.shuffle(left)
            while left:
                size = rng.choice((1, 1, 2, 3))
                taken, left = left[:size], left[size:]
                for window in _windows(tokenizer, block, taken):
                    made.add(window, [taken[index] for index in window.claims], block.sources[0])
                    made.held[-1] = block.held_out
    return made


def beside(found: list[Block]) -> Iterator[tuple[Block, Block]]:
    """Each block with another one of the same part, so that training never uses a claim of a held-out block."""
    for side in ((False, False), (True, False), (True, True)):
        kept = [block for block in found if (block.held_out, block.reported_on) == side]
        yield from zip(kept, [*kept[1:], *kept[:1]], strict=True)


def _turned(claim: Labelled, rng: random.Random) -> Labelled:
    """Some supported claims made false by an edit; without them free wording would be a sign of support."""
    if claim.label != "supported" or rng.random() >= _TURNED:
        return claim
    made = contrast.edits(claim.text, rng)
    kept = [edit for edit in made if edit.kind != _ADDED or rng.random() < _ADDED_TAKEN]
    edit = contrast.one_of(kept, rng)
    if edit is None:
        return claim
    return Labelled(edit.text, edit.label, ((edit.start, edit.end),) if edit.end > edit.start else None)


def _copies(block: Block, rng: random.Random) -> list[Labelled]:
    """Sentences of the sources as supported claims, because the written ones avoid the source's words."""
    units = [
        unit.text
        for place, text in enumerate(block.sources)
        for unit in cut(SourceDocument(id=f"s{place}", content=text))
        if unit.kind == "prose" and len(unit.text.split()) >= _FEWEST_WORDS and not unit.text.endswith("?")
    ]
    taken = rng.sample(units, min(len(units), COPIES))
    return [Labelled(text, "supported", ()) for text in taken]


def _stranger(block: Block, rng: random.Random) -> Labelled:
    """A claim about something else, about which the sources say nothing."""
    claim = rng.choice(block.claims)
    return Labelled(claim.text, "unsupported", ((0, len(claim.text)),))


def _windows(tokenizer: Tokenizer, block: Block, labelled: list[Labelled]) -> list[windows.Window]:
    sources = [SourceDocument(id=f"s{place}", content=text) for place, text in enumerate(block.sources)]
    claims = [Claim.of(claim.text, 0, len(claim.text)) for claim in labelled]
    candidates = SourceIndex(sources).candidates(claims)
    return windows.windows(tokenizer, claims, candidates, [source.id for source in sources])


def main() -> None:
    """Write the training and dev parts of both shards, ``written`` and ``twins``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    tokenizer = windows.tokenizer_of(options.tokenizer.read_text("utf-8"))
    for name, paired in (("written", False), ("twins", True)):
        found = [block for block in blocks() if block.paired == paired]
        made = shard(tokenizer, found)
        made.save(options.out / name)
        counts = np.bincount([label for labels in made.labels for label in labels if label >= 0], minlength=3)
        sys.stdout.write(
            f"{name}: {len(found)} blocks, {sum(len(block.claims) for block in found)} claims, {len(made.ids)} windows,"
            f" {sum(map(len, made.ids))} tokens, labels {counts.tolist()}\n"
        )


if __name__ == "__main__":
    main()
