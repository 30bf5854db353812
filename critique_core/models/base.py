"""What all values share: how they are checked and written, and the words that their fields may hold."""

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

ClaimKind = Literal["fact", "opinion", "inference", "not_checkable"]
Status = Literal["supported", "partially_supported", "unsupported", "contradicted", "not_checkable", "unverified"]
Relation = Literal["supports", "contradicts", "context"]
QuoteMatch = Literal["exact", "normalised", "fuzzy", "misattributed", "not_found"]
Method = Literal[
    "exact_match", "typed_comparison", "lexical_alignment", "semantic_similarity", "nli", "llm_verification"
]
FindingKind = Literal[
    "number", "quantity", "percentage", "date", "time", "currency", "version", "range", "identifier", "name",
    "negation", "antonym", "quantifier", "modality", "comparison", "sum", "role", "condition", "list", "detail",
]  # fmt: skip
Agreement = Literal["agrees", "conflicts", "missing", "omitted"]
IssueType = Literal[
    "hallucination", "unsupported", "contradiction", "incomplete", "outdated", "incorrect_citation", "factual_error",
    "irrelevant_sources", "not_useful",
]  # fmt: skip
SeverityBand = Literal["low", "medium", "high"]
Strictness = Literal["lenient", "moderate", "strict"]
PolicyName = Literal["calibrated", "draft_critique", "critic", "self_rag", "grounded"]
Level = Literal["high", "medium", "low", "very_low"]
Recommendation = Literal["accept", "retry", "reject"]
QueryType = Literal["factual", "conversational"]
ReflectionVerdict = Literal["relevant", "irrelevant", "full", "partial", "none", "useful", "not_useful"]
HallucinationBand = Literal["accept", "regenerate", "reject"]
ConfidenceReason = Literal["no_claims", "abstained", "no_sources", "nothing_verified"]
CitationVerdict = Literal["accurate", "wrong_source", "nonexistent", "missing"]
UnitKind = Literal["prose", "heading", "record", "table", "code"]
ItemState = Literal["pending", "draft", "submitted", "discarded"]
Origin = Literal["human", "imported", "model"]
ModelStageName = Literal[
    "claims", "relevance", "usefulness", "completeness", "contradictions", "revision", "queries", "generation"
]
Action = Literal[
    "accept", "reject", "relabel", "edit", "split", "merge", "respan", "missed", "evidence", "note", "flag", "skip",
    "submit", "undo", "adjudicate", "hunk_accept", "hunk_reject", "confirm", "answer",
]  # fmt: skip

Offset = Annotated[int, Field(ge=0)]
Probability = Annotated[float, Field(ge=0.0, le=1.0)]

MAX_DRAFT_CHARACTERS = 500_000
MAX_SOURCE_CHARACTERS = 5_000_000
PROBABILITY_PLACES = 4


class Value(BaseModel):
    """Base of all values: frozen, strict about unknown fields, snake_case out, camelCase accepted in."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
    )


_UNREADABLE = re.compile(r"[\x00\ud800-\udfff]")


def clean_text(value: str) -> str:
    """Refuse what no store, browser or JSON reader downstream can hold, naming the character and its place."""
    if found := _UNREADABLE.search(value):
        place = found.start()
        if found.group() == "\x00":
            raise ValueError(f"holds a NUL byte at character {place}; remove it or drop the file in as text")
        raise ValueError(f"holds a lone surrogate at character {place}; the text was decoded wrongly")
    return value


def clean_name(value: str) -> str:
    """Refuse what a list of names cannot show on one line."""
    if not value.isprintable():
        raise ValueError("holds a line break or another character that cannot be shown")
    return value
