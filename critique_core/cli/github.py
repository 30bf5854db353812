"""What a check found, for GitHub Actions: annotations at the lines of the file, and a summary of the job."""

import os
from collections.abc import Iterator
from pathlib import Path

from critique_core.errors import InvalidInput
from critique_core.models import Critique, Status, VerifiedClaim
from critique_core.reports.looks import STATUS_STYLES
from critique_core.reports.words import counted, place
from critique_core.text.harmless import harmless
from critique_core.text.shortening import one_line, shortened

LEVELS: dict[Status, str] = {
    "unsupported": "error", "contradicted": "error", "partially_supported": "warning", "unverified": "warning",
}  # fmt: skip
"""How grave a status is; the others are not told."""
_SHOWN = 300
_SUMMARY = "GITHUB_STEP_SUMMARY"
# A workflow command ends at the end of its line, a property of it at a comma or at two colons.
_IN_A_MESSAGE = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_A_PROPERTY = {**_IN_A_MESSAGE, ":": "%3A", ",": "%2C"}
_IN_A_TABLE = {"&": "&amp;", "<": "&lt;", ">": "&gt;", **{mark: f"\\{mark}" for mark in "\\`*_{}[]()#!|~"}}


class GithubReport:
    """The annotations of one file, and the rows of its summary."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._rows: list[str] = []
        self._answers = 0
        self.lines = 0
        self.errors = 0

    def answer(self, line: int, critique: Critique) -> Iterator[str]:
        """The workflow commands for one answer, whose request is on that line."""
        self._answers += 1
        self.lines += 1
        for claim in critique.claims:
            level = LEVELS.get(claim.status)
            if level is not None:
                word = STATUS_STYLES[claim.status].word
                text = shortened(critique.request.draft[claim.start : claim.end], _SHOWN)
                yield self._annotation(level, line, f"{word}: {text}", why(critique, claim))

    def refused(self, line: int, reason: str) -> Iterator[str]:
        """The workflow command for a line that is no request."""
        self.lines += 1
        yield self._annotation("error", line, "this line cannot be checked", reason)

    def write_summary(self) -> None:
        """Add the summary to the job's, where there is a job. Raises ``InvalidInput`` where it cannot be written."""
        file = os.environ.get(_SUMMARY)
        if not file:
            return
        try:
            with Path(file).open("a", encoding="utf-8") as stream:
                stream.write(self._summary())
        except OSError as error:
            raise InvalidInput(f"{_SUMMARY} names {file}, which cannot be written: {error.strerror}") from error

    def _annotation(self, level: str, line: int, title: str, message: str) -> str:
        self.errors += level == "error"
        cells = (str(line), level, title, message)
        self._rows.append("| " + " | ".join(_escaped(one_line(cell), _IN_A_TABLE) for cell in cells) + " |")
        file, heading = _escaped(self._file, _IN_A_PROPERTY), _escaped(title, _IN_A_PROPERTY)
        return f"::{level} file={file},line={line},title={heading}::{_escaped(message, _IN_A_MESSAGE)}"

    def _summary(self) -> str:
        told = f"{counted(self._answers, 'answer')} checked, {counted(self.errors, 'error')}"
        head = f"### Claimlens: {_escaped(self._file, _IN_A_TABLE)}\n\n{told}\n"
        if not self._rows:
            return f"{head}\n"
        return "\n".join((head, "| line | level | claim | reason |", "|---|---|---|---|", *self._rows, "\n"))


def why(critique: Critique, claim: VerifiedClaim) -> str:
    """Why a claim has its status: the reason, and a line for each quote."""
    verdict = claim.verdict
    if verdict is None:
        return "it was not checked"
    known = {source.id: source for source in critique.request.sources}
    quotes = [
        f"{one.relation}: “{shortened(one.quote, _SHOWN)}” — {place(known.get(one.source_id), one.source_id)}"
        for one in verdict.evidence
    ]
    return "\n".join((verdict.failure or verdict.reasoning, *quotes))


def _escaped(text: str, marks: dict[str, str]) -> str:
    lines = "\n".join(harmless(line) for line in text.split("\n"))  # line breaks alone are ours
    return "".join(marks.get(character, character) for character in lines)
