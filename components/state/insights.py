"""The filters of the Insights page."""

from components.state import session
from components.state.keys import INSIGHTS_ORIGINS, INSIGHTS_REVIEWER, INSIGHTS_SINCE, INSIGHTS_UNTIL, INSIGHTS_VERIFIER

_FILTERS = (INSIGHTS_ORIGINS, INSIGHTS_REVIEWER, INSIGHTS_SINCE, INSIGHTS_UNTIL, INSIGHTS_VERIFIER)


def clear_filters() -> None:
    """Let everything through again; only in a callback."""
    for key in _FILTERS:
        session.set_widget(key, [] if key == INSIGHTS_ORIGINS else None)
