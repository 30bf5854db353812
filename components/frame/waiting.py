"""Waiting for a job, with a bar if it takes long."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAPIException

from components.escape import escape
from components.work.jobs import Job, Result

_PATIENCE = 0.3  # seconds that a page run waits before it shows a bar
_LOOK_SECONDS = 0.2
_WATCH_SECONDS = 0.5


def waited(job: Job[Result], words: str) -> Result:
    """The result of a job, with a bar if it takes long; a click meanwhile reruns the page, which finds the same job."""
    if not job.done(_PATIENCE):
        bar = st.empty()
        follow(job, bar, words)
        bar.empty()
    return job.result()


def follow(job: Job[Any], bar: DeltaGenerator, words: str) -> None:
    """Draw how far a job is until it ends; a click meanwhile reruns the page."""
    while not job.done(_LOOK_SECONDS):
        bar.progress(min(max(job.fraction, 0.0), 1.0), text=words)


@st.fragment(run_every=_WATCH_SECONDS)
def rerun_when_done(job: Job[Any]) -> None:
    """Rerun the page once a job has ended; meanwhile the page can be used, and says itself what is to come."""
    if job.done():
        st.rerun()


def draw_stages(lines: Mapping[str, DeltaGenerator], fractions: Mapping[str, float], words: Mapping[str, str]) -> None:
    """Draw how far each stage of a job is, each in its place and its words."""
    for stage, line in lines.items():
        done = fractions.get(stage)
        icon = "radio_button_unchecked" if done is None else "check_circle" if done >= 1 else "pending"
        share = f" · {done:.0%}" if done is not None and 0 < done < 1 else ""
        line.markdown(f":material/{icon}: {escape(words[stage] + share)}")


def run_again() -> None:
    """Rerun the fragment that is running, else the page."""
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:  # not in a fragment, or the whole page is running
        st.rerun()
