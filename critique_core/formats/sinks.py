"""Records into a file: JSON lines, a JSON array, CSV or Parquet; gzipped when its name ends so.

The file is written next to its place and moved there when it is whole, so no one finds half of one.
"""

import csv
import gzip
import io
import json
import os
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO, Protocol, TextIO, cast

from critique_core.errors import InvalidInput
from critique_core.text.harmless import harmless_json

_ROWS_AT_ONCE = 1_000
_SQLITE = b"SQLite format 3\0"


class Sink(Protocol):
    """Takes records, one after the other."""

    def add(self, record: Mapping[str, Any]) -> None:
        """Write one record."""
        ...

    def end(self) -> None:
        """Write what belongs after the last record."""
        ...


@contextmanager
def new_file(path: Path) -> Generator[BinaryIO]:
    """A file that takes its place when the block ends well, and leaves nothing behind when it does not.

    A pipe or a device is written to as it is, and of a link the file that it names. Raises ``InvalidInput`` naming the
    path when it cannot be written, or holds a database: of reviews, of the source library, or another program's.
    """
    if path.is_dir():
        raise InvalidInput(f"{path}: is a folder; name a file in it")
    try:
        _refuse_database(path)
        if path.exists() and not path.is_file():
            with path.open("wb") as out, _packed(out, path) as stream:
                yield stream
            return
        place = path.resolve()
        with ExitStack() as undo:
            out = NamedTemporaryFile(dir=place.parent, prefix=f".{place.name}.", delete=False)  # noqa: SIM115
            undo.callback(Path(out.name).unlink, missing_ok=True)
            with out:
                with _packed(cast("BinaryIO", out), path) as stream:
                    yield stream
                out.flush()
                os.fsync(out.fileno())
            Path(out.name).chmod(0o666 & ~_umask())
            Path(out.name).replace(place)
            undo.pop_all()
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be written: {error.strerror or error}") from error


def _refuse_database(path: Path) -> None:
    if not path.is_file():
        return
    with path.open("rb") as stream:
        if stream.read(len(_SQLITE)) == _SQLITE:
            raise InvalidInput(f"{path}: is a database, which would be lost; name another file")


@contextmanager
def _packed(out: BinaryIO, path: Path) -> Generator[BinaryIO]:
    """What the content is written to: it is gzipped on the way where the path's name ends so."""
    if path.name.endswith(".gz"):
        # Without a name it would store that of the temporary file.
        with gzip.GzipFile(filename="", fileobj=out, mode="wb", mtime=0) as packed:
            yield cast("BinaryIO", packed)
    else:
        yield out


def sink(out: BinaryIO, suffix: str, columns: Sequence[str] = ()) -> Sink:
    """What writes records to ``out`` in the kind of file that the suffix names."""
    if suffix == ".parquet":
        return _Parquet(out)
    if suffix == ".csv":
        return _Csv(out, columns)
    return _JsonArray(out) if suffix == ".json" else _JsonLines(out)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _json(record: Mapping[str, Any]) -> bytes:
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, default=str)
    return harmless_json(text).encode("utf-8")


class _JsonLines:
    def __init__(self, out: BinaryIO) -> None:
        self._out = out

    def add(self, record: Mapping[str, Any]) -> None:
        self._out.write(_json(record) + b"\n")

    def end(self) -> None:
        pass


class _JsonArray:
    def __init__(self, out: BinaryIO) -> None:
        self._out, self._before = out, b"["

    def add(self, record: Mapping[str, Any]) -> None:
        self._out.write(self._before + b"\n" + _json(record))
        self._before = b","

    def end(self) -> None:
        self._out.write((b"[" if self._before == b"[" else b"") + b"\n]\n")


class _Csv:
    def __init__(self, out: BinaryIO, columns: Sequence[str]) -> None:
        # A spreadsheet takes a file for UTF-8 only with a byte order mark.
        self._text: TextIO = io.TextIOWrapper(out, encoding="utf-8-sig", newline="", write_through=True)
        self._rows = csv.DictWriter(self._text, columns)
        self._rows.writeheader()

    def add(self, record: Mapping[str, Any]) -> None:
        self._rows.writerow(record)

    def end(self) -> None:
        self._text.flush()
        self._text.detach()  # type: ignore[attr-defined]


class _Parquet:
    """Row groups of some records each; the schema is fixed, so that an empty list has the type of a full one."""

    def __init__(self, out: BinaryIO) -> None:
        try:
            import pyarrow  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415
            from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415
        except ImportError as error:
            raise InvalidInput("Parquet needs pyarrow: pip install 'claimlens[batch]'") from error
        self._arrow: Any = pyarrow
        self._schema = _schema(pyarrow)
        self._file: Any = parquet.ParquetWriter(out, self._schema)  # pyright: ignore
        self._waiting: list[Mapping[str, Any]] = []

    def add(self, record: Mapping[str, Any]) -> None:
        self._waiting.append(record)
        if len(self._waiting) >= _ROWS_AT_ONCE:
            self._write()

    def end(self) -> None:
        if self._waiting:
            self._write()
        self._file.close()

    def _write(self) -> None:
        self._file.write_table(self._arrow.Table.from_pylist(self._waiting, schema=self._schema))
        self._waiting = []


def _schema(arrow: Any) -> Any:
    """Columns of our labelled rows; dates of sources are text, their metadata JSON."""
    text, whole, real, truth = arrow.string(), arrow.int64(), arrow.float64(), arrow.bool_()

    def struct(names: Iterable[str], **others: Any) -> Any:
        return arrow.list_(arrow.struct([*((name, text) for name in names), *others.items()]))

    of_source = ("id", "content", "type", "path", "title", "url", "section", "chunk_id", "domain", "published",
                 "metadata")  # fmt: skip
    return arrow.schema({
        "claimlens": text, "number": whole, "state": text, "confidence": real, "query": text, "draft": text,
        "sources": struct(of_source, page=whole, relevance_score=real),
        "spans": struct(("text", "label", "annotator", "note"), start=whole, end=whole),
        "complete": truth, "source_group": text, "title": text, "gold": truth,
    })  # fmt: skip
