"""A workbench from the settings, for a program that serves one."""

from collections.abc import Generator
from contextlib import contextmanager

from critique_core.assembly import answerer, critic, open_library, open_store, under_active_profile
from critique_core.settings import Settings
from critique_core.workbench.workbench import Workbench


@contextmanager
def open_workbench(settings: Settings, *, who: str) -> Generator[tuple[Workbench, str | None]]:
    """The workbench, closed at the end, and why the profile in use is not used, if so.

    ``who`` names the caller in the runs that it stores. Raises what opening verifier, store and library raises.
    """
    with open_store(settings) as store:
        ready = critic(settings)
        _, notice = under_active_profile(ready, store)
        with open_library(settings) as library:
            answering = answerer(settings, critic=ready, library=library)
            yield Workbench(ready, store, library, who, answering), notice
