"""Train the encoder on the shards of ``prepare.py`` and ``synthesise.py``.

    python -m training.train --shards DIR --mix ragtruth_marked=0.2 vitaminc=0.1 --base model.safetensors \
        --out RUN --tokens 30e6

``--mix`` gives each shard's share of the tokens; a shard is read in shuffled passes as often as its share needs. Two
processes of one thread each train faster on two cores than one of two. A run killed goes on from its last checkpoint
when the same command is given again; the share of ``--tokens`` done sets the learning rate, so a run can be prolonged.
On a machine with a GPU it uses one process and the GPU.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn import functional

from training.encoder import CLAIMS, Encoder, from_minilm, pooled

PEAK, WARM_UP, FLOOR = 1.2e-4, 60, 0.02
BATCH_TOKENS = 5200  # a process
UNKNOWN = -100
SEED = 20261121
BUCKET = 32  # windows whose lengths round up to the same multiple share a batch: few shapes keep kernels cached


class Shard:
    """One data set's windows in memory."""

    def __init__(self, path: Path) -> None:
        stored = np.load(path)
        self.ids, self.owner, self.marks = stored["ids"], stored["owner"], stored["marks"]
        self.lengths, self.labels = stored["lengths"], stored["labels"]
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])

    def batch(self, indexes: np.ndarray) -> dict[str, torch.Tensor]:
        """Padded tensors of some windows."""
        longest = int(max(self.lengths[indexes]))
        longest += -longest % BUCKET
        ids = np.zeros((len(indexes), longest), dtype=np.int64)
        owner = np.full(ids.shape, -1, dtype=np.int64)
        marks = np.full(ids.shape, UNKNOWN, dtype=np.int64)
        for row, index in enumerate(indexes):
            part = slice(self.starts[index], self.starts[index + 1])
            size = self.lengths[index]
            ids[row, :size], owner[row, :size], marks[row, :size] = self.ids[part], self.owner[part], self.marks[part]
        seen = np.arange(longest)[None] < self.lengths[indexes][:, None]
        before = np.arange(longest)[None] <= (owner >= 0).cumsum(1).argmax(1)[:, None]
        return {
            "ids": torch.from_numpy(ids), "owner": torch.from_numpy(owner), "marks": torch.from_numpy(marks),
            "kinds": torch.from_numpy((seen & ~before).astype(np.int64)), "seen": torch.from_numpy(seen),
            "labels": torch.from_numpy(self.labels[indexes].astype(np.int64)),
        }  # fmt: skip


def batches(shard: Shard, rng: np.random.Generator, tokens: int) -> Iterator[np.ndarray]:
    """Endless batches of windows of like length, each pass in another order."""
    padded = shard.lengths + -shard.lengths % BUCKET
    while True:
        order = rng.permutation(len(shard.lengths))
        chunks: list[np.ndarray] = []
        for length in np.unique(padded):
            alike = order[padded[order] == length]
            size = max(1, tokens // int(length))
            chunks += [alike[at : at + size] for at in range(0, len(alike), size)]
        for place in rng.permutation(len(chunks)):
            yield chunks[place]


def outputs_of(model: Encoder, batch: dict[str, torch.Tensor]) -> torch.Tensor:
    """The model's outputs, in bfloat16 where the machine multiplies it: emulated, it is thirty times slower."""
    device = batch["ids"].device.type
    halved = device != "cpu" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    mask = torch.where(batch["seen"], 0.0, -1e4)[:, None, None, :]
    with torch.autocast(device, torch.bfloat16, enabled=halved):
        return model(batch["ids"], batch["kinds"], mask.to(torch.bfloat16 if halved else torch.float32)).float()


def loss_of(model: Encoder, batch: dict[str, torch.Tensor]) -> torch.Tensor:
    """The sum of the claim, word and strongest-word losses."""
    outputs = outputs_of(model, batch)
    labels = batch["labels"]
    claim = functional.cross_entropy(
        pooled(outputs, batch["owner"]).reshape(-1, 3), labels.reshape(-1), ignore_index=UNKNOWN
    )
    words, marks = outputs[:, :, 0], batch["marks"]
    known = marks >= 0
    word = (
        functional.binary_cross_entropy_with_logits(words[known], marks[known].float())
        if known.any()
        else words.sum() * 0
    )
    inside = functional.one_hot(batch["owner"] + 1, CLAIMS + 1)[:, :, 1:].bool()
    strongest = words[:, :, None].masked_fill(~inside, -1e4).amax(1)
    there = (labels >= 0) & inside.any(1)
    most = functional.binary_cross_entropy_with_logits(strongest[there], (labels[there] > 0).float())
    return claim + 2 * word + 0.3 * most


def rate(done: float, step: int) -> float:
    """Learning rate: warm-up, constant to half of the tokens, then linear down to 2 %."""
    warm = min(1.0, (step + 1) / WARM_UP)
    return PEAK * warm * (1.0 if done < 0.5 else max(FLOOR, 1 - (1 - FLOOR) * (done - 0.5) / 0.5))


@torch.no_grad()
def scores(model: Encoder, shard: Shard, limit: int) -> tuple[np.ndarray, np.ndarray]:
    """Logits and labels of the claims of the first windows, three classes."""
    found, truth = [], []
    for first in range(0, min(limit, len(shard.lengths)), 16):
        batch = shard.batch(np.arange(first, min(first + 16, len(shard.lengths))))
        outputs = outputs_of(model, batch)
        there = batch["labels"] >= 0
        found.append(pooled(outputs, batch["owner"])[there].numpy())
        truth.append(batch["labels"][there].numpy())
    return np.concatenate(found), np.concatenate(truth)


def auroc(score: np.ndarray, positive: np.ndarray) -> float:
    """Area under the ROC curve; ties count half."""
    if positive.all() or not positive.any():
        return math.nan
    _, place, counts = np.unique(score, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return (ranks[positive].sum() - positive.sum() * (positive.sum() + 1) / 2) / (positive.sum() * (~positive).sum())


def report(model: Encoder, shards: Path, names: list[str], limit: int) -> dict[str, float]:
    """AUROC of not supported, per dev shard."""
    model.eval()
    found = {}
    for name in names:
        path = shards / f"{name}.dev.npz"
        if path.exists():
            logits, truth = scores(model, Shard(path), limit)
            other = np.logaddexp(logits[:, 1], logits[:, 2])
            found[name] = round(float(auroc(other - logits[:, 0], truth > 0)), 4)
            found[f"{name}_right"] = round(float((logits.argmax(1) == truth).mean()), 3)
    model.train()
    return found


def work(rank: int, count: int, options: argparse.Namespace) -> None:
    """One process's part of the training."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    if count > 1:
        meeting = f"file://{options.out.resolve()}/meeting"
        dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=count)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = from_minilm(options.base).to(device)
    taught, optimiser = taught_by(model)
    checkpoint = options.out / "checkpoint.pt"
    seen, step = _resumed(checkpoint, model, optimiser, device)
    shares = {name: float(share) for name, share in (spec.split("=") for spec in options.mix)}
    if rank == 0:
        with (options.out / "phases.jsonl").open("a") as file:  # export.py puts them into the manifest
            file.write(json.dumps({"from_tokens": seen, "planned_tokens": options.tokens, "shares": shares}) + "\n")
    chances = np.array(list(shares.values())) / sum(shares.values())
    shards = {name: Shard(options.shards / f"{name}.train.npz") for name in shares}
    order = np.random.default_rng([SEED, step])  # the same in every process: like lengths keep them in step
    rng = np.random.default_rng([SEED, rank, step])
    streams = {name: batches(shard, rng, BATCH_TOKENS) for name, shard in shards.items()}
    began, at_start, mean, next_report = time.monotonic(), seen, 0.0, seen + options.every
    while seen < options.tokens:
        name = str(order.choice(list(shares), p=chances))
        batch = {key: value.to(device) for key, value in shards[name].batch(next(streams[name])).items()}
        loss = loss_of(model, batch)
        optimiser.zero_grad()
        loss.backward()
        size = float(batch["seen"].sum())
        if count > 1:
            size = _averaged(taught, size, count)
        torch.nn.utils.clip_grad_norm_(taught, 1.0)
        for group in optimiser.param_groups:
            group["lr"] = rate(seen / options.tokens, step)
        optimiser.step()
        seen, step = seen + int(size), step + 1
        mean = 0.98 * mean + 0.02 * loss.item()
        if rank == 0 and step % 50 == 0:
            speed = (seen - at_start) / (time.monotonic() - began)
            _tell(f"step {step} tokens {seen / 1e6:.2f}M loss {mean:.3f} {speed:.0f}/s")
        if seen >= next_report or seen >= options.tokens:
            next_report += options.every
            if rank == 0:
                state = {"model": model.state_dict(), "optimiser": optimiser.state_dict(), "seen": seen, "step": step}
                _keep(state, checkpoint)
                found = {"tokens": seen} | report(model, options.shards, options.dev or list(shares), 96)
                (options.out / "dev.json").write_text(json.dumps(found))
                _tell(json.dumps(found))
    if count > 1:
        dist.destroy_process_group()


def taught_by(model: Encoder) -> tuple[list[torch.nn.Parameter], torch.optim.AdamW]:
    """The parameters that training changes, all but the word embeddings, and their optimiser."""
    model.words.weight.requires_grad_(requires_grad=False)
    taught = [p for p in model.parameters() if p.requires_grad]
    return taught, torch.optim.AdamW(taught, lr=PEAK, betas=(0.9, 0.98), weight_decay=0.01, fused=True)


def _keep(state: dict, checkpoint: Path) -> None:
    torch.save(state, checkpoint.with_suffix(".new"))
    checkpoint.with_suffix(".new").replace(checkpoint)


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _resumed(
    checkpoint: Path, model: Encoder, optimiser: torch.optim.Optimizer, device: torch.device
) -> tuple[int, int]:
    """Tokens seen and steps taken by the run that left ``checkpoint``, its state restored; zeros without one."""
    if not checkpoint.exists():
        return 0, 0
    stored = torch.load(checkpoint, map_location=device, weights_only=True)
    model.load_state_dict(stored["model"])
    optimiser.load_state_dict(stored["optimiser"])
    return stored["seen"], stored["step"]


def _averaged(taught: list[torch.nn.Parameter], size: float, count: int) -> float:
    """Replace each process's gradients by their mean over all; returns the tokens of all."""
    flat = torch.cat([torch.tensor([size]), *(p.grad.reshape(-1) for p in taught)])
    dist.all_reduce(flat)
    at = 1
    for parameter in taught:
        parameter.grad.copy_((flat[at : at + parameter.numel()] / count).view_as(parameter))
        at += parameter.numel()
    return float(flat[0])


def main() -> None:
    """Train until the tokens are seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shards", type=Path, required=True)
    parser.add_argument("--mix", nargs="+", required=True)
    parser.add_argument("--dev", nargs="*", help="dev shards to report on (those of --mix)")
    parser.add_argument("--base", type=Path, required=True, help="model.safetensors of all-MiniLM-L6-v2")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tokens", type=float, required=True)
    parser.add_argument("--every", type=float, default=1.5e6, help="tokens between checkpoints")
    parser.add_argument("--processes", type=int, default=1 if torch.cuda.is_available() else 2)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "meeting").unlink(missing_ok=True)
    if options.processes == 1:
        work(0, 1, options)
    else:
        mp.spawn(work, (options.processes, options), nprocs=options.processes)


if __name__ == "__main__":
    main()
