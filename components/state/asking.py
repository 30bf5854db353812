"""The question on the Ask page."""

from components.state import session
from components.state.keys import ASK_CLAIM_PAGE

_ASKED = "asked"


def asked() -> str | None:
    """The name of the question on the Ask page."""
    return session.get(_ASKED)


def set_asked(name: str | None) -> None:
    """Bring a question on the Ask page, or take it off."""
    session.put(_ASKED, name)
    session.take(ASK_CLAIM_PAGE)
