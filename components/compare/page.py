"""The Compare page: what to compare on which texts, the comparison under way, and its result."""

from concurrent.futures import CancelledError

import streamlit as st

from components import services
from components.compare.choice import draw_choice
from components.compare.result import draw_result
from components.escape import escape
from components.frame.messages import failure, paragraphs
from components.frame.waiting import follow
from components.state import comparing, keys
from components.state.comparing import Asked
from components.work.comparisons import Compared
from components.work.jobs import Job


def draw_compare() -> None:
    """Draw the inputs, folded once something is compared, and the last comparison. Raises ``ClaimlensError``."""
    asked = comparing.asked()
    with st.expander(
        "What to compare" if asked is None else "Compare something else",
        icon=":material/compare_arrows:",
        key=keys.COMPARE_OPEN,
        expanded=asked is None,
        on_change="rerun",
    ) as inputs:
        if inputs.open:
            draw_choice()
    if asked is None:
        return
    job: Job[Compared] | None = services.get_comparisons().find(asked.number)
    if job is None:  # forgotten: others have compared much since
        st.caption("This comparison is not kept any more; compare again.")
        return
    _draw_job(asked, job)


def _draw_job(asked: Asked, job: Job[Compared]) -> None:
    if not job.done():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            bar = st.empty()
            st.button("Cancel", key="cancel_comparison", icon=":material/close:",
                      on_click=services.get_comparisons().cancel, args=(asked.number,))  # fmt: skip
        follow(job, bar, f"Comparing on {escape(asked.on, 60)}")
        st.rerun()
    try:
        found = job.result()
    except CancelledError:
        st.caption("Cancelled.")
        return
    except Exception as error:
        st.error(paragraphs(failure("The comparison could not be made", error)), icon=":material/error:")
        return
    draw_result(asked, found)
