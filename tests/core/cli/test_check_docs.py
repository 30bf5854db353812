"""``claimlens check --docs``: documents against the sources that they name."""

import pytest

from critique_core import cli

MANUAL = "The gateway's timeout is 60 seconds. The gateway listens on port 8080."
PAGE = "# Gateway\n\n<!-- claimlens sources: ../specs/manual.md -->\n\nThe gateway listens on port 8080.\n\n{}\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    for folder in ("docs", "specs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "specs" / "manual.md").write_text(MANUAL)
    monkeypatch.chdir(tmp_path)

    def page(text, name="page.md"):
        (tmp_path / "docs" / name).write_text(text)
        return f"docs/{name}"

    return page


def test_a_claim_that_the_source_contradicts_is_told_with_its_line_and_quote(project, capsys):
    assert cli.main(["check", "--docs", project(PAGE.format("The gateway's timeout is 30 seconds."))]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "docs/page.md:7: error: contradicted: The gateway's timeout is 30 seconds."
    assert any("“The gateway's timeout is 60 seconds.” — manual.md" in line for line in said)
    assert said[-1] == "1 document with sources, 2 claims: 1 error"


def test_documents_that_say_what_their_sources_say_pass_and_others_are_not_read(project, capsys):
    right, other = project(PAGE.format("The gateway's timeout is 60 seconds.")), project("The moon is cheese.", "o.md")
    assert cli.main(["check", "--docs", right, other]) == 0
    assert capsys.readouterr().out.splitlines() == ["1 document with sources, 2 claims: no error"]


def test_no_verifier_is_loaded_where_no_document_names_a_source(project, monkeypatch):
    monkeypatch.setenv("CLAIMLENS_STRICTNESS", "harsh")  # loading would fail
    assert cli.main(["check", "--docs", project("The moon is cheese.")]) == 0


def test_without_a_document_there_is_nothing_to_check(capsys):
    assert cli.main(["check", "--docs"]) == 2
    assert "--docs reads no standard input; name the documents" in capsys.readouterr().err


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- claimlens sources:\n../specs/manual.md\n",
        "<!-- claimlens sources:\n../specs/manual.md\n\nText.\n\n<!-- other -->\n",
        "<!-- claimlens source: ../specs/manual.md -->\n",
        "<!-- Claimlens soruces: ../specs/manual.md -->\n",
    ],
)
def test_a_comment_that_names_no_sources_as_it_was_meant_to_is_an_error_at_its_line(project, capsys, comment):
    assert cli.main(["check", "--docs", project(f"# Gateway\n\n{comment}The timeout is 30 seconds.\n")]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("docs/page.md:3: error: this comment names no sources; write <!-- claimlens sources:")
    assert "1 error" in told.out


def test_a_miswritten_comment_leaves_the_rest_of_its_document_checked(project, capsys):
    text = PAGE.format("The gateway's timeout is 30 seconds.")
    assert cli.main(["check", "--docs", project(f"<!-- claimlens source: a.md -->\n{text}")]) == 1
    told = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert [line[: line.index("error") + 6] for line in told[:2]] == [
        "docs/page.md:1: error:",
        "docs/page.md:8: error:",
    ]
    assert told[2] == "1 document with sources, 2 claims: 2 errors"


def test_a_document_that_is_named_twice_is_checked_once(project, capsys):
    page = project(PAGE.format("The gateway's timeout is 30 seconds."))
    assert cli.main(["check", "--docs", page, f"./{page}"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("docs/page.md:7: error: ")
    assert told[-1] == "1 document with sources, 2 claims: 1 error"


def test_a_comment_about_other_things_and_one_in_a_block_of_code_are_none(project):
    text = "<!-- claimlens checks this page -->\n```\n<!-- claimlens source: a.md -->\n```\n"
    assert cli.main(["check", "--docs", project(text)]) == 0


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("none.md", "source none.md: there is no such file"),
        ("../../outside.md", "outside the folder that the command runs in"),
        ("/etc/hostname", "outside the folder that the command runs in"),
        ("../.git/config", "or is hidden"),
        ("link.md", "outside the folder that the command runs in"),
        ("../specs", "source ../specs: is a folder"),
    ],
)
def test_a_source_that_cannot_be_read_or_is_none_of_the_projects_fails_the_document(
    project, tmp_path, capsys, source, said
):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("token = secret")
    (tmp_path.parent / "outside.md").write_text("The token is secret.")
    (tmp_path / "docs" / "link.md").symlink_to(tmp_path.parent / "outside.md")
    page = project(f"<!-- claimlens sources: {source} -->\nThe token is blue.")
    assert cli.main(["check", "--docs", page]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("docs/page.md:1: error: source ")
    assert said in told.out
    assert "secret" not in told.out + told.err


def test_one_bad_document_stops_no_other(project, capsys, tmp_path):
    (tmp_path / "docs" / "latin.md").write_bytes(b"caf\xe9")
    wrong = project(PAGE.format("The gateway's timeout is 30 seconds."))
    assert cli.main(["check", "--docs", "docs/latin.md", "docs/none.md", wrong]) == 2
    told = capsys.readouterr()
    assert "docs/latin.md: byte 4 is not UTF-8" in told.err
    assert "claimlens: docs/none.md: there is no such file" in told.err
    assert "docs/page.md:7: error" in told.out


@pytest.mark.parametrize("document", ["docs/none.md", "docs", "docs/latin.md"])
def test_a_document_that_cannot_be_read_gives_2_as_other_arguments_do(project, capsys, tmp_path, document):
    (tmp_path / "docs" / "latin.md").write_bytes(b"caf\xe9")
    assert cli.main(["check", "--docs", document]) == 2
    assert capsys.readouterr().err.startswith(f"claimlens: {document}: ")


def test_settings_that_cannot_be_used_give_2_and_are_named_once(project, capsys, monkeypatch):
    monkeypatch.setenv("CLAIMLENS_STRICTNESS", "harsh")
    text = PAGE.format("The gateway's timeout is 60 seconds.")
    assert cli.main(["check", "--docs", project(text), project(text, "other.md")]) == 2
    assert capsys.readouterr().err.count("CLAIMLENS_STRICTNESS") == 1


def test_a_section_whose_source_is_missing_stops_no_other_of_its_document(project, capsys):
    text = PAGE.replace("manual.md", "none.md") + PAGE
    assert cli.main(["check", "--docs", project(text.format("", "The gateway's timeout is 30 seconds."))]) == 1
    told = capsys.readouterr()
    assert "docs/page.md:3: error: source ../specs/none.md: there is no such file" in told.out
    assert told.out.count(": error: contradicted: ") == 1
    assert "2 errors" in told.out


def test_what_a_document_says_gives_the_terminal_no_command(project, capsys):
    cli.main(["check", "--docs", project(PAGE.format("The gateway's timeout is 30 seconds \x1b[2J."))])
    assert "\x1b" not in capsys.readouterr().out


def test_two_files_of_requests_are_refused(capsys):
    assert cli.main(["check", "one.jsonl", "two.jsonl"]) == 2
    assert "two.jsonl: one file of requests is read at a time" in capsys.readouterr().err
