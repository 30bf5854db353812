"""What a session remembers: the only file that names ``st.session_state`` keys.

Widget keys are constants here; everything else is read and written through the functions below. Streamlit forgets the
value of a widget that a page did not draw, so values that must outlive a page switch are widgets with
``persist_state="session"`` or plain entries.
"""

import time
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import streamlit as st

from critique_core.models import Critique, CritiqueOptions, CritiqueRequest, Decision, Place, SourceDocument

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
SURGERY_MENU = "surgery_menu"
HUNK_PAGE = "hunk_page"
REVISED_TEXT = "revised_text"
ATTEMPTS = "attempts"
QUESTION = "question"
QUESTION_DRAFT = "question_draft"
ASK_MODE = "ask_mode"
ASK_VERIFY = "ask_verify"
ASK_CORRECT = "ask_correct"
ASK_WEB = "ask_web"
ASK_ATTEMPTS = "ask_attempts"
ASK_CLAIM_PAGE = "ask_claim_page"
LIBRARY_FOLDER = "library_folder"
LIBRARY_NAME = "library_name"
LIBRARY_SEARCH = "library_search"
LIBRARY_LIST = "library_list"
QUEUE_TEXT = "queue_text"
QUEUE_STATES = "queue_states"
QUEUE_STATUS = "queue_status"
QUEUE_IMPORT = "queue_import"
QUEUE_ONLY = "queue_only"
QUEUE_ORDER = "queue_order"
QUEUE_SEED = "queue_seed"
QUEUE_BLIND = "queue_blind"
QUEUE_PAGE = "queue_page"
QUEUE_NUMBER = "queue_number"
IMPORT_FORMAT = "import_format"
TUNING_ORIGINS = "tuning_origins"
TUNING_VERIFIER = "tuning_verifier"
TUNING_OBJECTIVE = "tuning_objective"
TUNING_CALIBRATOR = "tuning_calibrator"
TUNING_BY = "tuning_by"
TUNING_WIDTH = "tuning_width"
TUNING_BETA = "tuning_beta"
TUNING_MISS = "tuning_miss"
TUNING_ALARM = "tuning_alarm"
TUNING_FLOOR = "tuning_floor"
TUNING_ALPHA = "tuning_alpha"
TUNING_THRESHOLD = "tuning_threshold"
TUNING_NAME = "tuning_name"
TUNING_COMPARED = "tuning_compared"
GUIDELINES = "guidelines"
GUIDELINES_TEXT = "guidelines_text"
AGREEMENT_TAB = "agreement_tab"
CASES_SHOWN = "cases_shown"
CASES_KIND = "cases_kind"
RULING_NOTE = "ruling_note"

MORE_SOURCES = "More sources"  # the tab of that name

_SOURCES = "sources"
_OPTIONS = "loaded_options"
_BEGUN = "begun"
_FRAMED = "in_frame"
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
_IN_VIEW = "claims_in_view"
_ACT = "act_asked"
_CASE = "case"
_RULINGS = "rulings"
_REVISING = "revising"
_UNCHANGED = "nothing_to_revise"
_ASKED = "asked"
_LABELLING = "labelling"
_DROPPED = "dropped"
_QUEUE_ASKED = "queue_asked"
_ITEM_ASKED = "item_asked"
_GUIDELINE = "guideline_shown"
_ACCEPTED = "accepted"
_UNLABELLED = "told_unlabelled"
_TUNED = "tuned"
_OPTION_KEYS = (STRICTNESS, THRESHOLD, POLICY, CHECKS, AUTO_REVISE, MAX_REVISIONS)

Field = Literal[
    "query", "draft", "paste", "sources", "refused", "files", "request", "load", "edit", "question", "folder",
    "import", "number", "guidelines",
]  # fmt: skip


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


def enter_frame() -> None:
    """Remember that the session has a frame around its pages."""
    st.session_state[_FRAMED] = True


def in_frame() -> bool:
    """Whether the session has a frame around its pages."""
    return _FRAMED in st.session_state


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
    """The claims in view, which are not the critique's where reviewers changed them; none without a review."""
    current = review()
    if current is None:
        return frozenset()
    return st.session_state.get(_IN_VIEW, frozenset()) | {claim.id for claim in current.critique.claims}


def bring_in_view(claim_ids: frozenset[str]) -> None:
    """Remember which claims were drawn, so that what is done to them is known to be about them."""
    st.session_state[_IN_VIEW] = claim_ids


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


def ask_act(name: str) -> None:
    """Have the map begin one of the acts that change claims, and fold the menu that offers them; in a callback."""
    st.session_state[_ACT] = (name, _serial())
    st.session_state[SURGERY_MENU] = False


def take_act() -> tuple[str, int] | None:
    """The act that was asked for, once, and a number that tells one asking from the next."""
    return st.session_state.pop(_ACT, None)


def open_tab(label: str) -> None:
    """Bring one of the tabs below the claim in view."""
    st.session_state[DETAILS] = label


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


# --- asking ------------------------------------------------------------------------------------------------------


def asked() -> str | None:
    """The name of the question on the Ask page."""
    return st.session_state.get(_ASKED)


def set_asked(name: str | None) -> None:
    """Bring a question on the Ask page, or take it off."""
    st.session_state[_ASKED] = name
    st.session_state.pop(ASK_CLAIM_PAGE, None)


# --- the queue ---------------------------------------------------------------------------------------------------


def labelling(item_id: str | None) -> Any:
    """How this item is being labelled, ``None`` when it did not come from the queue."""
    held = st.session_state.get(_LABELLING)
    return held[1] if held is not None and item_id is not None and held[0] == item_id else None


def set_labelling(item_id: str, labelling: Any) -> None:
    """Remember how an item from the queue is being labelled; another one's is forgotten."""
    st.session_state[_LABELLING] = (item_id, labelling)


def ask_item(item_id: str) -> None:
    """Go from the queue to this item when the page next runs."""
    st.session_state[_ITEM_ASKED] = item_id


def take_item() -> str | None:
    """The item that was asked for in the queue, once."""
    return st.session_state.pop(_ITEM_ASKED, None)


def ask_queue() -> None:
    """Go to the queue when the page next runs."""
    st.session_state[_QUEUE_ASKED] = True


def take_queue() -> bool:
    """Whether the queue was asked for, once."""
    return bool(st.session_state.pop(_QUEUE_ASKED, False))


def dropped_files() -> Any:
    """The files that wait for the reviewer's word to be imported."""
    return st.session_state.get(_DROPPED)


def set_dropped_files(dropped: Any) -> None:
    """Remember dropped files, or forget them."""
    st.session_state[_DROPPED] = dropped


def guideline_shown() -> int | None:
    """The version of the guidelines on the page; decisions record it."""
    return st.session_state.get(_GUIDELINE)


def show_guideline(version: int | None) -> None:
    """Remember which version of the guidelines is on the page."""
    st.session_state[_GUIDELINE] = version


def accepted() -> tuple[float, ...]:
    """How many seconds each of the last acceptances took, newest last."""
    return st.session_state.get(_ACCEPTED, ())


def note_acceptance(seconds: float | None, *, keep: int) -> None:
    """Remember how long an acceptance took, of the last ``keep``; ``None`` when it is not known."""
    if seconds is not None:
        st.session_state[_ACCEPTED] = (*accepted(), seconds)[-keep:]


def tell_unlabelled(item_id: str) -> bool:
    """Whether the reviewer has not been told yet that this item has claims without a label; told from now on."""
    told = st.session_state.get(_UNLABELLED) == item_id
    st.session_state[_UNLABELLED] = item_id
    return not told


# --- tuning ------------------------------------------------------------------------------------------------------


def aim(tuned: Hashable, threshold: float) -> None:
    """Put the slider on the best threshold, once for each choice; only before it is drawn in this run.

    A slider that was moved by hand stays where it is.
    """
    before, aimed = st.session_state.get(_TUNED, (None, None))
    at = st.session_state.get(TUNING_THRESHOLD)
    if before != tuned:
        st.session_state[_TUNED] = (tuned, threshold)
        if at is None or at == aimed:
            st.session_state[TUNING_THRESHOLD] = threshold


def set_threshold(threshold: float) -> None:
    """Put the slider somewhere; in a callback."""
    st.session_state[TUNING_THRESHOLD] = threshold


# --- adjudication ------------------------------------------------------------------------------------------------


def case() -> tuple[tuple[str, str] | None, int]:
    """The claim being ruled on, by item and claim, and its place in the list."""
    return st.session_state.get(_CASE, (None, 0))


def put_case(key: tuple[str, str] | None, place: int) -> None:
    """Bring a claim in view, or with no key the one at that place."""
    st.session_state[_CASE] = (key, place)


def rulings(since: float = 0.0) -> dict[tuple[str, str], Decision | None]:
    """What was ruled in this session after a moment of the monotonic clock, by item and claim, oldest first."""
    noted: dict[tuple[str, str], tuple[float, Decision | None]] = st.session_state.get(_RULINGS, {})
    return {key: ruling for key, (moment, ruling) in noted.items() if moment > since}


def note_ruling(key: tuple[str, str], ruling: Decision | None) -> None:
    """Remember a ruling, or with ``None`` that it was taken back."""
    others = {other: one for other, one in st.session_state.get(_RULINGS, {}).items() if other != key}
    st.session_state[_RULINGS] = {**others, key: (time.monotonic(), ruling)}


def last_ruling() -> Decision | None:
    """The last ruling of this session that stands."""
    return next((one for one in reversed(rulings().values()) if one is not None), None)


# --- the history -------------------------------------------------------------------------------------------------


def page_number() -> int:
    """The page of the list, from 1."""
    return st.session_state.get(SEARCH_PAGE) or 1


def first_page() -> None:
    """Go back to the first page of the list; what is looked for has changed."""
    st.session_state.pop(SEARCH_PAGE, None)


def queue_page() -> int:
    """The page of the queue, from 1."""
    return st.session_state.get(QUEUE_PAGE) or 1


def first_queue_page() -> None:
    """Go back to the first page of the queue."""
    st.session_state.pop(QUEUE_PAGE, None)


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
