"""That a reviewer asked to send an answer which still holds what was found wrong."""

from components.state.session import Entry

_ASKED = Entry[str | None]("send_asked", None)


def ask_to_send(item_id: str | None) -> None:
    """Remember that sending this answer was asked for."""
    _ASKED.put(item_id)


def asked_to_send(item_id: str | None) -> bool:
    """Whether sending this answer was asked for and not yet confirmed."""
    return item_id is not None and _ASKED.get() == item_id


def forget_sending() -> None:
    """Forget it: it was confirmed, or another verdict was given."""
    _ASKED.take()
