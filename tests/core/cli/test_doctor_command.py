"""``claimlens doctor``: what it says of an environment that works, and of ones that do not."""

import json
import tomllib

import pytest

from critique_core import cli
from critique_core.assembly import doctor
from critique_core.installed import missing_by_extra
from critique_core.store import Store
from tests.makers.places import ROOT

KEY = "sk-very-secret"


@pytest.fixture(autouse=True)
def places(monkeypatch, tmp_path):
    """Nothing of the user's."""
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    return tmp_path


def examined(capsys):
    code = cli.main(["doctor", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (code, told["works"]) in {(0, True), (1, False)}
    return {one["name"]: one for one in told["findings"]}


def test_here_all_works_and_nothing_is_made(places, capsys):
    assert cli.main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert told.endswith("\nall that is configured works\n")
    assert "● works  sqlite: SQLite 3" in told
    assert "with full-text search" in told
    assert "● works  verifier: Verifier embedded found a planted error" in told
    assert list(places.iterdir()) == []


def test_a_store_that_is_there_is_opened_and_its_migration_named(places, monkeypatch, capsys):
    file = places / "reviews.sqlite3"
    with Store.open(f"sqlite:///{file}") as store:
        revision = store.revision
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{file}")
    found = examined(capsys)
    assert found["store"]["said"] == f"sqlite:///{file} opens; its tables are at migration {revision}"
    file.unlink()
    file.touch()
    assert examined(capsys)["store"]["said"].endswith("the next use brings its tables up to date")


@pytest.mark.parametrize(
    ("variable", "value", "name", "said", "remedy"),
    [
        ("DATABASE_URL", "sqlite:///{}/text.txt", "store", "file is not a database", "correct database_url"),
        ("DATABASE_URL", "sqlite:///{}/text.txt/a.sqlite3", "store", "cannot be written", "make it writable"),
        ("DATABASE_URL", "postgresql://ann:hush@127.0.0.1:9/no", "store", "ann:****@127.0.0.1:9", "correct"),
        ("LIBRARY_PATH", "{}/text.txt", "library", "file is not a database", "correct library_path"),
        ("CACHE_PATH", "{}/text.txt/a/b", "folder cache", "cannot be written", "make it writable"),
        ("WEB_SEARCH", "searxng", "web search", "needs web_search_base_url", "set web_search to off"),
        ("VERIFIER", "cross_encoder", "verifier", "needs cross_encoder: a folder", None),
    ],
)  # fmt: skip
def test_what_is_configured_and_does_not_work_is_named(
    places, monkeypatch, capsys, variable, value, name, said, remedy
):
    (places / "text.txt").write_text("no database " * 200, encoding="utf-8")
    monkeypatch.setenv(f"CLAIMLENS_{variable}", value.format(places))
    found = examined(capsys)
    assert [one["name"] for one in found.values() if one["state"] == "fails"] == [name]
    assert said in found[name]["said"]
    assert found[name]["remedy"] is None if remedy is None else remedy in found[name]["remedy"]
    assert "hush" not in json.dumps(found)


def test_each_fault_of_the_settings_is_named_and_nothing_else_is_tried(monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_STRICTNESS", "huge")
    monkeypatch.setenv("CLAIMLENS_MAX_ATTEMPTS", "99")
    assert cli.main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "✗ fails  settings: CLAIMLENS_STRICTNESS: 'huge' is not allowed" in told
    assert "✗ fails  settings: CLAIMLENS_MAX_ATTEMPTS: '99' is not allowed" in told
    assert "verifier" not in told


def test_a_model_that_does_not_answer_fails_what_needs_it_and_its_key_is_not_shown(monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_VERIFIER", "llm")
    monkeypatch.setenv("CLAIMLENS_LLM_MODEL", "small")
    monkeypatch.setenv("CLAIMLENS_LLM_API_KEY", KEY)
    monkeypatch.setenv("CLAIMLENS_LLM_BASE_URL", "http://127.0.0.1:9")
    found = examined(capsys)
    assert "http://127.0.0.1:9" in found["model"]["said"]
    assert (found["model"]["state"], found["verifier"]["state"]) == ("fails", "fails")
    assert KEY not in json.dumps(found)


def test_what_does_not_work_is_counted(monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_WEB_SEARCH", "searxng")
    assert cli.main(["doctor"]) == 1
    assert " does not work\n" in capsys.readouterr().out


def test_without_full_text_search_the_library_cannot_work(monkeypatch, capsys):
    monkeypatch.setattr("critique_core.library.database.sqlite_here", lambda: ("3.1", False))
    assert examined(capsys)["sqlite"]["said"] == "SQLite 3.1 lacks full-text search (FTS5): no library"


def test_the_processor_is_said_to_be_fast_or_slow_by_its_instructions(monkeypatch, tmp_path):
    cpu = tmp_path / "cpuinfo"
    monkeypatch.setattr(doctor, "_CPU", cpu)
    cpu.write_text("flags : avx2 avx512_vnni amx_int8", encoding="utf-8")
    assert doctor._speed() == "the processor multiplies eight bits at once (AVX-512 VNNI, AMX)"
    cpu.write_text("flags : avx2", encoding="utf-8")
    assert doctor._speed().startswith("no VNNI or AMX found")


def test_an_extra_lacks_what_it_names_itself_and_through_another(monkeypatch):
    written = [
        'claimlens[b]; extra == "a"', "here>=1 ; extra == 'a'", 'gone-away[x]>=2; extra == "b"', "plain>=1",
        "claimlens[b]; extra == 'sign-in'", "claimlens[sign-in]; extra == 'c'",
    ]  # fmt: skip
    monkeypatch.setattr("critique_core.installed.requires", lambda _: written)
    monkeypatch.setattr("critique_core.installed._is_there", lambda package: package == "here")
    assert missing_by_extra() == dict.fromkeys(("a", "b", "c", "sign-in"), ("gone-away",))


def test_every_extra_is_said_to_be_for_something():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert doctor._FOR.keys() == extras.keys()
