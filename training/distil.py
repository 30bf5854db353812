"""Add a teacher's logits to shards, so that ``train.py`` can distil it into a smaller shape.

    python -m training.distil --run RUN --shards SHARDS --out SOFT --names vitaminc unlabelled ...

The teacher is the averaged weights of a run. It reads each window once; every student and every pass learns from these
logits. The dev parts are copied unchanged. A shard that exists in ``--out`` is not made again.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import torch

from training.encoder import CLAIMS, Encoder, pooled
from training.shards import Shard, together
from training.train import BATCH_TOKENS, outputs_of, stored


@torch.no_grad()
def read_by(model: Encoder, shard: Shard, device: torch.device) -> tuple[np.ndarray, np.ndarray]:
    """A model's logits for a shard: of its claims (windows, 3, 3), and of its words, one for each token."""
    taught = np.zeros((len(shard), CLAIMS, 3), dtype=np.float16)
    words = np.zeros(len(shard.ids), dtype=np.float16)
    order = np.argsort(shard.lengths, kind="stable")
    at = 0
    while at < len(order):
        size = max(1, BATCH_TOKENS[device.type] // int(shard.lengths[order[at]] + 16))
        chosen = order[at : at + size]
        batch = {name: part.to(device) for name, part in together([(shard, int(index)) for index in chosen]).items()}
        outputs = outputs_of(model, batch)
        taught[chosen] = pooled(outputs, batch["owner"]).cpu().numpy()
        for row, index in enumerate(chosen):
            length = int(shard.lengths[index])
            words[shard.starts[index] : shard.starts[index + 1]] = outputs[row, :length, 0].cpu().numpy()
        at += size
    return taught, words


def main() -> None:
    """Write the shards with their teacher's logits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--shards", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--names", nargs="+", required=True)
    options = parser.parse_args()
    os.nice(19)
    options.out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = stored(options.run / "checkpoint.pt").to(device)
    for name in options.names:
        target = options.out / f"{name}.train.npz"
        if target.exists():
            continue
        source = options.shards / target.name
        taught, words = read_by(model, Shard(source), device)
        unfinished = options.out / f"{name}.unfinished.npz"
        np.savez(unfinished, **np.load(source), taught=taught, words=words)
        if (dev := options.shards / f"{name}.dev.npz").exists():
            shutil.copy(dev, options.out)
        unfinished.replace(target)
        sys.stdout.write(f"{name}: {len(taught)} windows\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
