"""What a session remembers: the only file that names ``st.session_state`` keys.

Widget keys are constants here; everything else is read and written through the functions below. Streamlit forgets the
value of a widget that a page did not draw, so values that must outlive a page switch are widgets with
``persist_state="session"`` or plain entries.
"""

import time
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import streamlit as st

from critique_core.models import Critique, CritiqueOptions, CritiqueRequest, Place, SourceDocument

# Keys of widgets.
QUERY = "query"
DRAFT = "draft"
PASTE_TITLE = "paste_title"
PASTE_TEXT = "paste_text"
EDIT_TITLE = "edit_title"
EDIT_ID = "edit_id"
EDIT_TEXT = "edit_text"
REVIEWER = "reviewer"
STRICTNESS = "strictness"
THRESHOLD = "threshold"
POLICY = "policy"
CHECKS = "checks"
AUTO_REVISE = "auto_revise"
MAX_REVISIONS = "max_revisions"
REQUEST_TEXT = "request_text"
REQUEST_FILE = "request_file"
INPUTS_OPEN = "inputs_open"
SEARCH = "history_search"
SEARCH_STATUS = "history_status"
SEARCH_REVIEWER = "history_reviewer"
SEARCH_RECOMMENDATION = "history_recommendation"
SEARCH_SINCE = "history_since"
SEARCH_UNTIL = "history_until"
SEARCH_PAGE = "history_page"
CLAIM_MAP = "claim_map"
CLAIM_LIST = "claim_list"
DETAILS = "details"
CITATIONS = "citations"
ISSUE_PAGE = "issue_page"
WHY = "why"
MARKER_LIST = "marker_list"
HUNK_PAGE = "hunk_page"
REVISED_TEXT = "revised_text"
ATTEMPTS = "attempts"

_SOURCES = "sources"
_OPTIONS = "loaded_options"
_BEGUN = "begun"
_KEPT = "kept_inputs"
_UPLOADS = "uploads"
_EDITED = "edited_source"
_FAULTS = "faults"
_PENDING = "running_check"
_REVIEW = "review"
_SELECTION = "selection"
_NOTICE = "notice"
_PROBLEM = "problem"
_FIELD = "open_field"
_SEARCH_ASKED = "search_asked"
_SEARCH_OPENED = "search_opened"
_SPOT = "spot"
_REVISING = "revising"
_UNCHANGED = "nothing_to_revise"
_OPTION_KEYS = (STRICTNESS, THRESHOLD, POLICY, CHECKS, AUTO_REVISE, MAX_REVISIONS)

Field = Literal["query", "draft", "paste", "sources", "refused", "files", "request", "load", "edit"]


@dataclass(frozen=True)
class Review:
    """The critique on screen; ``item_id`` is ``None`` while it could not be saved.

    ``arrival`` is a number that tells one coming on screen from the next.
    """

    critique: Critique
    item_id: str | None
    arrival: int


@dataclass(frozen=True)
class Selection:
    """The claim in view and when it came into view, on the monotonic clock."""

    claim_id: str | None = None
    since: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """How long the claim has been in view."""
        return round(time.monotonic() - self.since, 1)


# --- the inputs --------------------------------------------------------------------------------------------------


def text(key: str) -> str:
    """The text of an input widget, empty before it is drawn."""
    return st.session_state.get(key) or ""


def set_text(key: str, value: str) -> None:
    """Fill an input widget; only before it is drawn in this run."""
    st.session_state[key] = value


def sources() -> tuple[SourceDocument, ...]:
    """The sources added so far."""
    return st.session_state.get(_SOURCES, ())


def set_sources(documents: tuple[SourceDocument, ...]) -> None:
    """Replace all sources."""
    st.session_state[_SOURCES] = documents


def chosen(key: str) -> Any:
    """The value of a widget, ``None`` before it is drawn."""
    return st.session_state.get(key)


def loaded_options() -> CritiqueOptions | None:
    """Options that came with a loaded request."""
    return st.session_state.get(_OPTIONS)


def edit_source(source: SourceDocument | None) -> None:
    """Put one source into the fields of the editor, or close it."""
    st.session_state[_EDITED] = source
    set_faults("edit", ())
    if source is not None:
        set_text(EDIT_TITLE, source.title or "")
        set_text(EDIT_ID, source.id)
        set_text(EDIT_TEXT, source.content)


def edited_source() -> SourceDocument | None:
    """The source in the editor, as it was before; ``None`` once it is no longer among the sources."""
    edited: SourceDocument | None = st.session_state.get(_EDITED)
    return edited if edited in sources() else None


def uploader_key() -> str:
    """Key of the file uploader; it changes once files are read, so that the list of dropped files is emptied."""
    return f"{_UPLOADS}_{st.session_state.get(_UPLOADS, 0)}"


def uploaded() -> list[Any]:
    """The files lying in the uploader."""
    return st.session_state.get(uploader_key()) or []


def empty_uploader() -> None:
    """Forget the files lying in the uploader."""
    st.session_state[_UPLOADS] = st.session_state.get(_UPLOADS, 0) + 1


def load_inputs(request: CritiqueRequest) -> None:
    """Put a request into the input fields, in place of all that is there."""
    clear_inputs()
    set_text(QUERY, request.query)
    set_text(DRAFT, request.draft)
    set_sources(request.sources)
    load_options(request.options if "options" in request.model_fields_set else None)


def load_options(options: CritiqueOptions | None) -> None:
    """Let the option fields show these; ``None`` stands for the settings'."""
    st.session_state[_OPTIONS] = options
    for key in _OPTION_KEYS:
        st.session_state.pop(key, None)


def clear_inputs() -> None:
    """Empty the input fields."""
    for key in (QUERY, DRAFT, PASTE_TITLE, PASTE_TEXT):
        set_text(key, "")
    set_sources(())
    clear_faults()


def first_run() -> bool:
    """Whether this is the first run of the session; true once."""
    if _BEGUN in st.session_state:
        return False
    st.session_state[_BEGUN] = True
    return True


def kept() -> tuple[str, ...]:
    """Names of the inputs that were set aside, oldest first."""
    return st.session_state.get(_KEPT, ())


def set_kept(names: tuple[str, ...]) -> None:
    """Remember which inputs are set aside."""
    st.session_state[_KEPT] = tuple(dict.fromkeys(names))


def open_inputs(*, opened: bool) -> None:
    """Unfold the inputs or fold them away."""
    st.session_state[INPUTS_OPEN] = opened


def faults(place: Field) -> tuple[str, ...]:
    """What is wrong with one input field, in words."""
    return tuple(st.session_state.get(_FAULTS, {}).get(place, ()))


def set_faults(place: Field, messages: tuple[str, ...]) -> None:
    """Say what is wrong with one input field; nothing clears it."""
    st.session_state[_FAULTS] = {**st.session_state.get(_FAULTS, {}), place: messages}


def clear_faults() -> None:
    """Forget what was wrong with the inputs."""
    st.session_state[_FAULTS] = {}


# --- the run -----------------------------------------------------------------------------------------------------


def begin_check(check: Any) -> None:
    """Remember the running check, so that every run of the page comes back to it."""
    st.session_state[_PENDING] = check


def running_check() -> Any:
    """The running check, ``None`` when nothing is being checked."""
    return st.session_state.get(_PENDING)


def end_check() -> None:
    """Forget the check: it has ended, one way or another."""
    st.session_state.pop(_PENDING, None)


# --- the review on screen ----------------------------------------------------------------------------------------


def review() -> Review | None:
    """The critique on screen."""
    return st.session_state.get(_REVIEW)


def claim_ids() -> frozenset[str]:
    """The claims of the critique on screen; none without one."""
    current = review()
    return frozenset(claim.id for claim in current.critique.claims) if current else frozenset()


def show_review(critique: Critique, item_id: str | None, selected: str | None) -> None:
    """Bring a critique on screen with one claim selected."""
    st.session_state[_REVIEW] = Review(critique=critique, item_id=item_id, arrival=_serial())
    for key in (_SPOT, _REVISING, _UNCHANGED):
        st.session_state.pop(key, None)
    select(selected)
    forget_problem()


def put_review(critique: Critique, item_id: str | None) -> None:
    """Put another critique of the same draft in place of the one on screen; what is in view stays in view."""
    current = review()
    if current is not None:
        st.session_state[_REVIEW] = replace(current, critique=critique, item_id=item_id)


def mark_saved(item_id: str) -> None:
    """The critique on screen is in the store now."""
    current = review()
    if current is not None:
        st.session_state[_REVIEW] = replace(current, item_id=item_id)


def close_review() -> None:
    """Take the critique off the screen; what is stored stays."""
    st.session_state.pop(_REVIEW, None)
    st.session_state.pop(_SELECTION, None)
    forget_problem()


def selection() -> Selection:
    """The selected claim."""
    return st.session_state.get(_SELECTION, Selection())


def select(claim_id: str | None) -> None:
    """Select a claim; selecting it again does not restart its clock."""
    if _SELECTION not in st.session_state or selection().claim_id != claim_id:
        st.session_state[_SELECTION] = Selection(claim_id)
        st.session_state.pop(_FIELD, None)


def open_field(name: Literal["edit", "note"]) -> None:
    """Unfold a text field of the selected claim's card and put the cursor there."""
    st.session_state[_FIELD] = (name, _serial())


def close_field() -> None:
    """Fold the text fields of the selected claim's card away."""
    st.session_state.pop(_FIELD, None)


def opened_field() -> tuple[Literal["edit", "note"], int] | tuple[None, int]:
    """The unfolded text field of the selected claim's card, and a number that tells one opening from the next."""
    return st.session_state.get(_FIELD, (None, 0))


def edit_key(claim_id: str) -> str:
    """Key of the field with a claim's new wording."""
    return f"edit_{claim_id}"


def note_key(claim_id: str) -> str:
    """Key of the field with a note on a claim."""
    return f"note_{claim_id}"


def selected_rows(key: str) -> list[int]:
    """Rows selected in a table."""
    return list(st.session_state[key].selection.rows) if key in st.session_state else []


def ask_search() -> None:
    """Go to the search in History when the page next runs."""
    st.session_state[_SEARCH_ASKED] = True


def search_asked() -> bool:
    """Whether the reviewer asked for the search and the page has not run since."""
    return bool(st.session_state.get(_SEARCH_ASKED))


def take_search() -> bool:
    """Whether the reviewer asked for the search, once; the search field is then to get the cursor."""
    asked = st.session_state.pop(_SEARCH_ASKED, False)
    if asked:
        st.session_state[_SEARCH_OPENED] = _serial()
    return asked


def opened_search() -> int | None:
    """A number that tells one opening of the search by key from the next; ``None`` before the first."""
    return st.session_state.get(_SEARCH_OPENED)


def _serial() -> int:
    """A number that has not been before, also across sessions of one process; small enough for a script."""
    return time.monotonic_ns() // 1_000_000


def show_spot(place: Place) -> None:
    """Have the map scroll to a place of the draft or of a source and light it."""
    st.session_state[_SPOT] = (place, _serial())


def spot() -> tuple[Place, int] | None:
    """The place that the map was last asked to show, and a number that tells one asking from the next."""
    return st.session_state.get(_SPOT)


def begin_revising(critique_id: str) -> None:
    """A revision of this critique was asked for."""
    st.session_state[_REVISING] = critique_id
    st.session_state.pop(_UNCHANGED, None)


def revising(critique_id: str) -> bool:
    """Whether a revision of this critique is under way."""
    return st.session_state.get(_REVISING) == critique_id


def end_revising(*, unchanged: str | None = None) -> None:
    """The revision has ended; ``unchanged`` is the critique in which there was nothing to change."""
    st.session_state.pop(_REVISING, None)
    if unchanged is not None:
        st.session_state[_UNCHANGED] = unchanged


def nothing_to_revise(critique_id: str) -> bool:
    """Whether a revision of this critique was asked for and there was nothing to change."""
    return st.session_state.get(_UNCHANGED) == critique_id


# --- the history -------------------------------------------------------------------------------------------------


def page_number() -> int:
    """The page of the list, from 1."""
    return st.session_state.get(SEARCH_PAGE) or 1


def first_page() -> None:
    """Go back to the first page of the list; what is looked for has changed."""
    st.session_state.pop(SEARCH_PAGE, None)


# --- words to the reviewer ---------------------------------------------------------------------------------------


def say(message: str) -> None:
    """Show a short message once, in the next run."""
    st.session_state[_NOTICE] = message


def take_notice() -> str | None:
    """The short message, once."""
    return st.session_state.pop(_NOTICE, None)


def report_problem(message: str) -> None:
    """Keep a message of failure on screen until something succeeds."""
    st.session_state[_PROBLEM] = message


def problem() -> str | None:
    """The message of failure."""
    return st.session_state.get(_PROBLEM)


def forget_problem() -> None:
    """Something succeeded."""
    st.session_state.pop(_PROBLEM, None)
