"""Questions with passages and answers, and pairs of statements, as windows for the encoder.

    python -m training.related --tokenizer DIR/tokenizer.json --data /path/to/data --out SHARDS

``training/related/questions_*.jsonl`` holds questions with relevant and irrelevant passages, and with answers that
address them or do not; all are deliberately hard. ``plain_*.jsonl`` holds the same in everyday form, where shared words
are mostly a good sign. ``statements_*.jsonl`` holds pairs of statements that exclude each other, agree, or do neither.
All were written for this project. RAGTruth's questions are added, with their own passages and answers and with those of
the questions most similar in words. A quarter of the questions and pairs is held out, as in ``written.py``.
"""

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import bm25s
import numpy as np
from tokenizers import Tokenizer

from critique_core.verifiers.embedded import windows
from critique_core.verifiers.relating import TextRelation
from training.prepare import SEED, Labelled, Shard, held_out, reported_on, rows

FOLDER = Path(__file__).with_name("related")
HELD_SHARE = 4
STRANGERS = 2
NEAR, ALIKE = 60, 5  # similar questions that are looked through, and of which one is taken
KINDS = {"questions": "hard", "plain": "plain", "statements": "statement"}  # by the file's name
QUESTIONS: tuple[tuple[TextRelation, str, str], ...] = (
    ("bears", "passages", "relevant"),
    ("answers", "answers", "useful"),
)
RELATIONS = {"agree": "supported", "neither": "unsupported", "conflict": "contradicted"}


@dataclass(frozen=True)
class Pair:
    """Two texts, the relation in question, and the label in the encoder's three classes.

    ``kind`` is the origin of the pair: hard, plain or statement (written), stranger, ragtruth.
    """

    relation: TextRelation
    asked: str
    text: str
    label: str
    group: str
    kind: str

    @property
    def held_out(self) -> bool:
        """Whether the encoder was not trained on this pair or another of its group."""
        return held_out(self.group) if self._public else _digest(self.group) % HELD_SHARE == 0

    @property
    def reported_on(self) -> bool:
        """Whether nothing was fitted on this pair."""
        if self._public:
            return reported_on(self.group)
        return self.held_out and (_digest(self.group) // HELD_SHARE) % 2 == 0

    @property
    def _public(self) -> bool:
        return self.kind == "ragtruth"


def _digest(group: str) -> int:
    return int(hashlib.sha256(group.encode()).hexdigest()[:8], 16)


def written(folder: Path = FOLDER) -> Iterator[Pair]:
    """All pairs of the project's own files; raises ``ValueError`` naming the file and line that is incomplete."""
    for path in sorted(folder.glob("*.jsonl")):
        kind = KINDS.get(path.name.partition("_")[0])
        if kind is None:
            raise ValueError(f"{path.name}: its name tells no kind of pairs; call it {', '.join(KINDS)} and a number")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            try:
                yield from _statements(json.loads(line)) if kind == "statement" else _questions(json.loads(line), kind)
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{path.name}, line {number}: {error!r}") from error


def _questions(block: dict, kind: str) -> Iterator[Pair]:
    query = block["query"]
    for relation, key, label in QUESTIONS:
        for one in block[key]:
            yield Pair(relation, query, one["text"], "supported" if one[label] else "unsupported", query, kind)


def _statements(pair: dict) -> Iterator[Pair]:
    label = RELATIONS[pair["relation"]]
    for one, other in ((pair["a"], pair["b"]), (pair["b"], pair["a"])):
        yield Pair("excludes", one, other, label, pair["a"], "statement")


def strangers(pairs: list[Pair], rng: random.Random) -> Iterator[Pair]:
    """Each question with a passage and an answer of another question in its part, which say nothing about it.

    Without them shared words would become a sign against relevance, because the hard irrelevant texts repeat the
    question's words.
    """
    for relation in ("bears", "answers"):
        of = [pair for pair in pairs if pair.relation == relation]
        for asked in dict.fromkeys(pair.asked for pair in of):
            own = next(pair for pair in of if pair.asked == asked)
            side = (own.held_out, own.reported_on)
            others = [pair for pair in of if pair.asked != asked and (pair.held_out, pair.reported_on) == side]
            for other in rng.sample(others, min(STRANGERS, len(others))):
                yield Pair(relation, asked, other.text, "unsupported", own.group, "stranger")


def asked_of(found: list[dict], rng: random.Random) -> Iterator[Pair]:
    """RAGTruth's questions with their own texts and with those of a question of similar words.

    It is not marked which of a question's passages answers it, so they are taken together.
    """
    asked = {row["query"]: row for row in found if row["task"] == "qa"}
    queries = list(asked)
    index = bm25s.BM25()
    words = bm25s.tokenize(queries, stopwords="en", show_progress=False)
    index.index(words, show_progress=False)
    near, _ = index.retrieve(words, k=min(NEAR, len(queries)), show_progress=False)
    for query, places in zip(queries, near, strict=True):
        own = asked[query]
        # A similar question in the other part would leak its text.
        same = [queries[at] for at in places if queries[at] != query]
        alike = [asked[one] for one in same if held_out(_group(asked[one])) == held_out(_group(own))]
        if not alike:
            continue
        other = rng.choice(alike[:ALIKE])
        for row, label in ((own, "supported"), (other, "unsupported")):
            passages = "\n".join(source["content"] for source in row["sources"])
            yield Pair("bears", query, passages, label, _group(own), "ragtruth")
            yield Pair("answers", query, row["draft"], label, _group(own), "ragtruth")


def _group(row: dict) -> str:
    return f"ragtruth:{row['source_group']}"


def shard(tokenizer: Tokenizer, pairs: list[Pair]) -> Shard:
    """The first window of each pair."""
    made = Shard()
    for pair in pairs:
        window = next(windows.pairs(tokenizer, pair.relation, pair.asked, pair.text))
        made.add(window, [Labelled(pair.text, pair.label)], pair.group)
        made.marks[-1][:] = -100  # words of a question have no label
        made.held[-1] = pair.held_out
    return made


def main() -> None:
    """Write the training and dev parts of the shards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    tokenizer = windows.tokenizer_of(options.tokenizer.read_text("utf-8"))
    own = list(written())
    own += strangers(own, random.Random(SEED))
    kinds = [name for name in windows.RELATION_MARKERS if name != "supports"]  # learned from claims
    parts = {name: [pair for pair in own if pair.relation == name] for name in kinds}
    found = [row for row in rows(options.data / "ragtruth/train.jsonl.xz") if row.get("quality", "good") == "good"]
    parts["asked"] = list(asked_of(found, random.Random(SEED)))
    for name, pairs in parts.items():
        made = shard(tokenizer, pairs)
        made.save(options.out / name)
        counts = np.bincount([label for labels in made.labels for label in labels if label >= 0], minlength=3)
        sys.stdout.write(f"{name}: {len(made.ids)} windows, {sum(map(len, made.ids))} tokens, {counts.tolist()}\n")


if __name__ == "__main__":
    main()
