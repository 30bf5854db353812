"""Times in the reviewer's time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from critique_core.models import Decision
from critique_core.text.shortening import shortened


def local_zone() -> ZoneInfo:
    """The browser's time zone, UTC when it reports none."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def local_time(moment: datetime) -> str:
    """A moment in the reviewer's time zone, to the minute."""
    local = moment.astimezone(local_zone())
    return f"{local.day} {local:%b %Y, %H:%M}"


def signature(decision: Decision) -> str:
    """Who decided and when."""
    return f"{shortened(decision.reviewer, 60)}, {local_time(decision.created_at)}"
