"""How far a queue is: what this reviewer has submitted, and what anybody has."""

import streamlit as st

from components import services
from critique_core.store import QueueFilter, QueuePage


def draw_progress(wanted: QueueFilter, reviewer: str, *, width: int) -> None:
    """Draw how far the queue is as a bar of one's own part. Raises ``StoreError`` and ``InvalidInput``."""
    draw_counted(services.get_store().queue(wanted.model_copy(update={"reviewer": reviewer, "limit": 0})), width=width)


def draw_counted(found: QueuePage, *, width: int) -> None:
    """Draw the same of a page that was read already."""
    own, total = found.progress.own, found.progress.total
    st.progress(own / total if total else 0.0, text=_words(found), width=width)


def _words(found: QueuePage) -> str:
    """Both counts; one where they are the same."""
    own, anybody, total = found.progress.own, found.progress.anybody, found.progress.total
    told = f"{own:,} of {total:,} submitted by you"
    if own == anybody:
        return told
    return f"{told}, {anybody:,} by at least one reviewer"
