"""Figures of use with their intervals, over time, and the records that weigh on them most.

Rates are of drafts, each by its last run in the stretch, exactly as ``usage.summarise`` counts them.
"""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime, timedelta, tzinfo
from statistics import NormalDist, fmean, stdev
from typing import Literal

from pydantic import AwareDatetime

from critique_core.metrics.accuracy import Interval, wilson
from critique_core.metrics.observations import Judgement, Observations, ObservedItem, ObservedRun
from critique_core.metrics.usage import StoredMeasures, UsageMetrics, summarise
from critique_core.models import Value

ENOUGH = 30
"""A figure from fewer observations is provisional: a rate's interval is then up to 0.35 wide or wider."""
_LEAST = 10
"""The normal approximation needs at least so many observations."""

ReviewOrigin = Literal["imported", "pasted", "example"]
Step = Literal["day", "week"]
FigureName = Literal[
    "critique_hallucination_rate",
    "critique_revision_rate",
    "critique_confidence_avg",
    "claims_per_draft",
    "latency_p50_ms",
    "latency_p90_ms",
    "latency_p99_ms",
    "crag_trigger_rate",
    "crag_success_rate",
    "reviewer_agreement",
]
WorstBy = Literal["confidence", "contradicted", "apart", "slow"]
_PERCENTILES: dict[FigureName, float] = {"latency_p50_ms": 0.5, "latency_p90_ms": 0.9, "latency_p99_ms": 0.99}


class InsightFilter(Value):
    """What to look at; what is left out does not narrow it.

    ``since`` is the first moment and ``until`` the first one after the span. ``verifier`` is a fingerprint.
    ``reviewer`` keeps to reviews in which that person decided something, and to that person's judgements.
    """

    since: AwareDatetime | None = None
    until: AwareDatetime | None = None
    origins: tuple[ReviewOrigin, ...] = ()
    verifier: str | None = None
    reviewer: str | None = None


class Figure(Value):
    """A figure from ``n`` observations with its 95 % interval; ``value`` is ``None`` when there is nothing to measure.

    ``interval`` is ``None`` where too few observations give none.
    """

    name: FigureName
    value: float | None
    n: int
    interval: Interval | None

    @property
    def provisional(self) -> bool:
        """Whether there are too few observations to rely on it."""
        return self.n < ENOUGH


class Point(Value):
    """The figures of one day or week, which begins on ``start``; those without an observation are left out."""

    start: date
    figures: dict[FigureName, Figure]


class Change(Value):
    """From ``at`` on runs had another verifier or profile than the last run before of which it is known."""

    what: Literal["verifier", "profile"]
    at: AwareDatetime
    before: str
    after: str


class Worst(Value):
    """A record among the worst: ``value`` is its confidence, contradicted claims, disputed claims or milliseconds.

    ``of`` is what a count is out of.
    """

    item_id: str
    number: int | None
    title: str
    value: float
    of: int | None = None


class Insights(Value):
    """All figures of what a filter lets through; ``usage`` holds the same ones as ``claimlens metrics``."""

    usage: UsageMetrics
    figures: dict[FigureName, Figure]
    points: tuple[Point, ...]
    changes: tuple[Change, ...]
    worst: dict[WorstBy, tuple[Worst, ...]]


def insights(
    observed: Observations,
    wanted: InsightFilter | None = None,
    *,
    zone: tzinfo,
    step: Step = "day",
    examples: Collection[str] = (),
    worst: int = 5,
) -> Insights:
    """Compute the figures. ``zone`` says when a day begins, ``examples`` are the fingerprints of their requests."""
    wanted = wanted or InsightFilter()
    kept = {key for key, item in observed.items.items() if _item_fits(item, wanted, examples)}
    runs = [run for run in observed.runs if run.measures.item_id in kept and _run_fits(run, wanted)]
    judged = [one for one in observed.judgements if one.item_id in kept and _judgement_fits(one, wanted)]
    measures = [run.measures for run in runs]
    usage = summarise(measures)
    return Insights(
        usage=usage,
        figures=_figures(usage, measures, judged),
        points=tuple(_points(runs, judged, zone, step)),
        changes=tuple(_changes(runs)),
        worst=_worst(measures, judged, observed.items, worst),
    )


def origin_of(item: ObservedItem, examples: Collection[str]) -> ReviewOrigin:
    """Where a review comes from."""
    if item.request_fingerprint in examples:
        return "example"
    return "imported" if item.imported else "pasted"


def _item_fits(item: ObservedItem, wanted: InsightFilter, examples: Collection[str]) -> bool:
    return (not wanted.origins or origin_of(item, examples) in wanted.origins) and (
        wanted.reviewer is None or wanted.reviewer in item.reviewers
    )


def _run_fits(run: ObservedRun, wanted: InsightFilter) -> bool:
    return _in_span(run.at, wanted) and wanted.verifier in (None, run.measures.verifier)


def _judgement_fits(one: Judgement, wanted: InsightFilter) -> bool:
    return (
        _in_span(one.at, wanted) and wanted.verifier in (None, one.verifier) and wanted.reviewer in (None, one.reviewer)
    )


def _in_span(at: datetime, wanted: InsightFilter) -> bool:
    return (wanted.since is None or at >= wanted.since) and (wanted.until is None or at < wanted.until)


# --- figures ------------------------------------------------------------------------------------------------------


def _figures(
    usage: UsageMetrics, measures: Sequence[StoredMeasures], judged: Sequence[Judgement]
) -> dict[FigureName, Figure]:
    drafts = tuple({one.item_id: one for one in measures}.values())
    checked = usage.drafts - usage.drafts_unchecked
    tried = sum(one.corrections is not None and one.corrections.attempts > 0 for one in measures)
    confidences = [one.confidence for one in drafts if one.confidence is not None]
    times = sorted(one.milliseconds for one in measures if one.milliseconds is not None)
    found = [
        _rate("critique_hallucination_rate", usage.critique_hallucination_rate, checked),
        _rate("critique_revision_rate", usage.critique_revision_rate, checked),
        _mean("critique_confidence_avg", usage.critique_confidence_avg, confidences, most=1.0),
        _mean("claims_per_draft", usage.claims_per_draft, [one.claims for one in drafts]),
        *(_percentile(name, times, share) for name, share in _PERCENTILES.items()),
        _rate("crag_trigger_rate", usage.crag_trigger_rate, usage.crag_drafts),
        _rate("crag_success_rate", usage.crag_success_rate, tried),
        _agreement(judged),
    ]
    return {figure.name: figure for figure in found}


def _rate(name: FigureName, value: float | None, n: int) -> Figure:
    return Figure(name=name, value=value, n=n, interval=None if value is None else wilson(round(value * n), n))


def _mean(name: FigureName, value: float | None, values: Sequence[float], most: float = math.inf) -> Figure:
    """A mean with the interval of the normal approximation, kept to what is possible.

    It has none where the values are too few for one, or for their being all alike to mean anything.
    """
    if value is None or len(values) < (_LEAST if len(set(values)) > 1 else ENOUGH):
        return Figure(name=name, value=value, n=len(values), interval=None)
    centre, reach = fmean(values), _z() * stdev(values) / math.sqrt(len(values))
    interval = Interval(max(0.0, centre - reach), min(most, centre + reach))
    return Figure(name=name, value=value, n=len(values), interval=interval)


def _percentile(name: FigureName, ordered: Sequence[float], share: float) -> Figure:
    """The least value that ``share`` of all do not exceed, and the order statistics around it (Conover 1999, 3.2)."""
    n = len(ordered)
    if not n:
        return Figure(name=name, value=None, n=0, interval=None)
    reach = _z() * math.sqrt(n * share * (1 - share))
    low, high = math.floor(n * share - reach), math.ceil(n * share + reach)
    inside = low >= 1 and high <= n
    interval = Interval(ordered[low - 1], ordered[high - 1]) if inside else None
    return Figure(name=name, value=ordered[max(math.ceil(n * share), 1) - 1], n=n, interval=interval)


def _agreement(judged: Sequence[Judgement]) -> Figure:
    """The share of judgements that give the verifier's status.

    Words on one draft are right or wrong together, so Wilson's interval is taken at the effective number of judgements
    (Korn and Graubard 1998): the number of independent ones that would vary as much.
    """
    n, agreed = len(judged), sum(one.agrees for one in judged)
    if not n:
        return Figure(name="reviewer_agreement", value=None, n=0, interval=None)
    share = agreed / n
    by_draft: dict[str, list[bool]] = {}
    for one in judged:
        by_draft.setdefault(one.item_id, []).append(one.agrees)
    counts = [(sum(words), len(words)) for words in by_draft.values()]
    effective = _effective(share, n, counts)
    return Figure(name="reviewer_agreement", value=share, n=n, interval=wilson(share * effective, effective))


def _effective(share: float, n: int, counts: Sequence[tuple[int, int]]) -> float:
    """How many independent judgements these are worth, from one for each draft to ``n``."""
    drafts = len(counts)
    if drafts < 2 or share in (0, 1):
        return drafts
    variance = sum((agreed - share * words) ** 2 for agreed, words in counts) * drafts / (drafts - 1) / n**2
    return min(max(share * (1 - share) / variance, 1.0), n) if variance else float(n)


def _z() -> float:
    return NormalDist().inv_cdf(0.975)


# --- over time ----------------------------------------------------------------------------------------------------


def _points(runs: Iterable[ObservedRun], judged: Iterable[Judgement], zone: tzinfo, step: Step) -> Iterable[Point]:
    measured: dict[date, list[StoredMeasures]] = {}
    words: dict[date, list[Judgement]] = {}
    for run in runs:
        measured.setdefault(span_start(run.at, zone, step), []).append(run.measures)
    for one in judged:
        words.setdefault(span_start(one.at, zone, step), []).append(one)
    for start in sorted({*measured, *words}):
        measures = measured.get(start, [])
        figures = _figures(summarise(measures), measures, words.get(start, []))
        yield Point(start=start, figures={name: one for name, one in figures.items() if one.value is not None})


def span_start(at: datetime, zone: tzinfo, step: Step) -> date:
    """The day that a moment falls in, or the Monday of its week."""
    day = at.astimezone(zone).date()
    return day - timedelta(days=day.weekday()) if step == "week" else day


def _changes(runs: Iterable[ObservedRun]) -> Iterable[Change]:
    last: dict[str, str] = {}
    for run in sorted(runs, key=lambda one: one.at):
        for what, now in (("verifier", run.measures.verifier), ("profile", run.measures.profile)):
            if now is not None and last.get(what, now) != now:
                yield Change.model_validate({"what": what, "at": run.at, "before": last[what], "after": now})
            if now is not None:
                last[what] = now


# --- the worst ----------------------------------------------------------------------------------------------------


def _worst(
    measures: Iterable[StoredMeasures], judged: Iterable[Judgement], items: dict[str, ObservedItem], most: int
) -> dict[WorstBy, tuple[Worst, ...]]:
    listed = list(measures)
    drafts = {one.item_id: one for one in listed}
    slowest: dict[str, float] = {}
    for one in listed:
        slowest[one.item_id] = max(slowest.get(one.item_id, 0.0), one.milliseconds or 0.0)
    disputed: dict[str, list[int]] = {}
    for one in judged:
        counts = disputed.setdefault(one.item_id, [0, 0])
        counts[0] += not one.agrees
        counts[1] += 1

    def ranked(found: Iterable[tuple[str, float, int | None]], key: Callable[[float], float]) -> tuple[Worst, ...]:
        # Equal ones by number, so that the same store always gives the same list.
        order = sorted(found, key=lambda one: (key(one[1]), items[one[0]].number or 0))[:most]
        return tuple(
            Worst(item_id=key, number=items[key].number, title=items[key].title, value=value, of=of)
            for key, value, of in order
        )

    def down(value: float) -> float:
        return -value

    return {
        "confidence": ranked(
            ((key, o.confidence, None) for key, o in drafts.items() if o.confidence is not None), float
        ),
        "contradicted": ranked(((key, o.contradicted, o.checked) for key, o in drafts.items() if o.contradicted), down),
        "apart": ranked(((key, wrong, n) for key, (wrong, n) in disputed.items() if wrong), down),
        "slow": ranked(((key, time, None) for key, time in slowest.items() if time), down),
    }
