"""``docs/formats.md`` lists the formats there are, and its commands run."""

import json
import re
import shlex
from pathlib import Path

from critique_core.cli import main
from critique_core.formats import registry
from tests.makers.format_samples import SAMPLES
from tests.makers.places import ROOT
from tests.makers.rows import each_of

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def test_the_table_lists_every_format_with_its_directions_in_the_registrys_order():
    rows = re.findall(r"^\| ([^|]+) \| `(\w+)` \| ([^|]+) \|", PAGE, re.MULTILINE)
    assert rows == [(form.title, form.name, form.directions) for form in registry.FORMATS]


def test_its_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite3'}")
    Path("answers.jsonl").write_text(json.dumps(SAMPLES["rows"]), encoding="utf-8")
    for command in COMMANDS:
        program, *arguments = shlex.split(command)
        assert program == "claimlens"
        assert main(arguments) == 0, command
    written = ["labels.jsonl", "response.jsonl", "source_info.jsonl", "labels.csv", "everything.jsonl"]
    assert [name for name in written if not Path(name).is_file()] == []
    assert "gen_ai.evaluation.result" in capsys.readouterr().out


@each_of("form", registry.FORMATS)
def test_every_format_says_what_becomes_of_its_fields(form):
    assert form.fields
    assert form.open or form.write
