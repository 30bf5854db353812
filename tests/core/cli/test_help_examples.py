"""Help that teaches: each command ends its help with an example, and the examples run as they are."""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

from critique_core import cli
from tests.makers.places import ROOT
from tests.makers.rows import each_of

REQUEST = {
    "query": "What is the timeout?",
    "draft": "The timeout is 30 seconds.",
    "sources": [{"id": "manual", "content": "Timeout: 60 seconds"}],
}
SERVERS = ("app", "mcp", "serve", "db move")
"""What goes on serving, and what needs a database server."""
BEFORE = {
    "metrics": ("claimlens db upgrade",),
    "export": ("claimlens db upgrade",),
    "rescore": ("claimlens db upgrade",),
    "keys list": ("claimlens db upgrade",),
    "library list": ("claimlens library add docs",),
    "library search": ("claimlens library add docs",),
    "library remove": ("claimlens library add docs",),
    "keys make": ("claimlens db upgrade",),
    "keys revoke": ("claimlens db upgrade", "claimlens keys make reporting"),
    "db check": ("claimlens db upgrade",),
    "db backup": ("claimlens db upgrade",),
    "db restore": (
        "claimlens db upgrade --database other.sqlite3",
        "claimlens db backup reviews-monday.sqlite3 --database other.sqlite3",
    ),
}
"""What must be there before an example runs."""
LABELS = "".join(json.dumps({"probability": p / 50, "label": p > 20, "group": str(p)}) + "\n" for p in range(50))


def examples():
    """The example of every command and of every action of one."""
    parsers = dict(_parsers(cli.parser_of_all(), ()))
    return {name: re.findall(r"^Example: (.+)$", parser.epilog or "", re.MULTILINE) for name, parser in parsers.items()}


def arguments():
    """The help of each argument of every command, by both."""
    return {
        f"{command} {action.option_strings or action.dest}": action.help
        for command, parser in _parsers(cli.parser_of_all(), ())
        for action in parser._actions
        if not hasattr(action, "_name_parser_map")
    }


def _parsers(parser, path):
    for action in parser._actions:
        for name, inner in (action.choices or {}).items() if hasattr(action, "_name_parser_map") else ():
            yield " ".join((*path, name)), inner
            yield from _parsers(inner, (*path, name))


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder with what the examples name, where nothing is the user's."""
    (tmp_path / "request.json").write_text(json.dumps(REQUEST), encoding="utf-8")
    (tmp_path / "answers.jsonl").write_text(json.dumps(REQUEST) + "\n", encoding="utf-8")
    (tmp_path / "labels.jsonl").write_text(LABELS, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "manual.txt").write_text("The timeout is 60 seconds.", encoding="utf-8")
    for name in [name for name in os.environ if name.startswith("CLAIMLENS_")]:
        monkeypatch.delenv(name)
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def shell(own):
    """Run a line in bash, where ``claimlens`` is this checkout's and nothing is the user's."""
    (own / "bin").mkdir()
    command = own / "bin" / "claimlens"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m critique_core.cli "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    kept = os.environ | {"PATH": f"{command.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    @contextmanager
    def started(line):
        command = ["bash", "-c", f"exec {line}" if line.startswith("claimlens") else line]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        with subprocess.Popen(command, cwd=own, env=kept, text=True, **pipes) as run:
            try:
                yield run
            finally:
                run.terminate()

    return started


def said(shell, line, code=0):
    with shell(line) as run:
        told = run.communicate(timeout=300)[0]
        assert run.returncode == code, told
    return told


def test_the_help_of_import_names_what_can_be_read():
    said = arguments()["import files"]
    assert [kind for kind in ("one JSON object", "XLSX", "gzip", "xz") if kind not in said] == []


def test_a_help_has_no_ragged_paragraph():
    """Each line is filled to the terminal's width by itself, so none may end within a sentence."""
    for name, parser in _parsers(cli.parser_of_all(), ()):
        if parser.formatter_class is not argparse.RawDescriptionHelpFormatter:
            for line in (parser.epilog or "").splitlines():
                assert not line or line.startswith("Example: ") or line[-1] in ".}", (name, line)


@each_of("name", examples())
def test_every_command_has_one_example_of_itself(name):
    [example] = examples()[name]
    assert f"claimlens {name.split()[0]}" in example


@each_of("name", examples())
def test_every_command_says_in_its_help_what_it_does(name):
    assert dict(_parsers(cli.parser_of_all(), ()))[name].description


@each_of("argument", arguments())
def test_every_argument_says_in_the_help_what_it_is(argument):
    assert arguments()[argument]


def test_the_help_says_what_the_exit_codes_mean(capsys):
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert [code for code in ("0 all went well", "1 a line or row", "2 arguments", "130 ") if code not in said] == []


def test_an_example_stays_on_its_line_in_a_narrow_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    with pytest.raises(SystemExit):
        cli.main(["tune", "--help"])
    assert f"\nExample: {examples()['tune'][0]}\n" in capsys.readouterr().out


def run(line, capsys):
    """Run one line, which is plain words for a shell too, in this process; gives what it prints."""
    program, *arguments = shlex.split(line)
    assert program == "claimlens"
    assert shlex.join([program, *arguments]) == line
    code = cli.main(arguments)
    told = capsys.readouterr()
    assert code == 0, told
    return told.out


def commands():
    """Those whose example ends; a group's example may be one of its actions'."""
    return {lines[0]: name for name, lines in examples().items() if name not in {*SERVERS, "completion"}}


@pytest.mark.slow
@pytest.mark.parametrize(("example", "name"), commands().items())
def test_the_example_runs(example, name, own, capsys):
    for line in BEFORE.get(name, ()):
        run(line, capsys)
    if example.endswith(" ID"):
        listed = run(f"claimlens {name.split()[0]} list", capsys)
        example = example.replace(" ID", f" {listed.split()[0]}")
    run(example, capsys)
    for file in re.findall(r"--(?:out|chart) (\S+)", example):
        assert (own / file).exists()


@pytest.mark.parametrize("name", SERVERS)
def test_the_example_of_a_server_is_understood(name):
    """They would go on serving; what they serve is tested where they are."""
    [example] = examples()[name]
    program, *arguments = shlex.split(example)
    chosen, extra = cli.parser_of_all().parse_known_args(arguments)
    assert (program, chosen.command, extra) == ("claimlens", name.split()[0], [])


def test_without_the_extra_completion_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr("critique_core.cli.completion.find_spec", lambda _: None)
    assert cli.main(["completion", "bash"]) == 2
    assert "pip install 'claimlens[completion]'" in capsys.readouterr().err


COMPLETED = {
    "li": "library", "tune --ob": "--objective", "library re": "remove", "check req": "request.json",
    "check --verifier cas": "cascade", "compare --verifiers wo": "words", "import --format otel": "",
    "export --format otel": "otel", "batch --out do": "docs",
}  # fmt: skip
"""What is offered for the last word typed."""


def test_bash_completes_commands_options_and_files(shell):
    pytest.importorskip("shtab", reason="the extra completion is not installed")
    lines = [examples()["completion"][0], 'complete=$(complete -p claimlens | sed "s/.*-F \\([^ ]*\\).*/\\1/")']
    for typed in COMPLETED:
        words = ["claimlens", *typed.split()]
        lines.append(f"COMPREPLY=(); COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; $complete")
        lines.append('echo "${COMPREPLY[@]}"')
    offered = said(shell, "\n".join(["true", *lines])).splitlines()
    assert dict(zip(COMPLETED, (line.strip() for line in offered), strict=True)) == COMPLETED


@pytest.mark.parametrize("name", ["zsh", "fish"])
def test_the_scripts_for_other_shells_can_be_read_by_them(name, shell):
    pytest.importorskip("shtab", reason="the extra completion is not installed")
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    said(shell, f"claimlens completion {name} | {name} -n")
