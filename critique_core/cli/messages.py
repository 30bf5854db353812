"""What the command line says: results on standard output, messages on standard error."""

import sys
from collections.abc import Mapping

_SHOWN_FIELDS = 20
_NAME = 60
DATABASE_MADE = "made, as there was no database of reviews yet"
"""What is said of a SQLite file that a command has made, in case its name was mistyped."""


def complain(message: str) -> None:
    """Write to standard error; the message may repeat what the user gave, so it is made harmless first."""
    from critique_core.text.harmless import harmless  # noqa: PLC0415 - loaded when there is something to say

    for line in message.splitlines():
        print(f"claimlens: {harmless(line)}", file=sys.stderr)  # noqa: T201


def tell(line: str) -> None:
    """Write one line to standard output; names and texts come from outside, so it is made harmless first."""
    from critique_core.text.harmless import harmless  # noqa: PLC0415 - loaded when there is something to say

    print(harmless(line))  # noqa: T201


def listed_fields(fields: Mapping[str, str]) -> str:
    """Fields by name, each with what is said of it; what is too long or too many to read is cut."""
    named = [f"{name[:_NAME]}{said}" for name, said in fields.items()]
    return ", ".join(named[:_SHOWN_FIELDS]) + (" and others" if len(named) > _SHOWN_FIELDS else "")
