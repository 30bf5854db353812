import gzip
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from critique_core import assembly, cli
from critique_core.assembly import Critic
from critique_core.cli import app
from critique_core.models import Critique, CritiqueOptions, Gate, Profile, parse_request
from critique_core.store import Store
from tests.makers import copies
from tests.makers.verifiers import ScriptedVerifier, believing

GOOD = {
    "query": "Port?",
    "draft": "The server runs on port 8080.",
    "sources": [{"id": "conf", "content": "Port: 8080"}],
}
WRONG = {
    "query": "Timeout?",
    "draft": "The timeout is 30 seconds.",
    "sources": [{"id": "1", "title": "Manual", "content": "Timeout: 60 seconds", "chunkId": "c7"}],
}
CONTROLS = "\x1b[31mred\x1b[0m \x9b2J \u202etxt.exe \x07 \x7f"


@pytest.fixture(autouse=True)
def critic(monkeypatch, tmp_path):
    """A critic with a scripted verifier in the place of the embedded one, and no settings of the user."""
    script = {
        "port": believing(0.97, quotes=(("conf", "Port: 8080", "supports"),), reasoning=f"read {CONTROLS}"),
        "timeout": believing(
            0.03, 0.95, quotes=(("1", "Timeout: 60 seconds", "contradicts"),), reasoning="the source says 60 seconds"
        ),
    }
    ready = Critic(ScriptedVerifier(script), Profile(), CritiqueOptions(), Gate())
    monkeypatch.setattr("critique_core.assembly.critic", lambda _: ready)
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'nowhere' / 'none.sqlite3'}")
    monkeypatch.setattr("critique_core.settings.reading.user_config_path", lambda *_, **__: tmp_path / "nowhere")


@pytest.fixture
def reviews(monkeypatch, tmp_path) -> str:
    """The URL of a store that the command opens."""
    url = f"sqlite:///{tmp_path / 'reviews.sqlite3'}"
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", url)
    return url


def save(url: str, *requests: dict[str, object]) -> None:
    with Store.open(url) as store:
        for one in requests:
            store.save_review(assembly.critic(None).critique(parse_request(one)), who="ann")


def test_metrics_of_the_stored_reviews_as_a_table(reviews, capsys):
    save(reviews, WRONG, GOOD, {"draft": "I don't have that information."})
    assert cli.main(["metrics"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "50.0%" in lines["critique_hallucination_rate"]
    assert "2 checked of 3 drafts" in lines["critique_hallucination_rate"]
    assert "50.0%" in lines["critique_revision_rate"]
    assert "0.500" in lines["critique_confidence_avg"]
    assert "without a confidence: 1 abstained" in lines["critique_confidence_avg"]
    assert "1.00" in lines["claims_per_draft"]


def test_metrics_as_json_and_of_an_empty_store(reviews, capsys):
    save(reviews)
    assert cli.main(["metrics", "--json"]) == 0
    empty = json.loads(capsys.readouterr().out)
    assert (empty["drafts"], empty["critique_hallucination_rate"], empty["critique_latency_ms"]) == (0, None, None)
    save(reviews, WRONG)
    assert cli.main(["metrics", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["critique_hallucination_rate"] == 1.0


@pytest.mark.parametrize("arguments", [
    ["metrics"], ["export", "--format", "rows", "--out", "-"], ["rescore"], ["report", "1", "--out", "-"],
    ["tune", "--objective", "f1", "--out", "profile.json"], ["keys", "list"], ["keys", "make", "Ada"],
    ["keys", "revoke", "x"],
])  # fmt: skip
def test_a_store_that_is_not_there_is_named_and_not_made(reviews, tmp_path, capsys, arguments):
    assert cli.main(arguments) == 2
    assert (
        f"{tmp_path / 'reviews.sqlite3'}: there is no such file; correct the database's name" in capsys.readouterr().err
    )
    assert not (tmp_path / "reviews.sqlite3").exists()


def test_import_says_when_it_makes_the_store(reviews, tmp_path, capsys):
    path = tmp_path / "answers.jsonl"
    path.write_text(jsonl(GOOD), encoding="utf-8")
    made = f"{tmp_path / 'reviews.sqlite3'}: made, as there was no database of reviews yet\n"
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert cli.main(["import", str(tmp_path / "answer.jsonl"), str(tmp_path), str(empty)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"claimlens: {tmp_path / 'answer.jsonl'}: there is no such file",
        f"claimlens: {tmp_path}: is a folder; name the files in it",
        f"claimlens: {empty}: holds no record that can be read; it is empty, or a line of names alone",
    ]
    assert cli.main(["import", "--format", "rows", str(empty)]) == 2
    assert "empty.jsonl: holds no record that can be read; it is empty" in capsys.readouterr().err
    assert cli.main(["import", str(path), "--format", "nosuch"]) == 2
    assert "format 'nosuch' is not known" in capsys.readouterr().err
    assert not (tmp_path / "reviews.sqlite3").exists()
    assert cli.main(["import", str(path)]) == 0
    assert made in capsys.readouterr().out
    assert cli.main(["import", str(path)]) == 0
    assert made not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ("The server runs on port 8080.", "ACCEPT  1 of 1 checked claims supported"),
        ("The timeout is 30 seconds.", "REJECT  0 of 1 checked claims supported, an issue of high severity"),
        ("Hello there!", "RETRY  nothing to check"),
    ],
)
def test_the_banner_says_what_was_found_and_nothing_that_gainsays_it(tmp_path, capsys, draft, said):
    sources = [GOOD["sources"][0], {"id": "1", "content": "Timeout: 60 seconds"}]
    assert check(json.dumps({"draft": draft, "sources": sources}), "--pretty", tmp_path=tmp_path) == 0
    assert f"│ {said} " in capsys.readouterr().out


def jsonl(*requests: object) -> str:
    return "".join(f"{json.dumps(request)}\n" for request in requests)


def check(text: str | bytes, *flags: str, tmp_path: Path) -> int:
    path = tmp_path / "requests.jsonl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return cli.main(["check", str(path), *flags])


def test_one_critique_a_line_in_order_with_every_field(tmp_path, capsys):
    assert check(jsonl(WRONG, GOOD), tmp_path=tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    first, second = (Critique.model_validate_json(line) for line in lines)
    assert (first.request.draft, second.request.draft) == (WRONG["draft"], GOOD["draft"])
    assert (first.recommendation, second.recommendation) == ("reject", "accept")
    assert set(json.loads(lines[0])) == set(Critique.model_fields)
    assert first.request.sources[0].chunk_id == "c7"


def test_camel_writes_camel_case_that_is_read_back(tmp_path, capsys):
    assert check(jsonl(GOOD), "--camel", tmp_path=tmp_path) == 0
    line = capsys.readouterr().out
    assert json.loads(line)["isValid"] is True
    assert Critique.model_validate_json(line).is_valid


def test_a_bad_line_is_reported_with_its_number_and_the_rest_go_on(tmp_path, capsys):
    bad = {"draft": "", "sources": [{"id": 1, "content": "x", "colour": "red"}]}
    text = jsonl(GOOD) + "\n{not json\n" + jsonl(bad) + '{"draft": "\\ud800"}\n' + jsonl(WRONG)
    assert check(text, tmp_path=tmp_path) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["request"]["query"] for line in out.splitlines()] == ["Port?", "Timeout?"]
    third, fourth, fifth = err.splitlines()
    assert "surrogate" in fifth
    file = tmp_path / "requests.jsonl"
    assert third.startswith(f"claimlens: {file}, line 3: ")
    assert fourth.startswith(f"claimlens: {file}, line 4: ")
    assert "draft: there is no text" in fourth
    assert "sources.0.colour: unknown field" in fourth
    assert fifth.startswith(f"claimlens: {file}, line 5: ")


def test_a_line_that_is_nested_too_deeply_is_told_so(tmp_path, capsys):
    assert check('{"draft":' * 100_000, tmp_path=tmp_path) == 1
    assert "line 1: request: is nested too deeply; write it with fewer" in capsys.readouterr().err


def test_one_request_over_many_lines_is_one_and_nothing_is_told_to_be_nothing(tmp_path, capsys):
    assert check("\ufeff" + json.dumps(GOOD, indent=1), tmp_path=tmp_path) == 0
    assert [json.loads(line)["request"]["query"] for line in capsys.readouterr().out.splitlines()] == ["Port?"]
    assert check(json.dumps(GOOD, indent=1)[:-1], tmp_path=tmp_path) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert check("\n \n", tmp_path=tmp_path) == 0
    assert capsys.readouterr().err.endswith(": holds no request\n")


def test_a_table_is_refused_with_what_reads_it(capsys):
    assert cli.main(["check", "answers.CSV"]) == 2
    assert capsys.readouterr().err == (
        "claimlens: answers.CSV: is a table; check reads JSON, claimlens batch reads tables too\n"
    )


def test_a_byte_order_mark_and_carriage_returns_do_no_harm(tmp_path, capsys):
    assert check(b"\xef\xbb\xbf" + jsonl(GOOD).replace("\n", "\r\n").encode(), tmp_path=tmp_path) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_missing_file_is_named(capsys):
    assert cli.main(["check", "no/such.jsonl"]) == 2
    assert capsys.readouterr().err == "claimlens: no/such.jsonl: there is no such file\n"


def test_a_folder_is_not_a_file(tmp_path, capsys):
    assert cli.main(["check", str(tmp_path)]) == 2
    assert "is a folder; name a file in it, or have claimlens batch read all of it" in capsys.readouterr().err


@pytest.mark.parametrize("flags", [(), ("--pretty",), ("--github",)])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (jsonl(GOOD, WRONG).encode("utf-16"), "is UTF-16, not UTF-8; save it as UTF-8 text"),
        (gzip.compress(jsonl(GOOD).encode()), "is packed; unpack it, or have claimlens batch read it as it is"),
        (json.dumps([GOOD, WRONG]).encode(), "is a JSON array; write one request a line, or have claimlens batch read"),
        (json.dumps([GOOD], indent=1).encode(), "is a JSON array; write one request a line, or have claimlens batch"),
    ],
)
def test_a_file_of_another_form_is_refused_once_with_the_remedy(tmp_path, capsys, content, said, flags):
    assert check(content, *flags, tmp_path=tmp_path) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"claimlens: {tmp_path / 'requests.jsonl'}: {said}")
    assert err.count("\n") == 1


def test_a_line_that_is_not_utf_8_is_a_bad_line_like_any_other(tmp_path, capsys):
    text = jsonl(GOOD).encode() + '{"draft": "caf\xe9"}\n'.encode("latin-1") + jsonl(WRONG).encode()
    assert check(text, tmp_path=tmp_path) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["request"]["query"] for line in out.splitlines()] == ["Port?", "Timeout?"]
    file = tmp_path / "requests.jsonl"
    assert err == f"claimlens: {file}, line 2: byte 15 is not UTF-8; save the file as UTF-8 text\n"


def test_pretty_names_the_line_that_is_not_utf_8(tmp_path, capsys):
    assert check('{"query": "",\n"draft": "caf\xe9"}'.encode("latin-1"), "--pretty", tmp_path=tmp_path) == 1
    assert "requests.jsonl: line 2, byte 14 is not UTF-8; save the file as UTF-8 text" in capsys.readouterr().err


def test_wrong_settings_are_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("CLAIMLENS_STRICTNESS", "loud")
    assert check(jsonl(GOOD), tmp_path=tmp_path) == 2
    assert "CLAIMLENS_STRICTNESS: 'loud' is not allowed" in capsys.readouterr().err


def test_pretty_reports_one_request_written_over_several_lines(tmp_path, capsys):
    assert check(json.dumps(WRONG, indent=2), "--pretty", tmp_path=tmp_path) == 0
    out = capsys.readouterr().out
    for words in ("REJECT", "≠ contradicted 3%", "The timeout is 30 seconds.", "“Timeout: 60 seconds” — Manual", "! "):
        assert words in out
    assert "\x1b" not in out


def test_pretty_prints_each_sentence_of_a_claim_once(tmp_path, capsys):
    assert check(json.dumps(WRONG), "--pretty", tmp_path=tmp_path) == 0
    report = " ".join(capsys.readouterr().out.split())
    assert report.count("contradicts this.") == 1
    assert report.lower().count("the source says 60 seconds") == 1
    assert "): contradiction The source" in report  # what it does not support, it need not say as well


def test_pretty_says_when_there_is_more_than_one_request(tmp_path, capsys):
    assert check(jsonl(GOOD, WRONG), "--pretty", tmp_path=tmp_path) == 1
    assert "one request at a time" in capsys.readouterr().err


def test_pretty_says_when_there_is_nothing(tmp_path, capsys):
    assert check("\n", "--pretty", tmp_path=tmp_path) == 2
    assert "is empty" in capsys.readouterr().err


@pytest.mark.parametrize("flag", ["--pretty", "--camel"])
def test_no_escape_sequence_reaches_the_terminal(tmp_path, capsys, flag):
    hostile = {
        "query": CONTROLS,
        "draft": f"The port is {CONTROLS} 8080.",
        "sources": [{"id": "conf", "title": CONTROLS, "content": f"Port: 8080 {CONTROLS}"}],
    }
    assert check(jsonl(hostile), flag, tmp_path=tmp_path) == 0
    out = capsys.readouterr().out
    assert not {"\x1b", "\x9b", "\x07", "\x7f"} & set(out)
    if flag == "--pretty":
        assert "\u202e" not in out
        assert "\\x1b[31mred" in out
    else:
        assert json.loads(out)["request"]["query"] == CONTROLS


def test_no_escape_sequence_reaches_the_terminal_through_an_error(tmp_path, capsys):
    assert check(jsonl({"draft": "x", "\x1b[2J": 1}), tmp_path=tmp_path) == 1
    assert "\x1b" not in capsys.readouterr().err
    assert cli.main(["check", "\x1b[2J.jsonl"]) == 2
    assert "\\x1b[2J.jsonl" in capsys.readouterr().err


def test_standard_input_is_read_when_no_file_is_named(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(jsonl(GOOD).encode())))
    assert cli.main(["check"]) == 0
    assert json.loads(capsys.readouterr().out)["is_valid"]


@pytest.mark.parametrize("command", ["check", "metrics", "bench inject"])
def test_unknown_arguments_are_refused_with_the_usage_of_the_command(capsys, command):
    with pytest.raises(SystemExit) as stopped:
        cli.main([*command.split(), "--prety"])
    assert stopped.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith(f"usage: claimlens {command} ")
    assert f"unknown argument '--prety'; see claimlens {command} --help" in told


def test_the_app_starts_from_the_checkout_with_its_arguments():
    root = Path(cli.__file__).resolve().parents[2]
    command = app.app_command(8600, browser=False, extra=["--theme.base=dark"])
    launcher = root / "components" / "frame" / "run_streamlit.py"
    assert command[:4] == [sys.executable, str(launcher), "run", str(root / "served_app.py")]
    assert {"--server.port=8600", "--server.headless=true"} <= set(command)
    assert command[-1] == "--theme.base=dark"
    unset = app.app_command(None, browser=True, extra=[])
    assert not [part for part in unset if part.startswith(("--server.port", "--server.headless"))]


@pytest.mark.parametrize("port", [-1, 65_536])
def test_a_number_that_is_no_port_is_refused_before_the_app_starts(port, capsys):
    assert cli.main(["app", "--port", str(port), "--no-browser"]) == 2
    assert f"--port {port}: a port is a number from 0 to 65535" in capsys.readouterr().err


def test_the_app_is_found_in_an_installed_wheel(tmp_path, monkeypatch):
    (tmp_path / "claimlens_app").mkdir()
    (tmp_path / "claimlens_app" / "served_app.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(app, "__file__", str(tmp_path / "site-packages" / "critique_core" / "cli.py"))
    assert app.app_file() == tmp_path / "claimlens_app" / "served_app.py"


def test_without_streamlit_the_app_names_its_extra(monkeypatch, capsys):
    monkeypatch.setattr(app, "find_spec", lambda _: None)
    assert cli.main(["app"]) == 2
    assert capsys.readouterr().err == "claimlens: the app needs the extra: pip install 'claimlens[app]'\n"


def test_an_interrupt_that_falls_into_a_destructor_still_ends_the_command(monkeypatch):
    class Destroyed:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def work(_) -> int:
        Destroyed()
        for _ in range(500):
            time.sleep(0.01)
        return 0

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes background jobs deaf to it
    monkeypatch.setattr("critique_core.cli.check.run", work)
    try:
        assert cli.main(["check"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_that_a_library_reports_as_a_failed_import_ends_the_command(monkeypatch, capsys):
    def load(_) -> int:
        raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setattr("critique_core.cli.check.run", load)
    assert cli.main(["check"]) == 130
    assert capsys.readouterr().err == ""


def test_ctrl_c_before_the_app_serves_ends_it_without_a_word(tmp_path):
    loading = tmp_path / "streamlit" / "web" / "cli.py"
    loading.parent.mkdir(parents=True)
    naps = "[time.sleep(0.05) for _ in range(1200)]"  # a signal right before one long sleep would wait for its end
    loading.write_text(f"import time\ndef main(prog_name): print('loading', flush=True); {naps}\n")
    for package in (loading.parent, loading.parents[1]):
        (package / "__init__.py").touch()
    (tmp_path / "streamlit" / "__main__.py").write_text("from streamlit.web.cli import main\nmain('streamlit')\n")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes background jobs deaf to it
    command = app.app_command(None, browser=False, extra=[])
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    try:
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            assert run.stdout is not None
            assert run.stdout.readline() == b"loading\n"
            run.send_signal(signal.SIGINT)
            assert run.communicate(timeout=30) == (b"", b"")
            assert run.returncode == 130
    finally:
        signal.signal(signal.SIGINT, before)


# --- as a process ------------------------------------------------------------------------------------------------


@contextmanager
def started(*arguments: str, **options) -> Generator[subprocess.Popen[bytes]]:
    """The command as a process of its own; one that hangs is killed, so that its test fails."""
    environment = os.environ | {"CLAIMLENS_CONFIG": ""}
    process = copies.started("-m", "critique_core.cli", *arguments, env=environment, **options)
    watchdog = threading.Timer(60, process.kill)
    watchdog.start()
    with process:
        yield process
        process.wait()
    watchdog.cancel()


@pytest.mark.slow
def test_each_critique_is_written_before_the_next_line_is_read():
    with started("check", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for request in (GOOD, WRONG):
            process.stdin.write(jsonl(request).encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["request"]["draft"] == request["draft"]
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.slow
def test_a_reader_that_leaves_ends_the_command_quietly(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_text(jsonl(*[GOOD] * 200), encoding="utf-8")
    with started("check", str(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.slow
@pytest.mark.parametrize("flags", [(), ("--pretty",)])
def test_a_full_disk_is_told_without_a_traceback(tmp_path, flags):
    path = tmp_path / "one.jsonl"
    path.write_text(jsonl(GOOD), encoding="utf-8")
    with (
        Path("/dev/full").open("wb") as full,
        started("check", *flags, str(path), stdout=full, stderr=subprocess.PIPE) as process,
    ):
        assert process.stderr.read() == (
            b"claimlens: reading or writing failed: No space left on device; check the disk and where the output goes\n"
        )
        assert process.wait() == 2


@pytest.mark.parametrize(("closed", "remedy"), [("stdin", "name a file"), ("stdout", "send it to a file or a pipe")])
def test_a_closed_stream_is_told_without_a_traceback(closed, remedy, monkeypatch, capsys):
    monkeypatch.setattr(sys, closed, None)
    assert cli.main(["check"]) == 2
    assert remedy in capsys.readouterr().err


def test_the_version_is_told_without_loading_the_core():
    script = (
        "import sys; from critique_core import cli\n"
        "try: cli.main(['--version'])\n"
        "except SystemExit: print(sorted({'pydantic', 'rich', 'streamlit', 'sqlalchemy', 'numpy'} & set(sys.modules)))"
    )
    root = Path(cli.__file__).resolve().parents[2]
    told = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[0].startswith("claimlens ")
    assert told.splitlines()[1] == "[]"


def test_one_check_loads_no_http_client_and_hardly_looks_for_garbage(tmp_path):
    script = (
        "import gc, sys; from critique_core import cli\n"
        "cli.main(['check', sys.argv[1]])\n"
        "print('httpx2' in sys.modules, sum(one['collections'] for one in gc.get_stats()) < 100)"
    )
    (tmp_path / "request.json").write_text('{"draft": "It is 5.", "sources": [{"id": "a", "content": "It: 6"}]}')
    command = [sys.executable, "-c", script, str(tmp_path / "request.json")]
    root = Path(cli.__file__).resolve().parents[2]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] == "False True"
