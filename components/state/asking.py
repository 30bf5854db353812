"""The question on the Ask page."""

from components.state.keys import ASK_CLAIM_PAGE
from components.state.session import Entry, reset_widget

_ASKED = Entry[str | None]("asked", None)


def asked() -> str | None:
    """The name of the question on the Ask page."""
    return _ASKED.get()


def set_asked(name: str | None) -> None:
    """Show a question on the Ask page, or with ``None`` remove it."""
    _ASKED.put(name)
    reset_widget(ASK_CLAIM_PAGE)
