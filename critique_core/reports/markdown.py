"""The report as Markdown with the facts of the HTML file; texts from outside are escaped or fenced."""

import re
from collections.abc import Iterator

from critique_core.reports.changes import HunkText, reading
from critique_core.reports.content import (
    PROPOSAL,
    Report,
    ReportedClaim,
    ReportedIssues,
    change_words,
    decision_words,
    note_of,
    signed,
)
from critique_core.reports.words import place
from critique_core.text.harmless import visible
from critique_core.text.shortening import one_line

# What makes a mark, an entity, a mention, a short code, or an address that is turned into a link.
_MARKS = re.compile(r"[!#$&*<>@\[\\\]_`|~]|:(?=[a-z+/])|(?<=www)\.|\A[-+=]", re.IGNORECASE)
_NUMBERED = re.compile(r"\A(\d{1,9})([.)])")
_BACKTICKS = re.compile(r"`+")


def markdown_report(told: Report) -> str:
    """The whole file. What could be read as a mark, a link or an address is escaped; longer texts are fenced."""
    return "\n\n".join((
        f"# Review: {_safe(told.title)}",
        *(f"**{_safe(words)}**" for _, words in told.verdicts),
        _rows(told.summary),
        *_texts(told),
        *_section("Corrected answer", [_fenced(told.corrected)] if told.corrected else []),
        *_section("Claims", [_claim(claim) for claim in told.claims]),
        *_section("Issues", [_issue(issue) for issue in told.issues]),
        *_section("Proposed changes", list(_changes(told))),
        *_section("Decisions", list(_decisions(told))),
        *_section("Sources", list(_sources(told))),
        *_section("Provenance", [_rows(told.provenance)]),
    )) + "\n"  # fmt: skip


def _safe(text: str) -> str:
    """One line of Markdown that reads as the text."""
    return _NUMBERED.sub(r"\1\\\2", _MARKS.sub(r"\\\g<0>", one_line(visible(text))))


def _fenced(text: str) -> str:
    """A block that shows the text as it is, behind a fence that it does not hold."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{visible(text)}\n{fence}"


def _section(title: str, parts: list[str]) -> Iterator[str]:
    if parts:
        yield f"## {title}"
        yield from parts


def _rows(rows: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(f"- {_safe(name)}: {_safe(value)}" for name, value in rows)


def _texts(told: Report) -> Iterator[str]:
    if told.question.strip():
        yield from _section("Question", [_fenced(told.question)])
    yield from _section("Draft", [_fenced(told.critique.request.draft)])


def _claim(claim: ReportedClaim) -> str:
    review = claim.review
    parts = [f"### Claim {claim.number} · {_safe(claim.status)}", f"> {_safe(claim.text)}"]
    for word in claim.words:
        note = note_of(word)
        parts.append(
            f"**Reviewer:** {_safe(decision_words(word))}, {_safe(signed(word))}" + (f": {_safe(note)}" if note else "")
        )
    if claim.machine:
        parts.append(f"Machine: {_safe(claim.machine)}")
    if review.edited_text:
        parts.append(f"**Reworded:** {_safe(review.edited_text)}")
    parts += [f"**Note:** {_safe(note_of(note))} ({_safe(signed(note))})" for note in review.notes]
    if claim.reason:
        parts.append(_safe(claim.reason))
    for quote in claim.quotes:
        span = f" (source {quote.source}, characters {quote.evidence.start} to {quote.evidence.end})"
        where = _safe(quote.heading) + (span if quote.source is not None else "")
        parts.append(f"- {where}: “{_safe(quote.evidence.quote)}”")
    return "\n\n".join(parts)


def _issue(issue: ReportedIssues) -> str:
    about = f"claim {issue.claim}" if issue.claim else "the answer"
    advice = "".join(f" *Suggestion:* {_safe(one)}" for one in issue.suggestions)
    return f"- **{_safe(issue.heading)}**, {about}: {_safe(' '.join(issue.statements))}{advice}"


def _changes(told: Report) -> Iterator[str]:
    draft = told.critique.request.draft
    for change in told.changes:
        what = _changed(reading(draft, change.hunk, longest=None))
        yield f"{change.number}. {what}: {_safe(change.hunk.reason)} ({_safe(change_words(change))})"
    if told.proposal:
        yield f"{PROPOSAL}:"
        yield _fenced(told.proposal)


def _decisions(told: Report) -> Iterator[str]:
    if told.no_events:
        yield told.no_events
    for event in told.events:
        about = f", claim {event.claim}" if event.claim else ""
        note = f": {_safe(event.note)}" if event.note else ""
        yield f"- {_safe(event.when)}, {_safe(event.who)}: {_safe(event.what)}{about}{note}"


def _sources(told: Report) -> Iterator[str]:
    for number, source in enumerate(told.critique.request.sources, 1):
        about = [f"id {source.id}", source.type, source.path if source.path != source.name else None, source.url]
        if source.published:
            about.append(f"published {source.published}")
        yield f"### Source {number}: {_safe(place(source, source.id))}"
        yield _safe(" · ".join(part for part in about if part))
        yield _fenced(source.content)


def _changed(text: HunkText) -> str:
    """What a change does, in words; what is only added is named with the words before it, or else after it."""
    removed, inserted = _safe(text.removed.strip()), _safe(text.inserted.strip())
    if not inserted:
        return f"Leave out “{removed}”"
    if removed:
        return f"“{removed}” becomes “{inserted}”"
    place = f"after “{_safe(text.before.strip())}”" if text.before.strip() else f"before “{_safe(text.after.strip())}”"
    return f"Add “{inserted}” {place}"
