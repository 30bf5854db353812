"""The examples of docs/http.md, run as they stand there against a server."""

import json
import os
import re
import shutil
import subprocess

import pytest

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")

from tests.makers.copies import ran
from tests.makers.places import ROOT

TEXT = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
CURL = shutil.which("curl")


@pytest.mark.skipif(CURL is None, reason="curl is not on the PATH")
def test_every_example_with_curl_does_what_it_says(process):
    _, address = process
    names: dict[str, str] = {}
    answers: list[str] = []
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.S):
        if "curl" not in block:
            continue
        script = "set -e\n" + block.replace("http://127.0.0.1:8766", address)
        script = script.replace("curl -s", "curl -sS --fail-with-body")
        done = subprocess.run(
            ["bash", "-c", script], env={**os.environ, **names}, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, (block, done.stdout, done.stderr)
        answers.append(done.stdout)
        made = re.search(r'"critiqueId": "(\w+)".*"claims": \[\{"id": "(\w+)"', done.stdout)
        if made and "CRITIQUE" not in names:
            names |= {"CRITIQUE": made[1], "CLAIM": made[2]}
        if batch := re.match(r'\{"batchId": "(\w+)"', done.stdout):
            names["BATCH"] = batch[1]
    assert len(answers) == 12
    assert json.loads(answers[0])["revisedDraft"] == "The timeout is 60 seconds."
    assert json.loads(answers[1])["isSupported"] is False
    assert json.loads(answers[3])["total"] == 1
    assert "60 seconds" in json.loads(answers[7])["answer"]
    [events] = [one for one in answers if "event: " in one]
    assert "event: end" in events


def test_the_example_in_python_prints_what_was_found(process, environment):
    _, address = process
    [code] = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    code = code.replace("http://127.0.0.1:8766", address)
    done = ran("-c", code, env=environment, modules=["critique_core.client"], timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "False contradicted"
    assert done.stdout.splitlines()[-1] == "end 1 1"
