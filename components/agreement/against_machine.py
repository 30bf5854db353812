"""People against the machine: where they differ, and how often a reviewer adopted its status after seeing it."""

from collections import Counter
from typing import cast

import streamlit as st

from components.agreement.behind import Behind, draw_behind
from components.agreement.heatmap import Pair, draw_heatmap
from components.work.agreement import Gathered
from critique_core.agreement import Anchoring, Rating
from critique_core.models import Status

_PARTIES = ("people", "the machine")


def draw_machine(found: Gathered) -> None:
    """Draw the shares of labels that agree with the machine, the counts behind them, and the anchoring rate."""
    if not found.against_machine:
        st.caption("No label is of a claim that the machine judged.")
        return
    counts = Counter(_pair(*one) for one in found.against_machine)
    total = counts.total()
    same = sum(count for (said, machine), count in counts.items() if said == machine)
    alike = sum(count for (said, machine), count in counts.items() if (said == "supported") == (machine == "supported"))
    st.markdown(
        f"**{same / total:.0%}** of {total:,} labels have the machine's status; **{alike / total:.0%}** agree with it "
        "on whether the claim is supported."
    )
    st.caption("Labels given blind count as they were before the machine's word was shown. A cell opens its claims.")
    chosen = draw_heatmap("machine_cells", counts, _PARTIES)
    if chosen is not None:
        behind = [Behind(one[0], one[0].reviewer) for one in found.against_machine if _pair(*one) == chosen]
        draw_behind(found, behind, chosen, _PARTIES)
    if found.anchoring is not None:
        _draw_anchoring(found.anchoring)


def _pair(rating: Rating, machine: Status) -> Pair:
    return cast("Status", rating.status), machine


def _draw_anchoring(one: Anchoring) -> None:
    st.markdown("**Anchoring**")
    if one.rate is None:
        st.caption(
            "Not computed: no label that was given blind differed from the machine's status."
            if one.revealed
            else "Not computed: no answer was labelled blind and then submitted."
        )
        return
    between = f" ({one.interval.low:.0%} to {one.interval.high:.0%})" if one.interval else ""
    st.markdown(f"**{one.rate:.0%}**{between} came round to the machine's status after it was shown")
    st.caption(
        f"{one.came_round:,} of {one.differed:,} labels that had differed from it. Of all {one.revealed:,} labels "
        f"given blind, {one.changed:,} were changed afterwards."
    )
