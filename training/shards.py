"""Reads shards of windows, and mixes batches from several of them in given proportions.

A batch is a function of the seed, the mix and its number, so a run that continues after a stop sees the same batches
as one that was never stopped.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.encoder import PAD

UNKNOWN = -100
STEP = 16  # lengths are padded to multiples of this; with few shapes kernels stay cached
POOL = 1024  # windows drawn at once, sorted by length and cut into about thirty batches of 3,072 tokens

Batch = dict[str, Tensor]
"""ids, owner, marks (windows, length); seen (windows, length), false at padding; labels (windows, 3)."""


class Shard:
    """The windows of one ``.npz`` file in memory."""

    def __init__(self, path: Path) -> None:
        stored = np.load(path)
        self.ids, self.owner, self.marks = stored["ids"], stored["owner"], stored["marks"]
        self.lengths, self.labels = stored["lengths"], stored["labels"]
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])

    def __len__(self) -> int:
        return len(self.lengths)


Place = tuple[Shard, int]
"""A shard and the index of one of its windows."""


def together(places: Sequence[Place]) -> Batch:
    """Padded tensors of some windows."""
    longest = max(int(shard.lengths[index]) for shard, index in places)
    longest += -longest % STEP
    ids = np.full((len(places), longest), PAD, dtype=np.int64)
    owner = np.full(ids.shape, -1, dtype=np.int64)
    marks = np.full(ids.shape, UNKNOWN, dtype=np.int64)
    seen = np.zeros(ids.shape, dtype=bool)
    for row, (shard, index) in enumerate(places):
        part, size = slice(shard.starts[index], shard.starts[index + 1]), shard.lengths[index]
        ids[row, :size], owner[row, :size], marks[row, :size] = shard.ids[part], shard.owner[part], shard.marks[part]
        seen[row, :size] = True
    labels = np.array([shard.labels[index] for shard, index in places], dtype=np.int64)
    arrays = {"ids": ids, "owner": owner, "marks": marks, "seen": seen, "labels": labels}
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def in_order(shard: Shard, tokens: float, size: int) -> Iterator[Batch]:
    """Batches of about ``size`` tokens over the first windows of a shard, ``tokens`` tokens in all."""
    last = max(1, int(np.searchsorted(shard.starts, tokens))) if tokens < shard.starts[-1] else len(shard)
    for places in _cut([(shard, index) for index in range(min(last, len(shard)))], size):
        yield together(places)


def _cut(places: Sequence[Place], size: int) -> Iterator[list[Place]]:
    """The windows sorted by length, in groups of about ``size`` tokens with their padding."""
    group: list[Place] = []
    for shard, index in sorted(places, key=lambda place: int(place[0].lengths[place[1]])):
        padded = int(shard.lengths[index]) + -int(shard.lengths[index]) % STEP
        if group and padded * (len(group) + 1) > size:
            yield group
            group = []
        group.append((shard, index))
    if group:
        yield group


@dataclass
class Mix:
    """Endless batches of windows of several shards, each shard with its share of the tokens.

    A shard is read in shuffled passes. ``taken`` counts the windows read of each shard before the current pool,
    ``pool`` the pools and ``at`` the batches used of the current one: these three are what a checkpoint keeps.
    """

    shards: Mapping[str, Shard]
    shares: Mapping[str, float]
    size: int
    seed: int
    taken: dict[str, int] = field(default_factory=dict)
    pool: int = 0
    at: int = 0

    def state(self) -> dict[str, Any]:
        """The state for ``restore``."""
        return {"taken": dict(self.taken), "pool": self.pool, "at": self.at, "made_of": self._made_of()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from the state of another mix.

        If shards, shares or the size of batches have changed, a new pool begins, and windows of the last pool may be
        read again.
        """
        same = state["made_of"] == self._made_of()
        self.taken = dict(state["taken"])
        self.pool, self.at = (state["pool"], state["at"]) if same else (state["pool"] + 1, 0)

    def _made_of(self) -> dict[str, Any]:
        sizes = {name: len(shard) for name, shard in self.shards.items()}
        return {"shares": dict(self.shares), "sizes": sizes, "batch": self.size}

    def __iter__(self) -> Iterator[Batch]:
        while True:
            drawn = self._drawn()
            rng = np.random.default_rng([self.seed, 1, self.pool])
            groups = list(_cut([place for places in drawn.values() for place in places], self.size))
            order = rng.permutation(len(groups))
            while self.at < len(groups):
                self.at += 1
                yield together(groups[order[self.at - 1]])
            for name, places in drawn.items():
                self.taken[name] = self.taken.get(name, 0) + len(places)
            self.pool, self.at = self.pool + 1, 0

    def _drawn(self) -> dict[str, list[Place]]:
        """The windows of the current pool."""
        weights = {name: share / float(self.shards[name].lengths.mean()) for name, share in self.shares.items()}
        rng = np.random.default_rng([self.seed, 0, self.pool])
        total = sum(weights.values())
        counts = rng.multinomial(POOL * max(1, self.size // 3072), [weight / total for weight in weights.values()])
        return {name: self._next(name, int(count)) for name, count in zip(weights, counts, strict=True)}

    def _next(self, name: str, count: int) -> list[Place]:
        shard, first = self.shards[name], self.taken.get(name, 0)
        found: list[Place] = []
        while len(found) < count:
            turn, place = divmod(first + len(found), len(shard))
            order = np.random.default_rng([self.seed, 2, sum(name.encode()), turn]).permutation(len(shard))
            found += [(shard, int(index)) for index in order[place : place + count - len(found)]]
        return found
