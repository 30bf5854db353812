"""The folder that a batch writes: parts, a manifest that says of what and how, and what each part took.

    _manifest.json               inputs, options, who judges; equal for equal batches, whatever the engine
    _progress.jsonl              a line a part: rows, errors, seconds, tokens
    part-00000-000000.jsonl      the first block of the first file
    _lock                        empty, locked by the run that writes here

Programs that read folders of data pass over names that begin with ``_``. A part is written whole or not at all.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self, cast

from critique_core.batch.critiques.inputs import MANIFEST, InputFile
from critique_core.batch.critiques.judge import Identity, Part
from critique_core.batch.critiques.lock import Lock, lock
from critique_core.batch.critiques.shapes import Shape
from critique_core.errors import InvalidInput
from critique_core.formats.sinks import new_file

_PROGRESS, _LOCK = "_progress.jsonl", "_lock"
_KIND = "claimlens batch 1"
_OPTIONS = {"columns": "--columns", "form": "--format", "format": "--input-format", "block_rows": "--block-rows"}
"""The command's options by their names in the manifest."""
_OTHERWISE = "name another folder for --out, or run with what this one was begun with"


@dataclass(frozen=True, slots=True)
class _Done:
    file: int
    number: int
    last: bool
    rows: int
    errors: int


class Output:
    """An output folder that is open for one batch, and locked for others until it is closed."""

    def __init__(
        self, folder: Path, shape: Shape, done: dict[tuple[int, int], _Done], files: int, locked: Lock
    ) -> None:  # fmt: skip
        self._folder, self._shape, self._done, self._files = folder, shape, done, files
        self._locked = locked

    @classmethod
    def open(
        cls, folder: Path, inputs: Sequence[InputFile], shape: Shape, identity: Identity, *, form: str | None,
        block_rows: int,
    ) -> Self:  # fmt: skip
        """Begin the folder, or go on with it.

        Raises ``InvalidInput`` where it holds anything but this very batch, and where another run writes into it.
        """
        manifest = {
            "kind": _KIND,
            "inputs": [{"path": file.name, "size": file.size, "hash": file.hash} for file in inputs],
            "options": {**asdict(shape), "format": form, "block_rows": block_rows},
            "judge": identity.facts,
            "fingerprint": identity.fingerprint,
        }
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _kept(folder)  # no lock is put into a folder of other things
            locked = _locked(folder)
            try:
                done = _begun(folder, manifest, shape)
            except BaseException:
                locked.close()
                raise
        except OSError as error:
            raise InvalidInput(f"{folder}: cannot be used as the output: {error.strerror or error}") from error
        return cls(folder, shape, done, len(inputs), locked)

    def close(self) -> None:
        """Let another run write into the folder."""
        self._locked.close()

    @property
    def rows(self) -> int:
        """Rows in all parts."""
        return sum(one.rows for one in self._done.values())

    @property
    def errors(self) -> int:
        """Rows in all parts that have an error."""
        return sum(one.errors for one in self._done.values())

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return len(self._done)

    def finished(self, *, retry: bool = False) -> tuple[frozenset[int] | None, ...]:
        """The finished blocks of each file, ``None`` for a file that is finished, as ``Job.done``.

        With ``retry``, blocks with errors count as not finished.
        """
        blocks: list[set[int]] = [set() for _ in range(self._files)]
        ends: dict[int, int] = {}
        for one in self._done.values():
            if one.last:
                ends[one.file] = one.number + 1
            if not (retry and one.errors):
                blocks[one.file].add(one.number)
        return tuple(
            None if len(found) == ends.get(file) else frozenset(found) for file, found in enumerate(blocks)
        )  # fmt: skip

    def write(self, part: Part) -> None:
        """Add a part. Raises ``InvalidInput`` when it cannot be written."""
        name = _name(part.file, part.number, self._shape)
        line = {
            "part": name, "file": part.file, "block": part.number, "last": part.last, "rows": part.rows,
            "errors": part.errors, "seconds": part.seconds, "tokens": part.tokens,
        }  # fmt: skip
        try:
            # First the line: one without its part says nothing, a part without its line would be judged again. A part
            # that is judged again goes first of all, or the line would speak of the old one.
            (self._folder / name).unlink(missing_ok=True)
            with (self._folder / _PROGRESS).open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")
        except OSError as error:
            raise InvalidInput(f"{self._folder}: cannot be written: {error.strerror or error}") from error
        with new_file(self._folder / name) as out:
            out.write(part.content)
        self._done[part.file, part.number] = _Done(part.file, part.number, part.last, part.rows, part.errors)


def refuse_if_in_use(folder: Path) -> None:
    """Raise ``InvalidInput`` where another run writes into the folder, before anything is made ready for this one."""
    if (folder / _LOCK).is_file():
        _locked(folder).close()


def _locked(folder: Path) -> Lock:
    try:
        locked = lock(folder / _LOCK)
    except OSError as error:
        raise InvalidInput(f"{folder}: cannot be used as the output: {error.strerror or error}") from error
    if locked is None:
        raise InvalidInput(
            f"{folder}: another claimlens batch is writing into it; wait until that one has ended, or name another "
            "folder for --out"
        )
    return locked


def _begun(folder: Path, manifest: Mapping[str, Any], shape: Shape) -> dict[tuple[int, int], _Done]:
    """What is done of the batch, whose manifest is written if there is none."""
    kept = _kept(folder)
    if kept is None:
        _write_json(folder / MANIFEST, manifest)
    elif differing := list(_differences(kept, manifest)):
        raise InvalidInput("\n".join([f"{folder}: holds another batch:", *differing, _OTHERWISE]))
    for left in folder.glob(".part-*"):  # of a run that was killed
        left.unlink()
    return {key: one for key, one in _progress(folder).items() if _holds(folder / _name(*key, shape))}


def _name(file: int, number: int, shape: Shape) -> str:
    return f"part-{file:05}-{number:06}.{shape.form}"


def _holds(part: Path) -> bool:
    """Whether a part is there; no part is without a row, so one that was emptied is not."""
    return part.is_file() and part.stat().st_size > 0


def _kept(folder: Path) -> dict[str, Any] | None:
    """The manifest of a folder that a batch began; ``None`` for an empty one."""
    path = folder / MANIFEST
    if not path.exists():
        if other := next((path for path in folder.iterdir() if path.name != _LOCK), None):
            raise InvalidInput(f"{folder}: holds {other.name} and no batch; name an empty or new folder for --out")
        return None
    try:
        kept: Any = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InvalidInput(f"{path}: is no manifest that can be read; {_OTHERWISE}") from error
    if not isinstance(kept, dict) or cast("dict[str, Any]", kept).get("kind") != _KIND:
        raise InvalidInput(f"{path}: is no manifest of this version of claimlens batch; {_OTHERWISE}")
    return cast("dict[str, Any]", kept)


def _differences(kept: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """What differs, a line each, naming the value there was."""
    told = [*_input_differences(kept.get("inputs", []), wanted["inputs"])]
    for group in ("options", "judge"):
        before: Mapping[str, Any] = kept.get(group, {})
        told += [
            f"{_OPTIONS.get(name, name)} was {_shown(before.get(name))}, now it is {_shown(now)}"
            for name, now in wanted[group].items()
            if before.get(name) != now
        ]
    return told


def _input_differences(before: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> list[str]:
    kept, given = {one["path"]: one for one in before}, {one["path"]: one for one in now}
    told = [f"input {path} is new" for path in given if path not in kept]
    told += [f"input {path} is missing" for path in kept if path not in given]
    told += [f"input {path} has changed" for path in given if path in kept and kept[path] != given[path]]
    if not told and [*kept] != [*given]:
        told = ["the inputs come in another order"]
    return told[:5]


def _shown(value: Any) -> str:
    if value is None:
        return "not given"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:199] + "…"


def _progress(folder: Path) -> dict[tuple[int, int], _Done]:
    path = folder / _PROGRESS
    if not path.exists():
        return {}
    content = path.read_bytes()
    if content and not content.endswith(b"\n"):  # of a run that was killed; its part is not there
        with path.open("ab") as out:
            out.write(b"\n")
    done: dict[tuple[int, int], _Done] = {}
    for line in content.splitlines():
        try:
            one = json.loads(line)
            found = _Done(one["file"], one["block"], one["last"], one["rows"], one["errors"])
        except (ValueError, KeyError, TypeError):
            continue
        done[found.file, found.number] = found
    return done


def _write_json(path: Path, value: Mapping[str, Any]) -> None:
    with new_file(path) as out:
        out.write(json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8") + b"\n")
