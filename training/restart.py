"""Make a checkpoint from an exported encoder, to continue its training without the run that made it.

    python -m training.restart --files FOLDER --out RUN

The weights have the error of eight bits, the optimiser starts without averages, the shards are read from the start, and
the counts of tokens and steps continue from the manifest. The next export names the graph among its phases.
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

from training.encoder import Encoder, Shape
from training.export import MODEL, difference, digest
from training.train import keep

PRODUCTS = ("qkv", "out", "up", "down")


def dequantised(graph: Path, shape: Shape) -> Encoder:
    """The torch model of a graph that ``training.export`` wrote; raises ``ValueError`` for any other graph."""
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(graph).graph.initializer}
    model = Encoder(shape)
    state = model.state_dict()
    found = {name: torch.from_numpy(array.copy()) for name, array in held.items() if name in state}
    tables = [name for name in ("words.weight", "positions.weight", "relative.weight") if name not in found]
    found |= {name: torch.from_numpy(_widened(held, name)) for name in tables if f"{name}_quantized" in held}
    # The exporter names each matrix after its node, in the order of the layers.
    names = [name.removesuffix("_quantized") for name in held if re.fullmatch(r"val_\d+_quantized", name)]
    ours = [f"layers.{layer}.{part}.weight" for layer in range(shape.layers) for part in PRODUCTS] + ["heads.weight"]
    if len(names) == len(ours):
        found |= {our: torch.from_numpy(_widened(held, name).T.copy()) for our, name in zip(ours, names, strict=True)}
    if missing := sorted(set(state) - set(found)):
        raise ValueError(f"{graph} lacks {missing[0]} and {len(missing) - 1} more: training.export did not write it")
    model.load_state_dict(found)
    return model.eval()


def _widened(held: dict[str, np.ndarray], name: str) -> np.ndarray:
    whole, zero, scale = (held[f"{name}_{part}"].astype(np.float32) for part in ("quantized", "zero_point", "scale"))
    return (whole - zero) * scale


def main() -> None:
    """Write the checkpoint and the phases that led to it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=Path, required=True, help="a folder that training.export wrote")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    graph = options.files / MODEL
    manifest = json.loads((options.files / "encoder.json").read_text())
    model = dequantised(graph, Shape(**manifest["shape"]))
    phases = [*manifest["phases"], {"from_tokens": manifest["tokens"], "restarted_from": digest(graph)}]
    keep(
        {"shape": manifest["shape"], "model": model.state_dict(), "average": model.state_dict(), "averages": 1,
         "seen": manifest["tokens"], "step": manifest["steps"], "phases": phases},
        [options.out],
    )  # fmt: skip
    sys.stdout.write(
        f"{manifest['tokens']} tokens seen; mean difference of outputs {difference(model, graph)}, when it was exported"
        f" {manifest['mean_difference_of_outputs']}\n"
    )


if __name__ == "__main__":
    main()
