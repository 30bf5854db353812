"""What the command line says: results on standard output, messages on standard error."""

import sys


def complain(message: str) -> None:
    """Write to standard error; the message may repeat what the user gave, so it is made harmless first."""
    from critique_core.text.harmless import harmless  # noqa: PLC0415 - loaded when there is something to say

    for line in message.splitlines():
        print(f"claimlens: {harmless(line)}", file=sys.stderr)  # noqa: T201


def tell(line: str) -> None:
    """Write one line to standard output; names and texts come from outside, so it is made harmless first."""
    from critique_core.text.harmless import harmless  # noqa: PLC0415 - loaded when there is something to say

    print(harmless(line))  # noqa: T201
