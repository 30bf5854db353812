"""The queue, and how the item opened from it is being labelled."""

from collections.abc import Mapping
from pathlib import Path

from components.state.keys import IMPORT_OPEN, QUEUE_BLIND, QUEUE_IMPORT, QUEUE_PAGE
from components.state.session import Entry, reset_widget, set_widget, widget
from components.work.dropped_files import Dropped
from critique_core.formats.answer_table import Columns
from critique_core.models import ItemState, QueueOrder, Value
from critique_core.store import QueueFilter

_DROPPED = Entry[Dropped | None]("dropped", None)
_COLUMNS = Entry[Mapping[Path, Columns | None]]("import_columns", {})
_WATCHED = Entry[int | None]("watched_import", None)
_BEGUN = Entry[int | None]("begun_import", None)
_QUEUE_ASKED = Entry[bool]("queue_asked", False)
_ITEM_ASKED = Entry[str | None]("item_asked", None)
_GUIDELINE = Entry[int | None]("guideline_shown", None)
_ACCEPTED = Entry[tuple[float, ...]]("accepted", ())
_UNLABELLED = Entry[str | None]("told_unlabelled", None)
_BLIND_OF = Entry[str | None]("blind_of", None)
_TRAIL = 5
OPEN_STATES: tuple[ItemState, ...] = ("pending", "draft")
"""The states of answers that wait for a label."""


class Labelling(Value):
    """The queue that an item came from, so that the next one can be opened; by default all that wait.

    ``trail`` are the items labelled before it, newest last. ``since`` is the number of the last event on the item
    before it was opened.
    """

    wanted: QueueFilter = QueueFilter(queued=True, states=OPEN_STATES)
    blind: bool = False
    trail: tuple[str, ...] = ()
    since: int = 0

    @property
    def address(self) -> str:
        """Its form in the page's address."""
        return self.model_dump_json(exclude_defaults=True)

    def left(self, item_id: str) -> "Labelling":
        """The same queue after this item."""
        return self.model_copy(update={"trail": (*self.trail, item_id)[-_TRAIL:], "since": 0})


_LABELLING = Entry[tuple[str, Labelling] | None]("labelling", None)


def labelling(item_id: str | None) -> Labelling | None:
    """How this item is being labelled, ``None`` when it did not come from the queue."""
    held = _LABELLING.get()
    return held[1] if held is not None and item_id is not None and held[0] == item_id else None


def order_of(item_id: str | None) -> QueueOrder | None:
    """The order of the queue that led to this item, ``None`` when none did."""
    held = labelling(item_id)
    return held.wanted.order if held is not None else None


def set_labelling(item_id: str, labelling: Labelling) -> None:
    """Remember how an item from the queue is being labelled; that of any other item is forgotten."""
    _LABELLING.put((item_id, labelling))


def ask_item(item_id: str) -> None:
    """Go from the queue to this item when the page next runs."""
    _ITEM_ASKED.put(item_id)


def take_item() -> str | None:
    """The item that was asked for in the queue; the next call gives ``None``."""
    return _ITEM_ASKED.take()


def ask_queue() -> None:
    """Go to the queue when the page next runs."""
    _QUEUE_ASKED.put(True)


def take_queue() -> bool:
    """Whether the queue was asked for; true once."""
    return _QUEUE_ASKED.take()


def dropped_files() -> Dropped | None:
    """The files dropped and not imported yet."""
    return _DROPPED.get()


def set_dropped_files(dropped: Dropped | None) -> None:
    """Remember dropped files, or forget them."""
    _DROPPED.put(dropped)


def columns_of(path: Path) -> Columns | None:
    """The columns that were chosen for a dropped table; ``None`` while none were."""
    return _COLUMNS.get().get(path)


def choose_columns(path: Path, columns: Columns | None) -> None:
    """Remember which columns of a dropped table hold what; ``None`` leaves it to their names."""
    _COLUMNS.put({**_COLUMNS.get(), path: columns})


def import_drawn() -> bool:
    """Whether the import panel is on the page, folded or not."""
    return widget(IMPORT_OPEN) is not None


def open_import(*, opened: bool) -> None:
    """Unfold or fold the import panel."""
    set_widget(IMPORT_OPEN, opened)


def watched_import() -> int | None:
    """The number of the import whose outcome this session shows; ``None`` once it was dismissed here."""
    return _WATCHED.get()


def watch_import(number: int | None) -> None:
    """Show the outcome of an import in this session; ``None`` ends that."""
    _WATCHED.put(number)


def begun_import() -> int | None:
    """The number of the import begun in this session whose answers are not shown yet."""
    return _BEGUN.get()


def await_import(number: int | None) -> None:
    """Show the answers of this import alone once there are some."""
    _BEGUN.put(number)


def show_import(import_id: str) -> None:
    """Narrow the queue to the import that was awaited; only before the filter is drawn."""
    set_widget(QUEUE_IMPORT, import_id)
    first_queue_page()
    _BEGUN.put(None)


def guideline_shown() -> int | None:
    """The version of the guidelines on the page; decisions record it."""
    return _GUIDELINE.get()


def show_guideline(version: int | None) -> None:
    """Remember which version of the guidelines is on the page."""
    _GUIDELINE.put(version)


def accepted() -> tuple[float, ...]:
    """How many seconds each of the last acceptances took, newest last."""
    return _ACCEPTED.get()


def note_acceptance(seconds: float | None, *, keep: int) -> None:
    """Remember how long an acceptance took, of the last ``keep``; ``None`` when it is not known."""
    if seconds is not None:
        _ACCEPTED.put((*accepted(), seconds)[-keep:])


def tell_unlabelled(item_id: str) -> bool:
    """Whether the reviewer has still to be warned that this item has claims without a label; true once."""
    told = _UNLABELLED.get() == item_id
    _UNLABELLED.put(item_id)
    return not told


def blind_taken_up(reviewer: str) -> bool:
    """Whether this session has already looked up if this reviewer labels blind; true from the second call on."""
    taken_up = _BLIND_OF.get() == reviewer
    _BLIND_OF.put(reviewer)
    return taken_up


def switch_blind_on() -> None:
    """Switch “Blind first” on; only before the switch is drawn."""
    set_widget(QUEUE_BLIND, True)


def queue_page() -> int:
    """The page of the queue, from 1."""
    page = widget(QUEUE_PAGE)
    return page if isinstance(page, int) else 1


def first_queue_page() -> None:
    """Go back to the first page of the queue."""
    reset_widget(QUEUE_PAGE)
