"""The body of an HTTP answer, piece by piece: never more in memory than is asked for."""

import zlib
from collections.abc import Iterable, Iterator

_PIECE = 64 * 1024


def unpacked(parts: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """The parts as they were before ``encoding`` (a header ``Content-Encoding``), each of at most 64 KiB.

    A few kilobytes can unpack to gigabytes, so no more than one piece is unpacked ahead. Raises ``zlib.error`` for what
    is no gzip and for an encoding that was not asked for.
    """
    if encoding in ("", "identity"):
        yield from parts
        return
    if encoding not in ("gzip", "x-gzip"):
        raise zlib.error(f"it is packed as {encoding[:40]!r}, which was not asked for")
    unpacker = zlib.decompressobj(wbits=31)
    for part in parts:
        rest = part
        while rest:
            yield unpacker.decompress(rest, _PIECE)
            rest = unpacker.unconsumed_tail


def lines(parts: Iterable[bytes]) -> Iterator[str]:
    """The lines of UTF-8 text without their ends; only a line feed ends one, as JSON may hold Unicode's other ones."""
    begun: list[bytes] = []  # a line that comes in crumbs is joined once
    for part in parts:
        first, *others = part.split(b"\n")
        begun.append(first)
        for other in others:
            yield _line(begun)
            begun = [other]
    if any(begun):
        yield _line(begun)


def _line(parts: Iterable[bytes]) -> str:
    return b"".join(parts).rstrip(b"\r").decode("utf-8", "replace")
