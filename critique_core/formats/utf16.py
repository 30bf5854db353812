"""Offsets of programs that count UTF-16 code units, as browsers do, and of those that count bytes of UTF-8."""

from bisect import bisect_left
from itertools import accumulate
from typing import Any


class Utf16:
    """A text's offsets in UTF-16 code units and in code points."""

    def __init__(self, text: str) -> None:
        self._units = list(accumulate((2 if character > "\uffff" else 1 for character in text), initial=0))

    def units(self, offset: int) -> int:
        """Code units before a code point offset."""
        return self._units[offset]

    def code_points(self, offset: Any) -> int | None:
        """Code points before an offset in code units; ``None`` when it is none, or lies inside a character."""
        if not isinstance(offset, int) or isinstance(offset, bool) or offset < 0:
            return None
        place = bisect_left(self._units, offset)
        return place if place < len(self._units) and self._units[place] == offset else None


def utf8_bytes(text: str) -> int:
    """Bytes that the text takes."""
    return len(text.encode("utf-8", "surrogatepass"))
