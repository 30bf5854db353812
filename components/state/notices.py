"""Messages to the reviewer: a short one, and a failure that stays."""

from components.state.session import Entry

_NOTICE = Entry[str | None]("notice", None)
_PROBLEM = Entry[str | None]("problem", None)


def say(message: str) -> None:
    """Show a short message once, in the next run."""
    _NOTICE.put(message)


def take_notice() -> str | None:
    """The short message; the next call gives ``None``."""
    return _NOTICE.take()


def report_problem(message: str) -> None:
    """Keep a failure on screen until something succeeds."""
    _PROBLEM.put(message)


def problem() -> str | None:
    """The failure on screen; ``None`` when there is none."""
    return _PROBLEM.get()


def forget_problem() -> None:
    """Remove the failure from the screen, because something succeeded."""
    _PROBLEM.take()
