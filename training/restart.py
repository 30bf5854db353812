"""A checkpoint from the encoder that ships, so that training goes on from it where the run that made it is gone.

    python -m training.restart --base BASE/model.safetensors --out RUN \
        --files critique_core/verifiers/embedded/encoder_files

Weights come back with the error of eight bits (mean difference of the logits from the quantised graph's: that of its
activations alone), the optimiser starts without its averages. The next export tells of it among its phases.
"""

import argparse
import json
import re
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from training.encoder import LAYERS, Encoder, from_minilm
from training.export import difference, digest
from training.train import taught_by

PRODUCTS = [f"layers.{layer}.{part}.weight" for layer in range(LAYERS) for part in ("qkv", "out", "up", "down")]


def dequantised(base: Path, graph: Path) -> Encoder:
    """The torch model of a graph that ``export.py`` wrote; raises ``ValueError`` for a graph of other parts.

    Word embeddings are MiniLM's own, as training never changes them.
    """
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(graph).graph.initializer}
    model = from_minilm(base)
    state = model.state_dict()
    found = {name: torch.from_numpy(array.copy()) for name, array in held.items() if name in state}
    found |= {name: torch.from_numpy(_widened(held, name)) for name in ("positions.weight", "kinds.weight")}
    # The exporter names the matrices by the node they came from, in the order of the layers.
    names = [name.removesuffix("_quantized") for name in held if re.fullmatch(r"val_\d+_quantized", name)]
    ours = [*PRODUCTS, "heads.weight"]
    if len(names) != len(ours):
        raise ValueError(f"{graph} holds {len(names)} matrices, not {len(ours)}: training.export did not write it")
    found |= {our: torch.from_numpy(_widened(held, name).T.copy()) for our, name in zip(ours, names, strict=True)}
    model.load_state_dict(state | found)
    return model.eval()


def _widened(held: dict[str, np.ndarray], name: str) -> np.ndarray:
    whole, zero, scale = (held[f"{name}_{part}"].astype(np.float32) for part in ("quantized", "zero_point", "scale"))
    return (whole - zero) * scale


def main() -> None:
    """Write the checkpoint and the phases that led to it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="model.safetensors of all-MiniLM-L6-v2")
    parser.add_argument("--files", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    graph = options.files / "encoder.onnx"
    model = dequantised(options.base, graph)
    manifest = json.loads((options.files / "encoder.json").read_text())
    _, optimiser = taught_by(model)
    state = {"model": model.state_dict(), "optimiser": optimiser.state_dict(),
             "seen": manifest["tokens"], "step": manifest["steps"]}  # fmt: skip
    torch.save(state, options.out / "checkpoint.pt")
    phases = [*manifest["phases"], {"from_tokens": manifest["tokens"], "restarted_from": digest(graph)}]
    (options.out / "phases.jsonl").write_text("".join(json.dumps(phase) + "\n" for phase in phases))
    sys.stdout.write(f"{manifest['tokens']} tokens seen; mean difference of logits {difference(model, graph)}\n")


if __name__ == "__main__":
    main()
