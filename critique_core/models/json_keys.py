"""JSON whose objects give each key once: of two values for one key, one reader takes the first and another the last.

What is nested so deeply that Python cannot decode it is refused as a value too, and not as a fault of the program.
"""

import json
from collections import Counter
from typing import Any


class RepeatedKey(ValueError):
    """An object gives a key more than once."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key:.100}: is given more than once in an object; keep one of them")


class NestedTooDeeply(ValueError):
    """Arrays or objects lie inside one another more often than can be decoded."""

    def __init__(self) -> None:
        super().__init__("is nested too deeply; write it with fewer arrays and objects inside one another")


def read_json(text: str | bytes) -> Any:
    """Decode JSON as ``json.loads`` does. Raises ``RepeatedKey`` and ``NestedTooDeeply`` too."""
    try:
        return json.loads(text, object_pairs_hook=each_once)
    except RecursionError as error:
        raise NestedTooDeeply from error


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values, as ``object_pairs_hook`` makes it. Raises ``RepeatedKey``."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise RepeatedKey(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return made
