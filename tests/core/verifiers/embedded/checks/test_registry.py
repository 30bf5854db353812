"""The table of checks: what it says of a check is what the check does."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded.checks.registry import ANYTHING, CHECKS, Check, UnitCheck
from critique_core.verifiers.embedded.reading import read

DATA = Path(__file__).parents[4] / "data"
EVERY = 9  # of 1,800 rows: 200 are enough to let most checks that fire at all be seen


@pytest.fixture(scope="module")
def kinds_found() -> dict[str, set[str]]:
    """The kinds of findings that each check made on rows of the suites and on the cases of single checks."""
    found: dict[str, set[str]] = {check.name: set() for check in CHECKS}

    def noting(check: Check) -> Check:
        find: Any = check.find

        def noted(*asked: Any) -> list[Any]:
            seen = list(find(*asked))
            found[check.name] |= {(one[1] if isinstance(one, tuple) else one).kind for one in seen}
            return seen

        return replace(check, find=noted)

    table = tuple(noting(check) for check in CHECKS)
    rows = [line for path in sorted(DATA.glob("claims_*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    cases = [
        line for path in sorted((DATA / "checks").glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    ]
    for row in map(json.loads, [*rows[::EVERY], *cases]):
        documents = [
            one if isinstance(one, dict) else {"id": str(at), "content": one} for at, one in enumerate(row["sources"])
        ]
        sources = {one["id"]: SourceDocument(**one) for one in documents}
        (candidates,) = SourceIndex(tuple(sources.values())).candidates((Claim.of(row["claim"], 0, len(row["claim"])),))
        read(analyse(row["claim"], row.get("language", "en")), candidates, sources, table)
    return found


@pytest.mark.slow
def test_a_check_finds_no_kind_that_the_table_does_not_name(kinds_found: dict[str, set[str]]):
    assert {check.name: kinds_found[check.name] - check.yields for check in CHECKS} == {
        check.name: set() for check in CHECKS
    }
    assert {name for name, kinds in kinds_found.items() if not kinds} == set()


def test_a_check_yields_to_earlier_checks_and_to_kinds_that_these_can_find():
    known = {ANYTHING}
    for check in CHECKS:
        if isinstance(check, UnitCheck):
            assert check.yields_to <= known, check.name
        known |= {check.name, *check.yields}


def test_names_are_unique():
    assert len({check.name for check in CHECKS}) == len(CHECKS)
