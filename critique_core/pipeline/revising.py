"""Corrected drafts: changes are proposed, the changed text is checked again, and a change that helps is kept."""

from dataclasses import replace

from critique_core import revision
from critique_core.models import Critique, CritiqueRequest, Hunk, Revision
from critique_core.pipeline.checking import STAGES, check
from critique_core.pipeline.deciding import identified
from critique_core.pipeline.stages import Parts, Stages
from critique_core.revision.keep import Tried, attempt
from critique_core.runs.progress import Timer


def changes(critique: Critique, stages: Stages) -> tuple[Hunk, ...]:
    """What the reviser would change in the draft of a critique."""
    return stages.revision(critique.request, critique.claims, critique.issues, critique.citations, critique.findings)


def revised(first: Critique, parts: Parts, timer: Timer, limit: int) -> Critique:
    """The critique with the history of at most ``limit`` corrections; each starts from the last text kept."""
    current, history = first, list[Revision]()
    for number in range(1, limit + 1):
        hunks = changes(current, parts.stages)
        if revision.apply(current.request.draft, hunks) == current.request.draft:
            break

        def run(text: str, nth: int, number: int = number) -> Critique:
            gate = parts.gate.model_copy(update={"attempts_used": parts.gate.attempts_used + number})
            # Each further check of an attempt takes half of what is left of its progress.
            within = timer.inside("revision", number * 2**nth - 1, limit * 2**nth, STAGES)
            return check(redrafted(first.request, text), replace(parts, gate=gate), within, first)

        done = attempt(current, hunks, run)
        history += [_entry(number, current, one) for one in done.tried]
        current = done.critique
        if not done.tried[0].kept:
            break
    ran = tuple(dict.fromkeys((*first.findings.ran, "revision")))
    notes = tuple(note for note in timer.book.notes if note not in first.findings.notes)
    by_model = tuple(dict.fromkeys((*first.findings.by_model, *timer.book.by_model)))
    findings = first.findings.model_copy(
        update={"ran": ran, "notes": (*first.findings.notes, *notes), "by_model": by_model}
    )
    return identified(first.model_copy(update={
        "revisions": tuple(history), "revised_draft": None if current is first else current.request.draft,
        "findings": findings, "skipped": (*first.skipped, *notes),
    }))  # fmt: skip


def redrafted(request: CritiqueRequest, draft: str) -> CritiqueRequest:
    """The request with another draft, which is checked and not revised."""
    options = request.options.model_copy(update={"auto_revise": False})
    return request.model_copy(update={"draft": draft, "options": options})


def _entry(number: int, begun: Critique, tried: Tried) -> Revision:
    after = tried.after
    return Revision(
        attempt=number,
        text=after.request.draft,
        hunks=tried.hunks,
        kept=tried.kept,
        reason=tried.reason,
        confidence_before=begun.confidence,
        confidence_after=after.confidence,
        claims=after.claims,
        issues=after.issues,
        is_valid=after.is_valid,
        recommendation=after.recommendation,
    )
