"""Figures of use in words: their names, how each is computed, how sure it is. No Streamlit."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from components.words.terms import SETTINGS_PROFILE
from critique_core.metrics.insights import (
    ENOUGH,
    Change,
    Figure,
    FigureName,
    InsightFilter,
    ReviewOrigin,
    Worst,
    WorstBy,
)
from critique_core.models import Profile
from critique_core.reports.words import duration_words
from critique_core.text.shortening import shortened

FIGURE_WORDS: dict[FigureName, str] = {
    "critique_hallucination_rate": "Hallucination rate",
    "critique_revision_rate": "Revision rate",
    "critique_confidence_avg": "Mean confidence",
    "claims_per_draft": "Claims per draft",
    "latency_p50_ms": "Latency p50",
    "latency_p90_ms": "Latency p90",
    "latency_p99_ms": "Latency p99",
    "reviewer_agreement": "Reviewers and verifier agree",
    "crag_trigger_rate": "Sources corrected",
    "crag_success_rate": "Correction helped",
}
HOW_COMPUTED: dict[FigureName, str] = {
    "critique_hallucination_rate": "Share of checked drafts with an unsupported or contradicted claim, each "
    "by its last run. Interval: Wilson, 95 %.",
    "critique_revision_rate": "Share of checked drafts with an issue left to show, each by its last run. Interval: "
    "Wilson, 95 %.",
    "critique_confidence_avg": "Mean confidence of drafts that have one, each by its last run. Interval: normal "
    "approximation, 95 %.",
    "claims_per_draft": "Mean number of claims of a draft, each by its last run. Interval: normal approximation, 95 %.",
    "latency_p50_ms": "Half of all timed runs took no longer than this. Interval: order statistics, 95 %.",
    "latency_p90_ms": "90 % of all timed runs took no longer than this. Interval: order statistics, 95 %.",
    "latency_p99_ms": "99 % of all timed runs took no longer than this. Interval: order statistics, 95 %; none below "
    "about 400 runs.",
    "reviewer_agreement": "Share of reviewers' labels that give the status the verifier gave; a reviewer's last word "
    "on each claim, on imported answers once submitted. “Wrong” counts too; what was called right with the rest does "
    "not. Interval: Wilson, 95 %, widened because those on one draft are "
    "not independent.",
    "crag_trigger_rate": "Share of answers checked with corrective retrieval that were tried again with other "
    "sources. Interval: Wilson, 95 %.",
    "crag_success_rate": "Share of the answers tried again whose confidence rose. Interval: Wilson, 95 %.",
}
ORIGIN_WORDS: dict[ReviewOrigin, str] = {"imported": "Imported", "pasted": "Pasted", "example": "Examples"}
WORST_WORDS: dict[WorstBy, str] = {
    "confidence": "Lowest confidence",
    "contradicted": "Most contradicted",
    "apart": "Reviewers disagree",
    "slow": "Slowest",
}
_SHARES = frozenset({
    "critique_hallucination_rate", "critique_revision_rate", "critique_confidence_avg", "reviewer_agreement",
    "crag_trigger_rate", "crag_success_rate",
})  # fmt: skip


def is_share(name: FigureName) -> bool:
    """Whether the figure lies between 0 and 1."""
    return name in _SHARES


def number_words(name: FigureName, value: float) -> str:
    """A figure with its unit."""
    if is_share(name):
        return f"{value:.1%}"
    return duration_words(value) if name.startswith("latency") else f"{value:.2f}"


def value_words(figure: Figure) -> str:
    """The figure, or that there is none."""
    return "none" if figure.value is None else number_words(figure.name, figure.value)


def interval_words(figure: Figure) -> str:
    """Where the figure lies."""
    if figure.interval is None:
        return "too few for an interval" if figure.n else "no interval"
    return " to ".join(number_words(figure.name, end) for end in figure.interval)


def doubt_words(figure: Figure) -> str:
    """What a figure was measured on, and whether that is enough."""
    return f"provisional, n = {figure.n:,}" if figure.provisional else f"n = {figure.n:,}"


def change_words(changes: Sequence[Change]) -> str:
    """What changed, as one label."""
    kinds = sorted({change.what for change in changes}, reverse=True)  # verifier, profile
    return f"{' and '.join(kinds)} changed"


def switches(changes: Sequence[Change], names: Mapping[str, str]) -> list[str]:
    """Each change as from what to what, verifiers by their ``names``. Repeated ones once, with their number."""
    told = sorted(
        f"{one.what.capitalize()}: {_named(one, one.before, names)} → {_named(one, one.after, names)}"
        for one in changes
    )
    counts = [(text, len(list(same))) for text, same in groupby(told)]
    return [text if count == 1 else f"{text} ({count} times)" for text, count in counts]


def worst_words(by: WorstBy, one: Worst) -> str:
    """What makes a record one of the worst."""
    if by == "confidence":
        return f"confidence {one.value:.0%}"
    if by == "slow":
        return duration_words(one.value)
    if by == "contradicted":
        return f"{one.value:.0f} of {one.of} checked claims contradicted"
    return f"{one.value:.0f} of {one.of} labels differ from the verifier's"


def verifier_words(fingerprint: str, names: Mapping[str, str], in_use: str | None = None) -> str:
    """A verifier by its name of ``names``, with the beginning of its fingerprint where another has the same."""
    name = names.get(fingerprint, "unknown")
    alike = sum(one == name for one in names.values()) > 1 or fingerprint not in names
    told = [fingerprint[:8]] * alike + ["in use"] * (fingerprint == in_use)
    return f"{shortened(name, 60)} ({', '.join(told)})" if told else shortened(name, 60)


def nothing_fits_words(wanted: InsightFilter) -> str:
    """What to do where the filters let nothing through."""
    if wanted.since is not None and wanted.until is not None and wanted.since >= wanted.until:
        return "“From” is after “Up to”: no day lies between them."
    return "Choose a longer span, or let everything through."


def enough_words() -> str:
    """What the hollow points of a chart are."""
    return f"Bars: 95 % intervals. Hollow points: provisional, fewer than {ENOUGH} observations."


def _named(change: Change, name: str, names: Mapping[str, str]) -> str:
    if change.what == "verifier":
        return verifier_words(name, names)
    return SETTINGS_PROFILE if name == Profile().name else shortened(name, 40)
