"""What the Insights page is of."""

from datetime import UTC, date, datetime, timedelta
from typing import get_args

import streamlit as st

from components import services
from components.escape import visible
from components.state import insights, keys
from components.widgets.local_time import local_zone
from components.words.insights import ORIGIN_WORDS, verifier_words
from critique_core.metrics.insights import InsightFilter, ReviewOrigin, Step
from critique_core.metrics.observations import Observations
from critique_core.text.shortening import shortened

_ORIGINS: tuple[ReviewOrigin, ...] = get_args(ReviewOrigin)
_STEPS: tuple[Step, ...] = get_args(Step)
_DAYS_SHOWN_SINGLY = 31


def draw_filters(found: Observations) -> tuple[InsightFilter, Step]:
    """Draw the filters; returns what they let through, and whether to draw days or weeks."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="bottom"):
        first = st.date_input("From", value=None, key=keys.INSIGHTS_SINCE, width=170, persist_state="session")
        last = st.date_input("Up to", value=None, key=keys.INSIGHTS_UNTIL, width=170, persist_state="session")
        step = _draw_step(found, first, last)
        origins = st.pills(
            "Origin", _ORIGINS, selection_mode="multi", key=keys.INSIGHTS_ORIGINS, persist_state="session",
            format_func=ORIGIN_WORDS.__getitem__, help="All of them unless you choose.",
        )  # fmt: skip
        verifier = _draw_verifier(found)
        reviewer = st.selectbox(
            "Reviewer", sorted({name for item in found.items.values() for name in item.reviewers}), index=None,
            key=keys.INSIGHTS_REVIEWER, placeholder="anyone", width=200, persist_state="session",
            format_func=lambda name: visible(shortened(name, 60)),
            help="Reviews in which this person decided something, and this person's labels.",
        )  # fmt: skip
    wanted = InsightFilter(
        since=_midnight(first),
        until=_midnight(last and last + timedelta(days=1)),
        origins=tuple(origins),
        verifier=verifier,
        reviewer=reviewer,
    )
    return wanted, step


def clear_filters_button() -> None:
    """Draw the button that lets everything through again."""
    st.button("Clear the filters", key="clear_insights", on_click=insights.clear_filters)


def _draw_step(found: Observations, first: date | None, last: date | None) -> Step:
    """Days or weeks; weeks by themselves where there would be too many days."""
    dates = [run.at.astimezone(local_zone()).date() for run in (*found.runs[:1], *found.runs[-1:])]
    span = (last or dates[-1]) - (first or dates[0])
    chosen = st.segmented_control(
        "Points", _STEPS, default="week" if span.days > _DAYS_SHOWN_SINGLY else "day", key=keys.INSIGHTS_STEP,
        format_func={"day": "Days", "week": "Weeks"}.__getitem__, persist_state="session", required=True,
    )  # fmt: skip
    return "week" if chosen == "week" else "day"


def _draw_verifier(found: Observations) -> str | None:
    latest_first = dict.fromkeys(run.measures.verifier for run in reversed(found.runs) if run.measures.verifier)
    in_use = services.verifier_fingerprint()
    return st.selectbox(
        "Verifier", list(latest_first), index=None, key=keys.INSIGHTS_VERIFIER, placeholder="any", width=240,
        format_func=lambda name: visible(verifier_words(name, found.verifiers, in_use)), persist_state="session",
    )  # fmt: skip


def _midnight(day: date | None) -> datetime | None:
    if day is None:
        return None
    return datetime(day.year, day.month, day.day, tzinfo=local_zone()).astimezone(UTC)
