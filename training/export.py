"""Write a trained encoder as ONNX, quantise it to int8, and compare both with the torch model.

    python -m training.export --run RUN --base FOLDER --data /path/to/data \
        --out critique_core/verifiers/embedded/encoder_files

``--base`` is the folder of all-MiniLM-L6-v2 (model.safetensors, tokenizer.json). Beside the weights a manifest,
``encoder.json``, says from which data, under which licences, with which settings and with which hash they were made.
The graph takes ``ids`` and ``kinds`` (1, length) and gives (1, length, 7). Matrix products are quantised per channel,
embeddings too; layer norms and softmax stay in floating point.
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
from training.train import BATCH_TOKENS, FLOOR, PEAK, SEED, WARM_UP

SETS = {
    "ragtruth/train": "MIT",
    "vitaminc/vitaminc_real_test": "CC BY-SA 3.0 (text from Wikipedia)",
    "fever_rte/dev": "CC BY-SA (text from Wikipedia)",
    "factcheckgpt/claim_evidence_stance": "Apache-2.0",
    "wice/claim_dev": "ODC-BY, text CC BY-SA",
    "wice/nonsupported_tokens_train": "ODC-BY, text CC BY-SA",
    "summedits/evaluation": "Apache-2.0",
}


def main() -> None:
    """Export, quantise, compare, and write the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    stored = torch.load(options.run / "checkpoint.pt", map_location="cpu", weights_only=True)
    model = Encoder()
    model.load_state_dict(stored["model"])
    model.eval()
    full, small = options.run / "encoder-fp32.onnx", options.out / "encoder.onnx"
    export(model, full)
    quantize_dynamic(
        full, small, per_channel=True, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gather", "Gemm"]
    )
    strip(small)
    shutil.copy(options.base / "tokenizer.json", options.out / "tokenizer.json")
    manifest = {
        "base": {"model": "sentence-transformers/all-MiniLM-L6-v2", "licence": "Apache-2.0",
                 "sha256": digest(options.base / "model.safetensors")},
        "data": {name: {"licence": licence, "sha256": digest(options.data / f"{name}.jsonl.xz")}
                 for name, licence in SETS.items()}
                | {folder.name: {"licence": "Apache-2.0, written for this project", "sha256": folder_digest(folder)}
                   for folder in (written.FOLDER, related.FOLDER)},
        "made": "contrast windows and worlds of training/synthesise.py, labels true by construction",
        "seed": SEED, "tokens": stored["seen"], "steps": stored["step"],
        "phases": [json.loads(line) for line in (options.run / "phases.jsonl").read_text().splitlines()],
        "optimiser": {"peak_rate": PEAK, "warm_up_steps": WARM_UP, "last_rate": FLOOR, "betas": [0.9, 0.98],
                      "weight_decay": 0.01, "batch_tokens_a_process": BATCH_TOKENS, "processes": 2},
        "dev": json.loads((options.run / "dev.json").read_text()),
        "mean_difference_of_logits": {path.name: difference(model, path) for path in (full, small)},
        "files": {path.name: {"bytes": path.stat().st_size, "sha256": digest(path)}
                  for path in (small, options.out / "tokenizer.json")},
    }  # fmt: skip
    (options.out / "encoder.json").write_text(json.dumps(manifest, indent=1) + "\n")
    sys.stdout.write(json.dumps(manifest, indent=1) + "\n")


def export(model: Encoder, path: Path) -> None:
    """Write the model in floating point, for one window of any length."""
    ids, kinds = torch.randint(1000, 20000, (1, 64)), torch.zeros(1, 64, dtype=torch.int64)
    length = torch.export.Dim("length", min=2, max=512)
    torch.onnx.export(
        model, (ids, kinds), str(path), input_names=["ids", "kinds"], output_names=["outputs"],
        dynamic_shapes=({1: length}, {1: length}), dynamo=True, external_data=False, opset_version=20,
    )  # fmt: skip


def strip(path: Path) -> None:
    """Take out what the exporter notes of the machine and the program it ran in."""
    model = onnx.load(path)
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
    onnx.save(model, path)


def folder_digest(folder: Path) -> str:
    """SHA-256 over the files of a folder, in the order of their names."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.iterdir()))).hexdigest()


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def difference(model: Encoder, path: Path) -> float:
    """Mean absolute difference of the outputs from the torch model's, on random tokens of three lengths."""
    rng = np.random.default_rng(1)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    found = []
    for length in (30, 128, 384):
        tokens = rng.integers(1000, 20000, (1, length))
        sides = (np.arange(length) > length // 3).astype(np.int64)[None]
        with torch.no_grad():
            expected = model(torch.from_numpy(tokens), torch.from_numpy(sides)).numpy()
        found.append(np.abs(expected - session.run(None, {"ids": tokens, "kinds": sides})[0]).mean())
    return round(float(np.mean(found)), 4)


if __name__ == "__main__":
    main()
