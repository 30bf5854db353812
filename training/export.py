"""Write a trained encoder as ONNX, quantise it to int8, and compare both with the torch model.

    python -m training.export --run RUN --base BASE --data /path/to/data --out FOLDER

The averaged weights of the run's last checkpoint are exported. Next to the graph, the manifest ``encoder.json`` names
the data, its licences, the settings and the hashes. The graph takes ``ids`` (1,
length) and returns (1, length, 7). Matrix products are quantised per channel, embeddings too; layer norms and softmax
stay in floating point.
"""

import argparse
import hashlib
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from training import related, written
from training.encoder import Encoder
from training.made import KINDS
from training.prepare import SETS
from training.train import BATCH_TOKENS, CONSTANT, PEAK, SEED, WARM_UP, stored

MODEL, TOKENIZER = "encoder.onnx", "tokenizer.json"
BASES = {768: "sentence-transformers/all-mpnet-base-v2", 384: "sentence-transformers/all-MiniLM-L6-v2"}  # by width


def export(model: Encoder, path: Path) -> None:
    """Write the model in floating point, for one window of any length."""
    ids = torch.randint(5, min(20000, model.shape.vocabulary), (1, 64))
    length = torch.export.Dim("length", min=2, max=512)
    torch.onnx.export(
        model, (ids,), str(path), input_names=["ids"], output_names=["outputs"], dynamic_shapes=({1: length},),
        dynamo=True, external_data=False, opset_version=20,
    )  # fmt: skip


def quantised(full: Path, small: Path) -> None:
    """Write a graph of int8 weights from one in floating point, without the exporter's metadata about its machine."""
    # The table of relative positions is small, and its error would affect every attention score.
    kept = [node.name for node in onnx.load(full).graph.node if "relative.weight" in node.input]
    quantize_dynamic(
        full,
        small,
        per_channel=True,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul", "Gather", "Gemm"],
        nodes_to_exclude=kept,
    )
    model = onnx.load(small)
    for part in (
        model,
        model.graph,
        *model.graph.node,
        *model.graph.value_info,
        *model.graph.input,
        *model.graph.output,
    ):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    onnx.save(model, small)


def packed(model: Encoder, tokenizer: Path, out: Path) -> Path:
    """Write the int8 graph and the tokenizer into a folder that the embedded verifier can read; returns the graph."""
    out.mkdir(parents=True, exist_ok=True)
    full = out / "full.onnx"
    export(model.eval(), full)
    quantised(full, out / MODEL)
    full.unlink()
    shutil.copy(tokenizer, out / TOKENIZER)
    return out / MODEL


def digest(path: Path) -> str:
    """SHA-256 of a file, or over the files of a folder in the order of their names."""
    parts = sorted(path.iterdir()) if path.is_dir() else [path]
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()


def difference(model: Encoder, path: Path) -> float:
    """Mean absolute difference of the outputs from the torch model's, on random tokens of three lengths."""
    rng = np.random.default_rng(1)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
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
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, help="the run that taught this one, to be named in the manifest")
    options = parser.parse_args()
    checkpoint = options.run / "checkpoint.pt"
    model = stored(checkpoint)
    small = packed(model, options.base / TOKENIZER, options.out)
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    taught_by = torch.load(options.teacher / "checkpoint.pt", weights_only=True, mmap=True) if options.teacher else None
    # Made windows and pairs without labels use all sets, so with them every set counts as read.
    shards = {name for phase in state["phases"] for name in phase.get("shares", {})}
    read = {path for name, files in SETS.items() for path in files
            if any(shard.startswith(name) for shard in shards) or shards & set(KINDS)}  # fmt: skip
    manifest = {
        "base": {"model": BASES[model.shape.width], "licence": "Apache-2.0",
                 "sha256": digest(options.base / "model.safetensors")},
        "shape": model.shape.as_dict(),
        "data": {name: {"licence": licence, "sha256": digest(options.data / f"{name}.jsonl.xz")}
                 for files in SETS.values() for name, licence in files.items() if name in read}
                | {folder.name: {"licence": "Apache-2.0, written for this project", "sha256": digest(folder)}
                   for folder in (written.FOLDER, related.FOLDER)},
        "made": "windows of training/made.py, labels true by construction",
        "seed": SEED, "tokens": state["seen"], "steps": state["step"],
        "phases": state["phases"],
        "teacher": taught_by and {name: taught_by[name] for name in ("shape", "seen", "step", "phases")},
        "optimiser": {"peak_rate": PEAK, "warm_up_steps": WARM_UP, "constant_steps": CONSTANT, "betas": [0.9, 0.98],
                      "weight_decay": 0.01, "batch_tokens": BATCH_TOKENS},
        "dev": json.loads((options.run / "curve.jsonl").read_text().splitlines()[-1]),
        "mean_difference_of_outputs": difference(model, small),
        "files": {path.name: {"bytes": path.stat().st_size, "sha256": digest(path)}
                  for path in (small, options.out / TOKENIZER)},
    }  # fmt: skip
    (options.out / "encoder.json").write_text(json.dumps(manifest, indent=1, allow_nan=False) + "\n")
    sys.stdout.write(json.dumps(manifest, indent=1) + "\n")


if __name__ == "__main__":
    main()
