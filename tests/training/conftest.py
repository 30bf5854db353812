"""Small windows and shards for the tests of training."""

import numpy as np
import pytest


@pytest.fixture
def write_shard(tmp_path):
    """Writes a shard of random windows of one to three claims over tokens 5 to 99, and gives its folder."""

    def write(name: str, count: int, seed: int = 0):
        rng = np.random.default_rng(seed)
        ids, owner, marks, lengths, labels = [], [], [], [], []
        for _ in range(count):
            claims, evidence = int(rng.integers(1, 4)), int(rng.integers(4, 30))
            window, owners = [0], [-1]
            for place in range(claims):
                size = int(rng.integers(2, 6))
                window += [5 + place, *rng.integers(10, 100, size).tolist()]
                owners += [place] * (size + 1)
            rest = [2, 2, *rng.integers(10, 100, evidence).tolist(), 2]
            window, owners = window + rest, owners + [-1] * len(rest)
            ids.append(window)
            owner.append(owners)
            marks.append([int(rng.integers(0, 2)) if one >= 0 else -100 for one in owners])
            lengths.append(len(window))
            labels.append([*rng.integers(0, 3, claims).tolist(), *[-100] * (3 - claims)])
        for part in ("train", "dev"):
            np.savez(
                tmp_path / f"{name}.{part}.npz",
                ids=np.concatenate(ids).astype(np.uint16), owner=np.concatenate(owner).astype(np.int8),
                marks=np.concatenate(marks).astype(np.int8), lengths=np.array(lengths, dtype=np.int32),
                labels=np.array(labels, dtype=np.int16),
            )  # fmt: skip
        return tmp_path

    return write
