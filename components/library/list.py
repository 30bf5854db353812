"""The documents of the library: find them by name, see kind, size and day, remove them."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components import services
from components.escape import visible
from components.frame.messages import errors_shown
from components.frame.sign_in import draw_reserved
from components.library.add import dropped_folder
from components.state import inputs, keys, notices
from components.widgets.boxes import draw_confirmation, empty_box
from components.widgets.local_time import local_time
from components.widgets.tables import table_height
from components.words.review import counted
from components.work.library import is_copy, remove_document
from critique_core.errors import ClaimlensError
from critique_core.library import LibraryEntry
from critique_core.provenance import short_id
from critique_core.text.shortening import shortened

_ROWS_SHOWN = 500
KIND_WORDS = {"doc": "text", "record": "record", "table": "table", "code": "code", "web": "web page"}
_NAME_LENGTH = 200
_NAMED = 8


def draw_documents() -> None:
    """Draw the list, by name. Raises ``StoreError``."""
    library = services.get_library()
    total = library.count
    if not total:
        empty_box(
            "Your library is empty.",
            "Drop files above, or name a folder of this machine. Ask then answers from them, and a review finds more "
            "sources in them.",
        )
        return
    st.header(f"Documents ({total:,})", anchor=False)
    name = st.text_input(
        "Find by name", key=keys.LIBRARY_NAME, type="search", placeholder="Words of the title or the path",
        persist_state="session",
    )  # fmt: skip
    found = library.documents(name or "", limit=_ROWS_SHOWN + 1)
    if not found:
        st.caption("No document of that name. Use fewer words.")
        return
    _draw_table(found[:_ROWS_SHOWN])
    if len(found) > _ROWS_SHOWN:
        st.caption(f"The first {_ROWS_SHOWN} by name; find others by words of their name.")


def _draw_table(entries: Sequence[LibraryEntry]) -> None:
    key = _list_key(entries)
    st.dataframe(
        pd.DataFrame([_row(entry) for entry in entries]).dropna(axis="columns", how="all"),
        key=key,
        hide_index=True,
        placeholder="",
        on_select="rerun",
        selection_mode="multi-row",
        height=table_height(len(entries), 460),
        column_config={
            "Document": st.column_config.TextColumn(width="medium"),
            "Characters": st.column_config.NumberColumn(format="localized", width="small"),
            "Passages": st.column_config.NumberColumn(format="localized", width="small"),
            "Pages": st.column_config.NumberColumn(width="small"),
            "From": st.column_config.TextColumn(width="medium"),
        },
        alt="Documents of the library with kind, size, day of adding and where they come from",
    )
    chosen = [entries[row] for row in inputs.selected_rows(key) if row < len(entries)]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if draw_reserved("lead", "removes documents"):
            return
        many = f"Remove {len(chosen)}" if chosen else "Remove"
        if st.button(many, key="remove_documents", icon=":material/delete:", disabled=not chosen):
            _confirm_removal(chosen)
        if not chosen:
            st.caption("Select rows to remove them.", width="content")


def _list_key(entries: Sequence[LibraryEntry]) -> str:
    """A key that changes with the rows, so that a selection never refers to another document."""
    return f"{keys.LIBRARY_LIST}_{short_id([entry.id for entry in entries])}"


def _row(entry: LibraryEntry) -> dict[str, object]:
    return {
        "Document": visible(shortened(entry.title, _NAME_LENGTH)),
        "Kind": KIND_WORDS.get(entry.type, visible(entry.type[:40])),
        "Characters": entry.characters,
        "Passages": entry.passages,
        "Pages": entry.pages,
        "Added": local_time(entry.added_at),
        "From": visible(entry.path or entry.url or ""),
    }


# --- removing ------------------------------------------------------------------------------------------------------


@st.dialog("Remove from the library?", icon=":material/delete:")
def _confirm_removal(entries: Sequence[LibraryEntry]) -> None:
    for entry in entries[:_NAMED]:
        st.text(visible(shortened(entry.title, _NAME_LENGTH)))
    if len(entries) > _NAMED:
        st.caption(f"and {len(entries) - _NAMED} more")
    with errors_shown():  # a rerun of the dialog alone is outside the page's own
        st.markdown(f"They are no longer searched. {_fate_of_files(entries)}")
    ids = tuple(entry.id for entry in entries)
    draw_confirmation(("Remove", "confirm_removal"), ("Keep", "keep_documents"), _remove, (ids,))


def _fate_of_files(entries: Sequence[LibraryEntry]) -> str:
    files = [services.get_library().file_of(entry.id) for entry in entries]
    copies = [is_copy(dropped_folder(), file) for file in files]
    stay = "stay where they are."
    if not any(copies):
        return f"The files themselves {stay}"
    deleted = "The copies that Claimlens keeps of dropped files are deleted"
    return f"{deleted}." if all(copies) else f"{deleted}; files that were added from this machine {stay}"


def _remove(ids: Sequence[str]) -> None:
    kept: list[str] = []
    try:
        for one in ids:
            fault = remove_document(services.get_library(), dropped_folder(), one)
            kept += [fault] if fault else []
    except ClaimlensError as error:
        notices.report_problem(f"Not everything was removed. {error}")
        return
    notices.forget_problem()
    if kept:
        notices.report_problem(f"Removed, but {'; '.join(kept)}")
    notices.say(f"{counted(len(ids), 'document')} removed.")
