"""People against the machine: where they differ, and whether they came round to it once they saw its word."""

import streamlit as st

from components.agreement.matrix import confusion
from components.work.agreement import Gathered
from critique_core.agreement import Anchoring


def draw_machine(found: Gathered) -> None:
    """Draw the shares of labels that agree with the machine, the counts behind them, and the anchoring rate."""
    total = sum(found.confusion.values())
    if total == 0:
        st.caption("No label is of a claim that the machine judged.")
        return
    same = sum(count for (said, machine), count in found.confusion.items() if said == machine)
    alike = sum(
        count for (said, machine), count in found.confusion.items() if (said == "supported") == (machine == "supported")
    )
    st.markdown(
        f"**{same / total:.0%}** of {total:,} labels have the machine's status; **{alike / total:.0%}** agree with it "
        "on whether the claim is supported."
    )
    st.caption("Labels given blind count as they were before the machine's word was shown.")
    st.html(confusion(found.confusion))
    if found.anchoring is not None:
        _draw_anchoring(found.anchoring)


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
