"""Judging stored answers again after the verifier changed, from the page."""

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError

import streamlit as st

from components import services, state
from components.escape import escape, visible
from components.jobs import Job
from components.rerun import run_again
from critique_core.errors import ClaimlensError
from critique_core.rescoring import Rescored, rescore, stale_items

_KEY = ("rescore",)
_LOOK_SECONDS = 0.2
_SHOWN = 20
_logger = logging.getLogger(__name__)


def draw_rescore() -> None:
    """Draw the button when answers of another verifier are stored, how far it is, or what came of it."""
    job = services.get_jobs().find(_KEY)
    if job is not None:
        _draw_job(job)
        return
    try:
        stale = len(stale_items(services.get_store(), services.get_critic()))
    except ClaimlensError:  # told at its own place on the page
        return
    if stale:
        with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
            answers = "1 stored answer was" if stale == 1 else f"{stale:,} stored answers were"
            st.markdown(
                f":material/update: {answers} judged by another verifier. Judged again, their labels count for the one "
                "in use; nobody labels twice."
            )  # fmt: skip
            st.button("Judge again", key="rescore", icon=":material/refresh:", on_click=_begin)


def _begin() -> None:
    try:
        store, critic = services.get_store(), services.get_critic()
    except ClaimlensError as error:
        state.report_problem(f"Nothing can be judged again. {error}")
        return

    def work(progress: Callable[[str, float], None]) -> Rescored:
        return rescore(store, critic, tell=lambda done, total: progress("rescore", done / max(total, 1)))

    services.get_jobs().of(_KEY, work)


def _forget() -> None:
    services.get_jobs().forget(_KEY)


@st.fragment
def _draw_job(job: Job) -> None:
    if not job.done():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            bar = st.empty()
            st.button("Stop", key="stop_rescore", icon=":material/close:", on_click=_forget)
        while not job.done(_LOOK_SECONDS):
            bar.progress(min(job.fraction, 1.0), text="Judging again; what is done stays done")
        run_again()
    try:
        _draw_report(job.result())
    except CancelledError:
        st.caption("Stopped. What was judged stays; go on any time.")
    except ClaimlensError as error:
        st.error(escape(f"Judging again failed. {error}"), icon=":material/error:")
    except Exception as error:  # a fault in our code: the page must survive it
        _logger.exception("rescoring failed")
        st.error(escape(f"Judging again failed ({type(error).__name__}); the log of the app says where."))
    if st.button("Close", key="close_rescore", on_click=_forget):
        st.rerun()


def _draw_report(report: Rescored) -> None:
    st.success(
        f"{report.judged:,} of {report.stale:,} answers judged again; {report.joined:,} decisions joined, "
        f"{len(report.unplaced):,} could not be placed, {len(report.failed):,} answers keep their old critique.",
        icon=":material/check:",
    )
    for one in report.unplaced[:_SHOWN]:
        words = f": {one.words}" if one.words else ""
        st.text(visible(f"Not placed: {one.action} by {one.reviewer} on “{one.title[:60]}”{words[:120]}"))
    for reason in list(report.failed.values())[:_SHOWN]:
        st.text(visible(f"Kept as it was: {reason}"))
    left = max(len(report.unplaced) - _SHOWN, 0) + max(len(report.failed) - _SHOWN, 0)
    if left:
        st.caption(f"{left:,} more; claimlens rescore lists all of them.")
