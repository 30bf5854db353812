"""How far a queue is: how much this reviewer has submitted, and how much anyone has."""

import streamlit as st

from components import services
from critique_core.store import QueueFilter, QueuePage


def draw_progress(wanted: QueueFilter, reviewer: str, *, width: int) -> None:
    """Draw the reviewer's own part of the queue as a bar. Raises ``StoreError`` and ``InvalidInput``."""
    draw_counted(services.get_store().queue(wanted.model_copy(update={"reviewer": reviewer, "limit": 0})), width=width)


def draw_counted(found: QueuePage, *, width: int) -> None:
    """Draw the same bar for a page of the queue that was read already."""
    own, total = found.progress.own, found.progress.total
    st.progress(own / total if total else 0.0, text=_words(found), width=width)


def _words(found: QueuePage) -> str:
    """Both counts; a single one where they are equal."""
    own, anybody, total = found.progress.own, found.progress.anybody, found.progress.total
    told = f"{own:,} of {total:,} submitted by you"
    if own == anybody:
        return told
    return f"{told}, {anybody:,} by at least one reviewer"
