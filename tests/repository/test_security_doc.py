"""``.github/SECURITY.md`` counts what the tests attack with, and names files that are there."""

import json
import re

from tests.makers.fault_server import FAULTS
from tests.makers.places import ROOT

TEXT = " ".join((ROOT / ".github" / "SECURITY.md").read_text(encoding="utf-8").split())
DATA = ROOT / "tests" / "data"


def counted(words: str) -> int:
    [number] = re.findall(rf"(\d+) {words}", TEXT)
    return int(number)


def test_it_counts_the_texts_that_try_to_be_markup():
    lines = (DATA / "markup.txt").read_text(encoding="utf-8").splitlines()
    assert counted("texts that try to be markup") == len(set(lines))


def test_it_counts_the_injected_instructions_and_their_kinds():
    rows = [json.loads(line) for line in (DATA / "injections.jsonl").read_text(encoding="utf-8").splitlines()]
    assert counted("instructions of ten kinds") == len({row["text"] for row in rows})
    assert len({row["kind"] for row in rows}) == 10


def test_it_counts_the_faults_of_model_servers():
    assert counted("ways") == len(FAULTS.keys() - {"good"})


def test_the_requests_of_the_fuzzed_api_add_up():
    again, more_good, more_refused = (
        int(number.replace(",", ""))
        for number in re.search(r"--requests (\d+) --seed 1`: ([\d,]+) with 2xx, ([\d,]+) with 4xx", TEXT).groups()
    )
    assert more_good + more_refused == again
    total, good, refused = (
        int(number.replace(",", ""))
        for number in re.search(
            r"of ([\d,]+) requests ([\d,]+) were answered with 2xx and ([\d,]+) with 4xx", TEXT
        ).groups()
    )
    assert good + refused == total
    assert f"--requests {total} " in TEXT


def test_every_file_that_it_names_is_there():
    named = re.findall(r"`((?:tests|benchmarks)/[\w./]+)`", TEXT)
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []
