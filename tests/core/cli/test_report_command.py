"""``claimlens report``: one review of the store or of a file, as a page, Markdown or JSON."""

import json
import os
from pathlib import Path

import pytest

from critique_core import cli, parse_request, pipeline
from critique_core.assembly import Critic
from critique_core.models import CritiqueOptions, DecisionDraft, Gate, Hunk, NewItem, Profile, Revision
from critique_core.reports.written import read_report
from critique_core.store import Store
from tests.makers.verifiers import ScriptedVerifier, believing

REQUEST = {
    "query": "Timeout?",
    "draft": "The timeout is 30 seconds.",
    "sources": [{"id": "1", "title": "Manual", "content": "Timeout: 60 seconds"}],
}
VERIFIER = ScriptedVerifier({"timeout": believing(0.03, 0.95, quotes=(("1", "Timeout: 60 seconds", "contradicts"),))})


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The URL of the store that the command opens; a scripted verifier is in the place of the embedded one."""
    ready = Critic(VERIFIER, Profile(), CritiqueOptions(), Gate())
    monkeypatch.setattr("critique_core.assembly.critic", lambda _: ready)
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setattr("critique_core.settings.reading.user_config_path", lambda *_, **__: tmp_path / "nowhere")
    address = f"sqlite:///{tmp_path / 'reviews.sqlite3'}"
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", address)
    return address


@pytest.fixture
def item(url: str) -> str:
    """The id of a stored review with one decision, number 1 of the store."""
    critique = pipeline.critique(parse_request(REQUEST), verifier=VERIFIER)
    with Store.open(url) as store:
        run = store.save_review(critique, who="ann", title="The timeout answer")
        decision = DecisionDraft(
            item_id=run.item_id, action="reject", reviewer="ann", critique_id=critique.id,
            claim_id=critique.claims[0].id, note="see the manual",
        )  # fmt: skip
        store.append(decision)
    return run.item_id


def written(name: str, form: str, out: Path) -> str:
    assert cli.main(["report", name, "--format", form, "--out", str(out)]) == 0
    return out.read_text("utf-8")


@pytest.mark.parametrize("form", ["html", "markdown", "json"])
def test_a_stored_review_is_written_by_number_and_by_id(item: str, tmp_path: Path, form: str) -> None:
    by_number = written("1", form, tmp_path / "number")
    assert by_number == written(item, form, tmp_path / "id")
    for said in ("The timeout answer", "see the manual", "Timeout: 60 seconds"):
        assert said in by_number


def corrected_item(url: str, verifier: ScriptedVerifier) -> None:
    """A stored review, number 1, whose one fix a reviewer took."""
    critique = pipeline.critique(parse_request(REQUEST), verifier=verifier)
    hunk = Hunk(start=15, end=25, replacement="60 seconds", reason="the manual says 60", claim_id=critique.claims[0].id)
    revision = Revision(attempt=1, text="The timeout is 60 seconds.", hunks=(hunk,), kept=True, reason="better")
    with Store.open(url) as store:
        run = store.save_review(critique.model_copy(update={"revisions": (revision,)}), who="ann")
        store.append(DecisionDraft(
            item_id=run.item_id, action="hunk_accept", reviewer="ann", critique_id=critique.id,
            claim_id=hunk.claim_id, start=hunk.start, end=hunk.end, text=hunk.replacement,
        ))  # fmt: skip


@pytest.mark.parametrize("form", ["html", "markdown", "json"])
def test_an_answer_that_was_corrected_is_checked_again(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    verifier = ScriptedVerifier({"30": believing(0.03, 0.95), "60": believing(0.97, 0.01)})
    ready = Critic(verifier, Profile(), CritiqueOptions(), Gate())
    monkeypatch.setattr("critique_core.assembly.critic", lambda _: ready)
    corrected_item(url, verifier)
    told = written("1", form, tmp_path / "report")
    assert "Now Send: the claim is supported" in told
    assert "not checked again" not in told


def test_an_answer_that_another_verifier_judged_is_not_checked_again(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corrected_item(url, ScriptedVerifier({"30": believing(0.03, 0.95)}, name="another"))
    told = written("1", "html", tmp_path / "report")
    assert "the corrected answer was not checked again" in told
    assert "another verifier than the one in use judged the draft" in capsys.readouterr().err


def test_a_request_a_critique_and_a_report_are_read_from_a_file(item: str, tmp_path: Path) -> None:
    request, critique, again = tmp_path / "request.json", tmp_path / "critique.json", tmp_path / "report.json"
    request.write_text(json.dumps(REQUEST, indent=2), "utf-8-sig")
    found = read_report(written(str(request), "json", again).encode())
    assert found is not None
    assert found.critique.claims[0].status == "contradicted"
    critique.write_text(found.critique.model_dump_json(by_alias=True), "utf-8")
    page = written(str(critique), "html", tmp_path / "one.html")
    assert page == written(str(again), "html", tmp_path / "two.html")
    assert page.startswith("<!doctype html>")
    written(item, "json", again)
    assert "see the manual" in written(str(again), "html", tmp_path / "three.html")


def test_a_page_is_written_unless_another_form_is_named_and_a_hyphen_is_standard_output(
    item: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert cli.main(["report", item, "--out", "-"]) == 0
    assert capfdbinary.readouterr().out.decode() == written(item, "html", tmp_path / "one.html")


@pytest.mark.usefixtures("item")
@pytest.mark.parametrize("name", ["7", "nosuch", "missing.json", "99999999999999999999", "²"])
def test_what_is_not_there_is_named_with_where_to_look(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["report", name, "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert name in told
    assert "Queue page" in told
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("item")
def test_a_report_does_not_take_the_place_of_the_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "request.json"
    file.write_text('{"draft": "Port: 80", "sources": []}')
    assert cli.main(["report", str(file), "--out", str(file)]) == 2
    assert "is the file that is read, which would be lost" in capsys.readouterr().err
    assert file.read_text() == '{"draft": "Port: 80", "sources": []}'


def test_a_folder_is_named_as_what_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    said = f"claimlens: {tmp_path}: is a folder; name a file, or an answer by its number or id\n"
    assert capsys.readouterr().err == said


def test_a_folder_named_like_an_answer_hides_none(item: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1").mkdir()
    monkeypatch.chdir(tmp_path)
    assert written("1", "json", tmp_path / "one") == written(item, "json", tmp_path / "two")


@pytest.mark.usefixtures("url")
@pytest.mark.skipif(os.name != "posix", reason="Windows has no names for open pipes")
def test_a_request_from_a_pipe_is_read(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, json.dumps(REQUEST).encode())
    os.close(writing)
    assert "The timeout is 30 seconds." in written(f"/dev/fd/{reading}", "json", tmp_path / "out")
    os.close(reading)


def test_an_answer_that_was_never_verified_says_so(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(url) as store:
        begun = store.begin_import("file.csv", "csv", who="ann")
        store.add_items(begun.id, [NewItem(request=parse_request(REQUEST))])
    assert cli.main(["report", "1", "--out", str(tmp_path / "out")]) == 2
    assert "not verified yet" in capsys.readouterr().err


@pytest.mark.usefixtures("url")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{}", "draft"),
        (b"\xff", "UTF-8"),
        (b"{}\n{}", "one JSON value"),
        (b'{"critique": {}}', "critique.id"),
        (b"[" * 100_000, "is nested too deeply; write it with fewer"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_fault(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "given.json"
    file.write_bytes(content)
    assert cli.main(["report", str(file), "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert str(file) in told
    assert said in told


def test_a_folder_that_is_not_there_is_named(item: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", item, "--out", str(tmp_path / "none" / "out.html")]) == 2
    assert "none" in capsys.readouterr().err
