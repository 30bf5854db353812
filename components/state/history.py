"""The list of reviews: its page, and whether a key asked for the search."""

from components.state import session
from components.state.keys import SEARCH_PAGE

_SEARCH_ASKED = session.Entry[bool]("search_asked", False)
_SEARCH_OPENED = session.Entry[int | None]("search_opened", None)


def page_number() -> int:
    """The page of the list, from 1."""
    page = session.widget(SEARCH_PAGE)
    return page if isinstance(page, int) else 1


def first_page() -> None:
    """Go back to the first page of the list, because the filter has changed."""
    session.reset_widget(SEARCH_PAGE)


def ask_search() -> None:
    """Go to the search in History when the page next runs."""
    _SEARCH_ASKED.put(True)


def search_asked() -> bool:
    """Whether the reviewer asked for the search and the page has not run since."""
    return _SEARCH_ASKED.get()


def take_search() -> bool:
    """Whether the reviewer asked for the search; true once. The search field then gets the cursor."""
    asked = _SEARCH_ASKED.take()
    if asked:
        _SEARCH_OPENED.put(session.serial())
    return asked


def opened_search() -> int | None:
    """A number that changes each time a key opens the search; ``None`` before the first."""
    return _SEARCH_OPENED.get()
