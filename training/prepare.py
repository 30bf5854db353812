"""Labelled files to the windows that the encoder is trained on, one ``.npz`` shard a data set.

    python -m training.prepare --tokenizer DIR/tokenizer.json --data /path/to/data --out DIR

Sources never lie on both sides: a tenth of them, chosen by a hash of the source group, is the dev part. Rows that
repeat an earlier claim over the same source are left out. Only sets whose licence permits training are read; see
docs/verifier.md. RAGTruth's answers are cut into claims and given the evidence found by the very code that runs later.
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

from critique_core.claims import extract
from critique_core.evidence import SourceIndex
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded import windows
from critique_core.verifiers.embedded.explain import Places

LABELS = {"supported": 0, "unsupported": 1, "contradicted": 2, "partially_supported": 1}
UNKNOWN = -100
DEV_SHARE = 10  # one source group in ten is held out
SEED = 20261121


@dataclass(frozen=True)
class Labelled:
    """One claim with its label; ``spans`` are its unsupported words, ``None`` where nobody marked them."""

    text: str
    label: str
    spans: tuple[tuple[int, int], ...] | None = None


def held_out(group: str) -> bool:
    """Whether a source group belongs to the dev part."""
    return int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) % DEV_SHARE == 0


def reported_on(group: str) -> bool:
    """Whether a group of the dev part is kept for measuring: no weight at all is fitted on it."""
    return held_out(group) and int(hashlib.sha256(group.encode()).hexdigest()[8:16], 16) % 2 == 0


@dataclass
class Shard:
    """Windows of one data set, flat: tokens of all windows one after the other, with the length of each."""

    ids: list[np.ndarray] = field(default_factory=list)
    owner: list[np.ndarray] = field(default_factory=list)
    marks: list[np.ndarray] = field(default_factory=list)
    labels: list[tuple[int, int, int]] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)

    def add(self, window: windows.Window, claims: list[Labelled], group: str) -> None:
        """Add one window with what is known of its claims, in the order of their markers."""
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
        """The windows with, or those without, a claim that is not supported."""
        kept = [i for i, labels in enumerate(self.labels) if any(label > 0 for label in labels) == marked]
        return Shard(*([part[i] for i in kept] for part in (self.ids, self.owner, self.marks, self.labels, self.held)))

    def save(self, path: Path) -> None:
        """Write the dev part and the training part beside each other."""
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


def _flat(parts: list[np.ndarray], chosen: Iterable[int], kind: type) -> np.ndarray:
    taken = [parts[index] for index in chosen]
    return np.concatenate(taken) if taken else np.zeros(0, dtype=kind)


def rows(path: Path) -> list[dict]:
    """The rows of one file, in an order that does not follow the file's."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        found = [json.loads(line) for line in file]
    random.Random(SEED).shuffle(found)
    return found


def answers(tokenizer: Tokenizer, found: list[dict]) -> list[tuple[windows.Window, list[Labelled], str]]:
    """Windows of whole answers with marked spans: cut into claims, with the evidence found for them."""
    made = []
    for row in found:
        sources = [SourceDocument(id=source["id"], content=source["content"]) for source in row["sources"]]
        claims = [claim for claim in extract(row["draft"]) if claim.checkable]
        candidates = SourceIndex(sources).candidates(claims)
        labelled = [marked(row, claim) for claim in claims]
        cut = windows.windows(tokenizer, claims, candidates, [source.id for source in sources])
        made += [(window, [labelled[index] for index in window.claims], group_of(row)) for window in cut]
    return made


def group_of(row: dict) -> str:
    """What may not lie on both sides: the source group, or the first source's words."""
    return f"{row['dataset']}:{row.get('source_group') or row.get('page') or row['sources'][0]['content'][:300]}"


def marked(row: dict, claim: Claim) -> Labelled:
    """The label of one claim of an answer: contradicted where a conflict is marked in it, else unsupported."""
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
    """The words of an edited summary that differ from the original, as spans; none where the edit kept the meaning."""
    if label == "supported":
        return []
    words, before = list(word_spans(draft)), original.split()
    spans = []
    matcher = difflib.SequenceMatcher(None, before, [draft[start:end] for start, end in words], autojunk=False)
    for tag, _, _, first, last in matcher.get_opcodes():
        if tag != "equal" and words:
            inside = words[first:last] or words[max(0, first - 1) : first + 1]  # what was left out is marked beside
            spans.append({"start": inside[0][0], "end": inside[-1][1], "label": label})
    return spans


def word_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the words of a text stand."""
    at = 0
    for word in text.split():
        start = text.index(word, at)
        at = start + len(word)
        yield start, at


def together(tokenizer: Tokenizer, evidence: list[str], claims: list[Labelled]) -> windows.Window:
    """One window of up to three claims over short sources that are read whole, as far as they fit."""
    encoded: list[Encoding] = tokenizer.encode_batch([claim.text for claim in claims], add_special_tokens=False)
    group = tuple(range(len(claims)))
    tokens: list[int] = []
    for text in evidence:
        tokens += ([windows.SEP] if tokens else []) + tokenizer.encode(text, add_special_tokens=False).ids
    return windows.window(group, encoded, tokens[: windows.budget(group, encoded)])


def single_claims(tokenizer: Tokenizer, found: list[dict]) -> Shard:
    """Claims with their own sources; those over the same source share windows, as claims of one draft do."""
    shard, seen = Shard(), set[tuple[str, str]]()
    by_source: dict[str, list[dict]] = {}
    for row in found:
        key = (row["claim"], row["sources"][0]["content"])
        if key not in seen:
            seen.add(key)
            by_source.setdefault(json.dumps(row["sources"], sort_keys=True), []).append(row)
    chooser = random.Random(SEED)
    for same in by_source.values():
        while same:
            size = chooser.choice((1, 1, 2, 3))
            taken, same[:] = same[:size], same[size:]
            claims = [one_claim(row) for row in taken]
            shard.add(
                together(tokenizer, [s["content"] for s in taken[0]["sources"]], claims), claims, group_of(taken[0])
            )
    return shard


def one_claim(row: dict) -> Labelled:
    """A row's claim with the spans its authors marked."""
    spans = tuple((s["start"], s["end"]) for s in row.get("spans") or ()) or None
    return Labelled(row["claim"], row["label"], spans)


def _answers_of(job: tuple[str, list[dict]]) -> list[tuple[windows.Window, list[Labelled], str]]:
    return answers(windows.tokenizer_of(Path(job[0]).read_text("utf-8")), job[1])


def main() -> None:
    """Write every shard."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--sets", nargs="*", default=["vitaminc", "fever", "factcheckgpt", "wice", "summedits", "ragtruth"]
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    tokenizer = windows.tokenizer_of(Path(options.tokenizer).read_text("utf-8"))
    for name in options.sets:
        shard = _shard(name, options, tokenizer)
        shard.save(options.out / name)
        if name == "ragtruth":  # nine in ten windows hold no marked word; train.py takes them in other shares
            for part, chosen in (("marked", True), ("clean", False)):
                shard.only(marked=chosen).save(options.out / f"{name}_{part}")
        tokens = sum(map(len, shard.ids))
        counts = np.bincount([label for labels in shard.labels for label in labels if label >= 0], minlength=3)
        sys.stdout.write(f"{name}: {len(shard.ids)} windows, {tokens} tokens, labels {counts.tolist()}\n")
        sys.stdout.flush()


def _shard(name: str, options: argparse.Namespace, tokenizer: Tokenizer) -> Shard:
    singles = {
        "vitaminc": ["vitaminc/vitaminc_real_test"], "fever": ["fever_rte/dev"],
        "factcheckgpt": ["factcheckgpt/claim_evidence_stance"],
    }  # fmt: skip
    if name in singles:
        return single_claims(tokenizer, [r for path in singles[name] for r in rows(options.data / f"{path}.jsonl.xz")])
    files = {
        "ragtruth": ["ragtruth/train"], "summedits": ["summedits/evaluation"],
        "wice": ["wice/claim_dev", "wice/nonsupported_tokens_train"],
    }  # fmt: skip
    found = [row for path in files[name] for row in rows(options.data / f"{path}.jsonl.xz")]
    found = [row for row in found if row.get("quality", "good") == "good"]
    if name == "summedits":
        found = [row | {"spans": edited(row["original_summary"], row["draft"], row["label"])} for row in found]
    shard = Shard()
    chunks = [(options.tokenizer, found[at : at + 100]) for at in range(0, len(found), 100)]
    with ProcessPoolExecutor(2) as pool:
        for made in pool.map(_whole_of if name == "wice" else _answers_of, chunks):
            for window, claims, group in made:
                shard.add(window, claims, group)
    return shard


def _whole_of(job: tuple[str, list[dict]]) -> list[tuple[windows.Window, list[Labelled], str]]:
    """Rows whose label is the whole claim's or summary's: one claim a window, its evidence searched for."""
    tokenizer = windows.tokenizer_of(Path(job[0]).read_text("utf-8"))
    made = []
    for row in job[1]:
        sources = [SourceDocument(id=source["id"], content=source["content"]) for source in row["sources"]]
        text = row.get("claim") or row["draft"]
        claims = (Claim.of(text, 0, len(text)),)
        spans = tuple((s["start"], s["end"]) for s in row.get("spans") or ()) or None
        labelled = Labelled(text, row["label"], spans)
        candidates = SourceIndex(sources).candidates(claims)
        cut = windows.windows(tokenizer, claims, candidates, [source.id for source in sources])
        made += [(window, [labelled], group_of(row)) for window in cut]
    return made


if __name__ == "__main__":
    main()
