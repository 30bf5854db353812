"""Messages of the command line on standard error."""

import sys


def complain(message: str) -> None:
    """Write to standard error; the message may repeat what the user gave, so it is made harmless first."""
    from critique_core.text.harmless import harmless  # noqa: PLC0415 - loaded when there is something to say

    for line in message.splitlines():
        print(f"claimlens: {harmless(line)}", file=sys.stderr)  # noqa: T201
