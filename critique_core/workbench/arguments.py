"""What a workbench takes. Names and casing are the seeds'; these models make the schemas of what is sent too."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator

from critique_core.models import SourceDocument, Status, Value
from critique_core.models.base import MAX_DRAFT_CHARACTERS, Strictness, clean_text

MOST_PASSAGES = 50


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty; give the text")
    return text


_Text = Annotated[str, Field(max_length=MAX_DRAFT_CHARACTERS), AfterValidator(clean_text)]
_Written = Annotated[_Text, AfterValidator(_not_blank)]
_Name = Annotated[str, Field(max_length=500), AfterValidator(clean_text), AfterValidator(_not_blank)]
_Note = Annotated[str, Field(max_length=20_000), AfterValidator(clean_text)]
# Unset means that the settings decide, so there is no default to show.
_Switch = Annotated[bool | None, WithJsonSchema({"type": "boolean"})]
_Strictness = Annotated[
    Strictness | None, WithJsonSchema({"type": "string", "enum": ["lenient", "moderate", "strict"]})
]
_Status = Annotated[
    Status | None,
    WithJsonSchema({
        "type": "string",
        "enum": ["supported", "partially_supported", "unsupported", "contradicted", "not_checkable", "unverified"],
    }),
]  # fmt: skip


class _WithSources(Value):
    source_ids: tuple[_Name, ...] = Field(
        default=(), description="Ids of documents of the source library to check against; search_sources finds them"
    )
    sources: tuple[SourceDocument, ...] = Field(
        default=(), description="Sources given here: each an id of its own and its text as content"
    )

    @model_validator(mode="after")
    def _some_source(self) -> Self:
        if not self.source_ids and not self.sources:
            raise ValueError("there is nothing to check against; give sourceIds, sources, or both")
        return self


class CritiqueAnswer(_WithSources):
    """S0's ``critique_answer``, with sources by id or as they are."""

    query: _Text = Field(description="Original query")
    draft: _Written = Field(description="Draft answer to critique")
    auto_revise: _Switch = Field(default=None, description="Automatically fix issues; as in the settings unless given")
    strictness: _Strictness = Field(
        default=None, description="Which issues are listed: strict all, moderate not the low, lenient the high"
    )


class ValidateAnswer(_WithSources):
    """S2's ``validate(query, answer, sources)``."""

    query: _Text = Field(description="The question")
    answer: _Written = Field(description="The answer to validate")


class SearchSources(Value):
    """A search of the source library."""

    query: _Written = Field(description="Words to search for, in any form")
    limit: int = Field(default=8, ge=1, le=MOST_PASSAGES, description="Most passages to return")


class RecordDecision(Value):
    """A reviewer's decision on one claim of a stored critique."""

    critique_id: _Name = Field(description="critiqueId of critique_answer or validate_answer")
    claim_id: _Name = Field(description="id of one of its claims")
    action: Literal["accept", "reject", "relabel"] = Field(
        description="accept: the claim's status is right; reject: it is wrong; relabel: status is the right one"
    )
    status: _Status = Field(default=None, description="The right status, for relabel")
    reviewer: Annotated[_Name, Field(max_length=200)] = Field(description="Name of the person who decided")
    note: Annotated[_Note | None, WithJsonSchema({"type": "string", "maxLength": 20_000})] = Field(
        default=None, description="The person's reason"
    )

    @model_validator(mode="after")
    def _status_with_relabel(self) -> Self:
        if self.action == "relabel" and self.status is None:
            raise ValueError("relabel gives no status; name the right one in status")
        if self.action != "relabel" and self.status is not None:
            raise ValueError(f"{self.action} takes no status; use relabel to give the right one")
        return self
