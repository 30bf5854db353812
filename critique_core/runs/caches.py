"""What is remembered of texts already read, kept small in a process that reads any number of them.

Functions that read words and sentences remember what they made of up to 200,000 of them, which suits one person's
review. In a long batch or a server that runs on, that would be gigabytes, for texts that do not come again.
"""

import sys
from collections.abc import Sequence
from functools import (
    _lru_cache_wrapper as Remembering,  # noqa: N812  # pyright: ignore[reportPrivateUsage] - what lru_cache gives
)
from typing import Any, cast


def remembering() -> "tuple[Remembering[Any], ...]":
    """All functions of Claimlens' loaded modules that remember."""
    modules = [module for name, module in sys.modules.copy().items() if name.startswith("critique_core.")]
    values = [cast("object", value) for module in modules for value in vars(module).values()]
    found = [cast("Remembering[Any]", value) for value in values if isinstance(value, Remembering)]
    return tuple({id(function): function for function in found}.values())


def forget(functions: "Sequence[Remembering[Any]]", most: int) -> None:
    """Empty the memory of each that remembers more than ``most`` results; results stay the same."""
    for function in functions:
        if function.cache_info().currsize > most:
            function.cache_clear()
