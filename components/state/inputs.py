"""What the input fields hold: texts, sources, options, and what is wrong with each of them."""

from typing import Any, Literal

from components.state import session
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
from critique_core.models import CritiqueOptions, CritiqueRequest, SourceDocument

_SOURCES = "sources"
_OPTIONS = "loaded_options"
_KEPT = "kept_inputs"
_UPLOADS = "uploads"
_EDITED = "edited_source"
_FAULTS = "faults"
_OPTION_KEYS = (STRICTNESS, THRESHOLD, POLICY, CHECKS, AUTO_REVISE, MAX_REVISIONS)

Field = Literal[
    "query", "draft", "paste", "sources", "refused", "files", "request", "load", "edit", "question", "folder",
    "import", "number", "guidelines",
]  # fmt: skip


def text(key: str) -> str:
    """The text of an input widget, empty before it is drawn."""
    return session.get(key) or ""


def set_text(key: str, value: str) -> None:
    """Fill an input widget; only before it is drawn in this run."""
    session.put(key, value)


def sources() -> tuple[SourceDocument, ...]:
    """The sources added so far."""
    return session.get(_SOURCES, ())


def set_sources(documents: tuple[SourceDocument, ...]) -> None:
    """Replace all sources."""
    session.put(_SOURCES, documents)


def chosen(key: str) -> Any:
    """The value of a widget, ``None`` before it is drawn."""
    return session.get(key)


def loaded_options() -> CritiqueOptions | None:
    """Options that came with a loaded request."""
    return session.get(_OPTIONS)


def edit_source(source: SourceDocument | None) -> None:
    """Put one source into the fields of the editor, or close it."""
    session.put(_EDITED, source)
    set_faults("edit", ())
    if source is not None:
        set_text(EDIT_TITLE, source.title or "")
        set_text(EDIT_ID, source.id)
        set_text(EDIT_TEXT, source.content)


def edited_source() -> SourceDocument | None:
    """The source in the editor, as it was before; ``None`` once it is no longer among the sources."""
    edited: SourceDocument | None = session.get(_EDITED)
    return edited if edited in sources() else None


def uploader_key() -> str:
    """Key of the file uploader; it changes once files are read, so that the list of dropped files is emptied."""
    return f"{_UPLOADS}_{session.get(_UPLOADS, 0)}"


def uploaded() -> list[Any]:
    """The files lying in the uploader."""
    return session.get(uploader_key()) or []


def empty_uploader() -> None:
    """Forget the files lying in the uploader."""
    session.put(_UPLOADS, session.get(_UPLOADS, 0) + 1)


def load_inputs(request: CritiqueRequest) -> None:
    """Put a request into the input fields, in place of all that is there."""
    clear_inputs()
    set_text(QUERY, request.query)
    set_text(DRAFT, request.draft)
    set_sources(request.sources)
    load_options(request.options if "options" in request.model_fields_set else None)


def load_options(options: CritiqueOptions | None) -> None:
    """Let the option fields show these; ``None`` stands for the settings'."""
    session.put(_OPTIONS, options)
    for key in _OPTION_KEYS:
        session.take(key)


def clear_inputs() -> None:
    """Empty the input fields."""
    for key in (QUERY, DRAFT, PASTE_TITLE, PASTE_TEXT):
        set_text(key, "")
    set_sources(())
    clear_faults()


def kept() -> tuple[str, ...]:
    """Names of the inputs that were set aside, oldest first."""
    return session.get(_KEPT, ())


def set_kept(names: tuple[str, ...]) -> None:
    """Remember which inputs are set aside."""
    session.put(_KEPT, tuple(dict.fromkeys(names)))


def open_inputs(*, opened: bool) -> None:
    """Unfold the inputs or fold them away."""
    session.put(INPUTS_OPEN, opened)


def faults(place: Field) -> tuple[str, ...]:
    """What is wrong with one input field, in words."""
    return tuple(session.get(_FAULTS, {}).get(place, ()))


def set_faults(place: Field, messages: tuple[str, ...]) -> None:
    """Say what is wrong with one input field; nothing clears it."""
    session.put(_FAULTS, {**session.get(_FAULTS, {}), place: messages})


def clear_faults() -> None:
    """Forget what was wrong with the inputs."""
    session.put(_FAULTS, {})
