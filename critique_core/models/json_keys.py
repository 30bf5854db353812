"""JSON whose objects give each key once: of two values for one key, one reader takes the first and another the last."""

import json
from collections import Counter
from typing import Any


class RepeatedKey(ValueError):
    """An object gives a key more than once."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key:.100}: is given more than once in an object; keep one of them")


def read_json(text: str | bytes) -> Any:
    """Decode JSON as ``json.loads`` does. Raises ``RepeatedKey`` too."""
    return json.loads(text, object_pairs_hook=each_once)


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values, as ``object_pairs_hook`` makes it. Raises ``RepeatedKey``."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise RepeatedKey(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return made
