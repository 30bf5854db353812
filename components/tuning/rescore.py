"""Judging stored answers again after the verifier changed. One click begins it; any page can show how far it is."""

from collections.abc import Hashable
from concurrent.futures import CancelledError
from typing import NamedTuple

import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.messages import failure
from components.frame.sign_in import may
from components.state import notices
from components.work.jobs import Job, Progress, until_the_end
from critique_core.assembly import Critic
from critique_core.batch.rescoring import Rescored, rescore, stale_items
from critique_core.errors import ClaimlensError
from critique_core.store import Store

_KEY, _COUNT_KEY = ("rescore",), ("stale answers",)
_LOOK_SECONDS = 0.5
_PATIENCE = 0.3  # seconds that a page run waits for a job
_SHOWN = 20


def draw_rescore() -> None:
    """Draw the button if another verifier judged stored answers, or the progress, or the outcome."""
    job = services.get_jobs().find(_KEY)
    if job is None:
        _draw_offer()
    elif job.done(_PATIENCE):
        _draw_outcome(job)
    else:
        _watch()


def _draw_offer() -> None:
    try:
        stale = _stale(services.get_store(), services.get_critic())
    except ClaimlensError:  # without a store and a verifier nothing can be judged again
        return
    if not stale:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
        answers = "1 stored answer was" if stale == 1 else f"{stale:,} stored answers were"
        st.markdown(
            f":material/update: {answers} judged by another verifier. Judged again, their labels count for the one "
            "in use; nobody labels twice."
        )
        draw_judge_again("rescore")


def draw_judge_again(key: str) -> None:
    """Draw the button that begins it, disabled while stored answers are being judged."""
    job = services.get_jobs().find(_KEY)
    if not may("lead"):
        return
    st.button(
        "Judge again", key=key, icon=":material/refresh:", on_click=_begin, disabled=job is not None and not job.done()
    )


class _Counted(NamedTuple):
    """How many answers are stale in one state of the store, for one verifier."""

    of: Hashable
    stale: int


def _stale(store: Store, critic: Critic) -> int:
    """How many answers another verifier judged; 0 while they are being counted, which is slow in a large store."""
    now, jobs = (store.version(), critic.verifier.spec.fingerprint), services.get_jobs()
    known = jobs.find(_COUNT_KEY)
    if known is not None and known.done() and _outdated(known, now):
        jobs.forget(_COUNT_KEY)
    counting = jobs.of(_COUNT_KEY, lambda _progress: _Counted(now, len(stale_items(store, critic))))
    return counting.result().stale if counting.done(_PATIENCE) else 0


def _outdated(known: Job[_Counted], now: Hashable) -> bool:
    try:
        return known.result().of != now
    except (ClaimlensError, CancelledError):
        return True


def _begin() -> None:
    try:
        store, critic = services.get_store(), services.get_critic()
    except ClaimlensError as error:
        notices.report_problem(f"Nothing can be judged again. {error}")
        return

    workers, jobs = services.get_workers(), services.get_jobs()
    last = jobs.find(_KEY)
    if last is not None and last.done():
        jobs.forget(_KEY)

    def work(progress: Progress) -> Rescored:
        go_on = until_the_end(progress, workers)

        def tell(done: int, total: int) -> None:
            go_on(f"{done:,} of {total:,}", done / max(total, 1))

        return rescore(store, critic, tell=tell)

    jobs.of(_KEY, work)


def _forget() -> None:
    services.get_jobs().forget(_KEY)


@st.fragment(run_every=_LOOK_SECONDS)
def _watch() -> None:
    """Draw the progress in a fragment, so that the page can be used meanwhile."""
    job = services.get_jobs().find(_KEY)
    if job is None or job.done():
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        told = f"Judging again, {job.stage} done" if job.stage else "Judging again"
        st.progress(min(job.fraction, 1.0), text=f"{told}; what is done stays done")
        st.button("Stop", key="stop_rescore", icon=":material/stop:", on_click=_forget)


def _draw_outcome(job: Job[Rescored]) -> None:
    try:
        _draw_report(job.result())
    except CancelledError:
        st.caption("Stopped. What was judged stays; go on any time.")
    except Exception as error:
        st.error(escape(failure("Judging again failed", error)), icon=":material/error:")
    st.button("Close", key="close_rescore", on_click=_forget)


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
