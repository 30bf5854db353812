"""How far the verifier is with imported answers, with pause and resume, and which could not be verified."""

import pandas as pd
import streamlit as st

from components import services
from components.escape import escape, visible
from components.widgets.tables import table_height
from critique_core.store import QueueFilter
from critique_core.text.shortening import shortened

_LOOK_SECONDS = 2.0
_FAILURES_SHOWN = 200


def draw_verification(*, waited_for: bool) -> None:
    """Start the verifier if answers wait for it, and draw how many do. Raises ``ClaimlensError``.

    ``waited_for`` says that there is nothing to label before one more is verified, so that the page is then drawn anew.
    """
    waiting, failed = services.get_store().count_unverified()
    if waiting:
        verification = services.get_verification()
        if not verification.paused:
            verification.ensure(services.get_store(), services.get_critic())
        _watch(verification.done if waited_for else None)
    if failed:
        _draw_failures(failed)


@st.fragment(run_every=_LOOK_SECONDS)
def _watch(done_before: int | None) -> None:
    waiting, _ = services.get_store().count_unverified()
    verification = services.get_verification()
    if not waiting or (done_before is not None and verification.done > done_before):
        st.rerun()
    if not (verification.under_way or verification.paused or verification.problem):
        verification.ensure(services.get_store(), services.get_critic())
    done = verification.done
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        state = "Paused" if verification.paused else "Verifying"
        st.progress(
            done / (done + waiting), text=f"{state}: {done:,} of {done + waiting:,} answers have their verdicts"
        )
        if verification.paused or verification.problem:
            st.button("Resume", key="resume_verification", icon=":material/play_arrow:", on_click=verification.resume)
        else:
            st.button("Pause", key="pause_verification", icon=":material/pause:", on_click=verification.pause)
    if verification.problem:
        st.error(escape(f"Verification has stopped. {verification.problem}", 400), icon=":material/error:")


def _draw_failures(count: int) -> None:
    with st.expander(f"Could not be verified ({count:,})", icon=":material/error:", key="verification_failures"):
        page = services.get_store().queue(QueueFilter(verified=False, order="oldest", limit=1_000))
        rows = [row for row in page.rows if row.failure is not None][:_FAILURES_SHOWN]
        told = [
            {"Number": row.number, "Answer": visible(shortened(row.title, 100)), "Why": visible(row.failure or "")}
            for row in rows
        ]
        st.dataframe(
            pd.DataFrame(told), hide_index=True, height=table_height(len(rows), 248),
            alt="Answers that could not be verified, with the reason",
            column_config={"Why": st.column_config.TextColumn(width="large")},
        )  # fmt: skip
