"""The values of input fields: texts, sources, options, and what is wrong with each of them."""

from collections.abc import Mapping
from typing import Literal, TypeVar, cast

from streamlit.typing import DataframeState, UploadedFile

from components.state.keys import (
    AUTO_REVISE,
    CHECKS,
    DRAFT,
    EDIT_ID,
    EDIT_TEXT,
    EDIT_TITLE,
    INPUTS_OPEN,
    MAX_REVISIONS,
    PASTE_TEXT,
    PASTE_TITLE,
    POLICY,
    QUERY,
    STRICTNESS,
    THRESHOLD,
)
from components.state.session import Entry, reset_widget, set_widget, widget
from critique_core.models import CritiqueOptions, CritiqueRequest, SourceDocument

_SOURCES = Entry[tuple[SourceDocument, ...]]("sources", ())
_OPTIONS = Entry[CritiqueOptions | None]("loaded_options", None)
_KEPT = Entry[tuple[str, ...]]("kept_inputs", ())
_NAME = Entry[str | None]("inputs_name", None)
_UPLOADS = Entry[int]("uploads", 0)
_EDITED = Entry[SourceDocument | None]("edited_source", None)
_OPTION_KEYS = (STRICTNESS, THRESHOLD, POLICY, CHECKS, AUTO_REVISE, MAX_REVISIONS)

Chosen = TypeVar("Chosen")
Field = Literal[
    "query", "draft", "paste", "sources", "refused", "files", "request", "load", "edit", "question", "folder",
    "import", "number", "guidelines", "compare",
]  # fmt: skip
_FAULTS = Entry[Mapping[Field, tuple[str, ...]]]("faults", {})


def text(key: str) -> str:
    """The text of an input widget, empty before it is drawn."""
    return chosen(key, str) or ""


def set_text(key: str, value: str) -> None:
    """Fill an input widget; only before it is drawn in this run."""
    set_widget(key, value)


def sources() -> tuple[SourceDocument, ...]:
    """The sources added so far."""
    return _SOURCES.get()


def set_sources(documents: tuple[SourceDocument, ...]) -> None:
    """Replace all sources."""
    _SOURCES.put(documents)


def chosen(key: str, kind: type[Chosen]) -> Chosen | None:
    """The value of a widget that gives values of this kind; ``None`` before it is drawn, and where none is chosen."""
    value = widget(key)
    return value if isinstance(value, kind) else None


def loaded_options() -> CritiqueOptions | None:
    """Options that came with a loaded request."""
    return _OPTIONS.get()


def edit_source(source: SourceDocument | None) -> None:
    """Put one source into the fields of the editor, or close it."""
    _EDITED.put(source)
    set_faults("edit", ())
    if source is not None:
        set_text(EDIT_TITLE, source.title or "")
        set_text(EDIT_ID, source.id)
        set_text(EDIT_TEXT, source.content)


def edited_source() -> SourceDocument | None:
    """The source in the editor, as it was before; ``None`` once it is no longer among the sources."""
    edited = _EDITED.get()
    return edited if edited in sources() else None


def uploader_key() -> str:
    """Key of the file uploader; it changes once files are read, so that the list of dropped files is emptied."""
    return f"uploads_{_UPLOADS.get()}"


def uploaded() -> list[UploadedFile]:
    """The files in the uploader."""
    files = widget(uploader_key())
    return cast("list[UploadedFile]", files) if isinstance(files, list) else []


def empty_uploader() -> None:
    """Forget the files in the uploader."""
    _UPLOADS.put(_UPLOADS.get() + 1)


def load_inputs(request: CritiqueRequest) -> None:
    """Put a request into the input fields and replace all that is there."""
    clear_inputs()
    set_text(QUERY, request.query)
    set_text(DRAFT, request.draft)
    set_sources(request.sources)
    load_options(request.options if "options" in request.model_fields_set else None)


def load_options(options: CritiqueOptions | None) -> None:
    """Have the option fields show these; ``None`` means those of the settings."""
    _OPTIONS.put(options)
    for key in _OPTION_KEYS:
        reset_widget(key)


def clear_inputs() -> None:
    """Empty the input fields."""
    for key in (QUERY, DRAFT, PASTE_TITLE, PASTE_TEXT):
        set_text(key, "")
    set_sources(())
    clear_faults()


def name() -> str | None:
    """The name under which what is in the fields is remembered; ``None`` while nothing is."""
    return _NAME.get()


def set_name(name: str | None) -> None:
    """Give what is in the fields a name, or none."""
    _NAME.put(name)


def kept() -> tuple[str, ...]:
    """Names of the inputs that were set aside, oldest first."""
    return _KEPT.get()


def set_kept(names: tuple[str, ...]) -> None:
    """Remember which inputs are set aside."""
    _KEPT.put(tuple(dict.fromkeys(names)))


def open_inputs(*, opened: bool) -> None:
    """Unfold the inputs or fold them away."""
    set_widget(INPUTS_OPEN, opened)


def faults(place: Field) -> tuple[str, ...]:
    """What is wrong with one input field, in words."""
    return _FAULTS.get().get(place, ())


def set_faults(place: Field, messages: tuple[str, ...]) -> None:
    """Set what is wrong with one input field; an empty tuple clears it."""
    _FAULTS.put({**_FAULTS.get(), place: messages})


def clear_faults() -> None:
    """Clear the faults of all fields."""
    _FAULTS.put({})


def selected_rows(key: str) -> list[int]:
    """Rows selected in a table."""
    table = chosen(key, DataframeState)
    return list(table.selection.rows) if table is not None else []
