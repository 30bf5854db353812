"""The outcome of an import in one line, and the rows that were refused."""

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from components.escape import escape
from components.frame.messages import failure
from components.widgets.tables import word_table
from components.work.imports import Importing
from critique_core.batch.importing import Rejected
from critique_core.formats.base import Format
from critique_core.text.shortening import shortened

_MESSAGE_LENGTH = 600


class _Outcome(NamedTuple):
    words: str
    icon: str
    rejected: Sequence[Rejected] = ()
    refused: int = 0
    stopped: bool = False


def draw_outcome(
    importing: Importing,
    *,
    resume: Callable[[Path, str | Format], None],
    dismiss: Callable[[], None],
    of_all: bool = False,
) -> None:
    """Draw the outcome of an import that has ended.

    ``resume`` begins the same file again. ``dismiss`` removes the line; with ``of_all`` it does so in every session.
    """
    outcome = _outcome(importing)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="import_outcome"):
        st.markdown(f":material/{outcome.icon}: {escape(outcome.words, _MESSAGE_LENGTH)}", width="content")
        if outcome.refused:
            _draw_refused(importing, outcome)
        latest = importing.latest
        if outcome.stopped and latest is not None and importing.path.is_file():
            st.button(
                "Go on with it", key="resume_import", icon=":material/play_arrow:", on_click=resume,
                args=(importing.path, importing.form),
            )  # fmt: skip
        about = "Forgets it for everybody" if of_all else "It can still be found under “Import answers”"
        st.button(
            "Forget" if of_all else "Dismiss", key="forget_import" if of_all else "dismiss_import", type="tertiary",
            icon=":material/close:", on_click=dismiss, help=about,
        )  # fmt: skip


def draw_rejected(rejected: Sequence[Rejected]) -> None:
    """Draw refused rows by line."""
    if rejected:
        rows = [(f"{one.line}", one.reason) for one in rejected]
        st.html(word_table("Refused rows by line", ("Line", "Why it is refused"), rows, numbers=("Line",)))


def _draw_refused(importing: Importing, outcome: _Outcome) -> None:
    rows = "1 refused row" if outcome.refused == 1 else f"{outcome.refused:,} refused rows"
    with st.popover(rows, icon=":material/rule:", key="refused_rows"):
        if outcome.refused > len(outcome.rejected):
            st.caption(f"The first {len(outcome.rejected)} of {outcome.refused:,}; the file holds all of them.")
        draw_rejected(outcome.rejected)
        if importing.rejects.is_file():
            st.download_button(
                "Download the refused rows", data=importing.rejects.read_bytes, file_name=importing.rejects.name,
                mime="application/x-ndjson", icon=":material/download:", key="download_rejects", on_click="ignore",
            )  # fmt: skip


def _outcome(importing: Importing) -> _Outcome:
    name = shortened(importing.name, 60)
    try:
        report = importing.result()
    except CancelledError:
        read = importing.latest.read if importing.latest else 0
        words = f"{name}: stopped after {read:,} rows. They stay; the same file again goes on there."
        return _Outcome(words, "info", stopped=True)
    except Exception as error:
        return _Outcome(failure(f"{name} could not be imported", error), "error")
    counts = report.counts
    words = f"{name}: {counts.read:,} read, {counts.imported:,} new, {counts.duplicate:,} there before"
    icon = "info" if counts.rejected else "task_alt"
    return _Outcome(f"{words}, {counts.rejected:,} refused.", icon, report.rejected, counts.rejected)
