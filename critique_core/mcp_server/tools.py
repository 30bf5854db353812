"""The table of tools: for each its words, its arguments, its result and what does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from critique_core.errors import InvalidInput
from critique_core.models import Value, explain
from critique_core.runs.progress import Progress
from critique_core.views import View
from critique_core.workbench import arguments, results
from critique_core.workbench.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool; ``reads_only`` says that it changes nothing in store and library."""

    name: str
    title: str
    description: str
    takes: type[Value]
    gives: type[View]
    does: Callable[[Workbench, Any, Progress], View]
    reads_only: bool = False

    @property
    def input_schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments; what the settings decide unless given has no default."""
        schema = self.takes.model_json_schema(by_alias=True)
        for one in schema["properties"].values():
            if one.get("default", ...) is None:
                del one["default"]
        return schema

    @property
    def output_schema(self) -> dict[str, Any]:
        """JSON Schema of the result."""
        return self.gives.model_json_schema(by_alias=True)

    def call(self, workbench: Workbench, given: Mapping[str, Any], tell: Progress) -> View:
        """Do what is asked. Raises ``InvalidInput`` with one line a fault, and what the workbench raises."""
        try:
            asked = self.takes.model_validate(given)
        except ValidationError as error:
            raise InvalidInput(explain(error)) from error
        return self.does(workbench, asked, tell)


_TOOLS = (
    Tool(
        "critique_answer", "Check an answer against its sources",
        "Validate an answer against source documents to check for hallucinations: issues with their severity and what "
        "to change, the status of each claim, and with autoRevise a corrected draft. Sources are documents of the "
        "local library (sourceIds) or texts given here (sources).",
        arguments.CritiqueAnswer, results.CritiqueAnswered, Workbench.critique_answer,
    ),
    Tool(
        "validate_answer", "Validate an answer for its question",
        "Say whether the sources are relevant to the query, whether they support the answer and whether it is useful, "
        "with a confidence, citations, issues and the recommendation accept, retry or reject.",
        arguments.ValidateAnswer, results.AnswerValidated, Workbench.validate_answer,
    ),
    Tool(
        "search_sources", "Search the source library",
        "Find passages in the local source library. The sourceId of a passage can be given to critique_answer.",
        arguments.SearchSources, results.SourcesFound, Workbench.search_sources, reads_only=True,
    ),
    Tool(
        "record_decision", "Record a reviewer's decision on a claim",
        "Record what a person decided on one claim of a critique. Call it only for a decision that the person has "
        "stated; it is kept in their name, marked as not authenticated, and counts as their label.",
        arguments.RecordDecision, results.DecisionRecorded, Workbench.record_decision,
    ),
)  # fmt: skip
TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in _TOOLS}
