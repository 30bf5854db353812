"""Turn labelled files into windows for training the encoder, one ``.npz`` shard for each data set.

    python -m training.prepare --tokenizer BASE/tokenizer.json --data /path/to/data --out SHARDS

Training and dev parts share no source. A hash of the source group chooses the dev part: a tenth of each set, and half
of Fool Me Twice, which is small and most useful for measuring. Other rows about a page or text of the dev part are left
out of training, as are rows that repeat an earlier claim over the same source. Only sets whose licence permits training
are read; see docs/verifier.md. Long sources are searched and cut by the code that runs at check time, into windows of
three lengths, so that the length can be chosen for speed later.
"""

import argparse
import difflib
import hashlib
import json
import lzma
import random
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tokenizers import Encoding, Tokenizer

from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded import windows
from critique_core.verifiers.embedded.explanation.places import Places

LABELS = {"supported": 0, "unsupported": 1, "contradicted": 2, "partially_supported": 1, "unknown": -100}
UNKNOWN = -100
DEV_SHARE = 10  # one source group in ten is held out
HALVED = ("fool_me_twice:",)  # sets whose dev part is one half
PAGED = ("fool_me_twice:",)  # sets whose sources are snippets named by their page
LENGTHS = (160, 256, 384)  # tokens of a window over long sources
SEED = 20261121

SETS: dict[str, dict[str, str]] = {  # each shard's files, with their licences
    "vitaminc": {"vitaminc/vitaminc_real_test": "CC BY-SA 3.0 (text from Wikipedia)"},
    "fever": {"fever_rte/dev": "CC BY-SA (text from Wikipedia)"},
    "factcheckgpt": {"factcheckgpt/claim_evidence_stance": "Apache-2.0"},
    "fool_me_twice": {"fool_me_twice/dev": "Apache-2.0, text CC BY-SA (Wikipedia)"},
    "snli": {"snli/dev_test": "CC BY-SA 4.0"},
    "infotabs": {"infotabs/train": "Apache-2.0, text CC BY-SA (Wikipedia)"},
    "wice": {"wice/claim_dev": "ODC-BY, text CC BY-SA", "wice/nonsupported_tokens_train": "ODC-BY, text CC BY-SA"},
    "summedits": {"summedits/evaluation": "Apache-2.0"},
    "ragtruth": {"ragtruth/train": "MIT"},
}
_WHOLE = {"wice", "infotabs"}  # one label for the whole claim, over sources that may be longer than a window
_ANSWERS = {"summedits", "ragtruth"}  # answers with marked spans, cut into claims


@dataclass(frozen=True)
class Labelled:
    """One claim with its label; ``spans`` are its unsupported words, ``None`` if they are not marked."""

    text: str
    label: str
    spans: tuple[tuple[int, int], ...] | None = None


def held_out(group: str) -> bool:
    """Whether a source group belongs to the dev part."""
    return int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) % (2 if group.startswith(HALVED) else DEV_SHARE) == 0


def reported_on(group: str) -> bool:
    """Whether a group of the dev part is kept for measuring; no weight is fitted on it."""
    return held_out(group) and int(hashlib.sha256(group.encode()).hexdigest()[8:16], 16) % 2 == 0


Made = tuple[windows.Window, list[Labelled], str]
"""A window, its claims in the order of their markers, and the source group it belongs to."""


@dataclass
class Shard:
    """Windows of one data set as flat lists: the tokens of all windows, and the length of each window."""

    ids: list[np.ndarray] = field(default_factory=list)
    owner: list[np.ndarray] = field(default_factory=list)
    marks: list[np.ndarray] = field(default_factory=list)
    labels: list[tuple[int, int, int]] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)

    def add(self, window: windows.Window, claims: list[Labelled], group: str) -> None:
        """Add one window with the labels and spans of its claims, in the order of their markers."""
        marks = np.full(len(window.ids), UNKNOWN, dtype=np.int8)
        for place, claim in enumerate(claims):
            if claim.spans is None and claim.label != "supported":
                continue
            for at, (owner, (start, end)) in enumerate(zip(window.owner, window.spans, strict=True)):
                if owner == place and end > start:
                    marks[at] = any(start < b and a < end for a, b in claim.spans or ())
        labels = [LABELS[claim.label] for claim in claims] + [UNKNOWN] * (windows.CLAIMS_A_WINDOW - len(claims))
        self.ids.append(np.array(window.ids, dtype=np.uint16))
        self.owner.append(np.array(window.owner, dtype=np.int8))
        self.marks.append(marks)
        self.labels.append((labels[0], labels[1], labels[2]))
        self.held.append(held_out(group))

    def only(self, *, marked: bool) -> "Shard":
        """Only the windows with, or only those without, a claim that is not supported."""
        kept = [i for i, labels in enumerate(self.labels) if any(label > 0 for label in labels) == marked]
        return Shard(*([part[i] for i in kept] for part in (self.ids, self.owner, self.marks, self.labels, self.held)))

    def save(self, path: Path) -> None:
        """Write the dev part and the training part to the folder."""
        held = np.array(self.held, dtype=bool)
        for part, chosen in (("train", np.flatnonzero(~held)), ("dev", np.flatnonzero(held))):
            np.savez(
                path.with_name(f"{path.name}.{part}.npz"),
                ids=_flat(self.ids, chosen, np.uint16),
                owner=_flat(self.owner, chosen, np.int8),
                marks=_flat(self.marks, chosen, np.int8),
                lengths=np.array([len(self.ids[i]) for i in chosen], dtype=np.int32),
                labels=np.array([self.labels[i] for i in chosen], dtype=np.int16).reshape(-1, 3),
            )

    def tell(self, name: str) -> None:
        """Print the numbers of windows, tokens, and labels by class."""
        counts = np.bincount([label for labels in self.labels for label in labels if label >= 0], minlength=3)
        sys.stdout.write(
            f"{name}: {len(self.ids)} windows, {sum(map(len, self.ids))} tokens, labels {counts.tolist()}\n"
        )
        sys.stdout.flush()


def _flat(parts: list[np.ndarray], chosen: Iterable[int], kind: type) -> np.ndarray:
    taken = [parts[index] for index in chosen]
    return np.concatenate(taken) if taken else np.zeros(0, dtype=kind)


def rows(path: Path) -> list[dict]:
    """The rows of one file, in an order independent of the file's."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        found = [json.loads(line) for line in file]
    random.Random(SEED).shuffle(found)
    return found


def length_for(group: str) -> int:
    """The length of the windows over one group's sources, chosen by its hash; the full length in the dev part."""
    if held_out(group):
        return windows.MAX_TOKENS
    return LENGTHS[int(hashlib.sha256(group.encode()).hexdigest()[16:24], 16) % len(LENGTHS)]


def answers(tokenizer: Tokenizer, found: list[dict]) -> list[Made]:
    """Windows of whole answers with marked spans: cut into claims, with the evidence found for them."""
    made: list[Made] = []
    for row in found:
        sources = [SourceDocument(id=source["id"], content=source["content"]) for source in row["sources"]]
        claims = [claim for claim in extract(row["draft"]) if claim.checkable]
        candidates = SourceIndex(sources).candidates(claims)
        labelled = [marked(row, claim) for claim in claims]
        group = group_of(row)
        order = [source.id for source in sources]
        cut = windows.windows(tokenizer, claims, candidates, order, longest=length_for(group))
        made += [(window, [labelled[index] for index in window.claims], group) for window in cut]
    return made


def group_of(row: dict) -> str:
    """What must not be in both parts: the source group, or the first source's words."""
    return f"{row['dataset']}:{row.get('source_group') or row.get('page') or row['sources'][0]['content'][:300]}"


def marked(row: dict, claim: Claim) -> Labelled:
    """The label of one claim of an answer: contradicted if a conflict is marked in it, else unsupported."""
    touching = [s for s in row["spans"] if s["start"] < claim.end and claim.start < s["end"]]
    touching = [
        s
        for s in touching
        if any(map(str.isalnum, row["draft"][max(s["start"], claim.start) : min(s["end"], claim.end)]))
    ]
    label = "contradicted" if any(s["label"] == "contradicted" for s in touching) else "unsupported"
    if not touching:
        return Labelled(claim.text, "supported", ())
    place = Places(row["draft"], claim)
    if claim.text == row["draft"][claim.start : claim.end]:
        shift = claim.start
        return Labelled(claim.text, label, tuple((s["start"] - shift, s["end"] - shift) for s in touching))
    words = []
    for start, end in word_spans(claim.text):
        span = place.span(start, end)
        if span.end - span.start == end - start and any(
            s["start"] < span.end and span.start < s["end"] for s in touching
        ):
            words.append((start, end))
    return Labelled(claim.text, label, tuple(words) or None)


def edited(original: str, draft: str, label: str) -> list[dict]:
    """The words of an edited summary that differ from the original, as spans; none if the edit kept the meaning."""
    if label == "supported":
        return []
    words, before = list(word_spans(draft)), original.split()
    spans = []
    matcher = difflib.SequenceMatcher(None, before, [draft[start:end] for start, end in words], autojunk=False)
    for tag, _, _, first, last in matcher.get_opcodes():
        if tag != "equal" and words:
            # For removed words, their neighbours are marked.
            inside = words[first:last] or words[max(0, first - 1) : first + 1]
            spans.append({"start": inside[0][0], "end": inside[-1][1], "label": label})
    return spans


def word_spans(text: str) -> Iterator[tuple[int, int]]:
    """The spans of the words of a text."""
    at = 0
    for word in text.split():
        start = text.index(word, at)
        at = start + len(word)
        yield start, at


def together(tokenizer: Tokenizer, evidence: list[str], claims: list[Labelled]) -> windows.Window:
    """One window of up to three claims over short sources, read from the start as far as they fit."""
    layout = windows.layout_of(tokenizer)
    encoded: list[Encoding] = tokenizer.encode_batch([claim.text for claim in claims], add_special_tokens=False)
    group = tuple(range(len(claims)))
    tokens: list[int] = []
    for text in evidence:
        tokens += ([layout.part] if tokens else []) + tokenizer.encode(text, add_special_tokens=False).ids
    return windows.window(layout, group, encoded, tokens[: windows.budget(layout, group, encoded)])


def single_claims(tokenizer: Tokenizer, found: list[dict], *, searched: bool = False) -> list[Made]:
    """Claims with their own sources; those over the same sources share windows, as claims of one draft do.

    If ``searched``, the passages found for the claims are read, else the sources from the start.
    """
    made: list[Made] = []
    seen = set[tuple[str, str]]()
    by_source: dict[str, list[dict]] = {}
    for row in found:
        key = (row["claim"], row["sources"][0]["content"])
        if key not in seen:
            seen.add(key)
            by_source.setdefault(json.dumps(row["sources"], sort_keys=True), []).append(row)
    chooser = random.Random(SEED)
    for same in by_source.values():
        group = group_of(same[0])
        contents = [source["content"] for source in same[0]["sources"]]
        sources = [SourceDocument(id=f"s{place}", content=text) for place, text in enumerate(contents) if searched]
        index = SourceIndex(sources) if searched else None
        while same:
            size = chooser.choice((1, 1, 2, 3))
            taken, same[:] = same[:size], same[size:]
            claims = [one_claim(row) for row in taken]
            if index is None:
                made.append((together(tokenizer, contents, claims), claims, group))
                continue
            asked = [Claim.of(claim.text, 0, len(claim.text)) for claim in claims]
            order, longest = [source.id for source in sources], length_for(group)
            cut = windows.windows(tokenizer, asked, index.candidates(asked), order, longest=longest)
            made += [(window, [claims[place] for place in window.claims], group) for window in cut]
    return made


def one_claim(row: dict) -> Labelled:
    """A row's claim with the spans its authors marked."""
    spans = tuple((s["start"], s["end"]) for s in row.get("spans") or ()) or None
    return Labelled(row["claim"], row["label"], spans)


def _made(job: tuple[str, str, list[dict]]) -> list[Made]:
    name, path, found = job
    tokenizer = windows.tokenizer_of(Path(path).read_text("utf-8"))
    return answers(tokenizer, found) if name in _ANSWERS else single_claims(tokenizer, found, searched=name in _WHOLE)


def read(name: str, data: Path) -> list[dict]:
    """The rows of one set that are usable for training, with edits as spans if the set gives the original."""
    found = [row for path in SETS[name] for row in rows(data / f"{path}.jsonl.xz")]
    found = [row for row in found if row.get("quality", "good") == "good"]
    if name == "summedits":
        return [row | {"spans": edited(row["original_summary"], row["draft"], row["label"])} for row in found]
    return found


def apart(found: list[dict]) -> list[dict]:
    """The rows without training rows whose page or source text is in the dev part too."""

    def keys(row: dict) -> set[str]:
        page = {row["sources"][0]["id"]} if group_of(row).startswith(PAGED) else set()
        return page | {source["content"] for source in row["sources"]}

    dev = [held_out(group_of(row)) for row in found]
    there = {key for row, held in zip(found, dev, strict=True) if held for key in keys(row)}
    return [row for row, held in zip(found, dev, strict=True) if held or not keys(row) & there]


def _shard(name: str, data: Path, tokenizer: Path) -> Shard:
    shard = Shard()
    by_group: dict[str, list[dict]] = {}
    for row in apart(read(name, data)):
        by_group.setdefault(group_of(row), []).append(row)
    groups = list(by_group.values())
    chunks = [
        (name, str(tokenizer), [row for group in groups[at : at + 20] for row in group])
        for at in range(0, len(groups), 20)
    ]
    with ProcessPoolExecutor(2) as pool:
        for made in pool.map(_made, chunks):
            for window, claims, group in made:
                shard.add(window, claims, group)
    return shard


def main() -> None:
    """Write every shard."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", nargs="*", choices=list(SETS), default=list(SETS))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.sets:
        shard = _shard(name, options.data, options.tokenizer)
        shard.save(options.out / name)
        if name == "ragtruth":  # nine in ten windows have no marked word; train.py mixes the two kinds in other shares
            for part, chosen in (("marked", True), ("clean", False)):
                shard.only(marked=chosen).save(options.out / f"{name}_{part}")
        shard.tell(name)


if __name__ == "__main__":
    main()
