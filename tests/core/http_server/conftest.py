"""The server's application over a store and a library of the test's, in this process and in one of its own."""

import os
import re
import subprocess
from dataclasses import dataclass, field
from typing import Any

import pytest

from critique_core.assembly import Critic, answerer
from critique_core.library import Library
from critique_core.models import CritiqueOptions, Gate, Profile
from critique_core.settings import load_settings
from critique_core.store import Store
from critique_core.workbench.batches import Batches
from critique_core.workbench.workbench import Workbench
from tests.makers.copies import started
from tests.makers.places import ROOT
from tests.makers.verifiers import ScriptedVerifier, believing

COMMAND = ("-m", "critique_core.cli", "serve")
SERVER = {"modules": ["critique_core.http_server.serving"], "stderr": subprocess.PIPE, "text": True}


@dataclass
class Served:
    """An application with its parts; ``client()`` asks it without a network."""

    workbench: Workbench
    limits: Any
    running: Any
    batches: Batches = field(default_factory=Batches)

    def client(self, **headers: str) -> Any:
        from starlette.testclient import TestClient  # noqa: PLC0415 - the tests are skipped without it

        from critique_core.http_server.app import make_app  # noqa: PLC0415

        app = make_app(self.workbench, "1", self.limits, self.running, self.batches)
        return TestClient(app, base_url="http://localhost", headers=headers)


@pytest.fixture
def served(tmp_path):
    from critique_core.http_server.running import Limits, Running  # noqa: PLC0415 - as above

    made = []

    def serve(verifier=None, **limits: Any) -> Served:
        verifier = verifier or ScriptedVerifier({"30 seconds": believing(0.05, 0.9)})
        critic = Critic(verifier, Profile(), CritiqueOptions(), Gate())
        workbench = Workbench(critic, store, library, "HTTP", answerer(load_settings(), critic=critic, library=library))
        bounds = Limits(**limits)
        made.append(Served(workbench, bounds, Running(bounds)))
        return made[-1]

    with (
        Store.open(f"sqlite:///{tmp_path / 'reviews.sqlite3'}") as store,
        Library.open(tmp_path / "l.sqlite3") as library,
    ):
        yield serve
        for one in made:
            one.running.stop()
            one.running.close()
            one.batches.stop()
            one.batches.join(20)


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "CLAIMLENS_CONFIG": "",
        "CLAIMLENS_DATABASE_URL": f"sqlite:///{tmp_path / 'process.sqlite3'}",
        "CLAIMLENS_LIBRARY_PATH": str(tmp_path / "process-library.sqlite3"),
    }


@pytest.fixture
def process(environment):
    """A server in a process of its own: the process and its address."""
    with started(*COMMAND, "--port", "0", env=environment, **SERVER) as server:
        try:
            said = server.stderr.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+", said)
            assert address, said
            yield server, address.group()
        finally:
            server.kill()
