import json

import pytest

from critique_core import cli
from critique_core.assembly import Critic
from critique_core.models import CritiqueOptions, Gate, Profile
from tests.makers.verifiers import ScriptedVerifier

SOURCES = [{"id": "a", "content": "The fee is 30 euros. <b>Dogs</b> are allowed if they are small."}]
LINES = [
    {"draft": "The fee is 30 euros.", "sources": SOURCES},
    {"claim": "Dogs are allowed if they are small.", "sources": SOURCES, "label": "supported"},
    {"claim": "The fee is 90 euros.", "sources": SOURCES, "label": "contradicted"},
]


@pytest.fixture(autouse=True)
def asked(monkeypatch, tmp_path):
    """The settings that the command was given, with a verifier that accepts everything."""
    seen: list[str] = []

    def critic(settings):
        seen.append(settings.verifier)
        return Critic(ScriptedVerifier(), Profile(), CritiqueOptions(), Gate())

    monkeypatch.setattr("critique_core.assembly.critic", critic)
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setattr("critique_core.settings.reading.user_config_path", lambda *_, **__: tmp_path / "nowhere")
    return seen


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in LINES) + "\n\n", encoding="utf-8")
    return path


def test_a_table_with_what_was_missed(file, capsys, asked):
    assert cli.main(["bench", "inject", str(file), "--per-kind", "2", "--seed", "7", "--verifier", "embedded"]) == 0
    out = capsys.readouterr().out
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line}
    assert rows["money"][1:4] == ["2", "0", "0%"]
    assert rows["condition"][1:4] == ["1", "0", "0%"]
    assert rows["time"][1:] == ["0", "0", "none"]
    assert "False alarms on claims without an error: 0 of 2" in out
    assert "missed condition: “if they are small” dropped in: Dogs are allowed if they are small." in out
    assert "fee is 90" not in out
    assert asked == ["embedded"]


def test_a_chart_in_no_folder_is_refused_before_anything_is_run(file, tmp_path, capsys, asked):
    chart = tmp_path / "nope" / "x.html"
    assert cli.main(["bench", "inject", str(file), "--chart", str(chart)]) == 2
    assert f"--chart {chart}: the folder {chart.parent} does not exist" in capsys.readouterr().err
    assert asked == []


def test_a_chart_does_not_take_the_place_of_the_file_that_is_read(file, capsys, asked):
    before = file.read_bytes()
    assert cli.main(["bench", "inject", str(file), "--chart", str(file)]) == 2
    assert f"{file}: is the file that is read, which would be lost" in capsys.readouterr().err
    assert (file.read_bytes(), asked) == (before, [])


def test_json_is_the_same_for_the_same_seed(file, capsys):
    written = []
    for _ in range(2):
        assert cli.main(["bench", "inject", str(file), "--per-kind", "2", "--seed", "7", "--json"]) == 0
        written.append(capsys.readouterr().out)
    assert written[0] == written[1]
    battery = json.loads(written[0])
    assert (battery["seed"], battery["claims"], battery["false_alarms"]) == (7, 2, 0)


def test_the_chart_is_a_page_that_loads_nothing_and_escapes_texts(tmp_path, capsys):
    file, chart = tmp_path / "rows.jsonl", tmp_path / "chart.html"
    draft = "The <script> tag fee is 30 euros."
    file.write_text(json.dumps({"draft": draft, "sources": SOURCES}), encoding="utf-8")
    assert cli.main(["bench", "inject", str(file), "--per-kind", "1", "--chart", str(chart)]) == 0
    page = chart.read_text(encoding="utf-8")
    assert "<svg" in page
    assert ">money<" in page
    assert "0 of 1" in page
    assert "<script" not in page
    assert "src=" not in page
    assert "&lt;script&gt;" in page


def test_lines_that_cannot_be_used_are_named(tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    good = json.dumps(LINES[0])
    ended = json.dumps(LINES[0] | {"query": "a\u2028b"}, ensure_ascii=False)  # no line ends there
    file.write_text(f'{{"draft": 5}}\nnot json\n{good}\n{{"draft": "a", "draft": "b"}}\n{ended}\n', encoding="utf-8")
    assert cli.main(["bench", "inject", str(file), "--per-kind", "1"]) == 1
    errors = capsys.readouterr().err
    assert f"claimlens: {file}, line 1: draft" in errors
    assert "line 2: is not JSON" in errors
    assert "line 4: draft: is given more than once" in errors
    assert "line 5" not in errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["nowhere.jsonl"], "nowhere.jsonl: cannot be read"), (["--per-kind", "0"], "--per-kind 0: must be 1 or more")],
)
def test_arguments_that_cannot_be_used(arguments, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["bench", "inject", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_file_without_a_supported_claim_is_named_with_the_rows_left_out(tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    unlabelled = {"claim": "The fee is 30 euros.", "sources": SOURCES}
    file.write_text(f"{json.dumps(LINES[2])}\n{json.dumps(unlabelled)}\n", encoding="utf-8")
    assert cli.main(["bench", "inject", str(file)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"claimlens: {file}: 2 rows left out, with another label than supported or none",
        f"claimlens: {file}: no claim that sources could support; give requests with drafts and sources",
    ]
