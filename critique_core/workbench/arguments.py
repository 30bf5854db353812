"""What a workbench takes. Names and casing are the seeds'; these models make the schemas of what is sent too."""

from datetime import UTC, datetime
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    Field,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from critique_core.models import Recommendation, SourceDocument, Status, Value
from critique_core.models.base import MAX_DRAFT_CHARACTERS, Strictness, clean_name, clean_text

MOST_PASSAGES = 50
MOST_IN_BATCH = 1_000
_MOST_ROWS = 200
_LAST_OFFSET = 1_000_000_000  # well within what every database counts to


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty; give the text")
    return text


_Text = Annotated[str, Field(max_length=MAX_DRAFT_CHARACTERS), AfterValidator(clean_text)]
_Written = Annotated[_Text, AfterValidator(_not_blank)]
_Name = Annotated[str, Field(max_length=500), AfterValidator(clean_text), AfterValidator(_not_blank)]
# Moments that every database and time zone can express.
_Moment = Annotated[AwareDatetime, Field(ge=datetime(1900, 1, 1, tzinfo=UTC), lt=datetime(3000, 1, 1, tzinfo=UTC))]
_Reviewer = Annotated[_Name, Field(max_length=200), AfterValidator(clean_name)]
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
        default=(), description="Ids of documents of the source library to check against"
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

    query: _Text = Field(default="", description="Original query, where there is one")
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


class _OnClaim(Value):
    critique_id: _Name = Field(description="critiqueId of an answer that was checked")
    claim_id: _Name = Field(description="id of one of its claims")
    action: Literal["accept", "reject", "relabel"] = Field(
        description="accept: the claim's status is right; reject: it is wrong; relabel: status is the right one"
    )
    status: _Status = Field(default=None, description="The right status, for relabel", validate_default=True)
    note: Annotated[_Note | None, WithJsonSchema({"type": "string", "maxLength": 20_000})] = Field(
        default=None, description="The person's reason"
    )

    @field_validator("status")
    @classmethod
    def _with_relabel_alone(cls, status: Status | None, given: ValidationInfo) -> Status | None:
        action = given.data.get("action", "")  # one that cannot be used is a fault of its own
        if action == "relabel" and status is None:
            raise ValueError("relabel gives no status; name the right one in status")
        if action in ("accept", "reject") and status is not None:
            raise ValueError(f"{action} takes no status; use relabel to give the right one")
        return status


class DecideClaim(_OnClaim):
    """A decision on one claim of a stored critique, by a key's owner or by the reviewer named."""

    reviewer: Annotated[_Reviewer | None, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 200})] = Field(
        default=None, description="Name of the person who decided; a key's owner needs to give none"
    )


class RecordDecision(_OnClaim):
    """A decision on one claim of a stored critique, by the reviewer named."""

    reviewer: _Reviewer = Field(description="Name of the person who decided")


class AskQuestion(Value):
    """A question to answer from sources, and to check the answer."""

    query: _Written = Field(description="The question")
    source_ids: tuple[_Name, ...] = Field(default=(), description="Documents of the source library to answer from")
    sources: tuple[SourceDocument, ...] = Field(
        default=(), description="Sources given here; without any source the whole library is searched"
    )


class CheckBatch(Value):
    """Answers to check one after another."""

    requests: tuple[CritiqueAnswer, ...] = Field(min_length=1, max_length=MOST_IN_BATCH)


class FindCritiques(Value):
    """Which stored critiques to list; what is left out does not narrow the list."""

    text: str = Field(default="", max_length=5_000, description="Words that title, query or draft hold")
    statuses: tuple[Status, ...] = Field(default=(), description="A claim has one of them now")
    reviewer: str | None = Field(default=None, description="Who has decided something")
    since: _Moment | None = Field(default=None, description="Worked on at this moment or later")
    until: _Moment | None = Field(default=None, description="Begun before this moment")
    recommendation: Recommendation | None = None
    limit: int = Field(default=50, ge=1, le=_MOST_ROWS)
    offset: int = Field(default=0, ge=0, le=_LAST_OFFSET)


class ListSources(Value):
    """Which documents of the source library to list, by name."""

    text: str = Field(default="", max_length=5_000, description="Words that name, path, address or id hold")
    limit: int = Field(default=50, ge=1, le=_MOST_ROWS)
    offset: int = Field(default=0, ge=0, le=_LAST_OFFSET)
