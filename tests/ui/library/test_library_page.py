"""The Library page: add files and folders, see what became of each, find, try, remove."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.state import inputs
from components.work.jobs import Job
from critique_core.errors import StoreError
from critique_core.library import Library
from tests.makers.pages import errors, go_to, markup, shown
from tests.makers.pdfs import pdf_of

LIBRARY = "pages/library.py"
HOSTILE = "[x](javascript:alert(1)) <b> :smile: $x$.md"


@pytest.fixture(autouse=True)
def library_file(tmp_path: Path) -> Path:
    """Where ``open_app`` says the library is."""
    return tmp_path / "lib" / "library.sqlite3"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two readable files, one that is no text, and one of a kind that is passed over."""
    folder = tmp_path / "handbook"
    (folder / "deep").mkdir(parents=True)
    (folder / "gateway.md").write_text("# Gateway\n\nThe gateway times out after 60 seconds.", encoding="utf-8")
    (folder / "deep" / "support.txt").write_text("Support answers on weekdays from nine to five.", encoding="utf-8")
    (folder / "archive.md").write_bytes(b"PK\x03\x04 not text")
    (folder / "photo.xyz").write_bytes(b"?")
    return folder


@pytest.fixture
def page(app: AppTest) -> AppTest:
    return app.switch_page(LIBRARY).run()


def add(page: AppTest, path: object) -> AppTest:
    page.text_input(key="library_folder").set_value(str(path))
    return page.button(key="add_folder").click().run()


def tables(page: AppTest) -> list[dict[str, list[object]]]:
    return [table.value.to_dict("list") for table in page.dataframe]


def told(page: AppTest) -> list[str]:
    return [str(box.value).replace("\\", "") for kind in (page.info, page.warning) for box in kind]


def test_an_empty_library_says_what_it_is_for(page: AppTest) -> None:
    assert "Your library is empty." in shown(page)
    assert "Ask then answers from them" in shown(page)
    assert len(page.dataframe) == 0
    assert not page.exception


def test_a_folder_is_added_and_everything_in_it_is_accounted_for(page: AppTest, folder: Path) -> None:
    add(page, folder)
    assert told(page) == [f"{folder}: 2 added, 1 refused, 1 passed over."]
    assert [fold.label for fold in page.expander][1:] == ["Refused (1)", "Passed over (1)"]
    words = shown(page)
    assert f"{folder / 'archive.md'}\n" in words
    assert "archive.md is a ZIP archive" in words
    assert f"{folder / 'photo.xyz'}\n" in words
    [documents] = tables(page)
    assert documents["Document"] == ["gateway.md", "support.txt"]
    assert documents["Characters"] == [50, 46]
    assert documents["Kind"] == ["text", "text"]
    assert "Pages" not in documents
    assert documents["From"] == [str(folder / "gateway.md"), str(folder / "deep" / "support.txt")]


def test_a_document_without_pages_has_an_empty_cell_for_them(page: AppTest, folder: Path) -> None:
    (folder / "guide.pdf").write_bytes(pdf_of("The gateway is grey.", "It is on the roof."))
    add(page, folder)
    [documents] = page.dataframe
    pages = {row["Document"]: row["Pages"] for row in documents.value.to_dict("records")}
    assert pages["guide.pdf"] == 2
    assert pages["gateway.md"] != pages["gateway.md"], "no number"
    assert documents.proto.HasField("placeholder")
    assert documents.proto.placeholder == "", "what is drawn in its place"


def test_adding_again_reads_only_what_changed(page: AppTest, folder: Path) -> None:
    add(page, folder)
    (folder / "gateway.md").write_text("The gateway times out after 90 seconds.", encoding="utf-8")
    (folder / "deep" / "support.txt").unlink()
    (folder / "archive.md").unlink()
    add(page, folder)
    assert told(page) == [f"{folder}: 1 updated, 1 passed over, 1 missing."]
    assert [fold.label for fold in page.expander][1:] == ["Passed over (1)", "Missing (1)"]
    assert str(folder / "deep" / "support.txt") in shown(page)
    page.button(key="dismiss_adding").click().run()
    assert told(page) == []


def test_dropped_files_are_added_and_one_of_the_same_name_is_an_update(page: AppTest, library_file: Path) -> None:
    page.file_uploader[0].set_value([("notes.txt", b"The gate opens at nine.", "text/plain")]).run()
    assert told(page) == ["1 file: 1 added."]
    page.file_uploader[0].set_value([
        ("notes.txt", b"The gate opens at ten.", "text/plain"), ("empty.txt", b" ", "text/plain"),
    ]).run()  # fmt: skip
    assert told(page) == ["2 files: 1 updated, 1 refused."]
    assert [entry.title for entry in services.get_library().documents()] == ["notes.txt"]
    assert [file.name for file in library_file.with_name("library-files").iterdir()] == ["notes.txt"]


def test_the_outcome_is_for_who_asked_and_gone_after_another_page(
    page: AppTest, open_app: Callable[[], AppTest], folder: Path
) -> None:
    add(page, folder / "gateway.md")
    assert told(page) == [f"{folder / 'gateway.md'}: 1 added."]
    assert told(open_app().run().switch_page(LIBRARY).run()) == [], "another browser"
    assert told(page.run()) == [f"{folder / 'gateway.md'}: 1 added."]
    page.switch_page("pages/history.py").run()
    assert told(page.switch_page(LIBRARY).run()) == []


def test_what_was_refused_is_still_told_after_another_page(page: AppTest, folder: Path) -> None:
    add(page, folder)
    page.switch_page("pages/history.py").run()
    assert told(page.switch_page(LIBRARY).run()) == [f"{folder}: 2 added, 1 refused, 1 passed over."]


def test_a_path_that_is_nothing_is_refused_in_words(page: AppTest, tmp_path: Path) -> None:
    add(page, "")
    assert errors(page) == ["Write the path of a folder first."]
    add(page, tmp_path / "nowhere")
    assert errors(page) == []
    assert told(page) == [f"{tmp_path / 'nowhere'}: 1 refused."]
    assert f"{tmp_path / 'nowhere'} is not a folder" in shown(page)


def test_many_refusals_are_a_table_that_scrolls(page: AppTest, tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / "zips").mkdir(exist_ok=True)
        (tmp_path / "zips" / f"{number}.md").write_bytes(b"PK\x03\x04 not text")
    add(page, tmp_path / "zips")
    assert len(tables(page)[0]["Name"]) == 12
    assert "ZIP archive" in str(tables(page)[0]["Why"][11])


def test_a_single_file_can_be_named_too(page: AppTest, folder: Path) -> None:
    add(page, folder / "gateway.md")
    assert told(page) == [f"{folder / 'gateway.md'}: 1 added."]


def test_the_search_shows_the_passages_that_a_question_would_get(page: AppTest, folder: Path) -> None:
    add(page, folder)
    page.text_input(key="library_search").set_value("When does the gateway time out?").run()
    assert "The gateway times out after 60 seconds." in shown(page)
    assert "best first, in" in shown(page)
    page.text_input(key="library_search").set_value("giraffes").run()
    assert "No passage speaks of that." in shown(page)


def test_the_list_is_found_by_name(page: AppTest, folder: Path) -> None:
    add(page, folder)
    page.text_input(key="library_name").set_value("DEEP support").run()
    assert tables(page)[-1]["Document"] == ["support.txt"]
    page.text_input(key="library_name").set_value("nothing like it").run()
    assert "No document of that name." in shown(page)


def test_removing_asks_first_and_leaves_the_file(page: AppTest, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(page, folder)
    assert page.button(key="remove_documents").disabled
    monkeypatch.setattr(inputs, "selected_rows", lambda key: [0])  # AppTest cannot select rows
    page.run()
    page.button(key="remove_documents").click().run()
    assert "They are no longer searched. The files themselves stay where they are." in shown(page)
    assert services.get_library().count == 2
    page.button(key="confirm_removal").click().run()
    assert [entry.title for entry in services.get_library().documents()] == ["support.txt"]
    assert (folder / "gateway.md").is_file()


def test_removing_a_dropped_file_deletes_the_copy_and_says_so(
    page: AppTest, folder: Path, library_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = library_file.with_name("library-files")
    two = [{"id": "1", "content": "The gate opens at nine.", "path": str(kept / "other.txt")},
           {"id": "2", "content": "The gate shuts at five."}]  # fmt: skip
    page.file_uploader[0].set_value([
        ("notes.txt", b"The gate opens at ten.", "text/plain"), ("other.txt", b"No gate.", "text/plain"),
        ("two.json", json.dumps(two).encode(), "application/json"),
    ]).run()  # fmt: skip
    add(page, folder)

    def remove(page: AppTest, *files: str) -> str:
        """Remove a document of each of the files; returns what the dialog says."""
        library = services.get_library()
        listed = [Path(library.file_of(entry.id) or "").name for entry in library.documents()]
        monkeypatch.setattr(inputs, "selected_rows", lambda key: [listed.index(name) for name in files])
        page.run()
        page.button(key="remove_documents").click().run()
        said = shown(page)
        page.button(key="confirm_removal").click().run()
        return said

    assert "The copies that Claimlens keeps of dropped files are deleted." in remove(page, "notes.txt")
    assert sorted(file.name for file in kept.iterdir()) == ["other.txt", "two.json"]
    remove(page, "two.json")
    assert (kept / "two.json").is_file(), "another document is of it"
    assert (kept / "other.txt").is_file(), "what a document says of its path deletes nothing"
    assert "are deleted; files that were added from this machine stay where they are." in (
        remove(page, "two.json", "gateway.md")
    )
    assert [file.name for file in kept.iterdir()] == ["other.txt"]
    assert (folder / "gateway.md").is_file()
    assert errors(page) == []


def test_hostile_names_and_texts_are_text(page: AppTest, tmp_path: Path) -> None:
    folder = tmp_path / "hostile"
    folder.mkdir()
    (folder / HOSTILE).write_text("# <script>alert(1)</script> gateway [y](javascript:alert(2))", encoding="utf-8")
    (folder / f"no text {HOSTILE}").write_bytes(b"PK\x03\x04 not text")
    add(page, folder)
    page.text_input(key="library_search").set_value("gateway").run()
    assert f"no text {HOSTILE} is a ZIP archive" in shown(page)
    assert "<script>alert(1)</script>" in shown(page)
    assert HOSTILE in shown(page)
    assert markup(page) == set()


def test_a_library_that_cannot_be_opened_is_explained(app: AppTest, library_file: Path) -> None:
    library_file.parent.mkdir()
    library_file.write_bytes(b"This is no database. " * 60)
    app.switch_page(LIBRARY).run()
    assert len(errors(app)) == 1
    assert str(library_file) in errors(app)[0]
    assert not app.exception


def test_a_store_that_fails_while_adding_is_explained(
    page: AppTest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object, **_named: object) -> None:
        raise StoreError("the disk is full; free some space and try again")

    monkeypatch.setattr(Library, "add_folder", refuse)
    add(page, folder)
    assert errors(page) == [f"{folder} could not be added. the disk is full; free some space and try again"]
    assert not page.exception


def test_a_second_addition_waits_for_the_first(page: AppTest, folder: Path) -> None:
    go_on = threading.Event()
    assert services.get_additions().begin("a large folder", lambda progress: go_on.wait(20))
    timer = threading.Timer(1.5, go_on.set)
    timer.start()
    add(page, folder)
    assert errors(page) == ["Another addition is under way; wait for it or cancel it first."]
    timer.join()


def test_whoever_leaves_in_the_moment_that_an_addition_ends_is_taken_there(
    page: AppTest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched, look = threading.Event(), Job.done
    add_folder = Library.add_folder

    def add_once_watched(*given: Any, **named: Any) -> Any:
        assert watched.wait(30)
        return add_folder(*given, **named)

    def click_while_waiting(job: Job, patience: float = 0.0) -> bool:
        if patience and not watched.is_set():
            watched.set()
            patience = 30
            go_to(page, "pages/history.py")
        return look(job, patience)

    monkeypatch.setattr(Library, "add_folder", add_once_watched)
    monkeypatch.setattr(Job, "done", click_while_waiting)
    add(page, folder)
    assert [str(title.value) for title in page.title] == ["History"]
