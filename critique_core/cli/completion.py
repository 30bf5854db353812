"""``claimlens completion``: what a shell needs to complete the commands and options of ``claimlens``."""

import argparse
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, get_args

from critique_core.errors import InvalidInput

_SHELLS = ("bash", "zsh", "fish")
_PATHS = ("FILE", "FOLDER", "IN", "SQLITE")


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
    parser.add_argument("shell", choices=_SHELLS, help="the shell that is to complete")


def run(chosen: argparse.Namespace) -> int:
    """Write the script; always 0."""
    if find_spec("shtab") is None:
        raise InvalidInput("completion needs the extra: pip install 'claimlens[completion]'")
    from critique_core.cli import parser_of_all  # noqa: PLC0415 - it needs every command's file

    shtab: Any = import_module("shtab")
    parser, names = parser_of_all(), _names()
    for command, action in _actions(parser):
        option = action.option_strings[-1] if action.option_strings else ""
        if action.choices is None:
            action.choices = names.get(f"{command} {option}") or names.get(option)
        if any(word in str(action.metavar) for word in _PATHS):
            action.complete = shtab.FILE  # pyright: ignore[reportAttributeAccessIssue] - where shtab looks for it
    print(shtab.complete(parser, shell=chosen.shell))  # noqa: T201
    return 0


def _names() -> dict[str, tuple[str, ...]]:
    """The names that an option takes, by the option, or by the command and the option.

    Options that take several with commas are here too: the first one is completed. No parser has these lists as its
    own choices, since --help would load for them what holds them.
    """
    from critique_core.assembly.contenders import offers  # noqa: PLC0415
    from critique_core.batch.critiques.rows import REQUESTS  # noqa: PLC0415
    from critique_core.formats.registry import FORMATS  # noqa: PLC0415
    from critique_core.models import ItemState, ModelStageName, Origin, PolicyName  # noqa: PLC0415
    from critique_core.settings import Settings  # noqa: PLC0415

    verifiers, providers = (
        get_args(Settings.model_fields[name].annotation) for name in ("verifier", "llm_provider")
    )  # fmt: skip
    readable = tuple(form.name for form in FORMATS if "read" in form.directions)
    return {
        "--verifier": verifiers,
        "--verifiers": tuple(
            dict.fromkeys([offer.key for offer in offers(Settings.model_validate({}))] + [*verifiers])
        ),
        "--policies": get_args(PolicyName),
        "--llm-provider": providers,
        "--llm-stages": ("all", *get_args(ModelStageName)),
        "--origin": get_args(Origin),
        "--state": get_args(ItemState),
        "--input-format": (REQUESTS, *readable),
        "import --format": readable,
        "export --format": tuple(form.name for form in FORMATS if "write" in form.directions),
    }


def _actions(parser: argparse.ArgumentParser, command: str = "") -> Iterator[tuple[str, argparse.Action]]:
    """All arguments of a parser and of its commands, each with its command."""
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage] - argparse has no other list
        yield command, action
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            choices: dict[str, argparse.ArgumentParser] = action.choices  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            for name, inner in choices.items():
                yield from _actions(inner, name)
