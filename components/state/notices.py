"""Words to the reviewer: a short message, and a failure that stays."""

from components.state import session

_NOTICE = "notice"
_PROBLEM = "problem"


def say(message: str) -> None:
    """Show a short message once, in the next run."""
    session.put(_NOTICE, message)


def take_notice() -> str | None:
    """The short message, once."""
    return session.take(_NOTICE)


def report_problem(message: str) -> None:
    """Keep a message of failure on screen until something succeeds."""
    session.put(_PROBLEM, message)


def problem() -> str | None:
    """The message of failure."""
    return session.get(_PROBLEM)


def forget_problem() -> None:
    """Something succeeded."""
    session.take(_PROBLEM)
