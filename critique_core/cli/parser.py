"""The parser of the command line and of each command: its help keeps the lines that it was given."""

import argparse
from typing import Any


class Parser(argparse.ArgumentParser):
    """A parser whose commands get parsers of this class; an epilog's lines stay lines, so an example can be copied.

    ``parser`` of what is parsed is the parser of the command that was given, whose usage an error shows.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"formatter_class": _Help, **options})
        self.set_defaults(parser=self)


def count(text: str) -> int:
    """What an option that counts things takes: 1 or more."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number to count with; write 1 or more")
    return number


class _Help(argparse.HelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        filled = super()._fill_text
        return "\n".join(
            line if line.startswith("Example: ") else filled(line, width, indent) for line in text.splitlines()
        )
