"""Times on the reviewer's own clock."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st


def local_zone() -> ZoneInfo:
    """The browser's time zone, UTC when it tells none."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def local_time(moment: datetime) -> str:
    """A moment on the reviewer's clock, to the minute."""
    local = moment.astimezone(local_zone())
    return f"{local.day} {local:%b %Y, %H:%M}"
