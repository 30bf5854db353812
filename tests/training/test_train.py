"""Training: the same run whether stopped or not, what is frozen, and the average.

Needs torch and safetensors (``make test-torch`` installs them next to the rest).
"""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed; make test-torch runs these")
safetensors = pytest.importorskip("safetensors.torch", reason="safetensors is missing; make test-torch runs these")

from training.carry import join, pack  # noqa: E402
from training.encoder import Encoder, Shape  # noqa: E402
from training.shards import Mix, Shard, in_order, together  # noqa: E402
from training.train import Run, apart, falling, keep, measured, newest, outputs_of, rate, stored, train  # noqa: E402

torch.set_num_threads(1)
SHAPE = Shape(width=24, heads=12, layers=4, inner=48, vocabulary=120, dropout=0.1)
CPU = torch.device("cpu")
SEED = 5


def model(seed: int = 1) -> Encoder:
    torch.manual_seed(seed)
    return Encoder(SHAPE)


def mix_of(folder: Path, **shares: float) -> Mix:
    shards = {name: Shard(folder / f"{name}.train.npz") for name in shares}
    return Mix(shards, shares, 200, SEED)


def steps(run: Run, mix: Mix, count: int) -> list[float]:
    batches = iter(mix)
    return [run.learn(next(batches)) for _ in range(count)]


@pytest.fixture
def folder(write_shard):
    write_shard("one", 60, 1)
    return write_shard("two", 40, 2)


def test_a_run_stopped_and_resumed_is_the_run_that_was_not(folder, tmp_path):
    whole, mix = Run(model(), CPU, frozen=0), mix_of(folder, one=0.7, two=0.3)
    losses = steps(whole, mix, 12)
    first, before = Run(model(), CPU, frozen=0), mix_of(folder, one=0.7, two=0.3)
    assert steps(first, before, 7) == losses[:7]
    (tmp_path / "a").mkdir()
    keep(first.state() | {"mix": before.state()}, [tmp_path / "a", tmp_path / "b"])
    state = torch.load(newest([tmp_path / "b"]), weights_only=True)
    second, after = Run(model(2), CPU, frozen=0), mix_of(folder, one=0.7, two=0.3)
    second.restore(state)
    after.restore(state["mix"])
    assert steps(second, after, 5) == losses[7:]
    for name, value in whole.model.state_dict().items():
        assert torch.equal(value, second.model.state_dict()[name]), name
        assert torch.equal(whole.average[name], second.average[name]), name
    assert (second.step, second.seen) == (whole.step, whole.seen)


def test_a_run_prolonged_is_the_run_that_was_planned_longer(folder):
    whole, mix = Run(model(), CPU, frozen=0), mix_of(folder, one=1.0)
    losses = list(train(whole, mix, 1500))
    short, same = Run(model(), CPU, frozen=0), mix_of(folder, one=1.0)
    assert [*train(short, same, 600), *train(short, same, 1500)] == losses


def test_another_mix_begins_a_new_pool(folder):
    before = mix_of(folder, one=1.0)
    next(iter(before))
    assert (before.pool, before.at) == (0, 1)
    for shares in ({"one": 0.5, "two": 0.5}, {"two": 1.0}):
        after = mix_of(folder, **shares)
        after.restore(before.state())
        assert (after.pool, after.at) == (1, 0)


def test_every_window_of_a_shard_is_read_once_a_pass(folder):
    shard = Shard(folder / "one.train.npz")
    mix = Mix({"one": shard}, {"one": 1.0}, 200, SEED)
    first = [index for _, index in mix._next("one", len(shard))]  # pyright: ignore[reportPrivateUsage]
    assert sorted(first) == list(range(len(shard)))
    mix.taken["one"] = len(shard)
    assert first != [index for _, index in mix._next("one", len(shard))]  # pyright: ignore[reportPrivateUsage]


def test_shards_take_their_shares_of_the_tokens(folder):
    mix = mix_of(folder, one=0.75, two=0.25)
    drawn = mix._drawn()  # pyright: ignore[reportPrivateUsage]
    tokens = {name: sum(int(shard.lengths[index]) for shard, index in places) for name, places in drawn.items()}
    assert 0.70 < tokens["one"] / sum(tokens.values()) < 0.80


def test_lower_layers_learn_only_after_the_tokens_given(folder):
    run, mix = Run(model(), CPU, frozen=2, thaw_at=1500), mix_of(folder, one=1.0)
    begun = {name: value.clone() for name, value in run.model.state_dict().items()}
    for _ in train(run, mix, 1500):
        pass

    def moved(part: str) -> bool:
        return any(not torch.equal(v, begun[n]) for n, v in run.model.state_dict().items() if n.startswith(part))

    assert [moved(f"layers.{n}.") for n in range(4)] == [False, False, True, True]
    steps(run, mix, 2)
    assert [moved(f"layers.{n}.") for n in range(4)] == [True] * 4
    assert not moved("words.")


def test_a_planned_run_ends_with_its_time_at_a_rate_of_nothing(folder):
    run, mix = Run(model(), CPU, frozen=0, twice=True), mix_of(folder, one=1.0)
    run.plan(3600)
    assert run.over is not None
    assert 0 <= run.over() < 1
    shares = iter([0.1, 0.1, 0.5, 0.5, 0.99, 0.99, 1.0])
    run.over = lambda: next(shares)
    assert len(list(train(run, mix, 10**6))) == 3  # asked once before each step and once for its rate
    rates = [falling(step, over) for step, over in ((0, 0.0), (500, 0.1), (1000, 0.5), (2000, 0.99), (2001, 1.0))]
    assert rates[0] < rates[2] < rates[1] == 1.0
    assert 0 == rates[4] < rates[3] < 0.02


def test_two_readings_of_a_window_differ_by_dropout_and_are_drawn_together(folder):
    batch = next(iter(mix_of(folder, one=1.0)))
    run = Run(model(), CPU, frozen=0)
    run.model.train()
    first, second = (outputs_of(run.model, batch).detach() for _ in range(2))
    assert float(apart(first, first, batch)) == 0 < float(apart(first, second, batch))
    assert torch.equal(apart(first, second, batch), apart(second, first, batch))
    batch["labels"][:] = -100
    assert float(apart(first, second, batch)) == 0
    twice, mix = Run(model(), CPU, frozen=0, twice=True), mix_of(folder, one=1.0)
    once, same = Run(model(), CPU, frozen=0), mix_of(folder, one=1.0)
    assert steps(twice, mix, 1) != steps(once, same, 1)
    assert twice.seen == once.seen, "a window read twice counts once"


def test_the_learning_rate_rises_stays_and_falls_but_never_to_nothing():
    rates = [rate(step) for step in (0, 40, 80, 1999, 8000, 10**6)]
    assert rates[0] < rates[1] < rates[2] == rates[3] > rates[4] > rates[5] > 0


def test_the_average_lags_behind_the_weights_and_is_what_is_stored(folder, tmp_path):
    run, mix = Run(model(), CPU, frozen=0), mix_of(folder, one=1.0)
    steps(run, mix, 40)
    place = tmp_path / "kept"
    place.mkdir()
    keep(run.state(), [place])
    read_back = stored(place / "checkpoint.pt").state_dict()
    assert all(torch.equal(read_back[name], value) for name, value in run.average.items())
    assert not torch.equal(run.average["heads.weight"], run.model.state_dict()["heads.weight"])


def test_a_model_learns_what_can_be_learned(folder):
    """The label of every claim of "plain" follows from its marker: a hundred steps are enough to see it."""
    stored_shard = dict(np.load(folder / "one.train.npz"))
    for window, labels in enumerate(stored_shard["labels"]):
        stored_shard["labels"][window] = [(place + 2) % 3 if label >= 0 else -100 for place, label in enumerate(labels)]
    stored_shard["marks"][:] = -100
    for part in ("train", "dev"):
        np.savez(folder / f"plain.{part}.npz", **stored_shard)
    run, mix = Run(model(), CPU, frozen=0), mix_of(folder, plain=1.0)
    before = measured(run.model.eval(), {"plain": Shard(folder / "plain.dev.npz")}, 1e9, CPU)
    for group in run.optimiser.param_groups:
        group["faster"] *= 30  # the rate is made for a model a thousand times its size
    steps(run, mix, 100)
    after = measured(run.model.eval(), {"plain": Shard(folder / "plain.dev.npz")}, 1e9, CPU)
    assert before["plain_right"] < 0.7
    assert after["plain_right"] > 0.95
    assert after["plain"] > 0.95


def test_padding_of_a_batch_changes_no_output(folder):
    shard, ours = Shard(folder / "one.train.npz"), model().eval()
    whole = [outputs_of(ours, batch)[0] for batch in in_order(shard, 1e9, 1)]
    order = sorted(range(len(shard)), key=lambda index: int(shard.lengths[index]))
    batch = together([(shard, index) for index in order])
    for row, alone in enumerate(whole):
        length = int(batch["seen"][row].sum())
        assert torch.allclose(outputs_of(ours, batch)[row, :length], alone[:length], atol=0.05)  # bfloat16


def test_one_command_starts_stops_and_goes_on(folder, tmp_path):
    """The program itself, on a small base with random weights: SIGTERM leaves a checkpoint with its figures."""
    base, out, copy = tmp_path / "base.safetensors", tmp_path / "run", tmp_path / "copy"
    transformers = pytest.importorskip(
        "transformers", reason="transformers is not installed; make test-torch runs these"
    )
    config = transformers.MPNetConfig(
        hidden_size=96, num_hidden_layers=7, num_attention_heads=12, intermediate_size=192, vocab_size=120
    )
    mpnet = transformers.MPNetModel(config, add_pooling_layer=False)
    safetensors.save_file(dict(mpnet.state_dict()), base)
    command = [
        sys.executable, "-m", "training.train", "--base", str(base), "--shards", str(folder), "--out", str(out),
        "--copy", str(copy), "--mix", "one=1",
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert "7 layers on" in running.stdout.readline()
        time.sleep(4)
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=120)
    assert running.returncode == 0
    line = json.loads((copy / "curve.jsonl").read_text())
    assert set(line) >= {"tokens", "step", "loss", "one", "one_right"}
    (out / "checkpoint.pt").unlink()
    more = subprocess.run([*command, "--tokens", str(line["tokens"] + 1)], capture_output=True, text=True, check=True)
    assert f"going on from {copy / 'checkpoint.pt'}: step {line['step']}" in more.stdout
    phases = torch.load(out / "checkpoint.pt", weights_only=True)["phases"]
    assert phases == [{"from_tokens": 0, "shares": {"one": 1.0}}]


def test_a_run_is_carried_in_parts_and_goes_on(folder, tmp_path):
    run, mix = Run(model(), CPU, frozen=0), mix_of(folder, one=1.0)
    steps(run, mix, 10)
    (tmp_path / "run").mkdir()
    keep(run.state() | {"mix": mix.state(), "shares": {"one": 1.0}}, [tmp_path / "run"])
    files = pack(tmp_path / "run", folder, ["one"], tmp_path / "parts", 20_000)
    assert len(files) > 3
    assert all((tmp_path / "parts" / name).stat().st_size <= 20_000 for name in files)
    join(tmp_path / "parts", tmp_path / "there", tmp_path / "shards")
    other = Run(model(9), CPU, frozen=0)
    other.restore(torch.load(tmp_path / "there" / "checkpoint.pt", weights_only=True))
    assert (other.step, other.seen) == (run.step, run.seen)
    for name, value in run.average.items():
        assert torch.allclose(other.model.state_dict()[name], value, rtol=0.01, atol=1e-6), name
    assert np.array_equal(Shard(tmp_path / "shards" / "one.train.npz").ids, mix.shards["one"].ids)
    steps(other, mix_of(tmp_path / "shards", one=1.0), 2)
    (tmp_path / "parts" / files[1]).write_bytes(b"damaged")
    with pytest.raises(ValueError, match=rf"{files[1]} is missing or not as it was packed"):
        join(tmp_path / "parts", tmp_path / "there", None)
