"""Where the last presentation of the review on screen was left."""

from components.state.session import Entry

_LEFT_AT = Entry[str | None]("presentation_left_at", None)


def left_at() -> str | None:
    """The claim at which the last presentation was left; ``None`` when it was left at another slide."""
    return _LEFT_AT.get()


def leave_at(claim_id: str | None) -> None:
    """Remember at which claim a presentation was left."""
    _LEFT_AT.put(claim_id)
