"""A review to and from the bytes of a report file."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from critique_core.errors import InvalidInput
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Critique, Gate
from critique_core.models.json_keys import NestedTooDeeply
from critique_core.models.request import explain
from critique_core.reports.content import Report, ReportFile, report
from critique_core.reports.html import html_report
from critique_core.reports.markdown import markdown_report

ReportForm = Literal["html", "markdown", "json"]
_WRITERS: dict[str, Callable[[Report], str]] = {"html": html_report, "markdown": markdown_report}


def written(
    review: ReportFile, form: ReportForm, *, claims: Sequence[ReviewedClaim] | None = None, gate: Gate | None = None
) -> bytes:
    """The report in UTF-8. ``claims`` and ``gate`` are those of ``content.report``; JSON holds neither."""
    if form == "json":
        return (review.model_dump_json(indent=2) + "\n").encode()
    told = report(review.critique, review.decisions, claims=claims, title=review.title, gate=gate,
                  corrected=review.corrected, withheld=review.withheld)  # fmt: skip
    return _WRITERS[form](told).encode()


def read_report(content: bytes) -> ReportFile | None:
    """What a JSON file holds of a report or a critique; ``None`` for any other object, such as a request.

    Raises ``InvalidInput`` with what is wrong and what to do.
    """
    try:
        value: Any = json.loads(content.decode())
    except UnicodeDecodeError as error:
        raise InvalidInput(f"byte {error.start} is not UTF-8; save the file as UTF-8 text") from error
    except RecursionError as error:
        raise InvalidInput(str(NestedTooDeeply())) from error
    except ValueError as error:
        raise InvalidInput(f"is not one JSON value ({error}); write one request, critique or report a file") from error
    if not isinstance(value, dict):
        raise InvalidInput("is not a JSON object; write one request, critique or report a file")
    try:
        if "critique" in value:
            return ReportFile.model_validate_json(content)
        if "claims" in value and "request" in value:
            return ReportFile(critique=Critique.model_validate_json(content))
    except ValidationError as error:
        raise InvalidInput(explain(error)) from error
    return None
