"""Importing answers: drop files, preview how they are read, import them."""

from pathlib import Path

import pandas as pd
import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.reviewer import reviewer_name
from components.frame.sign_in import draw_reserved
from components.queue.import_columns import TABLE, draw_columns, format_key
from components.queue.import_fields import UNUSED, file_fields
from components.queue.import_outcome import draw_outcome, draw_rejected
from components.state import inputs, keys, notices, queueing
from components.widgets.local_time import local_time
from components.widgets.sources import draw_faults
from components.widgets.tables import table_height, word_table
from components.words.review import counted, status_words
from components.work.dropped_files import Dropped, save_dropped
from components.work.imports import Importing
from critique_core.batch.importing import Preview, preview
from critique_core.errors import ClaimlensError, FormatError
from critique_core.formats import registry
from critique_core.formats.answer_table import table_of
from critique_core.formats.base import Format
from critique_core.models import ImportedLabel, NewItem
from critique_core.text.shortening import shortened

_MEGABYTES = 500
_SHOWN_ITEMS = 2
_TEXT_LENGTH = 160
_FAULT_LENGTH = 1_500
_LOOK_SECONDS = 1.0  # each look slows the import down


def draw_import(*, folded: bool) -> None:
    """Draw the upload field, and the import under way or the outcome of the last one. Raises ``StoreError``.

    ``folded`` is how the panel begins, unless dropped files wait in it.
    """
    if not queueing.import_drawn():
        queueing.open_import(opened=not folded or queueing.dropped_files() is not None)
    # Another default would be another panel to Streamlit, folded anew.
    with st.expander("Import answers", icon=":material/upload_file:", key=keys.IMPORT_OPEN, on_change="rerun"):
        if draw_reserved("lead", "imports answers"):
            return
        st.file_uploader(
            "Drop files of answers: CSV, TSV, XLSX, JSON, JSON lines, Parquet, also .gz, .xz; RAGTruth's two together",
            key=inputs.uploader_key(), accept_multiple_files=True, max_upload_size=_MEGABYTES, on_change=_take_files,
        )  # fmt: skip
        draw_faults("import")
        dropped = queueing.dropped_files()
        if dropped is not None:
            _draw_dropped(dropped)
        importing = services.get_imports().current()
        _show_answers(importing)
        if importing is not None and not importing.under_way and queueing.watched_import() != importing.number:
            draw_outcome(importing, resume=_begin, dismiss=services.get_imports().dismiss, of_all=True)
        _draw_earlier()
    if importing is not None and importing.under_way:
        _watch_import()
    elif importing is not None and queueing.watched_import() == importing.number:
        draw_outcome(importing, resume=_begin, dismiss=_dismiss)


def _show_answers(importing: Importing | None) -> None:
    """Once the import that this session began has new answers, “Label next” is of that import."""
    if importing is None or importing.number != queueing.begun_import():
        return
    if importing.latest is not None and importing.latest.imported:
        queueing.show_import(importing.latest.id)


def _dismiss() -> None:
    """Dismiss in this session only: the outcome stays under “Import answers” until another file is imported."""
    queueing.watch_import(None)


def _take_files() -> None:
    files = [(file.name, file.getvalue()) for file in inputs.uploaded()]
    if not files:
        return
    try:
        queueing.set_dropped_files(save_dropped(files, queueing.dropped_files()))
    except OSError as error:
        inputs.set_faults("import", (f"The files cannot be kept on this machine: {error.strerror}.",))
        return
    inputs.set_faults("import", ())
    inputs.empty_uploader()


# --- how the files would be read -------------------------------------------------------------------------------------


def _draw_dropped(dropped: Dropped) -> None:
    for path in dropped.companions:
        st.caption(escape(f"{path.name}: read together with the answers"))
    if not dropped.paths:
        st.info("This file holds sources only; drop the file with the answers too.", icon=":material/info:")
    for number, path in enumerate(dropped.paths):
        with st.container(border=True, gap="xsmall"):
            _draw_file(path, number)
    st.button("Discard these files", key="discard_files", type="tertiary", icon=":material/close:", on_click=_discard)


def _draw_file(path: Path, number: int) -> None:
    names = [form.name for form in registry.FORMATS if form.open is not None]
    titles = {form.name: form.title for form in registry.FORMATS}
    key = format_key(path)
    form = inputs.chosen(key, str)
    columns = queueing.columns_of(path)
    try:
        found: Preview | None = preview(path, table_of(columns) if columns and form == TABLE else form)
        fault = None
    except FormatError as error:
        found, fault = None, str(error)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.markdown(f"**{escape(path.name, 80)}**", width="stretch")
        st.selectbox(
            "Format", names, index=names.index(found.format.name) if found and form is None else None, key=key,
            format_func=lambda name: visible(titles[name]), placeholder="not recognised", width=220,
        )  # fmt: skip
        st.button(
            "Import", key=f"import_{number}", type="primary", icon=":material/download:",
            disabled=not (found and found.items), on_click=_begin, args=(path, found.format if found else ""),
        )  # fmt: skip
    if fault is not None:
        st.error(escape(fault, _FAULT_LENGTH), icon=":material/error:")
    if (found.format.name if found else form) in (None, TABLE):
        draw_columns(path)
    if found is not None:
        _draw_preview(found, path)


def _draw_preview(found: Preview, path: Path) -> None:
    _draw_fields(found, path)
    st.caption("The first answers of the file")
    places = st.columns(_SHOWN_ITEMS, gap="small")
    for item, place in zip(found.items, places, strict=False):
        with place:
            _draw_item(item)
    st.caption(_looked_words(found))
    draw_rejected(found.rejected)


def _looked_words(found: Preview) -> str:
    rows = "row" if found.records == 1 else f"{found.records:,} rows"
    looked = f"All {rows} looked at" if found.whole else f"Only the first {rows} looked at so far"
    looked = "The only row looked at" if found.whole and found.records == 1 else looked
    if not found.rejected:
        return f"{looked}: none would be refused."
    return f"{looked}: {len({one.line for one in found.rejected}):,} would be refused."


def _draw_fields(found: Preview, path: Path) -> None:
    try:
        fields = file_fields(path, found.format)
    except FormatError as error:
        st.caption(escape(str(error), 200))
        return
    used = [field for field in fields if field.meaning != UNUSED]
    left = [field.name for field in fields if field.meaning == UNUSED]
    st.caption(f"What becomes of the fields of this file: {len(used)} of {len(fields)} are read")
    heads = ("Field", "What becomes of it", "First value")
    st.html(word_table("The fields that are read, and what becomes of them", heads, used))
    if left:
        st.caption(escape(f"Not read, as this format has no rule for them: {', '.join(left)}"))


def _draw_item(item: NewItem) -> None:
    with st.container(border=True, gap="xxsmall"):
        st.text(visible(shortened(item.request.query or item.request.draft, _TEXT_LENGTH)))
        if item.request.query:
            st.text(visible(shortened(item.request.draft, _TEXT_LENGTH)))
        facts = [counted(len(item.request.sources), "source"), _labels_words(item)]
        st.caption(escape(" · ".join(facts)))


def _labels_words(item: NewItem) -> str:
    if not item.labels:
        return "no fault marked: all of it is supported" if item.labels_complete else "no labels"
    return "; ".join(_label_words(label) for label in item.labels[:3])


def _label_words(label: ImportedLabel) -> str:
    return f"{status_words(label.status)}: {shortened(label.text or 'the whole answer', 60)}"


def _discard() -> None:
    dropped = queueing.dropped_files()
    if dropped is not None:
        dropped.forget()
    queueing.set_dropped_files(None)


# --- importing them --------------------------------------------------------------------------------------------------


def _begin(path: Path, form: str | Format) -> None:
    try:
        begun = services.get_imports().begin(services.get_store(), path, form, who=reviewer_name())
    except ClaimlensError as error:
        notices.report_problem(f"The import could not be begun. {error}")
        return
    if not begun:
        inputs.set_faults("import", ("Another import is under way; wait for it or stop it first.",))
        return
    inputs.set_faults("import", ())
    dropped = queueing.dropped_files()
    rest = dropped.without(path) if dropped is not None else None
    queueing.set_dropped_files(rest)
    queueing.open_import(opened=rest is not None)
    current = services.get_imports().current()
    number = current.number if current is not None else None
    queueing.watch_import(number)
    queueing.await_import(number)


@st.fragment(run_every=_LOOK_SECONDS)
def _watch_import() -> None:
    importing = services.get_imports().current()
    if importing is None or not importing.under_way:
        st.rerun()
    queueing.watch_import(importing.number)
    latest = importing.latest
    said = f"Importing {shortened(importing.name, 60)}"
    if latest is not None:
        said += f": {latest.read:,} read, {latest.imported:,} new, {latest.duplicate:,} there before"
        said += f", {latest.rejected:,} refused" if latest.rejected else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.progress(importing.fraction or 0.0, text=escape(said))
        st.button("Stop", key="stop_import", icon=":material/stop:", on_click=services.get_imports().stop)


def _draw_earlier() -> None:
    """Draw all imports so far; an unfinished one says how to go on."""
    earlier = services.get_store().imports()
    if not earlier:
        return
    running = services.get_imports().current()
    rows = [
        {
            "File": visible(shortened(one.name, 80)),
            "Format": one.format,
            "When": local_time(one.created_at),
            "By": visible(shortened(one.who, 40)),
            "Read": one.read,
            "New": one.imported,
            "There before": one.duplicate,
            "Refused": one.rejected,
            "": "" if one.finished or (running and running.under_way) else "unfinished: drop the file again to go on",
        }
        for one in earlier
    ]
    st.caption("Imported so far")
    st.dataframe(
        pd.DataFrame(rows), hide_index=True, height=table_height(len(rows), 213), alt="Earlier imports, newest first"
    )
