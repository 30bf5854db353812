"""Write a trained encoder as ONNX with weights of four bits, and compare it with the torch model.

    python -m training.export --run RUN --base BASE --shards SHARDS --data /path/to/data --out FOLDER

The averaged weights of the run's last checkpoint are exported. Next to the graph, the manifest ``encoder.json`` names
the data, its licences, the settings and the hashes. The graph takes ``ids`` (1, length) and returns (1,
length, 7). The weights are stored in four bits and multiplied in eight
(``critique_core/verifiers/embedded/four_bits.py``); attention, layer norms and heads stay in floating point.
"""

import argparse
import hashlib
import itertools
import json
import math
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor

from critique_core.verifiers.embedded.encoder import WORDS, session_of
from training import four_bits, related, written
from training.encoder import Encoder
from training.made import KINDS
from training.prepare import SETS
from training.shards import Batch, Mix, Shard
from training.train import BATCH_TOKENS, CONSTANT, PEAK, SEED, WARM_UP, stored

MODEL, WEIGHTS, TOKENIZER = "encoder.onnx", "encoder.npz", "tokenizer.json"
READ = 10  # batches that show what the matrices are given
PRODUCTS = ("qkv", "out", "up", "down")  # a layer's products, in the order of the graph


def export(model: Encoder, path: Path) -> None:
    """Write the model in floating point, for one window of any length."""
    ids = torch.randint(5, min(20000, model.shape.vocabulary), (1, 64))
    length = torch.export.Dim("length", min=2, max=512)
    torch.onnx.export(
        model, (ids,), str(path), input_names=["ids"], output_names=["outputs"], dynamic_shapes=({1: length},),
        dynamo=True, external_data=False, opset_version=20,
    )  # fmt: skip


def quantised(full: onnx.ModelProto, layers: int, moments: Mapping[str, np.ndarray]) -> bytes:
    """Take the large matrices out of a graph in floating point; returns them as the file that four_bits reads.

    In the graph, a product of a layer multiplies whole numbers: its input is quantised when it runs, its matrix is an
    initializer that the graph names (``layers.0.qkv.weight``) and the file holds. The vectors of the words are the
    columns of the matrix ``words.weight``. The heads, the positions and the norms stay in floating point.
    """
    graph = full.graph
    held = {one.name: one for one in graph.initializer}
    matrices, nodes = {}, []

    def taken(given: str, name: str, array: np.ndarray, shape: tuple[int, ...]) -> None:
        fours, times, scales = four_bits.packed(array, moments.get(name))
        matrices[name] = (fours, times)
        graph.initializer.remove(held[given])
        graph.initializer.extend([_elsewhere(name, shape), numpy_helper.from_array(scales, f"{name}.scale")])

    products = iter([f"layers.{layer}.{part}.weight" for layer in range(layers) for part in PRODUCTS])
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in held and (name := next(products, None)):
            array = numpy_helper.to_array(held[node.input[1]])
            taken(node.input[1], name, array, array.shape)
            nodes += _product(node.input[0], name, node.output[0])
        elif node.op_type == "Gather" and node.input[0] == WORDS:
            array = numpy_helper.to_array(held[WORDS])
            taken(WORDS, WORDS, np.ascontiguousarray(array.T), array.shape)
            nodes += _looked_up(node.input[1], node.output[0])
        else:
            nodes.append(node)
    del graph.node[:]
    graph.node.extend(nodes)
    for part in (full, graph, *graph.node, *graph.value_info, *graph.input, *graph.output):
        part.ClearField("metadata_props")  # of the exporter, with the names of files on its machine
        part.ClearField("doc_string")
    return four_bits.stored(matrices)


def _elsewhere(name: str, shape: tuple[int, ...]) -> onnx.TensorProto:
    """An initializer whose eight-bit values are given when the graph is loaded."""
    made = onnx.TensorProto(name=name, data_type=onnx.TensorProto.INT8, dims=shape)
    made.data_location = onnx.TensorProto.EXTERNAL
    for key, value in {"location": WEIGHTS, "offset": "0", "length": str(math.prod(shape))}.items():
        made.external_data.add(key=key, value=value)
    return made


def _product(given: str, name: str, found: str) -> list[onnx.NodeProto]:
    """The nodes that ONNX Runtime runs as one product of eight-bit numbers."""
    whole, scale, zero, exact, factor = (f"{found}.{part}" for part in ("whole", "scale", "zero", "exact", "factor"))
    return [
        helper.make_node("DynamicQuantizeLinear", [given], [whole, scale, zero]),
        helper.make_node("MatMulInteger", [whole, name, zero], [f"{exact}.whole"]),
        helper.make_node("Cast", [f"{exact}.whole"], [exact], to=onnx.TensorProto.FLOAT),
        helper.make_node("Mul", [scale, f"{name}.scale"], [factor]),
        helper.make_node("Mul", [exact, factor], [found]),
    ]


def _looked_up(ids: str, found: str) -> list[onnx.NodeProto]:
    """The nodes for the vectors of words: eight-bit numbers times the scale of each word."""
    return [
        helper.make_node("Gather", [WORDS, ids], [f"{found}.whole"]),
        helper.make_node("Cast", [f"{found}.whole"], [f"{found}.exact"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Gather", [f"{WORDS}.scale", ids], [f"{found}.flat"]),
        helper.make_node("Constant", [], [f"{found}.axis"], value_ints=[-1]),
        helper.make_node("Unsqueeze", [f"{found}.flat", f"{found}.axis"], [f"{found}.scale"]),
        helper.make_node("Mul", [f"{found}.exact", f"{found}.scale"], [found]),
    ]


@torch.no_grad()
def moments_of(model: Encoder, batches: Iterable[Batch]) -> dict[str, np.ndarray]:
    """The second moments of what each product of the layers is given over the batches, by the name of its matrix."""
    sums: dict[str, Tensor] = {}
    seen = torch.zeros(0, dtype=torch.bool)

    def note(name: str, given: Tensor) -> None:
        rows = given[seen].float()
        sums[name] = sums.get(name, 0) + rows.T @ rows

    kept = [
        getattr(layer, part).register_forward_pre_hook(
            lambda _, given, name=f"layers.{at}.{part}.weight": note(name, given[0])
        )
        for at, layer in enumerate(model.layers)
        for part in PRODUCTS
    ]
    for batch in batches:
        seen = batch["seen"]
        model.eval()(batch["ids"], seen)
    for hook in kept:
        hook.remove()
    return {name: total.numpy() for name, total in sums.items()}


def packed(model: Encoder, tokenizer: Path, out: Path, moments: Mapping[str, np.ndarray] | None = None) -> None:
    """Write graph, weights and tokenizer into a folder that the embedded verifier can read."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        export(model.eval(), Path(folder) / MODEL)
        graph = onnx.load(Path(folder) / MODEL)
    (out / WEIGHTS).write_bytes(quantised(graph, model.shape.layers, moments or {}))
    (out / MODEL).write_bytes(graph.SerializeToString())
    shutil.copy(tokenizer, out / TOKENIZER)


def digest(path: Path) -> str:
    """SHA-256 of a file, or over the files of a folder in the order of their names."""
    parts = sorted(path.iterdir()) if path.is_dir() else [path]
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()


def difference(model: Encoder, folder: Path) -> float:
    """Mean absolute difference of the outputs from the torch model's, on random tokens of three lengths."""
    rng = np.random.default_rng(1)
    with (folder / WEIGHTS).open("rb") as weights:
        session = session_of((folder / MODEL).read_bytes(), weights)
    found = []
    for length in (30, 128, 384):
        tokens = rng.integers(5, min(20000, model.shape.vocabulary), (1, length))
        with torch.no_grad():
            expected = model(torch.from_numpy(tokens)).numpy()
        found.append(np.abs(expected - session.run(None, {"ids": tokens})[0]).mean())
    return round(float(np.mean(found)), 4)


def main() -> None:
    """Export, quantise, compare, and write the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True, help="the folder that training.base wrote")
    parser.add_argument("--shards", type=Path, required=True, help="windows that show what the matrices are given")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    checkpoint = options.run / "checkpoint.pt"
    model = stored(checkpoint)
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    shares = state["phases"][-1]["shares"]
    shards = {name: Shard(options.shards / f"{name}.train.npz") for name in shares}
    batches = itertools.islice(Mix(shards, shares, BATCH_TOKENS["cpu"], SEED), READ)
    packed(model, options.base / TOKENIZER, options.out, moments_of(model, batches))
    # Made windows and pairs without labels use all sets, so with them every set counts as read.
    used = {name for phase in state["phases"] for name in phase.get("shares", {})}
    read = {path for name, files in SETS.items() for path in files
            if any(shard.startswith(name) for shard in used) or used & set(KINDS)}  # fmt: skip
    manifest = {
        "base": {"model": "sentence-transformers/all-mpnet-base-v2", "licence": "Apache-2.0",
                 "sha256": digest(options.base / "model.safetensors")},
        "shape": model.shape.as_dict(),
        "data": {name: {"licence": licence, "sha256": digest(options.data / f"{name}.jsonl.xz")}
                 for files in SETS.values() for name, licence in files.items() if name in read}
                | {folder.name: {"licence": "Apache-2.0, written for this project", "sha256": digest(folder)}
                   for folder in (written.FOLDER, related.FOLDER)},
        "made": "windows of training/made.py, labels true by construction",
        "seed": SEED, "tokens": state["seen"], "steps": state["step"],
        "phases": state["phases"],
        "optimiser": {"peak_rate": PEAK, "warm_up_steps": WARM_UP, "constant_steps": CONSTANT, "betas": [0.9, 0.98],
                      "weight_decay": 0.01, "batch_tokens": BATCH_TOKENS},
        "dev": json.loads((options.run / "curve.jsonl").read_text().splitlines()[-1]),
        "mean_difference_of_outputs": difference(model, options.out),
        "files": {path.name: {"bytes": path.stat().st_size, "sha256": digest(path)}
                  for path in (options.out / name for name in (MODEL, WEIGHTS, TOKENIZER))},
    }  # fmt: skip
    (options.out / "encoder.json").write_text(json.dumps(manifest, indent=1, allow_nan=False) + "\n")
    sys.stdout.write(json.dumps(manifest, indent=1) + "\n")


if __name__ == "__main__":
    main()
