"""What is wrong with a request that was loaded as JSON: where, what, and what to do. No Streamlit."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from critique_core.errors import InvalidInput
from critique_core.models.request import faults_of

_SOURCE = 'Write it as {"id": "1", "content": "…"}'
_FORMS: Mapping[tuple[int | str, ...], str] = {
    (): 'Write it as {"query": "…", "draft": "…", "sources": [ … ]}',
    ("sources",): 'Write it as [{"id": "1", "content": "…"}]',
    ("options",): 'Write it as {"strictness": "strict"}',
}
_MISSING: Mapping[str, str] = {
    "draft": 'Add "draft" with the answer to check',
    "id": 'Add "id" with a name of its own',
    "content": 'Add "content" with its text',
}
_NOT: Mapping[str, str] = {
    "model_type": "not an object", "model_attributes_type": "not an object", "tuple_type": "not a list",
}  # fmt: skip
_MUST_BE: Mapping[str, str] = {
    "bool": "true or false", "int": "a whole number", "float": "a number", "date": "a day such as 2026-01-31",
    "string_type": "text. Put it in quotes", "string_too_short": "given, not left empty",
}  # fmt: skip
_WANTED = "Input should be "


def request_faults(error: InvalidInput) -> tuple[str, ...]:
    """A sentence or two for each fault of a request that was refused."""
    cause = error.__cause__
    if not isinstance(cause, ValidationError):
        return tuple(str(error).splitlines())
    return tuple(f"{_words(fault)}." for fault in cause.errors(include_url=False))


def _words(fault: Mapping[str, Any]) -> str:
    place: tuple[int | str, ...] = fault["loc"]
    kind, name = str(fault["type"]), _name(place)
    [(_, message)] = faults_of([fault])
    if kind == "json_invalid":
        return _json_words(fault["input"], message)
    if kind in ("missing", "extra_forbidden"):
        return _field_words(kind, _name(place[:-1]), str(place[-1]))
    if kind in _NOT:
        return f"{name} is {_NOT[kind]}. {_FORMS.get(place, _SOURCE)}"
    if must := _MUST_BE.get(kind) or _MUST_BE.get(kind.partition("_")[0]):
        return f"{name} must be {must}"
    return f"{name} must be {message.removeprefix(_WANTED)}" if message.startswith(_WANTED) else f"{name}: {message}"


def _json_words(text: str | bytes, message: str) -> str:
    if not text.strip():
        return "There is nothing to load. Choose a file or paste a request"
    then = "" if message.endswith("load it again") else ". Mend it there"
    return f"The request is not JSON: {message.removeprefix('Invalid JSON: ')}{then}"


def _field_words(kind: str, name: str, field: str) -> str:
    if kind == "missing":
        return f"{name} has no {field}. {_MISSING.get(field, f'Add “{field}”')}"
    return f"{name} has a field “{field}” that is not known. Remove it or check its spelling"


def _name(place: Sequence[int | str]) -> str:
    """What is at a place of the request: "The draft", "Source 2", "The id of source 2"."""
    match tuple(place):
        case ():
            return "The request"
        case ("sources" | "options" as field,):
            return f"The field “{field}”"
        case ("sources", int(number), *field):
            return f"The {'.'.join(map(str, field))} of source {number + 1}" if field else f"Source {number + 1}"
        case ("options", field, *_):
            return f"The option {field}"
        case found:
            return f"The {'.'.join(map(str, found))}"
