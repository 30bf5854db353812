"""The list of reviews: its page, and the search that was asked for by key."""

from components.state import session
from components.state.keys import SEARCH_PAGE

_SEARCH_ASKED = "search_asked"
_SEARCH_OPENED = "search_opened"


def page_number() -> int:
    """The page of the list, from 1."""
    return session.get(SEARCH_PAGE) or 1


def first_page() -> None:
    """Go back to the first page of the list; what is looked for has changed."""
    session.take(SEARCH_PAGE)


def ask_search() -> None:
    """Go to the search in History when the page next runs."""
    session.put(_SEARCH_ASKED, True)


def search_asked() -> bool:
    """Whether the reviewer asked for the search and the page has not run since."""
    return bool(session.get(_SEARCH_ASKED))


def take_search() -> bool:
    """Whether the reviewer asked for the search, once; the search field is then to get the cursor."""
    asked = session.take(_SEARCH_ASKED, False)
    if asked:
        session.put(_SEARCH_OPENED, session.serial())
    return asked


def opened_search() -> int | None:
    """A number that tells one opening of the search by key from the next; ``None`` before the first."""
    return session.get(_SEARCH_OPENED)
