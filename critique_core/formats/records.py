"""The records of a file, one after the other: JSON lines, a JSON array, CSV, TSV, XLSX or Parquet; plain, gzip or xz.

A line that cannot be decoded is given as the error it is, in its place, so that the lines after it are still read. Such
an error holds the line as it is in the file (``raw``); its number is given next to it.
"""

import codecs
import io
import json
import lzma
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO, cast

from critique_core.errors import FormatError
from critique_core.formats.table_records import Line, opener, rows_of, sheet_rows
from critique_core.given_files import no_file
from critique_core.models.json_keys import NestedTooDeeply, RepeatedKey, read_json

__all__ = ["Line", "records_of"]

_PACKED = (".gz", ".xz")
_DOCUMENTS = (".docx", ".pdf")
_TABLES = (".csv", ".tsv", ".tab")
_LARGEST_LINE = 64 * 1024 * 1024
_LARGEST_ARRAY = 512 * 1024 * 1024
_PARQUET = b"PAR1"  # what such a file begins with
_BATCH_ROWS = 1_000
_ANY = json.JSONDecoder()
_BETWEEN = re.compile(r"[\s,]*")  # the elements of an array
_STRAY = re.compile("[\udc80-\udcff]")  # bytes that could not be decoded


def records_of(path: Path) -> Iterator[Line]:
    """Go through the records of a file, reading no more of it than is asked for.

    Raises ``FormatError`` naming the file when it cannot be read at all; what goes wrong in one line is given there.
    """
    if problem := no_file(path):
        raise FormatError(problem, file=path.name)
    suffixes = [suffix.casefold() for suffix in path.suffixes]
    packed = suffixes[-1] if suffixes and suffixes[-1] in _PACKED else None
    kind = (suffixes[-2] if len(suffixes) > 1 else "") if packed else (suffixes[-1] if suffixes else "")
    try:
        if kind in _DOCUMENTS:
            raise FormatError("is a document; it can be a source, but answers come as a table or JSON", file=path.name)
        if kind == ".parquet" or _is_parquet(path):
            yield from _parquet(path)
        elif kind == ".xlsx":
            yield from sheet_rows(path)
        elif kind in _TABLES or (kind == ".txt" and not _is_json(path, packed)):
            yield from rows_of(path, opener(packed), tabs=kind != ".csv")
        else:
            # Bytes that are no UTF-8 become lone surrogates, so that they spoil their own line alone.
            with (
                opener(packed)(path) as stream,
                io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape") as text,
            ):
                yield from _json(text, path.name)
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise FormatError(f"cannot be read: {error}", file=path.name) from error
    except UnicodeDecodeError as error:
        raise FormatError("is not UTF-8; save it as UTF-8 text", file=path.name) from error


def _is_parquet(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_PARQUET)) == _PARQUET


def _is_json(path: Path, packed: str | None) -> bool:
    with opener(packed)(path) as stream:
        return stream.read(1_000).removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def _json(text: TextIO, name: str) -> Iterator[Line]:
    first = text.read(1)
    while first.isspace():
        first = text.read(1)
    if first == "[":
        yield from _array(_checked(first + text.read(_LARGEST_ARRAY)), name)
        return
    rest = first
    for number, line in enumerate(iter(lambda: text.readline(_LARGEST_LINE), ""), 1):
        whole, rest = rest + line, ""
        if number == 1 and whole.strip() == "{":  # one object over many lines, as programs print an answer
            yield 1, _decoded(_checked(whole + text.read(_LARGEST_ARRAY)))
            return
        if whole.strip():
            yield number, _decoded(_checked(whole) if number == 1 else whole)


def _checked(text: str) -> str:
    """The text, where it is what the file's encoding says; a file that begins in another one is refused as a whole."""
    text.encode("utf-8", "surrogateescape").decode("utf-8")
    return text


def _decoded(line: str) -> dict[str, Any] | FormatError:
    if _STRAY.search(line):
        readable = line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return FormatError("is not UTF-8; save it as UTF-8 text", raw=readable.rstrip("\r\n"))
    try:
        record = read_json(line)
    except (RepeatedKey, NestedTooDeeply) as error:
        return FormatError(str(error), raw=line.rstrip("\r\n"))
    except ValueError as error:
        return FormatError(f"is not JSON: {_fault(error)}", raw=line.rstrip("\r\n"))
    if isinstance(record, dict):
        return cast("dict[str, Any]", record)
    return FormatError("is JSON, but no object", raw=line.rstrip("\r\n"))


def _fault(error: ValueError) -> str:
    """What is wrong and where; the decoder's own words count lines from where the record begins."""
    if not isinstance(error, json.JSONDecodeError):
        return str(error)[:200]
    lines = error.lineno - 1
    below = f", {lines} {'line' if lines == 1 else 'lines'} further down" if lines else ""
    return f"{error.msg.removesuffix(' at')} at column {error.colno}{below}"


def _array(text: str, name: str) -> Iterator[Line]:
    try:
        listed = _listed(text)
    except NestedTooDeeply as error:
        raise FormatError(str(error), file=name) from error
    except ValueError as error:
        raise FormatError(f"is a JSON array that cannot be decoded: {str(error)[:200]}", file=name) from error
    for number, record in enumerate(listed, 1):
        if isinstance(record, (dict, FormatError)):
            yield number, cast("dict[str, Any] | FormatError", record)
        else:
            yield number, FormatError("is no object", raw=json.dumps(record))


def _listed(text: str) -> list[Any]:
    """The elements of an array; one that gives a key more than once is the error it is."""
    try:
        return read_json(text)
    except RepeatedKey:
        _require_json(text)  # what comes after it may be none
    listed: list[Any] = []
    place = _BETWEEN.match(text, 1).end()  # pyright: ignore[reportOptionalMemberAccess] - it matches everywhere
    while text[place] != "]":
        _, end = _ANY.raw_decode(text, place)
        try:
            listed.append(read_json(text[place:end]))
        except RepeatedKey as error:
            listed.append(FormatError(str(error), raw=text[place:end]))
        place = _BETWEEN.match(text, end).end()  # pyright: ignore[reportOptionalMemberAccess]
    return listed


def _require_json(text: str) -> None:
    try:
        json.loads(text)
    except RecursionError as error:
        raise NestedTooDeeply from error


def _parquet(path: Path) -> Iterator[Line]:
    try:
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415
    except ImportError as error:
        raise FormatError("Parquet needs pyarrow: pip install 'claimlens[batch]'", file=path.name) from error
    number = 0
    try:
        file: Any = parquet.ParquetFile(path)
        binary: list[str] = [field.name for field in file.schema_arrow if "binary" in str(field.type)]
        for batch in file.iter_batches(batch_size=_BATCH_ROWS):
            for record in batch.to_pylist():
                number += 1
                yield number, _with_text(record, binary)
    except (ValueError, OSError) as error:
        raise FormatError(f"is no Parquet file that can be read: {error}", file=path.name) from error


def _with_text(record: dict[str, Any], binary: Sequence[str]) -> dict[str, Any] | FormatError:
    """The record with the text of its binary columns, as older programs write text."""
    try:
        return record | {name: _text_in(record[name]) for name in binary}
    except UnicodeDecodeError:
        return FormatError(f"holds bytes that are no UTF-8 text in a column of {', '.join(binary)}")


def _text_in(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if isinstance(value, list):
        return [_text_in(one) for one in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {name: _text_in(one) for name, one in cast("dict[str, Any]", value).items()}
    return value
