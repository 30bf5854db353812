"""Make a checkpoint from an exported encoder, to continue its training without the run that made it.

    python -m training.restart --files FOLDER --out RUN

The weights have the error of four bits, the optimiser starts without averages, the shards are read from the start, and
the counts of tokens and steps continue from the manifest. The next export names the graph among its phases.
"""

import argparse
import json
import sys
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper

from critique_core.verifiers.embedded import four_bits
from training.encoder import Encoder, Shape
from training.export import MODEL, WEIGHTS, difference, digest
from training.train import keep


def dequantised(folder: Path, shape: Shape) -> Encoder:
    """The torch model of a folder that ``training.export`` wrote; raises ``ValueError`` for any other folder."""
    initializers = onnx.load(folder / MODEL, load_external_data=False).graph.initializer
    held = {one.name: numpy_helper.to_array(one) for one in initializers if not one.external_data}
    found = {name: torch.from_numpy(array.copy()) for name, array in held.items()}
    with (folder / WEIGHTS).open("rb") as weights:
        matrices = four_bits.read(weights)
    for name, matrix in matrices.items():
        scaled = matrix * held[f"{name}.scale"]
        found[name] = torch.from_numpy(scaled.T.copy())
    model = Encoder(shape)
    state = model.state_dict()
    # The heads' matrix is too small to be taken out: it is the one product whose name is the exporter's.
    heads = [value.T for value in found.values() if value.shape == state["heads.weight"].T.shape]
    found |= {"heads.weight": heads[0].contiguous()} if heads else {}
    if missing := sorted(set(state) - set(found)):
        raise ValueError(f"{folder} lacks {missing[0]} and {len(missing) - 1} more: training.export did not write it")
    model.load_state_dict({name: found[name] for name in state})
    return model.eval()


def main() -> None:
    """Write the checkpoint and the phases that led to it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=Path, required=True, help="a folder that training.export wrote")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    manifest = json.loads((options.files / "encoder.json").read_text())
    model = dequantised(options.files, Shape(**manifest["shape"]))
    phases = [
        *manifest["phases"],
        {"from_tokens": manifest["tokens"], "restarted_from": digest(options.files / WEIGHTS)},
    ]
    keep(
        {"shape": manifest["shape"], "model": model.state_dict(), "average": model.state_dict(), "averages": 1,
         "seen": manifest["tokens"], "step": manifest["steps"], "phases": phases},
        [options.out],
    )  # fmt: skip
    sys.stdout.write(
        f"{manifest['tokens']} tokens seen; mean difference of outputs {difference(model, options.files)}, "
        f"when it was exported {manifest['mean_difference_of_outputs']}\n"
    )


if __name__ == "__main__":
    main()
