"""Train the encoder on shards of windows, for as long as it is left running.

    python -m training.train --base BASE/model.safetensors --shards SHARDS --out RUN --mix vitaminc=0.2 infotabs=0.1 ...

The same command starts a run and continues it exactly: on a GPU if there is one, else on the CPU at the lowest
priority. A checkpoint is written every ten minutes and on SIGTERM or Ctrl-C, to ``--out`` and to ``--copy``; each adds
a line with the figures of the dev shards to ``curve.jsonl``. The weights measured and exported are a running average
over about the last seventh of the run ("power function" averaging, Karras et al. 2024). The learning rate falls with
the root of the steps and never to zero, so a run needs no planned end.

With ``--minutes`` the end is planned: the rate falls to zero until then, and the average is over about the last 500
steps. With ``--twice`` each window is read twice under different dropout, and the loss asks that the two readings agree
(R-Drop: Liang et al., NeurIPS 2021), which lets a GPU read the same windows several times without learning them by
heart. ``--base`` is needed to start a run, not to continue one.
"""

import argparse
import json
import math
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor
from torch.nn import functional

from critique_core.metrics.accuracy import auroc
from training.encoder import CLAIMS, Encoder, Shape, from_mpnet, pooled
from training.shards import Batch, Mix, Shard, in_order

SEED = 20261123
PEAK = {"cpu": 5e-5, "cuda": 9e-5}  # learning rate, higher for the larger batches of a GPU
WARM_UP, CONSTANT = 80, 2000  # steps of its rise; steps until it begins to fall
HEADS_FASTER = 5  # the heads start random, the layers do not
BATCH_TOKENS = {"cpu": 3072, "cuda": 24576}
FROZEN, THAW_AT = 6, 2e6  # on a CPU, this many lower layers learn only after this many tokens
AVERAGE_OVER, AVERAGE_EVERY = 6, 5  # the exponent of the average, and the steps between two of its updates
CHECKPOINT_EVERY = 600.0  # seconds
DEV_TOKENS = 4000  # of each dev shard, at each checkpoint
WORD_WEIGHT, STRONGEST_WEIGHT = 2.0, 0.3
FALLING = 0.85  # the share of a planned run in which the rate falls
LATEST = 0.01  # the least weight of an update in the average of a planned run


def halved(device: torch.device) -> bool:
    """Whether to use bfloat16 products; a CPU only emulates them, thirty times slower than float32."""
    return device.type != "cpu" or torch.ops.mkldnn._is_mkldnn_bf16_supported()


def outputs_of(model: Encoder, batch: Batch) -> Tensor:
    """The model's outputs in float32, with products in bfloat16 if the device has them."""
    device = batch["ids"].device
    with torch.autocast(device.type, torch.bfloat16, enabled=halved(device)):
        return model(batch["ids"], batch["seen"]).float()


def loss_of(outputs: Tensor, batch: Batch) -> Tensor:
    """The sum of the losses of claims, of marked words, and of each claim's least supported word."""
    labels = batch["labels"]
    logits = pooled(outputs, batch["owner"])
    words, marks = outputs[:, :, 0], batch["marks"]
    known = marks >= 0
    inside = functional.one_hot(batch["owner"] + 1, CLAIMS + 1)[:, :, 1:].bool()
    strongest = words[:, :, None].masked_fill(~inside, -1e4).amax(1)
    there = (labels >= 0) & inside.any(1)
    loss = words.sum() * 0
    if there.any():
        loss = loss + functional.cross_entropy(logits[there], labels[there])
        loss = loss + STRONGEST_WEIGHT * functional.binary_cross_entropy_with_logits(
            strongest[there], (labels[there] > 0).float()
        )
    if known.any():
        loss = loss + WORD_WEIGHT * functional.binary_cross_entropy_with_logits(words[known], marks[known].float())
    return loss


def apart(first: Tensor, second: Tensor, batch: Batch) -> Tensor:
    """How far two readings are apart: the mean of both Kullback-Leibler divergences of the claims' classes."""
    there = batch["labels"] >= 0
    if not there.any():
        return first.sum() * 0
    one, other = (functional.log_softmax(pooled(outputs, batch["owner"])[there], -1) for outputs in (first, second))
    both = functional.kl_div(one, other, log_target=True, reduction="batchmean")
    return (both + functional.kl_div(other, one, log_target=True, reduction="batchmean")) / 2


def falling(step: int, over: float) -> float:
    """The share of the highest learning rate in a planned run of which the share ``over`` is over."""
    return min(1.0, (step + 1) / WARM_UP, max(0.0, 1 - over) / FALLING)


def rate(step: int, since: int = 0) -> float:
    """The share of the highest learning rate at a step, from 0 on: a rise, a constant part, a fall with the root.

    ``since`` is the step at which the optimiser began: without its averages it takes its first steps with care.
    """
    return min(1.0, (step - since + 1) / WARM_UP, math.sqrt(CONSTANT / (step + 1)))


@torch.no_grad()
def scores(model: Encoder, shard: Shard, tokens: float, device: torch.device) -> tuple[np.ndarray, np.ndarray]:
    """Logits (claims, 3) and labels of the claims of a shard's first windows."""
    found, truth = [], []
    for batch in in_order(shard, tokens, BATCH_TOKENS[device.type]):
        moved = {name: part.to(device) for name, part in batch.items()}
        there = batch["labels"] >= 0
        found.append(pooled(outputs_of(model, moved), moved["owner"]).cpu()[there].numpy())
        truth.append(batch["labels"][there].numpy())
    return np.concatenate(found), np.concatenate(truth)


class Run:
    """A run: the model, its average, the optimiser, and the progress."""

    def __init__(self, model: Encoder, device: torch.device, *, frozen: int = FROZEN, thaw_at: float = THAW_AT,
                 twice: bool = False) -> None:  # fmt: skip
        self.device, self.twice = device, twice
        self.over: Callable[[], float] | None = None  # of a planned run, the share that is over
        self.model = model.to(device)
        self.average = {name: value.detach().clone() for name, value in model.state_dict().items()}
        self.averages = 0
        self.phases: list[dict[str, Any]] = []  # the mixes so far, each with the tokens seen before it
        self.seen = self.step = self.since = 0
        self._frozen = 0 if device.type != "cpu" else frozen
        self._thaw_at = thaw_at
        # Word embeddings learn only on a GPU: on a CPU a step over 23 million of them costs more than it gains.
        lower = [model.positions, model.norm, model.relative, *model.layers[: self._frozen]]
        self._lower = [part for module in lower for part in module.parameters()]
        self._words = list(model.words.parameters())
        upper = [part for layer in model.layers[self._frozen :] for part in layer.parameters()]
        body = self._lower + upper + (self._words if device.type != "cpu" else [])
        groups = [{"params": body, "faster": 1}, {"params": list(model.heads.parameters()), "faster": HEADS_FASTER}]
        self.optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
        self.taught = [part for group in groups for part in group["params"]]

    def learn(self, batch: Batch) -> float:
        """Take one step; returns its loss."""
        thawed = self._frozen == 0 or self.seen >= self._thaw_at
        for part in self._lower:
            part.requires_grad_(thawed)
        for part in self._words:
            part.requires_grad_(self.device.type != "cpu")
        self.model.train()
        for layer in self.model.layers[: 0 if thawed else self._frozen]:
            layer.eval()
        torch.manual_seed(SEED + self.step)  # for dropout, so that a step is the same after a restart
        moved = {name: part.to(self.device) for name, part in batch.items()}
        loss = self._loss(moved)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.taught, 1.0)
        share = self._rate()
        for group in self.optimiser.param_groups:
            group["lr"] = PEAK[self.device.type] * share * group["faster"]
        self.optimiser.step()
        self.step += 1
        self.seen += int(batch["seen"].sum())
        if self.step % AVERAGE_EVERY == 0:
            self._averaged()
        return loss.item()

    def _loss(self, batch: Batch) -> Tensor:
        first = outputs_of(self.model, batch)
        if not self.twice:
            return loss_of(first, batch)
        second = outputs_of(self.model, batch)
        return (loss_of(first, batch) + loss_of(second, batch)) / 2 + apart(first, second, batch)

    def _rate(self) -> float:
        return rate(self.step, self.since) if self.over is None else falling(self.step - self.since, self.over())

    @torch.no_grad()
    def _averaged(self) -> None:
        self.averages += 1
        weight = (AVERAGE_OVER + 1) / (self.averages + AVERAGE_OVER)
        if self.over is not None:
            weight = max(weight, LATEST)
        for name, value in self.model.state_dict().items():
            self.average[name].lerp_(value, min(1.0, weight))

    def plan(self, seconds: float) -> None:
        """Let the run end after this time from now, with an average and a warm-up of its own."""
        begun = time.monotonic()
        self.over = lambda: (time.monotonic() - begun) / seconds
        self.averages, self.since = 0, self.step

    def averaged_model(self) -> Encoder:
        """A model of the averaged weights, for measuring."""
        model = Encoder(self.model.shape).to(self.device)
        model.load_state_dict(self.average)
        return model.eval()

    def state(self) -> dict[str, Any]:
        """The state for ``restore``."""
        return {
            "shape": self.model.shape.as_dict(), "model": self.model.state_dict(), "average": self.average,
            "averages": self.averages, "optimiser": self.optimiser.state_dict(), "seen": self.seen, "step": self.step,
            "since": self.since, "device": self.device.type, "phases": self.phases,
        }  # fmt: skip

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from a checkpoint; if it has no optimiser or is of another device, the optimiser starts afresh."""
        self.model.load_state_dict(state["model"])
        self.average = {name: value.to(self.device) for name, value in state["average"].items()}
        self.averages, self.seen, self.step = state["averages"], state["seen"], state["step"]
        if state.get("device") == self.device.type:  # another device trains other parameters
            self.optimiser.load_state_dict(state["optimiser"])
            self.since = state.get("since", 0)
        else:
            self.since = self.step


def measured(
    model: Encoder, shards: Mapping[str, Shard], tokens: float, device: torch.device
) -> dict[str, float | None]:
    """AUROC of "not supported", ``None`` if a class is missing, and the share of right classes, by dev shard."""
    found: dict[str, float | None] = {}
    for name, shard in shards.items():
        logits, truth = scores(model, shard, tokens, device)
        other = np.logaddexp(logits[:, 1], logits[:, 2])
        area = auroc(truth > 0, other - logits[:, 0])
        found[name] = None if area is None else round(area, 4)
        found[f"{name}_right"] = round(float((logits.argmax(1) == truth).mean()), 3)
    return found


def stored(path: Path) -> Encoder:
    """The averaged model of a checkpoint, in evaluation mode; raises ``FileNotFoundError`` without one."""
    state = torch.load(path, map_location="cpu", weights_only=True)
    model = Encoder(Shape(**state["shape"]))
    model.load_state_dict(state["average"])
    return model.eval()


def keep(state: dict[str, Any], places: list[Path]) -> None:
    """Write a checkpoint atomically to each place."""
    first = places[0] / "checkpoint.pt"
    torch.save(state, first.with_suffix(".new"))
    first.with_suffix(".new").replace(first)
    for place in places[1:]:
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(first, place / "checkpoint.new")
        (place / "checkpoint.new").replace(place / "checkpoint.pt")


def newest(places: list[Path]) -> Path | None:
    """The newest checkpoint among the places; ``None`` without one."""
    found = [place / "checkpoint.pt" for place in places if (place / "checkpoint.pt").exists()]
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def _tell(text: str) -> None:
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {text}\n")
    sys.stdout.flush()


def train(run: Run, mix: Mix, until: float) -> Iterator[float]:
    """Take steps until this many tokens are seen or a planned run is over; yields the loss of each."""
    batches = iter(mix)
    while run.seen < until and (
        run.over is None or run.over() < 1
    ):  # checked before a batch is drawn, because a drawn batch counts as read
        yield run.learn(next(batches))


def main() -> None:
    """Start a run, or continue it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, help="model.safetensors to start from, see training.base")
    parser.add_argument("--shards", type=Path, required=True)
    parser.add_argument("--mix", nargs="+", required=True, help="NAME=SHARE of the tokens")
    parser.add_argument("--dev", nargs="*", help="dev shards to measure on (those of --mix)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--copy", type=Path, nargs="*", default=[], help="further places of the checkpoint")
    parser.add_argument("--tokens", type=float, default=math.inf, help="where to stop")
    parser.add_argument("--minutes", type=float, help="of a planned run, its length")
    parser.add_argument("--twice", action="store_true", help="read each window twice, see above")
    options = parser.parse_args()
    os.nice(19)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    places = [options.out, *options.copy]
    options.out.mkdir(parents=True, exist_ok=True)
    shares = {name: float(share) for name, share in (part.split("=") for part in options.mix)}
    names = options.dev or [name for name in shares if (options.shards / f"{name}.dev.npz").exists()]
    dev = {name: shard for name in names if len(shard := Shard(options.shards / f"{name}.dev.npz"))}
    shards = {name: Shard(options.shards / f"{name}.train.npz") for name in shares}
    torch.manual_seed(SEED)
    found = newest(places)
    state: dict[str, Any] = {} if found is None else torch.load(found, map_location="cpu", weights_only=True)
    if found is None and options.base is None:
        parser.error(f"{options.out} holds no checkpoint to continue: name the base to start from with --base")
    model = Encoder(Shape(**state["shape"])) if state else from_mpnet(load_file(options.base))
    run = Run(model, device, twice=options.twice)
    if found is not None:
        run.restore(state)
        run.phases = list(state["phases"])
        _tell(f"going on from {found}: step {run.step}, {run.seen / 1e6:.2f} million tokens")
    # Where a run was restarted is not known in its shards: another order, or it would learn the first windows again.
    restarts = sum("restarted_from" in phase for phase in run.phases)
    mix = Mix(shards, shares, BATCH_TOKENS[device.type], SEED + restarts)
    if "mix" in state:  # a checkpoint of training.restart has none
        mix.restore(state["mix"])
    if not run.phases or run.phases[-1].get("shares") != shares:
        run.phases.append({"from_tokens": run.seen, "shares": shares})
    if options.minutes is not None:
        run.plan(60 * options.minutes)
    _tell(f"{run.model.shape.layers} layers on {device.type}: {' '.join(options.mix)}")
    go_on(run, mix, dev, places, options.tokens)


def go_on(run: Run, mix: Mix, dev: Mapping[str, Shard], places: list[Path], until: float) -> None:
    """Train until this many tokens are seen or a signal comes, with a checkpoint every ten minutes."""
    began, at_start, kept_at, mean = time.monotonic(), run.seen, time.monotonic(), None
    stopping: list[int] = []
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, lambda number, _frame: stopping.append(number))

    def checkpoint() -> None:
        keep(run.state() | {"mix": mix.state()}, places)
        figures = measured(run.averaged_model(), dev, DEV_TOKENS, run.device)
        line = json.dumps(
            {"tokens": run.seen, "step": run.step, "loss": None if mean is None else round(mean, 4)} | figures
        )
        for place in places:
            with (place / "curve.jsonl").open("a") as file:
                file.write(line + "\n")
        _tell(line)

    for loss in train(run, mix, until):
        mean = loss if mean is None else 0.98 * mean + 0.02 * loss
        if run.step % 20 == 0:
            speed = (run.seen - at_start) / (time.monotonic() - began)
            _tell(f"step {run.step}, {run.seen / 1e6:.3f} million tokens, loss {mean:.3f}, {speed:.0f} tokens/s")
        if time.monotonic() - kept_at > CHECKPOINT_EVERY:
            checkpoint()
            kept_at = time.monotonic()
        if stopping:
            break
    checkpoint()


if __name__ == "__main__":
    main()
