"""What to look for in the history."""

from datetime import UTC, date, datetime, timedelta

import streamlit as st

from components.escape import visible
from components.state import history, keys
from components.widgets.local_time import local_zone
from components.words.review import WORST_FIRST, status_words
from critique_core.models import Recommendation
from critique_core.store import ReviewFilter
from critique_core.text.shortening import shortened

ROWS_ON_A_PAGE = 10
_RECOMMENDATIONS: tuple[Recommendation, ...] = ("accept", "retry", "reject")


def draw_filters(reviewers: tuple[str, ...]) -> ReviewFilter:
    """Draw the filters and return what they ask for, from the first row on; the page's address holds them too."""
    text = st.text_input(
        "Search", key=keys.SEARCH, type="search", placeholder="Words of the title, query or draft",
        on_change=history.first_page, persist_state="session", bind="query-params",
    )  # fmt: skip
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        statuses = st.multiselect(
            "Has a claim that is", WORST_FIRST, key=keys.SEARCH_STATUS, placeholder="any status", width=190,
            format_func=status_words, on_change=history.first_page, persist_state="session", bind="query-params",
        )  # fmt: skip
        reviewer = st.selectbox(
            "Reviewer", reviewers, index=None, key=keys.SEARCH_REVIEWER, placeholder="anyone", width=150,
            format_func=lambda name: visible(shortened(name, 60)),
            on_change=history.first_page, persist_state="session", bind="query-params",
        )  # fmt: skip
        recommendation = st.selectbox(
            "Recommendation", _RECOMMENDATIONS, index=None, key=keys.SEARCH_RECOMMENDATION,
            placeholder="any", width=150, on_change=history.first_page, persist_state="session", bind="query-params",
        )  # fmt: skip
        first = st.date_input(
            "From", value=None, key=keys.SEARCH_SINCE, width=150,
            on_change=history.first_page, persist_state="session", bind="query-params",
        )  # fmt: skip
        last = st.date_input(
            "Up to", value=None, key=keys.SEARCH_UNTIL, width=150,
            on_change=history.first_page, persist_state="session", bind="query-params",
        )  # fmt: skip
    return ReviewFilter(
        text=text or "",
        statuses=tuple(statuses),
        reviewer=reviewer,
        recommendation=recommendation,
        since=_midnight(first),
        until=_midnight(last + timedelta(days=1)) if last else None,
        limit=ROWS_ON_A_PAGE,
    )


def _midnight(day: date | None) -> datetime | None:
    """The first moment of a day on the reviewer's clock, in UTC."""
    return datetime.combine(day, datetime.min.time(), local_zone()).astimezone(UTC) if day else None
