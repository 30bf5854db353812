"""What comes in: a query, a draft, its sources and what to check."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from pydantic import Field, ValidationError, field_validator

from critique_core.errors import InvalidInput
from critique_core.models.base import (
    MAX_DRAFT_CHARACTERS,
    MAX_SOURCE_CHARACTERS,
    PolicyName,
    Probability,
    Strictness,
    Value,
    clean_text,
)
from critique_core.models.json_keys import NestedTooDeeply, RepeatedKey, read_json
from critique_core.provenance import fingerprint

_KINDS: Mapping[str, str] = {
    "tuple_type": "an array", "list_type": "an array", "dict_type": "an object", "model_type": "an object",
    "model_attributes_type": "an object",
}  # fmt: skip

_MESSAGES: Mapping[str, str] = {
    "extra_forbidden": "unknown field; remove it or check its spelling",
    "string_unicode": "holds a lone surrogate, so it is not valid Unicode; the text was decoded wrongly, load it again",
    "timezone_aware": "lacks its time zone; write it as 2026-11-01T00:00:00Z",
}


class SourceDocument(Value):
    """One text the draft is checked against; ``id`` is unique in a request."""

    id: str = Field(min_length=1, max_length=500)
    content: str = Field(max_length=MAX_SOURCE_CHARACTERS)
    type: str = "doc"
    path: str | None = None
    title: str | None = None
    url: str | None = None
    page: int | None = None
    section: str | None = None
    chunk_id: str | None = None
    domain: str | None = None
    published: date | None = None
    relevance_score: float | None = None
    metadata: dict[str, str] = {}

    @field_validator("id", "content", "type", "path", "title", "url", "section", "chunk_id", "domain")
    @classmethod
    def _readable(cls, value: str | None) -> str | None:
        return None if value is None else clean_text(value)

    @field_validator("metadata")
    @classmethod
    def _readable_metadata(cls, value: dict[str, str]) -> dict[str, str]:
        for key, text in value.items():
            clean_text(key)
            clean_text(text)
        return value

    @property
    def name(self) -> str:
        """What a reader would call it: title, else path, else id, where a mere number is called a source."""
        return self.title or self.path or (f"Source {self.id}" if self.id.isdecimal() else self.id)


class CritiqueOptions(Value):
    """What to check and how strictly; names and defaults are the seeds'."""

    strictness: Strictness = "moderate"
    check_factual: bool = True
    check_completeness: bool = True
    check_contradictions: bool = True
    check_citations: bool = True
    check_relevance: bool = True
    check_usefulness: bool = True
    auto_revise: bool = False
    max_revisions: int = Field(default=1, ge=0, le=10)
    policy: PolicyName = "calibrated"
    confidence_threshold: Probability = 0.7


class CritiqueRequest(Value):
    """A draft to check against sources; an empty query skips relevance, usefulness and completeness."""

    query: str = Field(default="", max_length=MAX_DRAFT_CHARACTERS)
    draft: str = Field(max_length=MAX_DRAFT_CHARACTERS)
    sources: tuple[SourceDocument, ...] = ()
    options: CritiqueOptions = CritiqueOptions()

    @field_validator("query", "draft")
    @classmethod
    def _readable(cls, value: str) -> str:
        return clean_text(value)

    @field_validator("draft")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("there is no text; paste the answer to check")
        return value

    @field_validator("sources")
    @classmethod
    def _unique_ids(cls, value: tuple[SourceDocument, ...]) -> tuple[SourceDocument, ...]:
        seen: set[str] = set()
        for source in value:
            if source.id in seen:
                raise ValueError(f"source id {source.id!r} is used twice; give each source its own id")
            seen.add(source.id)
        return value

    @property
    def fingerprint(self) -> str:
        """Identity of what is reviewed, whatever the options it is checked with; labels attach to it."""
        return fingerprint(self.model_dump(mode="json", exclude={"options"}))


def parse_request(value: Any) -> CritiqueRequest:
    """Read a request from decoded JSON, a mapping or a JSON string.

    Raises ``InvalidInput`` with one line per fault, each naming the field, what is wrong and what is allowed.
    """
    try:
        if not isinstance(value, (str, bytes)):
            return CritiqueRequest.model_validate(value)
        request = CritiqueRequest.model_validate_json(value)
        read_json(value)  # pydantic takes the last of two values for one key
    except ValidationError as error:
        raise InvalidInput(explain(error)) from error
    except RepeatedKey as error:
        raise InvalidInput(str(error)) from error
    return request


def explain(error: ValidationError) -> str:
    """One line a fault of a value that was refused: the field, what is wrong and what is allowed."""
    return "\n".join(
        f"{place or 'request'}: {message}" for place, message in faults_of(error.errors(include_url=False))
    )


def faults_of(errors: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The field and what is wrong with it in words of JSON, for each of pydantic's errors."""
    found = list(errors)
    for fault in found:
        if fault["type"] == "too_short" and any(_is_within(other, fault) for other in found):
            continue  # only the items without a fault were counted
        place = ".".join(str(part) for part in fault["loc"])
        message = _MESSAGES.get(fault["type"], fault["msg"].removeprefix("Value error, "))
        if fault["type"] == "json_invalid" and "hex escape" in message:
            message += "; a lone surrogate is not valid Unicode: the text was decoded wrongly, load it again"
        elif fault["type"] == "json_invalid" and "recursion limit" in message:
            message = str(NestedTooDeeply())
        elif fault["type"] == "string_too_long":
            allowed = fault.get("ctx", {}).get("max_length", 0)
            message = f"too long ({len(fault['input']):,} characters, {allowed:,} allowed); split it"
        elif fault["type"] in _KINDS:
            message = f"Input should be {_KINDS[fault['type']]}"
        elif fault["type"] in ("too_short", "too_long"):
            message = message.replace("Tuple", "Array").replace(" after validation", "")
        yield place, message


def _is_within(fault: Mapping[str, Any], outer: Mapping[str, Any]) -> bool:
    place = outer["loc"]
    return len(fault["loc"]) > len(place) and fault["loc"][: len(place)] == place
