"""What the shipped encoder says in the tests, kept: its outputs are the same on every machine, and take long to make.

``make readings`` keeps them anew: after another encoder ships, where they are of no use, or after many texts of the
tests have changed. A window that is not among them is read by the encoder itself, and so is each of an encoder that a
test makes of the files.
"""

import gzip
import hashlib
import io
import json
import os
import sys
from collections.abc import Sequence
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest
from numpy.typing import NDArray

from critique_core.verifiers.embedded import encoder
from critique_core.verifiers.embedded.windows import Window
from tests.makers.places import DATA

FILE = DATA / "readings.jsonl.gz"
KEEP = "KEEP_READINGS_IN"  # names a file: each process adds what was read
_TO_WHOLE = 10_000  # of what a reading holds four places count
_SURE = 1e-9


class KeptReadings:
    """A session that gives what was kept, and makes one of the model only for other windows."""

    def __init__(self, model: bytes, weights: IO[bytes]) -> None:
        self._model, self._weights = model, weights.read()
        self.readings: dict[str, list[list[int]]] = {}
        self.asked: set[str] = set()

    @cached_property
    def _session(self) -> Any:
        return _session_of(self._model, io.BytesIO(self._weights))

    def run(self, names: Sequence[str] | None, inputs: dict[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]:
        [ids] = inputs["ids"]
        key = _key(ids)
        self.asked.add(key)
        kept = self.readings.get(key)
        return self._session.run(names, inputs) if kept is None else [_outputs(kept, len(ids))[None]]


_session_of, itself = encoder.session_of, encoder.shipped


@lru_cache(maxsize=1)
def shipped() -> encoder.Encoder:
    """The shipped encoder, which gives what was kept; ``itself`` reads all by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoder, "session_of", KeptReadings)
        made = encoder.Encoder(resources.files("critique_core.verifiers.embedded").joinpath("encoder_files"))
    fingerprint, readings = _kept()
    if fingerprint == made.fingerprint:
        made._session.readings = readings
    return made


@lru_cache(maxsize=1)
def _kept() -> tuple[str, dict[str, list[list[int]]]]:
    if not FILE.exists():
        return "", {}
    fingerprint, readings = json.loads(gzip.decompress(FILE.read_bytes()))
    return fingerprint, readings


def give_kept_readings() -> None:
    """From now on the shipped encoder of this process gives what was kept."""
    encoder.shipped = shipped
    if path := os.environ.get(KEEP):
        encoder._readings = _noting(Path(path))


def _key(ids: Sequence[int] | NDArray[np.int64]) -> str:
    return hashlib.sha256(np.asarray(ids, dtype="<i4").tobytes()).hexdigest()[:16]


def _outputs(kept: list[list[int]], length: int) -> NDArray[np.float32]:
    """Outputs from which the same readings are made: logits at a claim's marker, then odds at each of its tokens."""
    outputs = np.zeros((length, 7), dtype=np.float32)
    at = 1
    for claim in kept:
        outputs[at, 1:4] = np.array(claim[:3]) / _TO_WHOLE
        chances = np.clip(np.array(claim[3:]) / _TO_WHOLE, _SURE, 1 - _SURE)
        at += 1
        outputs[at : at + len(chances), 0] = np.log(chances / (1 - chances))
        at += len(chances)
    return outputs


def _noting(path: Path) -> Any:
    made = encoder._readings

    def noted(window: Window, outputs: NDArray[np.float32]) -> list[encoder.EncoderReading]:
        readings, key = made(window, outputs), _key(window.ids)
        if key in shipped()._session.asked:
            kept = [
                [round(value * _TO_WHOLE) for value in (*one.logits, *(chance for _, _, chance in one.words))]
                for one in readings
            ]
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps([key, kept])}\n")
        return readings

    return noted


def _keep(noted: Path) -> None:
    """Write the file anew from what the tests have read."""
    readings = dict(sorted(json.loads(line) for line in noted.read_text("utf-8").splitlines()))
    words = json.dumps([shipped().fingerprint, readings], separators=(",", ":")).encode()
    FILE.write_bytes(gzip.compress(words, mtime=0))


if __name__ == "__main__":
    _keep(Path(sys.argv[1]))
