"""The queue, and how the item taken from it is being labelled."""

from components.state.keys import IMPORT_OPEN, QUEUE_BLIND, QUEUE_PAGE
from components.state.session import Entry, reset_widget, set_widget, widget
from components.work.dropped_files import Dropped
from critique_core.models import Value
from critique_core.store import QueueFilter

_DROPPED = Entry[Dropped | None]("dropped", None)
_WATCHED = Entry[int | None]("watched_import", None)
_QUEUE_ASKED = Entry[bool]("queue_asked", False)
_ITEM_ASKED = Entry[str | None]("item_asked", None)
_GUIDELINE = Entry[int | None]("guideline_shown", None)
_ACCEPTED = Entry[tuple[float, ...]]("accepted", ())
_UNLABELLED = Entry[str | None]("told_unlabelled", None)
_BLIND_OF = Entry[str | None]("blind_of", None)
_TRAIL = 5


class Labelling(Value):
    """The queue an item came from, so that the next one can be had.

    ``trail`` are the items left before it, newest last; ``since`` is the last event on the item before it was opened.
    """

    wanted: QueueFilter = QueueFilter()
    blind: bool = False
    trail: tuple[str, ...] = ()
    since: int = 0

    @property
    def address(self) -> str:
        """As the address keeps it."""
        return self.model_dump_json(exclude_defaults=True)

    def left(self, item_id: str) -> "Labelling":
        """The same queue, once this item was left."""
        return self.model_copy(update={"trail": (*self.trail, item_id)[-_TRAIL:], "since": 0})


_LABELLING = Entry[tuple[str, Labelling] | None]("labelling", None)


def labelling(item_id: str | None) -> Labelling | None:
    """How this item is being labelled, ``None`` when it did not come from the queue."""
    held = _LABELLING.get()
    return held[1] if held is not None and item_id is not None and held[0] == item_id else None


def set_labelling(item_id: str, labelling: Labelling) -> None:
    """Remember how an item from the queue is being labelled; another one's is forgotten."""
    _LABELLING.put((item_id, labelling))


def ask_item(item_id: str) -> None:
    """Go from the queue to this item when the page next runs."""
    _ITEM_ASKED.put(item_id)


def take_item() -> str | None:
    """The item that was asked for in the queue, once."""
    return _ITEM_ASKED.take()


def ask_queue() -> None:
    """Go to the queue when the page next runs."""
    _QUEUE_ASKED.put(True)


def take_queue() -> bool:
    """Whether the queue was asked for, once."""
    return _QUEUE_ASKED.take()


def dropped_files() -> Dropped | None:
    """The files that wait for the reviewer's word to be imported."""
    return _DROPPED.get()


def set_dropped_files(dropped: Dropped | None) -> None:
    """Remember dropped files, or forget them."""
    _DROPPED.put(dropped)


def open_import(*, opened: bool) -> None:
    """Unfold the way to import, or fold it away."""
    set_widget(IMPORT_OPEN, opened)


def watched_import() -> int | None:
    """The number of the import that this session has begun or seen, until its outcome was dismissed here."""
    return _WATCHED.get()


def watch_import(number: int | None) -> None:
    """Have the outcome of an import told in this session; with ``None`` no longer."""
    _WATCHED.put(number)


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
    """Whether the reviewer has not been told yet that this item has claims without a label; told from now on."""
    told = _UNLABELLED.get() == item_id
    _UNLABELLED.put(item_id)
    return not told


def blind_taken_up(reviewer: str) -> bool:
    """Whether it was asked in this session before if this reviewer labels blind; it counts as asked from now on."""
    taken_up = _BLIND_OF.get() == reviewer
    _BLIND_OF.put(reviewer)
    return taken_up


def switch_blind_on() -> None:
    """Label blind; before the switch is drawn."""
    set_widget(QUEUE_BLIND, True)


def queue_page() -> int:
    """The page of the queue, from 1."""
    page = widget(QUEUE_PAGE)
    return page if isinstance(page, int) else 1


def first_queue_page() -> None:
    """Go back to the first page of the queue."""
    reset_widget(QUEUE_PAGE)
