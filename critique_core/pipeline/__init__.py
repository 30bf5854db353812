"""The order of the stages: a request becomes a critique here and nowhere else.

    check     claims, evidence, verdicts, citations, other checks      pipeline/checking.py
    decide    statuses, issues, scores, recommendation                 pipeline/deciding.py
    revise    corrected drafts, each checked and decided again         pipeline/revising.py

What needs a verifier comes first and is kept in the critique; ``redecide`` starts from there.
"""

from collections.abc import Sequence

from critique_core import revision
from critique_core.models import Critique, CritiqueOptions, CritiqueRequest, Gate, Hunk, Profile
from critique_core.pipeline import revising
from critique_core.pipeline.checking import STAGES, check
from critique_core.pipeline.deciding import Judged, decide, id_of, identified, wanted
from critique_core.pipeline.stages import RULES, Parts, Stages, fitting
from critique_core.runs.progress import Progress, Timer
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.run import CLAIMS_AT_ONCE

__all__ = [
    "CLAIMS_AT_ONCE",
    "RULES",
    "STAGES",
    "Parts",
    "Progress",
    "Stages",
    "critique",
    "id_of",
    "not_run",
    "proposed",
    "redecide",
    "revise",
    "with_hunks",
]


def critique(
    request: CritiqueRequest,
    *,
    verifier: Verifier | None = None,
    profile: Profile | None = None,
    gate: Gate | None = None,
    stages: Stages | None = None,
    before: Critique | None = None,
    progress: Progress | None = None,
) -> Critique:
    """Check the draft of ``request`` against its sources; the embedded verifier is the default.

    ``progress`` is called with a name of ``STAGES`` and the fraction of that stage done, 0.0 when it begins and 1.0
    when it ends, in between too where a stage takes long; an error that it raises ends the run and reaches the caller.
    While a model works it is called with the same values again and again, from another thread. A verifier that cannot
    be used leaves claims unverified. With ``auto_revise`` the draft is corrected as ``revise`` does. ``stages`` does
    the other stages, by rules unless a model takes a place; ``findings.by_model`` names those that a model did, and
    ``skipped`` those it could not. Claims that stand in the draft of ``before`` too, beside the
    same sources, keep their verdicts. Raises ``SettingsError`` when ``profile`` was tuned for another verifier.
    """
    parts, timer = Parts.of(verifier, profile, gate, stages), Timer(progress)
    result = check(request, parts, timer, before)
    with timer.stage("revision"):
        if request.options.auto_revise:
            result = revising.revised(result, parts, timer, request.options.max_revisions)
    return _timed(result, timer)


def redecide(
    critique: Critique,
    *,
    profile: Profile | None = None,
    options: CritiqueOptions | None = None,
    gate: Gate | None = None,
) -> Critique:
    """Decide again from the stored verdicts and findings, under another profile or other options, without verifying.

    Values not given stay as they were. A check that did not run then does not run now: ``not_run`` names it, and
    ``skipped`` says so. Revisions stay as they were made. Raises ``SettingsError`` when ``profile`` was tuned for
    another verifier.
    """
    profile = fitting(profile or critique.profile or Profile(), critique.verifier)
    decided = decide(Judged.of(critique, options), profile, gate or Gate())
    return identified(
        decided.model_copy(update={"revisions": critique.revisions, "revised_draft": critique.revised_draft})
    )


def not_run(critique: Critique, options: CritiqueOptions) -> tuple[str, ...]:
    """The checks that ``options`` ask for and only a new critique can do, by the names of ``Findings.ran``."""
    request = critique.request.model_copy(update={"options": options})
    return tuple(name for name in wanted(request, abstained=critique.abstained) if name not in critique.findings.ran)


def revise(
    critique: Critique,
    *,
    max_revisions: int | None = None,
    verifier: Verifier | None = None,
    gate: Gate | None = None,
    stages: Stages | None = None,
    progress: Progress | None = None,
) -> Critique:
    """Correct the draft of a critique, at most ``max_revisions`` times (the request's, but at least once).

    Each attempt is verified again and kept only if ``revision.better`` says so. Of a refused attempt, those of its
    changes are kept that help, as a second entry under the attempt's number; then the loop ends, since the same text
    would be corrected the same way again. The history is in ``revisions``, the last kept text in ``revised_draft``;
    the rest of the critique is still about the draft. Raises ``SettingsError`` when the critique's profile was tuned
    for another verifier.
    """
    parts, timer = Parts.of(verifier, critique.profile, gate, stages), Timer(progress)
    limit = max(1, critique.request.options.max_revisions) if max_revisions is None else max_revisions
    with timer.stage("revision"):
        return revising.revised(critique, parts, timer, limit)


def proposed(critique: Critique, stages: Stages = RULES) -> tuple[Hunk, ...]:
    """The changes that the reviser would make to the draft, in order, none overlapping; nothing is verified."""
    return revising.changes(critique, stages)


def with_hunks(
    critique: Critique,
    hunks: Sequence[Hunk],
    *,
    verifier: Verifier | None = None,
    gate: Gate | None = None,
    stages: Stages | None = None,
    progress: Progress | None = None,
) -> Critique:
    """The critique of the draft with ``hunks`` made, of ``proposed`` or of the first revision.

    What they change is verified; the other claims keep their verdicts.
    ``revision.better`` says from the measures of both whether the change helps. Raises ``InvalidInput`` when two
    hunks overlap, and ``SettingsError`` as ``critique`` does.
    """
    parts, timer = Parts.of(verifier, critique.profile, gate, stages), Timer(progress)
    request = revising.redrafted(critique.request, revision.apply(critique.request.draft, hunks))
    return _timed(check(request, parts, timer, critique), timer)


def _timed(critique: Critique, timer: Timer) -> Critique:
    metadata = critique.metadata.model_copy(update={"run": timer.run()})
    return critique.model_copy(update={"metadata": metadata})
