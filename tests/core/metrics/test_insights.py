"""Figures of use with intervals and over time, against small stores worked out by hand."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.metrics.accuracy import wilson
from critique_core.metrics.insights import Figure, InsightFilter, Insights, insights
from critique_core.metrics.observations import Judgement, Observations, ObservedItem, ObservedRun
from critique_core.metrics.usage import StoredMeasures, summarise
from tests.makers.rows import each_of

MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
CHANGED = {"verifier": "two", "profile": "strict, 0.70"}


def run(item: str, day: int, score: float | None = 0.0, **fields) -> ObservedRun:
    known = {
        "item_id": item, "claims": 4, "checked": 4, "hallucination_score": score, "needs_revision": bool(score),
        "confidence": 0.9, "milliseconds": 100.0, "verifier": "one", "profile": "default",
    }  # fmt: skip
    return ObservedRun(MONDAY + timedelta(days=day), StoredMeasures.model_validate(known | fields))


def word(item: str, day: int, agrees: bool, reviewer: str = "Ada", verifier: str = "one") -> Judgement:
    return Judgement(MONDAY + timedelta(days=day), item, reviewer, agrees, verifier)


def observed(*runs: ObservedRun, words: tuple[Judgement, ...] = (), imported: str = "") -> Observations:
    ids = dict.fromkeys(one.measures.item_id for one in runs)
    items = {
        key: ObservedItem(
            key, number, f"Review {key}", f"print-{key}", key in imported,
            frozenset(one.reviewer for one in words if one.item_id == key),
        )
        for number, key in enumerate(ids, 1)
    }  # fmt: skip
    return Observations(runs, words, items, {})


# a: wrong at first, right when run again; b and d wrong; c without anything checked.
SMALL = observed(
    run("a", 0, 0.5, confidence=0.4, milliseconds=900.0, contradicted=1),
    run("b", 0, 0.25, confidence=0.6, milliseconds=200.0, contradicted=1),
    run("c", 1, None, checked=0, claims=1, confidence=None, confidence_reason="abstained", milliseconds=None),
    run("a", 7, 0.0, confidence=0.8, milliseconds=300.0, **CHANGED),
    run("d", 8, 1.0, confidence=0.2, milliseconds=400.0, contradicted=3, **CHANGED),
    words=(
        word("a", 0, True), word("a", 0, False), word("b", 0, False), word("b", 1, False),
        word("d", 8, True, "Bob", "two"),
    ),
    imported="b",
)  # fmt: skip


def small(wanted: InsightFilter | None = None, **options) -> Insights:
    return insights(SMALL, wanted, zone=options.pop("zone", UTC), examples={"print-a"}, **options)


def test_each_figure_says_what_it_was_measured_on():
    found = small().figures
    assert {name: (one.value, one.n) for name, one in found.items()} == {
        "critique_hallucination_rate": (0.6667, 3),
        "critique_revision_rate": (0.6667, 3),
        "critique_confidence_avg": (0.5333, 3),
        "claims_per_draft": (3.25, 4),
        "latency_p50_ms": (300, 4),
        "latency_p90_ms": (900, 4),
        "latency_p99_ms": (900, 4),
        "crag_trigger_rate": (None, 0),
        "crag_success_rate": (None, 0),
        "reviewer_agreement": (0.4, 5),
    }
    assert all(one.provisional for one in found.values())


def test_rates_have_wilsons_interval():
    found = small().figures["critique_hallucination_rate"]
    assert found.interval == wilson(2, 3)
    assert found.interval.low == pytest.approx(0.2077, abs=1e-4)


def test_means_have_an_interval_around_them_within_what_is_possible():
    low, high = mean_of(*[0.2, 0.6, 0.8] * 4).interval
    # standard deviation 0.2605, of their mean 0.0752
    assert (low, high) == (pytest.approx(0.5333 - 0.1474, abs=1e-3), pytest.approx(0.5333 + 0.1474, abs=1e-3))
    assert mean_of(*[1.0] * 9, 0.6).interval.high == 1


def test_too_few_drafts_or_a_few_that_are_alike_give_a_mean_no_interval():
    assert mean_of(0.5, 0.6).interval is None
    assert mean_of(*[0.6] * 29).interval is None
    assert mean_of(*[0.6] * 30).interval == (pytest.approx(0.6), pytest.approx(0.6))


def mean_of(*confidences: float) -> Figure:
    found = insights(observed(*(run(str(n), 0, confidence=one) for n, one in enumerate(confidences))), zone=UTC)
    return found.figures["critique_confidence_avg"]


def test_latency_percentiles_lie_between_order_statistics():
    hundred = insights(observed(*(run(str(n), 0, milliseconds=float(n)) for n in range(1, 101))), zone=UTC).figures
    assert [hundred[name].value for name in ("latency_p50_ms", "latency_p90_ms", "latency_p99_ms")] == [50, 90, 99]
    assert hundred["latency_p50_ms"].interval == (40, 60)  # 50 ± 1.96 · 5, outwards
    assert hundred["latency_p90_ms"].interval == (84, 96)
    assert hundred["latency_p99_ms"].interval is None  # the upper end would be the 101st of 100


def test_words_on_one_draft_count_as_fewer_than_as_many_on_many():
    spread = observed(*(run(f"{n}", 0) for n in range(40)), words=tuple(word(f"{n}", 0, n % 2 == 0) for n in range(40)))
    lumped = observed(
        *(run(f"{n}", 0) for n in range(4)),
        words=tuple(word(f"{n % 4}", 0, n % 4 < 2) for n in range(40)),
    )
    wide, narrow = (insights(one, zone=UTC).figures["reviewer_agreement"] for one in (lumped, spread))
    assert (wide.value, wide.n) == (narrow.value, narrow.n) == (0.5, 40)
    assert narrow.interval.high - narrow.interval.low == pytest.approx(0.3, abs=0.03)
    assert wide.interval.high - wide.interval.low > 0.6


def test_how_often_better_sources_were_tried_and_helped():
    helped = {"attempts": 1, "confidence_before": 0.4, "confidence_after": 0.8}
    failed = {"attempts": 2, "confidence_before": 0.4, "confidence_after": 0.4}
    corrected = [run("a", 0, corrections=helped), run("b", 0, corrections=failed),
                 run("c", 0, corrections={"attempts": 0}), run("d", 0)]  # fmt: skip
    found = insights(observed(*corrected), zone=UTC).figures
    assert (found["crag_trigger_rate"].value, found["crag_trigger_rate"].n) == (0.6667, 3)
    assert (found["crag_success_rate"].value, found["crag_success_rate"].n) == (0.5, 2)


def test_a_draft_counts_in_each_week_that_it_was_run_in():
    first, second = small(step="week").points
    assert (first.start, second.start) == (date(2026, 3, 2), date(2026, 3, 9))
    rates = [point.figures["critique_hallucination_rate"] for point in (first, second)]
    assert [(one.value, one.n) for one in rates] == [(1.0, 2), (0.5, 2)]
    assert [point.figures["reviewer_agreement"].n for point in (first, second)] == [4, 1]


def test_days_without_a_run_or_a_figure_are_left_out():
    days = small().points
    assert [point.start.day for point in days] == [2, 3, 9, 10]
    assert "critique_hallucination_rate" not in days[1].figures
    assert days[1].figures["reviewer_agreement"].n == 1


def test_a_day_begins_at_the_readers_midnight():
    assert [point.start.day for point in small(zone=ZoneInfo("Pacific/Auckland")).points] == [3, 4, 10, 11]


def test_another_verifier_and_another_profile_are_told_once():
    assert [(one.what, one.at.day, one.before, one.after) for one in small().changes] == [
        ("verifier", 9, "one", "two"),
        ("profile", 9, "default", "strict, 0.70"),
    ]


@each_of(
    ("wanted", "drafts", "words"),
    [
        (InsightFilter(origins=("example",)), 1, 2),
        (InsightFilter(origins=("imported",)), 1, 2),
        (InsightFilter(origins=("pasted",)), 2, 1),
        (InsightFilter(origins=("pasted", "imported")), 3, 3),
        (InsightFilter(verifier="two"), 2, 1),
        (InsightFilter(reviewer="Bob"), 1, 1),
        (InsightFilter(since=MONDAY + timedelta(days=7)), 2, 1),
        (InsightFilter(until=MONDAY + timedelta(days=1)), 2, 3),
    ],
)
def test_filters_narrow_drafts_and_judgements(wanted: InsightFilter, drafts: int, words: int):
    found = small(wanted)
    assert (found.usage.drafts, found.figures["reviewer_agreement"].n) == (drafts, words)


def test_the_worst_records_come_first():
    found = small().worst
    assert [(one.item_id, one.value) for one in found["confidence"]] == [("d", 0.2), ("b", 0.6), ("a", 0.8)]
    assert [(one.item_id, one.value, one.of) for one in found["contradicted"]] == [("d", 3, 4), ("b", 1, 4)]
    assert [(one.item_id, one.value, one.of) for one in found["apart"]] == [("b", 2, 2), ("a", 1, 2)]
    assert [(one.item_id, one.value) for one in found["slow"]] == [("a", 900), ("d", 400), ("b", 200)]
    assert [one.item_id for one in small(worst=1).worst["slow"]] == ["a"]


def test_an_empty_store_has_no_figure():
    found = insights(Observations((), (), {}, {}), zone=UTC)
    assert {one.value for one in found.figures.values()} == {None}
    assert (found.points, found.changes) == ((), ())
    assert set(found.worst.values()) == {()}


def test_the_figures_are_those_of_the_command():
    usage = small().usage
    assert usage == summarise([one.measures for one in SMALL.runs])
    for name, one in small().figures.items():
        if hasattr(usage, name):
            assert one.value == getattr(usage, name)


@given(
    wrong=st.integers(0, 3),
    days=st.integers(1, 9),
    step=st.sampled_from(["day", "week"]),
)
def test_a_constant_rate_is_the_same_in_every_stretch_and_as_a_whole(wrong: int, days: int, step):
    runs = [run(f"{day}-{n}", day, 0.5 if n < wrong else 0.0) for day in range(days) for n in range(3)]
    found = insights(observed(*runs), zone=UTC, step=step)
    rates = [point.figures["critique_hallucination_rate"] for point in found.points]
    whole = found.figures["critique_hallucination_rate"]
    assert {one.value for one in [*rates, whole]} == {round(wrong / 3, 4)}
    assert sum(one.n for one in rates) == whole.n
    assert all(one.interval.low - 1e-4 <= whole.value <= one.interval.high + 1e-4 for one in rates)
    assert found.changes == ()
