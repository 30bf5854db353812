"""``claimlens compare``: verifiers and policies on the same answers, as a table and as JSON."""

import json
import os
import re

import pytest

from critique_core import cli
from critique_core.cli.compare import _HELP

MANUAL = {"id": "manual", "content": "The timeout is 60 seconds. The port is 8080."}
WRONG = {"query": "", "draft": "The timeout is 30 seconds.", "sources": [MANUAL]}
RIGHT = {"query": "", "draft": "The port is 8080.", "sources": [MANUAL]}


@pytest.fixture
def file(tmp_path, monkeypatch):
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))

    def written(*rows, name="answers.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return str(path)

    return written


def shape(capsys, *arguments, code=0):
    assert cli.main(["compare", "--json", *arguments]) == code
    return json.loads(capsys.readouterr().out)


def test_the_lines_on_which_they_differ_are_printed_with_each_reason(file, capsys):
    assert cli.main(["compare", file(RIGHT, WRONG)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("They differ on 1 of 2 claims, about whether it is supported.")
    assert re.search(r"Embedded +≠ contradicted .*: The source says 60 seconds, the draft says 30 seconds\.", said)
    assert re.search(r"Word overlap +● supported", said)
    assert "Cohen's kappa" in said
    assert RIGHT["draft"] not in said
    assert cli.main(["compare", file(RIGHT, WRONG), "--all"]) == 0
    assert f"\n{RIGHT['draft']}" in capsys.readouterr().out


def test_an_interval_that_is_lacking_is_told_in_words_that_fit_contenders(file, capsys):
    path = file(RIGHT, WRONG)
    [pair] = shape(capsys, path)["pairs"]
    why = "an interval needs answers from at least 5 different sets of sources that two have judged; there "
    assert pair["reason"].startswith(why)
    assert cli.main(["compare", path]) == 0
    assert why in " ".join(capsys.readouterr().out.split())


def test_json_has_every_line_with_what_each_contender_says(file, capsys):
    found = shape(capsys, file(RIGHT, WRONG), "--verifiers", "embedded,rules,words")
    assert [one["name"] for one in found["contenders"]] == ["Embedded", "Without encoder", "Word overlap"]
    assert (found["unit"], found["answers"], len(found["pairs"])) == ("claim", 2, 3)
    first, second = found["lines"]
    assert (first["text"], first["at_odds"], second["differs"]) == (WRONG["draft"], True, False)
    assert [said["label"] for said in first["said"]] == ["contradicted", "contradicted", "supported"]
    assert found["contenders"][0]["cost"]["claims"] == 2


def test_labels_of_the_file_say_who_is_right(file, capsys):
    rows = [{"claim": row["draft"], "sources": row["sources"], "label": label}
            for row, label in ((RIGHT, "supported"), (WRONG, "contradicted"))]  # fmt: skip
    found = shape(capsys, file(*rows))
    assert [one["accuracy"]["accuracy"] for one in found["contenders"]] == [1.0, 0.5]
    assert [line["truth"] for line in found["lines"]] == [False, True]


def test_policies_decide_on_the_same_verdicts(file, capsys):
    found = shape(capsys, file(WRONG), "--policies", "calibrated,critic,grounded")
    assert (found["unit"], len(found["lines"])) == ("answer", 1)
    assert [one["name"] for one in found["contenders"]] == ["calibrated", "critic", "grounded"]
    assert {said["label"] for said in found["lines"][0]["said"]} <= {"accept", "retry", "reject"}
    assert found["contenders"][0]["cost"] is None


def test_one_request_over_several_lines_is_one_draft(file, tmp_path, capsys):
    path = tmp_path / "request.json"
    path.write_text(json.dumps(WRONG, indent=2), encoding="utf-8")
    assert shape(capsys, str(path))["answers"] == 1


def test_a_bad_line_is_named_the_others_are_compared_and_the_code_is_1(file, tmp_path, capsys):
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(WRONG) + "\n{nope\n" + json.dumps(RIGHT) + "\n", encoding="utf-8")
    assert cli.main(["compare", str(path), "--json"]) == 1
    told = capsys.readouterr()
    assert "line 2: is not JSON" in told.err
    assert json.loads(told.out)["answers"] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--verifiers", "embedded"], "name two to 4 different ones"),
        (["--verifiers", "embedded,embedded"], "name two to 4 different ones"),
        (
            ["--verifiers", "foo"],
            "--verifiers foo: is not there under these settings; there are embedded, rules, words",
        ),
        (["--policies", "calibrated,draft_critique,critic,self_rag,grounded"], "name two to 4 different ones"),
        (
            ["--verifiers", "embedded,llm"],
            "llm: needs the setting llm_model, such as CLAIMLENS_LLM_MODEL in the environment; without it there are",
        ),
        (["--policies", "calibrated,nope"], "nope: is not there under these settings; there are calibrated"),
        (["--most", "0"], "give a number from 1 to 500"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_what_can(file, capsys, arguments, said):
    assert cli.main(["compare", file(WRONG), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_file_without_answers_is_refused(file, tmp_path, capsys):
    assert cli.main(["compare", str(tmp_path / "none.jsonl")]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert cli.main(["compare", file()]) == 2
    assert "it is empty, or a line of names alone; docs/formats.md says" in capsys.readouterr().err
    assert cli.main(["compare", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err
    assert cli.main(["compare", os.devnull]) == 2
    assert "is a pipe or a device" in capsys.readouterr().err


def test_no_text_gives_the_terminal_a_command(file, capsys):
    cli.main(["compare", file({**WRONG, "draft": "The timeout is \x1b[2J 30 seconds."}), "--all"])
    assert "\x1b" not in capsys.readouterr().out


def test_the_worked_example_of_the_help_comes_out_as_it_says(file, capsys):
    told = _HELP.replace("\n", " ")
    request = json.loads(re.search(r"\{.*\}", told)[0])
    outcome = re.search(r"they (differ on the one claim, about whether it is supported)", told)[1]
    assert shape(capsys, file(request))["outcome"] == f"They {outcome}."
    labels = [said["label"] for said in shape(capsys, file(request))["lines"][0]["said"]]
    assert labels == ["contradicted", "supported"]
