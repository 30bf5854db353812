"""``claimlens completion``: what a shell needs to complete the commands and options of ``claimlens``."""

import argparse
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from critique_core.errors import InvalidInput

_SHELLS = ("bash", "zsh", "fish")


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "completion",
        help="write a script by which a shell completes claimlens",
        description="Write a script by which a shell completes commands, options and their values. bash: eval it in "
        "~/.bashrc; zsh: write it to a file _claimlens in a folder of $fpath; fish: write it to "
        "~/.config/fish/completions/claimlens.fish.",
        epilog='Example: eval "$(claimlens completion bash)"',
    )
    parser.add_argument("shell", choices=_SHELLS)


def run(chosen: argparse.Namespace) -> int:
    """Write the script; always 0."""
    if find_spec("shtab") is None:
        raise InvalidInput("completion needs the extra: pip install 'claimlens[completion]'")
    from critique_core.cli import parser_of_all  # noqa: PLC0415 - it needs every command's file

    shtab: Any = import_module("shtab")
    parser = parser_of_all()
    for action in _actions(parser):
        if "FILE" in str(action.metavar):
            action.complete = shtab.FILE  # pyright: ignore[reportAttributeAccessIssue] - where shtab looks for it
    print(shtab.complete(parser, shell=chosen.shell))  # noqa: T201
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of a parser and of its commands."""
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage] - argparse has no other list
        yield action
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            choices: dict[str, argparse.ArgumentParser] = action.choices  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            for inner in choices.values():
                yield from _actions(inner)
