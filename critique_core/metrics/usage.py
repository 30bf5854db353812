"""S0's metrics of a critique in use: what each run measured, and what all runs say together.

What cannot be measured is ``None``, left out of every mean and counted apart, never taken for 0.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from critique_core.models import ConfidenceReason, Corrections, Critique, Probability, Profile, Value


class RunMeasures(Value):
    """What one run measured, kept next to it.

    ``checked`` counts the claims a verdict was reached on. ``hallucination_score`` is their share that is unsupported
    or contradicted; ``milliseconds`` the time of the whole run, ``None`` when it was not timed; ``corrections`` what
    corrective retrieval did, ``None`` where it was not on. ``contradicted`` counts claims; ``verifier`` is its
    fingerprint and ``profile`` names the profile that decided, with its threshold where it was tuned.
    """

    claims: int
    checked: int
    hallucination_score: Probability | None
    needs_revision: bool
    revised: bool = False
    confidence: Probability | None
    confidence_reason: ConfidenceReason | None = None
    milliseconds: float | None = None
    corrections: Corrections | None = None
    contradicted: int = 0
    verifier: str | None = None
    profile: str | None = None


class StoredMeasures(RunMeasures):
    """A run's measures with the item it belongs to."""

    item_id: str


class UsageMetrics(Value):
    """S0's five metrics and S4's two of correction, by their names, over ``drafts`` drafts and their ``runs``.

    ``critique_hallucination_rate`` is the share of checked drafts with a hallucination, ``critique_revision_rate``
    the share of them that needed a revision (had an issue left to show), ``claims_per_draft`` and
    ``critique_confidence_avg`` are means over drafts, each by its last run; ``critique_latency_ms`` is the mean over
    all timed runs. ``drafts_unchecked`` had no claim that a verdict was reached on; ``without_confidence`` counts the
    drafts without a confidence by their reason; ``revised`` those that a revision was kept for.

    ``crag_trigger_rate`` is the share of the ``crag_drafts`` that came through corrective retrieval with at least one
    attempt, ``crag_success_rate`` the share of those whose confidence rose.
    """

    drafts: int
    runs: int
    critique_hallucination_rate: Probability | None
    critique_revision_rate: Probability | None
    critique_latency_ms: float | None
    critique_confidence_avg: Probability | None
    claims_per_draft: float | None
    drafts_unchecked: int
    revised: int
    runs_untimed: int
    without_confidence: dict[str, int]
    crag_drafts: int
    crag_trigger_rate: Probability | None
    crag_success_rate: Probability | None


def measure(critique: Critique) -> RunMeasures:
    """What the run that made this critique measured."""
    run = critique.metadata.run
    return RunMeasures(
        claims=len(critique.claims),
        checked=critique.metadata.facts_checked,
        hallucination_score=critique.scores.hallucination_score,
        needs_revision=critique.needs_revision,
        revised=critique.revised_draft is not None,
        confidence=critique.confidence,
        confidence_reason=critique.confidence_reason,
        milliseconds=run.milliseconds if run.stages else None,
        corrections=run.corrections,
        contradicted=sum(claim.status == "contradicted" for claim in critique.claims),
        verifier=critique.verifier.fingerprint,
        profile=profile_label(critique.profile),
    )


def profile_label(profile: Profile | None) -> str | None:
    """Name a profile; a tuned one with its threshold, because a later one may have the same name."""
    if profile is None or profile.verifier_fingerprint is None:
        return profile and profile.name
    return f"{profile.name}, {profile.support_threshold:.2f}"


def summarise(runs: Sequence[StoredMeasures]) -> UsageMetrics:
    """Add up the runs, given oldest first."""
    drafts = tuple({run.item_id: run for run in runs}.values())
    checked = [draft for draft in drafts if draft.hallucination_score is not None]
    unsure = Counter(draft.confidence_reason or "unknown" for draft in drafts if draft.confidence is None)
    corrected = [corrections for run in runs if (corrections := run.corrections) is not None]
    times = [run.milliseconds for run in runs if run.milliseconds is not None]
    return UsageMetrics(
        drafts=len(drafts),
        runs=len(runs),
        critique_hallucination_rate=_mean((draft.hallucination_score or 0) > 0 for draft in checked),
        critique_revision_rate=_mean(draft.needs_revision for draft in checked),
        critique_latency_ms=_mean(times, places=1),
        critique_confidence_avg=_mean(draft.confidence for draft in drafts if draft.confidence is not None),
        claims_per_draft=_mean((draft.claims for draft in drafts), places=2),
        drafts_unchecked=len(drafts) - len(checked),
        revised=sum(draft.revised for draft in drafts),
        runs_untimed=len(runs) - len(times),
        without_confidence=dict(sorted(unsure.items())),
        crag_drafts=len(corrected),
        crag_trigger_rate=_mean(one.attempts > 0 for one in corrected),
        crag_success_rate=_mean(one.helped for one in corrected if one.attempts),
    )


def _mean(values: Iterable[float], *, places: int = 4) -> float | None:
    known = list(values)
    return round(sum(known) / len(known), places) if known else None
