"""Adding dropped files or a folder of this machine to the library: progress, and the outcome for each file."""

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from pathlib import Path

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import services
from components.escape import escape, visible
from components.frame.messages import failure
from components.frame.sign_in import draw_reserved, may
from components.state import adding as additions
from components.state import inputs, keys, notices
from components.widgets.sources import draw_faults
from components.widgets.tables import table_height
from components.widgets.upload_limit import watch_uploader
from components.words.review import counted
from components.work.jobs import Progress
from components.work.library import Adding, add_dropped, add_path, is_kept
from critique_core.errors import ClaimlensError
from critique_core.formats.files import MAX_FILE_BYTES
from critique_core.library import Addition, Library
from critique_core.text.shortening import shortened

_MEGABYTES = MAX_FILE_BYTES // 1_000_000
_LOOK_SECONDS = 0.3
_LINES_SHOWN = 8
_ROWS_SHOWN = 500
_NAME_LENGTH = 200


def draw_adding(*, folded: bool) -> tuple[DeltaGenerator, Adding | None]:
    """Draw the ways to add, and the outcome of the last addition.

    Returns the place for progress, and the addition that is under way and so not drawn yet.
    """
    with st.expander("Add documents", icon=":material/library_add:", expanded=not folded, key="library_add"):
        left, right = st.columns(2, gap="medium")
        with left:
            _draw_uploader()
        with right:
            _draw_folder()
    place = st.empty()
    adding = services.get_additions().current()
    if adding is None or adding.under_way:
        return place, adding
    if additions.follows(adding):  # another browser has not asked for it
        _draw_outcome(adding)
    return place, None


def watch_adding(place: DeltaGenerator, adding: Adding | None) -> None:
    """Draw how far the addition is until it ends; call it last, so that the rest of the page is drawn."""
    if adding is None:
        return
    additions.follow(adding)
    with place.container(horizontal=True, vertical_alignment="center", gap="small"):
        bar = st.empty()
        st.button("Cancel", key="cancel_adding", icon=":material/close:", on_click=services.get_additions().stop)
    while not adding.job.done(_LOOK_SECONDS):
        name = f": {shortened(adding.job.stage, 80)}" if adding.job.stage else ""
        bar.progress(min(max(adding.job.fraction, 0.0), 1.0), text=escape(f"Adding {adding.what}{name}"))
    place.empty()  # a user who has navigated leaves here; a rerun would bring them back to this page
    st.rerun()  # draws the outcome, and the documents again


# --- the ways to add -----------------------------------------------------------------------------------------------


def _draw_uploader() -> None:
    st.file_uploader(
        "Drop files: text, Markdown, HTML, JSON, YAML, CSV, PDF, DOCX, XLSX, code",
        key=inputs.uploader_key(), accept_multiple_files=True, max_upload_size=_MEGABYTES, on_change=_add_files,
    )  # fmt: skip
    watch_uploader(inputs.uploader_key())
    draw_faults("refused")
    draw_faults("files")


def _draw_folder() -> None:
    # Whoever adds a path reads any file of this machine, the secrets that sign people in among them.
    if draw_reserved("admin", "adds folders and files of this machine"):
        return
    with st.form("folder_form", border=False):
        st.text_input(
            "Or a folder or file on this machine", key=keys.LIBRARY_FOLDER, placeholder="/home/you/handbook",
            persist_state="session", help="With all folders in it. Added again later, only what changed is read.",
        )  # fmt: skip
        st.form_submit_button("Add the folder", key="add_folder", icon=":material/folder:", on_click=_add_folder)
    draw_faults("folder")


def _add_files() -> None:
    files = [(file.name, file.getvalue()) for file in inputs.uploaded()]
    if not files:
        return
    there = () if may("lead") else tuple(name for name, _ in files if is_kept(dropped_folder(), name))
    if there:
        named = ", ".join(shortened(name, 60) for name in there[:_LINES_SHOWN])
        inputs.set_faults("files", (f"In the library already: {named}. A lead replaces documents; or rename yours.",))
        return
    what = counted(len(files), "file")
    if _begin("files", what, lambda library, progress: add_dropped(library, dropped_folder(), files, progress)):
        inputs.empty_uploader()


def dropped_folder() -> Path:
    """Where dropped files are kept: next to the library."""
    library = services.get_settings().library_path
    return library.with_name(f"{library.stem}-files")


def _add_folder() -> None:
    typed = inputs.text(keys.LIBRARY_FOLDER).strip()
    if not typed:
        inputs.set_faults("folder", ("Write the path of a folder first.",))
        return
    path = Path(typed).expanduser()
    _begin("folder", typed, lambda library, progress: add_path(library, path, progress))


def _begin(place: inputs.Field, what: str, add: Callable[[Library, Progress], Addition]) -> bool:
    notices.forget_problem()
    try:
        library = services.get_library()
    except ClaimlensError as error:
        notices.report_problem(str(error))
        return False
    begun = services.get_additions().begin(what, lambda progress: add(library, progress))
    if begun:
        additions.follow(services.get_additions().current())
    inputs.set_faults(place, () if begun else ("Another addition is under way; wait for it or cancel it first.",))
    return begun


# --- the outcome ---------------------------------------------------------------------------------------------


def _draw_outcome(adding: Adding) -> None:
    try:
        addition = adding.result()
    except CancelledError:
        reached = adding.job.stage.partition(":")[0]
        _draw_ended(f"Cancelled after {reached or 'no file'} of {adding.what}; what was added stays.", "warning")
        return
    except Exception as error:
        _draw_ended(failure(f"{adding.what} could not be added", error), "error")
        return
    additions.outcome_shown(complete=not (addition.refused or addition.missing))
    _draw_ended(_outcome_words(adding.what, addition), "warning" if addition.refused else "info")
    _draw_list("Refused", [(one.name, one.reason) for one in addition.refused], opened=True)
    _draw_list("Passed over", [(one.name, one.reason) for one in addition.passed_over])
    gone = "no longer in the folder; remove it below if it is not wanted"
    _draw_list("Missing", [(name, gone) for name in addition.missing])


def _outcome_words(what: str, addition: Addition) -> str:
    counts = {
        "added": len(addition.added),
        "updated": len(addition.updated),
        "unchanged": len(addition.skipped),
        "refused": len(addition.refused),
        "passed over": len(addition.passed_over),
        "missing": len(addition.missing),
    }
    parts = [f"{count:,} {word}" for word, count in counts.items() if count]
    return f"{what}: {', '.join(parts) or 'nothing to add was found'}."


def _draw_ended(message: str, kind: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        icons = {"info": "task_alt", "warning": "info", "error": "error"}
        {"info": st.info, "warning": st.warning, "error": st.error}[kind](
            escape(message, 600), icon=f":material/{icons[kind]}:"
        )
        st.button("Dismiss", key="dismiss_adding", type="tertiary", on_click=services.get_additions().dismiss)


def _draw_list(title: str, rows: Sequence[tuple[str, str]], *, opened: bool = False) -> None:
    """Draw names with reasons in a fold: a few as lines, many as a table that scrolls."""
    if not rows:
        return
    with st.expander(f"{title} ({len(rows):,})", expanded=opened, key=f"adding_{title}"):
        if len(rows) > _LINES_SHOWN:
            _draw_table(title, rows)
            return
        for name, reason in rows:
            with st.container(gap="xxsmall"):
                st.text(_name(name))
                st.caption(escape(reason, 600))


def _draw_table(title: str, rows: Sequence[tuple[str, str]]) -> None:
    first = rows[:_ROWS_SHOWN]
    st.dataframe(
        pd.DataFrame([{"Name": _name(name), "Why": visible(reason)} for name, reason in first]),
        hide_index=True, height=table_height(len(first), 260), alt=f"{title}, with the reason",
        column_config={"Why": st.column_config.TextColumn(width="large")},
    )  # fmt: skip
    if len(rows) > _ROWS_SHOWN:
        st.caption(f"The first {_ROWS_SHOWN}; {len(rows) - _ROWS_SHOWN:,} more are left out here.")


def _name(path: str) -> str:
    """A path cut at its beginning: its end says which file it is."""
    name = visible(path)
    return name if len(name) <= _NAME_LENGTH else "…" + name[-_NAME_LENGTH:]
