"""What a page shows when something fails: what happened, and what to do about it."""

import logging
from collections.abc import Generator
from contextlib import contextmanager

import streamlit as st

from components.escape import escape
from components.state import notices
from critique_core.errors import ClaimlensError, SettingsError, StoreError, VerifierUnavailable, without_text

_logger = logging.getLogger(__name__)
_TITLES: tuple[tuple[type[ClaimlensError], str], ...] = (
    (SettingsError, "The settings cannot be used"),
    (StoreError, "The store cannot be used"),
    (VerifierUnavailable, "The verifier cannot be used"),
)


def show_error(error: ClaimlensError, *, title: str | None = None) -> None:
    """Draw an error with its message, each line as its own paragraph, under ``title`` or that of its kind."""
    kind = next((words for kind, words in _TITLES if isinstance(error, kind)), "This did not work")
    st.error(paragraphs(str(error)), title=title or kind, icon=":material/error:")


def failure(what: str, error: Exception, *, kept: str = "") -> str:
    """What went wrong, in words; ``what`` is a sentence without its full stop.

    A ``ClaimlensError`` explains itself. Any other error is a fault in our code: the page must survive it, so it is
    logged here and named with what is ``kept`` all the same.
    """
    if isinstance(error, ClaimlensError):
        return f"{what}. {error}"
    _logger.error("%s: %s", what, without_text(error))
    return f"{what} ({type(error).__name__}); the log of the app says where. {kept}".rstrip()


def paragraphs(message: str) -> str:
    """Markdown for a message of several lines."""
    return "\n\n".join(escape(line) for line in message.splitlines() if line.strip())


@contextmanager
def errors_shown() -> Generator[None]:
    """Draw an error of the block in its place instead of ending the page."""
    try:
        yield
    except ClaimlensError as error:
        show_error(error)


def draw_messages() -> None:
    """Draw the problem that was reported and the short message, if there are any."""
    notice = notices.take_notice()
    if notice:
        st.toast(escape(notice, 200), icon=":material/info:")
    problem = notices.problem()
    if problem:
        st.error(paragraphs(problem), icon=":material/error:")
