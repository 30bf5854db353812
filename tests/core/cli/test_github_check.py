"""``claimlens check --github``, and the action that runs it."""

import json
import os
import subprocess
import sys

import pytest
import yaml

from critique_core import cli
from tests.makers.places import ROOT

ACTION = ROOT / ".github" / "actions" / "check-answers" / "action.yml"
MANUAL = [{"id": "manual", "content": "Timeout: 60 seconds\nPort: 8080"}]
GOOD = {"draft": "The server runs on port 8080.", "sources": MANUAL}
WRONG = {"draft": "The timeout is 30 seconds.", "sources": MANUAL}
HOSTILE = {
    "draft": "The <b>timeout</b>, 100%: is 30 seconds | x.\n::error::owned",
    "sources": [{"id": "a\n::stop-commands::b", "content": "Timeout: 60 seconds"}],
}


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.chdir(tmp_path)


def check(tmp_path, capsysbinary, *lines, file="answers.jsonl"):
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    (tmp_path / file).write_text(text, encoding="utf-8")
    code = cli.main(["check", "--github", file])
    return code, capsysbinary.readouterr().out.decode().splitlines(), (tmp_path / "summary.md").read_text("utf-8")


def test_answers_that_are_supported_pass(tmp_path, capsysbinary):
    assert check(tmp_path, capsysbinary, GOOD) == (
        0, [], "### Claimlens: answers.jsonl\n\n1 answer checked, 0 errors\n\n",
    )  # fmt: skip


def test_a_claim_that_is_not_supported_is_marked_at_its_line(tmp_path, capsysbinary):
    code, commands, summary = check(tmp_path, capsysbinary, GOOD, "", WRONG, file="a,b.jsonl")
    assert code == 1
    [command] = commands
    assert command == (
        "::error file=a%2Cb.jsonl,line=3,title=contradicted%3A The timeout is 30 seconds."
        "::The source says 60 seconds, the draft says 30 seconds.%0Acontradicts: “Timeout: 60 seconds” — manual"
    )
    assert "2 answers checked, 1 error\n" in summary
    assert "| 3 | error | contradicted: The timeout is 30 seconds. |" in summary


def test_a_file_without_a_request_fails(tmp_path, capsysbinary):
    code, commands, summary = check(tmp_path, capsysbinary, "", "")
    assert (code, commands) == (
        1, ["::error file=answers.jsonl,line=1,title=this line cannot be checked::the file holds no request"],
    )  # fmt: skip
    assert "0 answers checked, 1 error\n" in summary


def test_a_line_that_is_no_request_is_marked(tmp_path, capsysbinary):
    code, commands, _ = check(tmp_path, capsysbinary, '{"draft": 5}', GOOD)
    assert (code, len(commands)) == (1, 1)
    assert commands[0].startswith("::error file=answers.jsonl,line=1,title=this line cannot be checked::draft: Input")


def test_without_sources_a_claim_is_a_warning(tmp_path, capsysbinary):
    code, [command], _ = check(tmp_path, capsysbinary, {"draft": "The timeout is 30 seconds.", "sources": []})
    assert code == 0
    assert command.startswith("::warning file=answers.jsonl,line=1,title=unverified")


def test_no_text_can_give_a_command_or_markup_of_its_own(tmp_path, capsysbinary):
    _, commands, summary = check(tmp_path, capsysbinary, HOSTILE)
    assert commands
    assert [line for line in commands if not line.startswith(("::error file=answers", "::warning file=answers"))] == []
    assert not any(line.startswith(("::error::", "::stop-commands::")) for line in commands)
    assert "<b>" not in summary
    assert "\\| x" in summary
    assert "100%25" in "".join(commands)


def test_the_actions_steps_run(tmp_path):
    """The second step as the runner would run it; the first installs, so its command is read alone."""
    action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    install, run = action["runs"]["steps"]
    assert install["run"] == 'python -m pip install "$REQUIREMENT"'
    assert {*install["env"].values(), *run["env"].values()} == {
        f"${{{{ inputs.{name} }}}}" for name in action["inputs"]
    }  # fmt: skip
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "claimlens"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m critique_core.cli "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    (tmp_path / "my answers.jsonl").write_text(json.dumps(WRONG) + "\n", encoding="utf-8")
    environment = {**os.environ, "ANSWERS": "my answers.jsonl", "PYTHONPATH": str(ROOT)}
    environment["PATH"] = f"{command.parent}:{environment['PATH']}"
    done = subprocess.run(
        [run["shell"], "-c", run["run"]], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=my answers.jsonl,line=1,title=contradicted")


def test_the_page_names_the_action_and_its_inputs():
    page = (ROOT / "docs" / "github.md").read_text(encoding="utf-8")
    (workflow,) = (part for part in page.split("```") if part.startswith("yaml\n"))
    used = yaml.safe_load(workflow.removeprefix("yaml\n"))["steps"][-1]
    assert (ROOT.parent / used["uses"].replace("./claimlens", ROOT.name)).is_dir()
    assert set(used["with"]) == set(yaml.safe_load(ACTION.read_text(encoding="utf-8"))["inputs"])
