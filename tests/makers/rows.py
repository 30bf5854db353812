"""Many small cases in one test, which costs what one test costs."""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest


def each_of(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run the test once for each row, as ``pytest.mark.parametrize`` does, but as one test.

    All rows are run, and the report says of each one that fails its values and why. Fixtures are made once and shared,
    so the test must not change what they give.
    """
    wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    given = [row if len(wanted) > 1 else (row,) for row in rows]
    if not given:
        raise ValueError(f"no rows of {', '.join(wanted)}")

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            failures: list[BaseException] = []
            told: list[str] = []
            for row in given:
                values = dict(zip(wanted, row, strict=True))
                try:
                    test(**values, **fixtures)
                except (Exception, pytest.fail.Exception) as failure:
                    named = ", ".join(f"{name}={value!r}" for name, value in values.items())
                    failures.append(failure)
                    told.append(f"with {named}\n{type(failure).__name__}: {failure}")
            if failures:
                raise AssertionError("\n\n".join([f"{len(told)} of {len(given)} rows fail", *told])) from failures[0]

        own = inspect.signature(test)
        kept = [parameter for name, parameter in own.parameters.items() if name not in wanted]
        run.__signature__ = own.replace(parameters=kept)  # type: ignore[attr-defined]
        return run

    return decorate
