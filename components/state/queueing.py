"""The queue, and how the item taken from it is being labelled."""

from components.state import session
from components.state.keys import IMPORT_OPEN, QUEUE_BLIND, QUEUE_PAGE
from components.work.dropped_files import Dropped
from critique_core.models import Value
from critique_core.store import QueueFilter

_LABELLING = "labelling"
_DROPPED = "dropped"
_WATCHED = "watched_import"
_QUEUE_ASKED = "queue_asked"
_ITEM_ASKED = "item_asked"
_GUIDELINE = "guideline_shown"
_ACCEPTED = "accepted"
_UNLABELLED = "told_unlabelled"
_BLIND_OF = "blind_of"
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


def labelling(item_id: str | None) -> Labelling | None:
    """How this item is being labelled, ``None`` when it did not come from the queue."""
    held = session.get(_LABELLING)
    return held[1] if held is not None and item_id is not None and held[0] == item_id else None


def set_labelling(item_id: str, labelling: Labelling) -> None:
    """Remember how an item from the queue is being labelled; another one's is forgotten."""
    session.put(_LABELLING, (item_id, labelling))


def ask_item(item_id: str) -> None:
    """Go from the queue to this item when the page next runs."""
    session.put(_ITEM_ASKED, item_id)


def take_item() -> str | None:
    """The item that was asked for in the queue, once."""
    return session.take(_ITEM_ASKED)


def ask_queue() -> None:
    """Go to the queue when the page next runs."""
    session.put(_QUEUE_ASKED, True)


def take_queue() -> bool:
    """Whether the queue was asked for, once."""
    return bool(session.take(_QUEUE_ASKED, False))


def dropped_files() -> Dropped | None:
    """The files that wait for the reviewer's word to be imported."""
    return session.get(_DROPPED)


def set_dropped_files(dropped: Dropped | None) -> None:
    """Remember dropped files, or forget them."""
    session.put(_DROPPED, dropped)


def open_import(*, opened: bool) -> None:
    """Unfold the way to import, or fold it away."""
    session.put(IMPORT_OPEN, opened)


def watched_import() -> int | None:
    """The number of the import that this session has begun or seen, until its outcome was dismissed here."""
    return session.get(_WATCHED)


def watch_import(number: int | None) -> None:
    """Have the outcome of an import told in this session; with ``None`` no longer."""
    session.put(_WATCHED, number)


def guideline_shown() -> int | None:
    """The version of the guidelines on the page; decisions record it."""
    return session.get(_GUIDELINE)


def show_guideline(version: int | None) -> None:
    """Remember which version of the guidelines is on the page."""
    session.put(_GUIDELINE, version)


def accepted() -> tuple[float, ...]:
    """How many seconds each of the last acceptances took, newest last."""
    return session.get(_ACCEPTED, ())


def note_acceptance(seconds: float | None, *, keep: int) -> None:
    """Remember how long an acceptance took, of the last ``keep``; ``None`` when it is not known."""
    if seconds is not None:
        session.put(_ACCEPTED, (*accepted(), seconds)[-keep:])


def tell_unlabelled(item_id: str) -> bool:
    """Whether the reviewer has not been told yet that this item has claims without a label; told from now on."""
    told = session.get(_UNLABELLED) == item_id
    session.put(_UNLABELLED, item_id)
    return not told


def blind_taken_up(reviewer: str) -> bool:
    """Whether it was asked in this session before if this reviewer labels blind; it counts as asked from now on."""
    taken_up = session.get(_BLIND_OF) == reviewer
    session.put(_BLIND_OF, reviewer)
    return taken_up


def switch_blind_on() -> None:
    """Label blind; before the switch is drawn."""
    session.put(QUEUE_BLIND, True)


def queue_page() -> int:
    """The page of the queue, from 1."""
    return session.get(QUEUE_PAGE) or 1


def first_queue_page() -> None:
    """Go back to the first page of the queue."""
    session.take(QUEUE_PAGE)
