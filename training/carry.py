"""Pack a run and its shards into parts of limited size, to continue the training on another machine and back.

    python -m training.carry pack --run RUN --shards SHARDS --names vitaminc ... --out PARTS --most 55
    python -m training.carry join --parts PARTS --run RUN --shards SHARDS

The averaged weights are stored in bfloat16, two bytes each. The optimiser is left out and starts afresh, as after
``training.restart``. Shards are optional and compressed. The hash of every part is checked before use.
"""

import argparse
import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.train import keep

MANIFEST = "parts.json"
COUNTED = ("shape", "seen", "step", "averages", "phases", "mix")  # entries of a checkpoint that are not tensors


def pack(run: Path, shards: Path | None, names: Sequence[str], out: Path, most: int) -> list[str]:
    """Write the parts, none longer than ``most`` bytes, and their manifest; returns the parts' names.

    Raises ``ValueError`` naming a missing shard.
    """
    out.mkdir(parents=True, exist_ok=True)
    if missing := [name for name in names if not (shards and (shards / f"{name}.train.npz").exists())]:
        raise ValueError(f"{shards} holds no {missing[0]}.train.npz; name shards that training.prepare or made wrote")
    state = torch.load(run / "checkpoint.pt", map_location="cpu", weights_only=True)
    weights = io.BytesIO()
    torch.save({name: value.to(torch.bfloat16) for name, value in state["average"].items()}, weights)
    files = _split("weights", weights.getvalue(), out, most)
    if shards is not None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:  # the content is compressed already
            for path in (shards / f"{name}.{part}.npz" for name in names for part in ("train", "dev")):
                if path.exists():
                    pressed = io.BytesIO()
                    np.savez_compressed(pressed, **np.load(path))
                    archive.writestr(path.name, pressed.getvalue())
        files |= _split("shards", packed.getvalue(), out, most)
    manifest = {"files": files, "state": {name: state[name] for name in COUNTED if name in state}}
    (out / MANIFEST).write_text(json.dumps(manifest))
    return list(files)


def _split(name: str, content: bytes, out: Path, most: int) -> dict[str, str]:
    files: dict[str, str] = {}
    for number, at in enumerate(range(0, len(content), most)):
        part = content[at : at + most]
        file = f"{name}.{number:03}"
        (out / file).write_bytes(part)
        files[file] = hashlib.sha256(part).hexdigest()
    return files


def join(parts: Path, run: Path, shards: Path | None) -> dict[str, Any]:
    """Write the checkpoint and the shards back; raises ``ValueError`` naming a part that is missing or damaged."""
    manifest: dict[str, Any] = json.loads((parts / MANIFEST).read_text())
    content = {"weights": b"", "shards": b""}
    for file, expected in manifest["files"].items():
        path = parts / file
        if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != expected:
            raise ValueError(f"{path} is missing or not as it was packed; bring it again")
        content[file.partition(".")[0]] += path.read_bytes()
    packed = torch.load(io.BytesIO(content["weights"]), map_location="cpu", weights_only=True)
    weights = {name: value.float() for name, value in packed.items()}
    run.mkdir(parents=True, exist_ok=True)
    keep(manifest["state"] | {"model": weights, "average": weights}, [run])
    if shards is not None and content["shards"]:
        shards.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(io.BytesIO(content["shards"])) as archive:
            for name in archive.namelist():
                (shards / Path(name).name).write_bytes(archive.read(name))
    return manifest


def main() -> int:
    """Pack or join."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=("pack", "join"))
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--shards", type=Path)
    parser.add_argument("--names", nargs="*", default=())
    parser.add_argument("--out", type=Path, help="where the parts are written")
    parser.add_argument("--parts", type=Path, help="where the parts lie")
    parser.add_argument("--most", type=float, default=55.0, help="megabytes of a part")
    options = parser.parse_args()
    if (options.out if options.act == "pack" else options.parts) is None:
        parser.error("pack needs --out, join needs --parts")
    try:
        if options.act == "pack":
            files = pack(options.run, options.shards, options.names, options.out, int(options.most * 1e6))
            sys.stdout.write("".join(f"{name} {(options.out / name).stat().st_size}\n" for name in files))
        else:
            state = join(options.parts, options.run, options.shards)["state"]
            sys.stdout.write(f"step {state['step']}, {state['seen']} tokens seen\n")
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
