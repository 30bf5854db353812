"""What holds for every test."""

import gc
from collections.abc import Generator

import pytest
from hypothesis import settings

# How long one example takes says more about what else the machine is doing than about the law under test. A law that
# needs more examples than these says so itself.
settings.register_profile("claimlens", deadline=None, max_examples=50)
settings.load_profile("claimlens")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector what collecting imports, which stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _kept_readings() -> None:
    from tests.makers.readings import give_kept_readings  # noqa: PLC0415 - not in the process that only hands out tests

    give_kept_readings()
