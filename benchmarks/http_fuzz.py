"""Ask the HTTP API what its own OpenAPI document allows, and what it does not, and count the answers.

    python -m benchmarks.http_fuzz --requests 20000 [--seed N]

Requests are made by schemathesis from the document: half as it allows, half broken on purpose. The verifier is
scripted, store and library are new. Ids of critiques and batches that are there take the place of half of the made-up
ones. Each answer is held against the document: status, headers, media type, schema. A request without an answer after a
minute hangs. The exit code is 1 when a request hung, or an answer was a 5xx or not as declared.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import checks
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode

from critique_core.assembly import Critic, answerer
from critique_core.http_server.app import make_app
from critique_core.http_server.running import Limits, Running
from critique_core.library import Library
from critique_core.models import CritiqueOptions, Gate, Profile
from critique_core.settings import load_settings
from critique_core.store import Store
from critique_core.workbench.api_keys import make_key
from critique_core.workbench.batches import Batches
from critique_core.workbench.workbench import Workbench
from tests.makers.verifiers import ScriptedVerifier, believing

_CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
HANGS_AFTER = 60.0
"""Seconds. A check ends itself after 20, so that this is no slow machine."""
_ASKED = {"query": "Port?", "draft": "The port is 80.", "sources": [{"id": "1", "content": "The port is 80."}]}


@dataclass
class Outcome:
    """What came of the requests; ``faults`` are requests with their answers, ``hanging`` those without one."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    hanging: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")

    @property
    def requests(self) -> int:
        """How many were answered."""
        return sum(self.statuses.values())

    @property
    def failing(self) -> int:
        """How many answers were a 5xx."""
        return sum(count for status, count in self.statuses.items() if status >= 500)


@contextmanager
def application() -> Iterator[tuple[Any, str]]:
    """The application over a new store, and a key for it."""
    verifier = ScriptedVerifier({"not": believing(0.1, 0.8)})
    limits = Limits(seconds=20.0)
    running, batches = Running(limits), Batches()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with Store.open(f"sqlite:///{place / 's.sqlite3'}") as store, Library.open(place / "l.sqlite3") as library:
            critic = Critic(verifier, Profile(), CritiqueOptions(), Gate())
            answering = answerer(load_settings(), critic=critic, library=library)
            workbench = Workbench(critic, store, library, "HTTP", answering)
            yield make_app(workbench, "1", limits, running, batches), make_key(store, "Fuzz", "admin")[1]
            running.stop()
            batches.stop()
            batches.join(20)
            running.close()


def fuzz(count: int, number: int) -> Outcome:
    """Send about so many requests, the same ones for the same number and code."""
    outcome = Outcome()
    chance = random.Random(number)
    with application() as (app, key):
        headers = {"Authorization": f"Bearer {key}"}
        schema = schemathesis.openapi.from_asgi("/v1/openapi.json", app)
        known = _known(app, headers)
        operations = [result.ok() for result in schema.get_all_operations()]
        for place, operation in enumerate(operations):
            wanted = (count - outcome.requests - len(outcome.hanging)) // (len(operations) - place)
            for mode, part in ((GenerationMode.POSITIVE, wanted - wanted // 2), (GenerationMode.NEGATIVE, wanted // 2)):
                _ask(operation, mode, part, number, lambda case: _once(case, headers, known, chance, outcome))
    return outcome


def _ask(operation: Any, mode: Any, wanted: int, number: int, once: Any) -> None:
    strategy = operation.as_strategy(generation_mode=mode)

    @seed(number)
    @settings(
        max_examples=max(wanted, 1), database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=strategy)
    def run(case: Any) -> None:
        once(case)

    run()


def _once(case: Any, headers: dict[str, str], known: dict[str, str], chance: random.Random, outcome: Outcome) -> None:
    for name, value in known.items():
        if name in (case.path_parameters or {}) and chance.random() < 0.5:
            case.path_parameters[name] = value
    begun = time.perf_counter()
    try:
        response = case.call(headers=headers, timeout=HANGS_AFTER)
    except requests.Timeout:
        outcome.hanging.append(f"{case.method} {case.formatted_path}: no answer after {HANGS_AFTER:g} s")
        return
    took = time.perf_counter() - begun
    outcome.statuses[response.status_code] += 1
    outcome.slowest = max(outcome.slowest, (took, f"{case.method} {case.formatted_path}"))
    try:
        case.validate_response(response, checks=_CHECKS)
    except (Exception, FailureGroup) as error:
        outcome.faults.append(f"{case.method} {case.formatted_path}: {response.status_code}: {str(error)[:1500]}")


def _known(app: Any, headers: dict[str, str]) -> dict[str, str]:
    from starlette.testclient import TestClient  # noqa: PLC0415

    with TestClient(app, headers=headers) as client:
        critique = client.post("/v1/critiques", json=_ASKED).json()["critiqueId"]
        batch = client.post("/v1/batches", json={"requests": [_ASKED]}).json()["batchId"]
    return {"critique_id": critique, "batch_id": batch}


def main() -> int:
    """Run the command; the exit code says whether all went well."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    begun = time.perf_counter()
    outcome = fuzz(chosen.requests, chosen.seed)
    classes = Counter(f"{status // 100}xx" for status in outcome.statuses.elements())
    print(f"{outcome.requests:,} requests in {time.perf_counter() - begun:.0f} s, seed {chosen.seed}")
    print("by class:  " + ", ".join(f"{name} {count:,}" for name, count in sorted(classes.items())))
    print("by status: " + ", ".join(f"{status} {count:,}" for status, count in sorted(outcome.statuses.items())))
    print(
        f"5xx: {outcome.failing}; not as the document declares: {len(outcome.faults)}; hanging: {len(outcome.hanging)}"
    )
    print(f"slowest: {outcome.slowest[0] * 1000:.0f} ms, {outcome.slowest[1]}")
    for fault in list(dict.fromkeys(outcome.hanging + outcome.faults))[:10]:
        print(fault, file=sys.stderr)
    return 1 if outcome.failing or outcome.faults or outcome.hanging else 0


if __name__ == "__main__":
    sys.exit(main())
