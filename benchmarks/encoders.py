"""Encoders on their own, next to plain word overlap, on every labelled set: the table that decides which one ships.

    PYTHONPATH=. python benchmarks/encoders.py --data DATA --models overlap shipped teacher=RUN/checkpoint.pt \
        [--tokenizer BASE/tokenizer.json] [--rows 400] [--sets NAME ...] [--speed] [--json OUT]

A model is ``overlap`` (the share of a claim's words that its sources hold), ``shipped``, a folder with ``encoder.onnx``
and ``tokenizer.json``, or a checkpoint of ``training.train`` (which needs torch); ``NAME=PATH`` names it in the table.
``shipped@3x384``, or a folder so, reads three claims a window of at most 384 tokens instead of one a window of 256; the
time is printed too.
Typed comparison, alignment and fitted weights take no part: P(supported) is the model's own.

Of the sets that encoders are trained on, only the dev part is read, which shares no source with the training part. The
others are never used for training. ``--rows`` claims of each set are taken, the same for every model.

- ``auroc``: of "not supported" over all claims of a set;
- ``balanced``: balanced accuracy at the model's own best threshold, chosen on one half of the set and measured on the
  other, in both directions;
- ``ranked``, for sets of twins: the share of pairs whose supported sentence got the higher probability;
- ``accepted``, for copies: the share of sentences copied word for word from their source with P(supported) above 0.5.

``--speed`` exports each checkpoint and gives milliseconds for 8 claims and 3 sources of 300 words
(from tokens to outputs, the models in turn), and megabytes of graph and weights.
"""

import argparse
import hashlib
import json
import lzma
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

import numpy as np

from benchmarks.made_texts import request
from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.metrics.accuracy import auroc
from critique_core.models import Claim, ClaimCandidates, SourceDocument
from critique_core.verifiers.embedded import encoder as embedded
from critique_core.verifiers.embedded.windows import READ_TOGETHER, READ_TOKENS, Window, tokenizer_of, windows
from training.prepare import SETS, group_of, held_out, marked, read, rows

ROWS = 400
TRANSFER = {  # the licence does not permit training: only measured
    "attributionbench": "attributionbench/dev", "lfqa": "lfqa_verification/all", "healthver": "healthver/dev",
    "nli4ct": "nli4ct/train", "scifact": "scifact_rte/train", "climate_fever": "climate_fever/all",
}  # fmt: skip
SUITES = Path(__file__).parents[1] / "tests" / "data"
TWINS = {"twins": ("twins_open.jsonl", "twins_blind.jsonl")}
CLAIMS = {"suites": ("claims_open*.jsonl", "claims_blind.jsonl"), "paraphrases": ("paraphrases_*.jsonl",)}
DRAFTS = ("whole_drafts.jsonl", "whole_drafts_2.jsonl")  # the third is kept unread
_COPY_WORDS = (6, 40)
_REPEATS = 15


@dataclass(frozen=True)
class Case:
    """Claims read together, like those of one draft, with their sources; ``supported`` says which are true."""

    claims: tuple[str, ...]
    sources: tuple[SourceDocument, ...]
    supported: tuple[bool, ...]


class Reader(Protocol):
    """A model: P(supported), 0 to 1, of each claim of each case, in order."""

    def support(self, cases: Sequence[Case]) -> list[list[float]]:
        """The probabilities, in the order of the cases and of their claims."""
        ...


# --- the sets -----------------------------------------------------------------------------------------------------


def sources_of(row: Mapping[str, Any]) -> tuple[SourceDocument, ...]:
    """A row's sources with new ids, because files repeat ids."""
    contents = [source["content"].replace("\0", "") for source in row["sources"]]
    return tuple(SourceDocument(id=f"s{place}", content=text or " ") for place, text in enumerate(contents))


def one_claim(row: Mapping[str, Any]) -> Case:
    """A row whose label is that of one claim."""
    return Case((row["claim"],), sources_of(row), (row["label"] == "supported",))


def an_answer(row: Mapping[str, Any]) -> Case | None:
    """An answer with marked spans, cut into claims; ``None`` if it holds none."""
    claims = [claim for claim in extract(row["draft"]) if claim.checkable]
    labels = [marked(dict(row), claim).label == "supported" for claim in claims]
    return Case(tuple(claim.text for claim in claims), sources_of(row), tuple(labels)) if claims else None


def a_draft(row: Mapping[str, Any]) -> Case:
    """A draft of several sentences, each with its truth; what says nothing to check is left out."""
    parts = [part for part in row["claims"] if part["truth"] != "not_checkable"]
    holds = tuple(part["truth"] == "supported" for part in parts)
    return Case(tuple(part["text"] for part in parts), sources_of(row), holds)


def taken(found: list[Any], count: int) -> list[Any]:
    """``count`` entries of a list, always the same, in an order independent of the file's."""
    return Random(1).sample(found, min(count, len(found)))


def sets(data: Path, suites: Path, count: int, names: Sequence[str] | None = None) -> dict[str, list[Case]]:
    """The cases of every set, or of those named; sets of twins hold pairs, the supported claim first."""
    every = [*SETS, *TRANSFER, *MADE, *TWINS, *CLAIMS]
    return {name: _cases(name, data, suites, count) for name in every if names is None or name in names}


def _cases(name: str, data: Path, suites: Path, count: int) -> list[Case]:
    if name in MADE:
        return MADE[name](data, suites, count)
    if name in TRANSFER:
        return [one_claim(row) for row in taken(rows(data / f"{TRANSFER[name]}.jsonl.xz"), count)]
    if name in SETS:
        dev = [row for row in read(name, data) if held_out(group_of(row))]
        if name == "ragtruth":  # an answer holds about seven claims, so fewer answers give ``count`` claims
            return [case for row in taken(dev, count // 4) if (case := an_answer(row))]
        return [one_claim({"claim": row.get("claim") or row["draft"], **row}) for row in taken(dev, count)]
    patterns = (TWINS | CLAIMS)[name]
    found = [row for pattern in patterns for path in sorted(suites.glob(pattern)) for row in lines(path)]
    if name in TWINS:
        sides = (("supported", "supported"), ("unsupported", "contradicted"))
        return [
            one_claim({"claim": row[side], "sources": row["sources"], "label": label})
            for row in found
            for side, label in sides
        ]
    return [one_claim({"label": "supported"} | row) for row in taken(found, 4 * count)]


def copies(data: Path, count: int) -> list[Case]:
    """Sentences of sources of the dev part, each with the source that it was copied from."""
    found = [row for row in read("ragtruth", data) if held_out(group_of(row)) and row["task"] != "data2txt"]
    made: list[Case] = []
    seen = set[str]()
    for row in taken(found, len(found)):
        sources = sources_of(row)
        units = [unit for passage in SourceIndex(sources).passages for unit in passage.units if unit.kind == "prose"]
        fit = [unit.text for unit in units if _COPY_WORDS[0] <= len(unit.text.split()) <= _COPY_WORDS[1]]
        if sources[0].content in seen or not fit:
            continue
        seen.add(sources[0].content)
        made.append(Case((Random(len(made)).choice(fit),), sources, (True,)))
        if len(made) == count:
            break
    return made


def drafts(suites: Path, count: int) -> list[Case]:
    """The drafts that visitors wrote, their rules learned from or not: the encoder never read them."""
    return [a_draft(row) for row in taken([row for name in DRAFTS for row in lines(suites / name)], count)]


MADE: dict[str, Callable[[Path, Path, int], list[Case]]] = {
    "copies": lambda data, _, count: copies(data, count),
    "drafts": lambda _, suites, count: drafts(suites, count),
}


def lines(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines, plain or compressed."""
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


# --- the models ---------------------------------------------------------------------------------------------------


class Overlap:
    """The share of a claim's words of three letters or more, and of its numbers, that its sources hold."""

    def support(self, cases: Sequence[Case]) -> list[list[float]]:
        """The shares, 0 to 1; 1 for a claim without such words."""
        found: list[list[float]] = []
        for case in cases:
            there = {word for source in case.sources for word in self._words(source.content)}
            asked = [self._words(claim) for claim in case.claims]
            found.append([sum(word in there for word in words) / len(words) if words else 1.0 for words in asked])
        return found

    @staticmethod
    def _words(text: str) -> list[str]:
        cleaned = "".join(sign if sign.isalnum() else " " for sign in text.casefold())
        return [word for word in cleaned.split() if len(word) > 2 or word.isdigit()]


class Graph:
    """An ONNX graph as the embedded verifier runs it."""

    def __init__(self, folder: Path, together: int = READ_TOGETHER, longest: int = READ_TOKENS) -> None:
        self.encoder, self.folder = embedded.Encoder(folder), folder
        self.together, self.longest = together, longest

    def support(self, cases: Sequence[Case]) -> list[list[float]]:
        """The graph's own probabilities."""
        shape = {"together": self.together, "longest": self.longest}
        return [[reading.support for reading in self.encoder.read(*asked(case), **shape)] for case in cases]


class Checkpoint:
    """The averaged weights of a training run, windows of similar length read together."""

    def __init__(self, path: Path, tokenizer: Path) -> None:
        from training.train import stored  # noqa: PLC0415 - torch is needed for checkpoints alone

        self.model = stored(path)
        self.tokenizer = tokenizer_of(tokenizer.read_text("utf-8"))

    def support(self, cases: Sequence[Case]) -> list[list[float]]:
        """The model's own probabilities."""
        import torch  # noqa: PLC0415

        from training.prepare import Labelled, Shard  # noqa: PLC0415
        from training.shards import Shard as Stored  # noqa: PLC0415
        from training.train import scores  # noqa: PLC0415

        cut: list[tuple[int, Window]] = []
        for place, case in enumerate(cases):
            claims, candidates, order = asked(case)
            cut += [(place, window) for window in windows(self.tokenizer, claims, candidates, order)]
        by_length = sorted(range(len(cut)), key=lambda at: len(cut[at][1].ids))
        shard = Shard()
        for at in by_length:
            window = cut[at][1]
            shard.add(window, [Labelled("", "supported", None)] * len(window.claims), "")
        with tempfile.TemporaryDirectory() as folder:
            shard.held = [False] * len(shard.ids)
            shard.save(Path(folder) / "asked")
            read_back = Stored(Path(folder) / "asked.train.npz")
        logits, _truth = scores(self.model, read_back, float("inf"), torch.device("cpu"))
        chances = np.exp(logits[:, 0] - np.logaddexp.reduce(logits, axis=1))
        found = [[0.0] * len(case.claims) for case in cases]
        at_chance = iter(chances.tolist())
        for at in by_length:
            place, window = cut[at]
            for index in window.claims:
                found[place][index] = next(at_chance)
        return found


def asked(case: Case) -> tuple[list[Claim], tuple[ClaimCandidates, ...], list[str]]:
    """The encoder's input for a case: its claims, the passages found for each, and the order of the sources."""
    claims = [Claim.of(text, 0, len(text)) for text in case.claims]
    return claims, tuple(SourceIndex(case.sources).candidates(claims)), [source.id for source in case.sources]


# --- the figures --------------------------------------------------------------------------------------------------


def balanced(support: np.ndarray, holds: np.ndarray, half: np.ndarray) -> float | None:
    """Balanced accuracy, each half of the claims measured at the threshold that is best on the other half."""
    rates: list[float] = []
    for measured in (half, ~half):
        if any(holds[side].all() or not holds[side].any() for side in (measured, ~measured)):
            return None
        at = threshold(support[~measured], holds[~measured])
        accepted = support[measured] >= at
        truth = holds[measured]
        rates.append((accepted[truth].mean() + (~accepted[~truth]).mean()) / 2)
    return float(np.mean(rates))


def threshold(support: np.ndarray, holds: np.ndarray) -> float:
    """The threshold of the best balanced accuracy: the middle between two neighbouring values."""
    values = np.unique(support)
    between = np.concatenate([[values[0] - 1], (values[1:] + values[:-1]) / 2, [values[-1] + 1]])
    caught = np.searchsorted(np.sort(support[~holds]), between) / (~holds).sum()
    passed = 1 - np.searchsorted(np.sort(support[holds]), between) / holds.sum()
    return float(between[np.argmax(caught + passed)])


def figures(name: str, cases: Sequence[Case], support: Sequence[Sequence[float]]) -> dict[str, float | int | None]:
    """The figures of one set; see the docstring of the module."""
    flat = np.array([chance for chances in support for chance in chances])
    holds = np.array([one for case in cases for one in case.supported], dtype=bool)
    if name in {"copies", "paraphrases"}:
        return {"claims": len(flat), "accepted": float((flat > 0.5).mean()), "mean": float(flat.mean())}
    # Claims over one source are in one half, so that no threshold is chosen on the sources it is measured on.
    keys = [hashlib.sha256(case.sources[0].content.encode()).digest()[0] % 2 for case in cases for _ in case.claims]
    found: dict[str, float | int | None] = {
        "claims": len(flat), "supported": int(holds.sum()), "auroc": auroc(holds, flat),
        "balanced": balanced(flat, holds, np.array(keys, dtype=bool)),
    }  # fmt: skip
    if name in TWINS:
        first, second = flat[0::2], flat[1::2]
        found["ranked"] = float(((first > second) + 0.5 * (first == second)).mean())
    return found


def speed(readers: Mapping[str, embedded.Encoder]) -> dict[str, float]:
    """Median milliseconds for 8 claims and 3 sources of 300 words, the models in turn."""
    times: dict[str, list[float]] = {name: [] for name in readers}
    for turn in range(_REPEATS):
        made = request(8, 3, variant=turn)
        case = Case(tuple(claim.text for claim in extract(made.draft)), made.sources, ())
        claims, candidates, order = asked(case)
        for name, reader in readers.items():
            begun = time.perf_counter()
            reader.read(claims, candidates, order)
            times[name].append(1000 * (time.perf_counter() - begun))
    return {name: statistics.median(found) for name, found in times.items()}


def size_of(folder: Path) -> int:
    """Bytes of an encoder's graph and weights."""
    return sum((folder / name).stat().st_size for name in ("encoder.onnx", "encoder.npz"))


# --- the table ----------------------------------------------------------------------------------------------------


def loaded(spec: str, tokenizer: Path | None) -> tuple[str, Reader]:
    """A model by its name or path, with its name in the table; raises ``SystemExit`` naming what is missing."""
    name, _, whole = spec.rpartition("=")
    path, _, shape = whole.partition("@")
    together, longest = map(int, shape.split("x")) if shape else (READ_TOGETHER, READ_TOKENS)
    if path == "overlap":
        return name or path, Overlap()
    if path == "shipped":
        return name or whole, Graph(Path(embedded.__file__).parent / "encoder_files", together, longest)
    place = Path(path)
    if place.is_dir() and (place / "encoder.onnx").exists():
        return name or Path(whole).name, Graph(place, together, longest)
    if place.is_file() and tokenizer is not None:
        return name or place.parent.name, Checkpoint(place, tokenizer)
    raise SystemExit(
        f"{path} is no folder with encoder.onnx, and no checkpoint with its --tokenizer; models are overlap, shipped, a"
        " folder or a checkpoint"
    )


def main() -> None:
    """Print the table, and write it when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", nargs="+", required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--suites", type=Path, default=SUITES)
    parser.add_argument("--tokenizer", type=Path, help="tokenizer.json of the checkpoints' base")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--sets", nargs="*")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    readers = dict(loaded(spec, options.tokenizer) for spec in options.models)
    found: dict[str, dict[str, Any]] = {name: {} for name in readers}
    for name, cases in sets(options.data, options.suites, options.rows, options.sets).items():
        for model, reader in readers.items():
            begun = time.perf_counter()
            found[model][name] = figures(name, cases, reader.support(cases))
            found[model][name]["seconds"] = round(time.perf_counter() - begun)
            shown = "  ".join(f"{key} {_shown(value)}" for key, value in found[model][name].items())
            print(f"{name:18s} {model:14s} {shown}", flush=True)
    if options.speed:
        with tempfile.TemporaryDirectory() as folder:
            graphs, bytes_of = _graphs(readers, Path(folder), options.tokenizer)
            for model, milliseconds in speed(graphs).items():
                found[model]["speed"] = {"milliseconds": milliseconds, "megabytes": bytes_of[model] / 1e6}
                print(f"{'8 claims':18s} {model:14s} {milliseconds:.0f} ms  {bytes_of[model] / 1e6:.1f} MB")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


def _graphs(
    readers: Mapping[str, Reader], folder: Path, tokenizer: Path | None
) -> tuple[dict[str, embedded.Encoder], dict[str, int]]:
    graphs: dict[str, embedded.Encoder] = {}
    sizes: dict[str, int] = {}
    for name, reader in readers.items():
        if isinstance(reader, Graph):
            graphs[name] = reader.encoder
            sizes[name] = size_of(reader.folder)
        elif isinstance(reader, Checkpoint):
            from training.export import packed  # noqa: PLC0415 - torch and onnx are needed for checkpoints alone

            assert tokenizer is not None
            packed(reader.model, tokenizer, folder / name)
            sizes[name] = size_of(folder / name)
            graphs[name] = embedded.Encoder(folder / name)
    return graphs, sizes


def _shown(value: float | int | None) -> str:
    return "-" if value is None else str(value) if isinstance(value, int) else f"{100 * value:.1f}"


if __name__ == "__main__":
    main()
