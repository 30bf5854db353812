"""Requests a check of a draft and draws its progress."""

import time
from collections.abc import Callable
from concurrent.futures import CancelledError

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import services
from components.frame.messages import failure
from components.frame.waiting import draw_stages
from components.state import notices, on_screen, running
from components.work.check import Check
from critique_core.models import Critique, CritiqueRequest

STAGE_WORDS = {
    "claims": "Splitting the draft into claims",
    "evidence": "Looking for evidence in the sources",
    "verdicts": "Comparing claims with evidence",
    "citations": "Checking citations",
    "checks": "Looking for contradictions and gaps",
    "scores": "Working out scores and issues",
    "revision": "Proposing a revision",
}
_LOOK_SECONDS = 0.2


def ask(request: CritiqueRequest) -> None:
    """Have a request checked when the page next runs; verdicts on screen are reused where possible.

    A check of the same request that is under way goes on: a second press of a button must not begin it again.
    """
    _begin(request)


def ask_at_foot(request: CritiqueRequest) -> None:
    """Do the same for the button at the foot of the inputs; the progress is drawn there."""
    _begin(request, at_foot=True)


def _begin(request: CritiqueRequest, *, at_foot: bool = False) -> None:
    under_way = running.running_check()
    if under_way is not None:
        if under_way.request == request:
            return
        under_way.job.cancel()
    current = on_screen.review()
    running.begin_check(Check(request, judged=current.critique if current else None, at_foot=at_foot))


def cancel() -> None:
    """Cancel the running check."""
    check = running.running_check()
    if check is not None:
        check.job.cancel()
        running.end_check()


def watch(check: Check, place: DeltaGenerator, on_cancel: Callable[[], None]) -> Critique | None:
    """Draw progress in a place until the check ends, then clear it; a failure is reported and gives ``None``.

    Any click meanwhile reruns the page, which then watches the same check. The caller must go on without ``st.rerun``:
    if the user navigates during a rerun, Streamlit would run this page instead of the new one.
    """
    with place.container(key="check_at_foot" if check.at_foot else "check_under_way"):
        critique = _outcome(check, on_cancel)
    place.empty()  # a user who has navigated leaves here
    return critique


def _outcome(check: Check, on_cancel: Callable[[], None]) -> Critique | None:
    try:
        return _watched(check, on_cancel)
    except CancelledError:
        return None
    except Exception as error:
        notices.report_problem(failure("The draft could not be checked", error, kept="Your inputs are kept."))
        return None


def _watched(check: Check, on_cancel: Callable[[], None]) -> Critique:
    status = st.status("Checking the draft", expanded=True)  # as a context manager it would become complete on exit
    revises = check.request.options.auto_revise
    lines = {stage: status.empty() for stage in STAGE_WORDS if revises or stage != "revision"}
    words = _stage_words()
    draw_stages(lines, {}, words)
    job = check.begin(services.get_critic(), services.get_workers())
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="right"):
        clock = st.empty()
        # On the right: a second click on the button that began the check must not cancel it.
        st.button("Cancel", key="cancel_check", icon=":material/close:", on_click=on_cancel)
    drawn: dict[str, float] = {}
    while not job.done(_LOOK_SECONDS):
        if drawn != job.fractions:
            drawn = dict(job.fractions)
            draw_stages(lines, drawn, words)
        clock.caption(f"{time.monotonic() - check.begun:.0f} s")  # Streamlit handles a click on Cancel here
    return job.result()


def _stage_words() -> dict[str, str]:
    """The words of each stage, with the name of a model that judges the claims."""
    settings = services.get_settings()
    if settings.verifier not in ("llm", "cascade"):
        return STAGE_WORDS
    return STAGE_WORDS | {"verdicts": f"{STAGE_WORDS['verdicts']}, asking {settings.llm_provider} {settings.llm_model}"}
