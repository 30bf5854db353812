"""How far a queue is: what this reviewer has submitted, and what anybody has."""

from typing import NamedTuple

import streamlit as st

from components import services
from critique_core.store import QueueFilter


class Progress(NamedTuple):
    """Answers of the queue that this reviewer has submitted, that somebody has, and all of them."""

    own: int
    anybody: int
    total: int

    @property
    def words(self) -> str:
        """Both counts; one where they are the same."""
        if self.own == self.anybody:
            return f"{self.own:,} of {self.total:,} submitted by you"
        return f"{self.own:,} of {self.total:,} submitted by you, {self.anybody:,} by anybody"


def progress(wanted: QueueFilter, reviewer: str) -> Progress:
    """How far the queue is, whatever states it is narrowed to. Raises ``StoreError``."""
    everything = wanted.model_copy(
        update={"states": (), "reviewer": None, "free": False, "order": "oldest", "limit": 1, "offset": 0}
    )
    store = services.get_store()
    states = store.queue(everything).states
    left = store.queue(everything.model_copy(update={"reviewer": reviewer})).states
    total = sum(states.values()) - states.get("discarded", 0)
    return Progress(
        own=total - sum(left.values()) + left.get("discarded", 0), anybody=states.get("submitted", 0), total=total
    )


def draw_progress(wanted: QueueFilter, reviewer: str, *, width: int) -> None:
    """Draw it as a bar of one's own part. Raises ``StoreError``."""
    found = progress(wanted, reviewer)
    st.progress(found.own / found.total if found.total else 0.0, text=found.words, width=width)
