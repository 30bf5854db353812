"""Sources as people write them into a field: a text, several in one text, a list of texts or of objects."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from critique_core.models import SourceDocument

_RULE = re.compile(r"^[ \t]*-{3,}[ \t]*$", re.MULTILINE)
_BLANK = re.compile(r"\n[ \t]*\n")
_CONTENTS = ("content", "text", "page_content", "pageContent", "body", "passage", "snippet", "context", "document")
_KEPT = frozenset(SourceDocument.model_fields) - {"id", "content"}


def source_fields(given: Sequence[Any], *, cut: bool) -> list[dict[str, Any]]:
    """The sources in the given values, each with an id of its own: the one that it has, else its number.

    ``cut`` parts a text at lines of ``---``, or at blank lines where there are none.
    """
    found = [source for value in given for source in _sources(value, cut=cut)]
    taken: set[str] = set()
    for number, source in enumerate(found, 1):
        own = str(source.get("id") or number)
        source["id"] = own if own not in taken else f"{own} ({number})"
        taken.add(source["id"])
    return found


def _sources(value: Any, *, cut: bool) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _sources(one, cut=False)
    elif isinstance(value, Mapping):
        yield _of_object(cast("Mapping[str, Any]", value))
    elif value is not None:
        text = str(value)
        parted = (_RULE if _RULE.search(text) else _BLANK).split(text.replace("\r\n", "\n")) if cut else [text]
        yield from ({"content": part.strip()} for part in parted if part.strip())


def _of_object(source: Mapping[str, Any]) -> dict[str, Any]:
    """An object as a source: what it says of itself is kept where a source has a field for it."""
    content = next((source[name] for name in _CONTENTS if isinstance(source.get(name), str)), None)
    if content is None:
        return {"content": json.dumps(source, ensure_ascii=False, default=str), "type": "record"}
    kept = {name: value for name, value in source.items() if name in _KEPT and isinstance(value, str)}
    given_id = source.get("id")
    return {**kept, "content": content} | ({"id": given_id} if given_id is not None else {})
