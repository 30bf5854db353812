"""The sources of a draft: pasted, dropped as files, changed and removed."""

from collections.abc import Mapping

import streamlit as st

from components.escape import escape, visible
from components.state import inputs, keys
from components.widgets.upload_limit import watch_uploader
from components.words.review import counted
from critique_core.errors import InvalidInput
from critique_core.formats.files import MAX_FILE_BYTES, read_sources
from critique_core.models import SourceDocument, parse_request
from critique_core.text.shortening import one_line

_MEGABYTES = MAX_FILE_BYTES // 1_000_000
_LIST_HEIGHT = 260
_ROWS_SHOWN_WHOLE = 5


def draw_sources() -> None:
    """Draw the list of sources and the ways to add or change one."""
    _draw_list()
    if inputs.edited_source() is not None:
        _draw_editor()
        return
    st.text_input(
        "Title of the source", key=keys.PASTE_TITLE, placeholder="Returns and refunds", persist_state="session"
    )
    st.text_area(
        "Text of the source",
        key=keys.PASTE_TEXT,
        height=110,
        placeholder="Paste one source here; add as many as you need",
        persist_state="session",
    )
    draw_faults("paste")
    st.button("Add this source", key="add_source", icon=":material/add:", on_click=_add)
    st.file_uploader(
        "Or drop files: text, Markdown, HTML, JSON, YAML, CSV, PDF, DOCX, XLSX, code",
        key=inputs.uploader_key(),
        accept_multiple_files=True,
        max_upload_size=_MEGABYTES,
        on_change=_add_files,
    )
    watch_uploader(inputs.uploader_key())
    draw_faults("refused")
    draw_faults("files")


def _add() -> None:
    add_pasted()


def add_pasted() -> bool:
    """Move the pasted text into the list of sources; returns whether that succeeded."""
    text, title = inputs.text(keys.PASTE_TEXT), inputs.text(keys.PASTE_TITLE).strip()
    if not text.strip():
        words = (
            "The source has a title but no text; paste its text too." if title else "Paste the text of a source first."
        )
        inputs.set_faults("paste", (words,))
        return False
    taken = {source.id for source in inputs.sources()}
    number = next(n for n in range(1, len(taken) + 2) if f"source {n}" not in taken)
    try:
        source = _checked({"id": f"source {number}", "content": text, "title": title or None})
    except InvalidInput as error:
        inputs.set_faults("paste", tuple(str(error).splitlines()))
        return False
    # A slow browser may send a text once more that has been added: one that is there already is not added again.
    if (source.title, source.content) not in {(other.title, other.content) for other in inputs.sources()}:
        inputs.set_sources((*inputs.sources(), source))
    inputs.set_faults("paste", ())
    inputs.set_text(keys.PASTE_TEXT, "")
    inputs.set_text(keys.PASTE_TITLE, "")
    return True


def _checked(fields: Mapping[str, object]) -> SourceDocument:
    """A source from its fields. Raises ``InvalidInput`` with the field's name in front."""
    try:
        return parse_request({"draft": "-", "sources": [fields]}).sources[0]
    except InvalidInput as error:
        lines = (line.removeprefix("sources.0.") for line in str(error).splitlines())
        raise InvalidInput("\n".join(lines)) from error


def _add_files() -> None:
    faults: list[str] = []
    for file in inputs.uploaded():
        try:
            found = read_sources(file.name, file.getvalue())
        except InvalidInput as error:
            faults.append(str(error))
            continue
        known = {(source.name, source.content) for source in inputs.sources()}
        fresh = [source for source in found if (source.name, source.content) not in known]
        if len(fresh) < len(found):
            faults.append(f"{file.name}: already among the sources, not added again")
        for source in fresh:
            inputs.set_sources((*inputs.sources(), _with_own_id(source)))
    inputs.set_faults("files", tuple(faults))
    inputs.empty_uploader()


def _with_own_id(source: SourceDocument) -> SourceDocument:
    """The source, under another id when its own is taken by a different text."""
    taken = {other.id for other in inputs.sources()}
    if source.id not in taken:
        return source
    number = next(n for n in range(2, len(taken) + 3) if f"{source.id} ({n})" not in taken)
    return source.model_copy(update={"id": f"{source.id} ({number})"})


def _draw_list() -> None:
    sources = inputs.sources()
    if not sources:
        st.caption("No sources yet. Without sources every claim stays unverified.")
        return
    st.caption(counted(len(sources), "source"))
    height = _LIST_HEIGHT if len(sources) > _ROWS_SHOWN_WHOLE else "content"
    with st.container(height=height, border=False, gap="xxsmall"):
        for position, source in enumerate(sources):
            _draw_row(position, source)


def _draw_row(position: int, source: SourceDocument) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        name = visible(one_line(source.name))
        st.text(name if len(name) <= 60 else name[:59] + "…", width="stretch")
        st.caption(f"{len(source.content):,} characters", width="content")
        st.button(
            "Edit", key=f"edit_source_{position}", icon=":material/edit:", type="tertiary",
            on_click=inputs.edit_source, args=(source,),
        )  # fmt: skip
        st.button(
            "Remove", key=f"remove_source_{position}", icon=":material/delete:", type="tertiary",
            on_click=_remove, args=(source.id,),
        )  # fmt: skip


def _remove(source_id: str) -> None:
    inputs.set_sources(tuple(source for source in inputs.sources() if source.id != source_id))


def _draw_editor() -> None:
    with st.container(border=True):
        st.text_input("Title of the source", key=keys.EDIT_TITLE)
        st.text_input("Id", key=keys.EDIT_ID, help="Each source has its own; citations and evidence name it.")
        st.text_area("Text of the source", key=keys.EDIT_TEXT, height=220)
        draw_faults("edit")
        with st.container(horizontal=True, gap="small"):
            st.button("Save source", key="save_source", type="primary", on_click=_save_edited)
            st.button("Cancel", key="cancel_source", on_click=inputs.edit_source, args=(None,))


def _save_edited() -> None:
    edited = inputs.edited_source()
    if edited is None:
        return
    fields = {"title": inputs.text(keys.EDIT_TITLE).strip() or None, "id": inputs.text(keys.EDIT_ID).strip()}
    others = [source for source in inputs.sources() if source.id != edited.id]
    if any(source.id == fields["id"] for source in others):
        inputs.set_faults("edit", (f"Id {fields['id']!r} belongs to another source; give this one its own.",))
        return
    try:
        saved = _checked(edited.model_dump() | fields | {"content": inputs.text(keys.EDIT_TEXT)})
    except InvalidInput as error:
        inputs.set_faults("edit", tuple(str(error).splitlines()))
        return
    inputs.set_sources(tuple(saved if source.id == edited.id else source for source in inputs.sources()))
    inputs.edit_source(None)


def draw_faults(place: inputs.Field) -> None:
    """Draw what is wrong with one field, below it."""
    for message in inputs.faults(place):
        st.error(escape(message), icon=":material/error:")
