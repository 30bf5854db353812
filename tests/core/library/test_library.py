"""The source library: what is added is found, what changes is updated, what is removed is gone."""

import json
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from critique_core.errors import InvalidInput, StoreError
from critique_core.library import Library
from critique_core.library.ranking import Statistics, rarest, relevance
from critique_core.models import SourceDocument
from critique_core.retrieval.base import Retriever
from tests.makers.pdfs import pdf_of


@pytest.fixture
def library(tmp_path):
    with Library.open(tmp_path / "library" / "library.sqlite3") as library:
        yield library


def document(content: str, identity: str = "1", **fields) -> SourceDocument:
    return SourceDocument(id=identity, content=content, **fields)


def found(library: Library, query: str) -> list[str]:
    return [passage.content for passage in library.search(query)]


HTML = """<!doctype html><title>Opening hours</title><script>var closed = "zebra";</script>
<h1>Winter</h1><p>The museum opens at nine.</p>"""
FILES = {
    "leave.txt": (b"Employees have 30 days of paid leave.", "how many days of paid leave", "30 days of paid leave"),
    "sick.md": (b"# Pay\n\nSick pay runs for *six* weeks.\n", "sick pay weeks", "Sick pay runs for *six* weeks."),
    "hours.html": (HTML.encode(), "when does the museum open", "The museum opens at nine."),
    "handbook.pdf": (pdf_of("Page one.", "Parking costs 4 euros."), "what does parking cost", "Parking costs 4 euros."),
    "menu.json": (json.dumps({"drinks": [{"name": "Espresso", "price": 2.5}]}).encode(), "espresso price", "2.5"),
    "stops.csv": (b"stop,line\nHarbour,12\nAirport,7\n", "line of the harbour stop", "Harbour,12"),
    "retry.py": (b"def fetch():\n    max_retries = 5\n", "maxRetries fetch", "max_retries = 5"),
}


@pytest.mark.parametrize("name", FILES)
def test_each_kind_of_file_is_added_and_found(library, tmp_path, name):
    content, query, passage = FILES[name]
    (tmp_path / name).write_bytes(content)
    assert library.add_file(tmp_path / name).added == (str(tmp_path / name),)
    best = library.search(query)[0]
    assert passage in best.content
    assert (best.path, best.metadata["origin"]) == (str(tmp_path / name), "library")
    assert 0 < best.relevance_score <= 1
    whole = library.document(best.metadata["document_id"])
    assert whole.content[int(best.metadata["start"]) : int(best.metadata["end"])] == best.content
    assert "zebra" not in whole.content


def test_a_passage_says_which_page_and_section_it_is_from(library, tmp_path):
    (tmp_path / "handbook.pdf").write_bytes(pdf_of("Leave is long.", "", "Parking costs 4 euros."))
    (tmp_path / "pay.md").write_text("# Sick pay\n\nIt runs for six weeks.\n\n" + "It ends then. " * 20)
    library.add_folder(tmp_path)
    assert library.search("parking")[0].page == 3
    assert library.search("runs for six weeks")[0].section == "Sick pay"
    assert [(entry.title, entry.pages) for entry in library.documents()] == [("handbook.pdf", 3), ("pay.md", None)]


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("员工每年有三十天带薪休假。", "带薪休假"),
        ("従業員は年に三十日の有給休暇を取得できます。", "有給休暇"),
        ("직원은 매년 유급 휴가를 받습니다.", "유급 휴가"),
        ("يحصل الموظفون على ثلاثين يوما من الإجازة المدفوعة.", "الإجازة المدفوعة"),
        ("Сотрудники получают оплачиваемые отпуска.", "оплачиваемый отпуск"),
        ("Die Mitarbeiter haben Anspruch auf bezahlte Urlaubstage, und das ist nicht alles.", "bezahlter Urlaubstag"),
        ("Employees were granted holidays.", "granting a holiday"),
    ],
)
def test_any_script_is_found_and_words_are_stemmed_in_their_language(library, content, query):
    library.add(document("An unrelated English text about ferries and harbours.", "other"))
    library.add(document(content, "wanted"))
    assert found(library, query)[:1] == [content]


def test_words_that_only_hold_a_sentence_together_find_nothing(library):
    library.add(document("The ferry is late.", "a"))
    library.add(document("To be, or not to be?", "b"))
    assert found(library, "what is the zebra") == []
    assert found(library, "to be or not to be")[0] == "To be, or not to be?"
    assert found(library, "") == []


def test_the_best_passage_comes_first_and_scores_say_how_much_of_the_query_it_holds(library):
    library.add(document("Ferries to the island leave at noon.", "a"))
    library.add(document("The island has two harbours.", "b"))
    library.add(document("Trains leave hourly.", "c"))
    first, *rest = library.search("when do ferries to the island leave")
    assert first.content.startswith("Ferries to the island")
    assert first.relevance_score > max(passage.relevance_score for passage in rest)
    assert library.search("island zebra elephant")[0].relevance_score < 0.5


def test_the_same_text_is_given_once(library):
    library.add(document("Ferries leave at noon.", "a"))
    library.add(document("Ferries leave at noon.", "copy"))
    assert [passage.metadata["document_id"] for passage in library.search("ferries")] == ["a"]


def test_a_changed_document_replaces_its_earlier_text(library):
    assert library.add(document("Ferries leave at noon.")).added == ("Source 1",)
    assert library.add(document("Ferries leave at noon.")).skipped == ("Source 1",)
    assert library.add(document("Trains leave at night.")).updated == ("Source 1",)
    assert (found(library, "ferries"), found(library, "trains"), library.count) == ([], ["Trains leave at night."], 1)


def test_a_removed_document_leaves_no_trace(library, tmp_path):
    library.add(document("Ferries leave at noon.", "keep"))
    before = state_of(library)
    library.add(document("Zebras cross. " * 500, "go"))
    library.remove("go")
    assert found(library, "zebras") == []
    assert state_of(library) == before
    with pytest.raises(InvalidInput, match="go: the library has no document with this id"):
        library.remove("go")
    with pytest.raises(InvalidInput, match="go: the library has no document"):
        library.document("go")


def state_of(library: Library) -> list[list[tuple]]:
    tables = ("frequencies", "passages", "totals", "files")
    with library._database.reading() as connection:
        rows = [connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in tables]
        rows.append(connection.execute("SELECT rowid, terms FROM passage_terms").fetchall())
    return [[row for row in table if row[-1] != 0] for table in rows]


def test_a_removed_file_can_be_added_again(library, tmp_path):
    (tmp_path / "a.txt").write_text("Ferries leave at noon.")
    library.add_file(tmp_path / "a.txt")
    library.remove(library.documents()[0].id)
    assert library.add_file(tmp_path / "a.txt").added
    assert found(library, "ferries")


def test_a_folder_is_added_and_kept_up_to_date(library, tmp_path):
    folder = tmp_path / "docs"
    (folder / "deep").mkdir(parents=True)
    names = [folder / "a.txt", folder / "b.md", folder / "deep" / "c.csv"]
    for number, name in enumerate(names):
        name.write_text(f"Ferry {number} leaves at noon.")
    seen = []
    assert library.add_folder(folder, lambda *step: seen.append(step)).added == tuple(map(str, names))
    assert seen == [(1, 3, str(names[0])), (2, 3, str(names[1])), (3, 3, str(names[2]))]
    names[0].write_text("The ferry is cancelled.")
    names[1].unlink()
    again = library.add_folder(folder)
    assert (again.updated, again.skipped, again.missing) == ((str(names[0]),), (str(names[2]),), (str(names[1]),))
    assert library.count == 3
    assert len(found(library, "cancelled")) == 1


def test_a_json_file_that_lists_sources_gives_a_document_each(library, tmp_path):
    entries = [{"id": "1", "content": "Ferries leave.", "published": "2024-05-01"}, {"id": "2", "content": "Trains."}]
    (tmp_path / "s.json").write_text(json.dumps(entries))
    library.add_file(tmp_path / "s.json")
    best = library.search("ferries")[0]
    assert (best.metadata["source_id"], str(best.published), library.count) == ("1", "2024-05-01", 2)
    (tmp_path / "s.json").write_text(json.dumps(entries[1:]))
    assert library.add_file(tmp_path / "s.json").updated
    assert (found(library, "ferries"), library.count) == ([], 1)


def test_documents_are_listed_by_name_in_pages(library):
    for number in range(5):
        library.add(document("Text.", f"d{number}", title=f"Report {number}", path=f"/docs/{number}.txt"))
    assert [entry.id for entry in library.documents(limit=2, offset=2)] == ["d2", "d3"]
    assert [entry.id for entry in library.documents("REPORT 3.txt")] == ["d3"]
    assert library.documents("100%") == ()


QUERIES = ['" OR 1', "a NEAR/2 b", "terms:ferry", "ferry*", "^ferry", "-ferry", "NOT ferry", "'; DROP TABLE documents",
           '"', "((", "{a b}: c", "ferry\x00", "\ud800 ferry", "ferry AND", "+ - . :", "\ue022 ferry"]  # fmt: skip


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_words_and_nothing_else(library, query):
    library.add(document("A ferry leaves at noon."))
    expected = ["A ferry leaves at noon."] if "ferry" in query else []
    assert found(library, query) == expected
    assert library.count == 1


@given(st.text(max_size=60))
@settings(max_examples=60)
def test_no_query_is_an_error(query):
    assert isinstance(SHARED().search(query), tuple)


_WORDS = st.text(st.sampled_from("aB1é漢字.-/_'’+#@\\:$%~ \n\"*^(){}"), max_size=40)


@given(_WORDS)
@settings(max_examples=60)
def test_the_index_holds_each_term_as_one_token_and_counts_it_right(text):
    library = SHARED()
    library.add(document(text, "law", path="v1.2/max_retries-file.txt"))
    with library._database.reading() as connection:
        connection.execute("CREATE VIRTUAL TABLE temp.held USING fts5vocab('main', 'passage_terms', 'row')")
        held = connection.execute("SELECT term, doc FROM temp.held ORDER BY term").fetchall()
        counted = connection.execute("SELECT term, passages FROM frequencies ORDER BY term").fetchall()
        connection.execute("DROP TABLE temp.held")
    assert held == counted


def test_a_query_without_end_is_refused(library):
    with pytest.raises(InvalidInput, match="the query has 30,000 characters, 20,000 allowed"):
        library.search("ferry " * 5000)
    library.add(document("A ferry leaves at noon."))
    assert found(library, " ".join(f"word{number}" for number in range(2000)) + " ferry")


_PIECES = st.text(st.sampled_from('ab. \n#|-,:"{}é漢字العا🙂0'), min_size=1, max_size=300).filter(str.strip)


@given(_PIECES, st.sampled_from(["a.txt", "a.md", "a.json", "a.csv", "a.py", "a.yaml"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_passage_is_the_document_at_its_offsets(text, name):
    library = SHARED()
    library.add(document(text, "law", path=name))
    whole = library.document("law").content
    assert whole == text
    for passage in library.search(text[:100], limit=20):
        start, end = int(passage.metadata["start"]), int(passage.metadata["end"])
        assert library.document(passage.metadata["document_id"]).content[start:end] == passage.content


_shared: list[Library] = []


def SHARED() -> Library:  # noqa: N802 - one library for all examples of a law: opening one takes longer than an example
    return _shared[0]


@pytest.fixture(scope="module", autouse=True)
def _shared_library(tmp_path_factory):
    with Library.open(tmp_path_factory.mktemp("shared") / "library.sqlite3") as library:
        library.add(document("A ferry leaves at noon.", "always"))
        _shared.append(library)
        yield


def test_a_library_is_a_retriever(library):
    assert isinstance(library, Retriever)
    assert library.name == "library"


def test_ids_of_passages_are_unique_and_stable(library, tmp_path):
    library.add(document("Ferries leave at noon. " * 40 + "Trains leave at night. " * 40, "x" * 500))
    first = library.search("ferries trains", limit=20)
    assert len({passage.id for passage in first}) == len(first) > 1
    assert all(len(passage.id) <= 500 for passage in first)
    assert library.search("ferries trains", limit=20) == first


def test_threads_add_and_search_at_once(library):
    faults = []

    def work(number: int) -> None:
        try:
            for step in range(10):
                library.add(document(f"Ferry {number} leaves at {step}.", f"{number}-{step}"))
                assert library.search(f"ferry {number}")
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (faults, library.count) == ([], 40)


def test_threads_that_make_the_same_library_at_once_all_get_it(tmp_path):
    together = threading.Barrier(4)

    def opened(path):
        together.wait()
        with Library.open(path) as library:
            return library.count

    with ThreadPoolExecutor(4) as threads:
        for number in range(5):
            path = tmp_path / f"{number}.sqlite"
            assert list(threads.map(opened, [path] * 4)) == [0] * 4


def test_a_file_that_is_something_else_is_refused_with_the_remedy(tmp_path):
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    connection.close()
    with pytest.raises(StoreError, match=r"other\.sqlite3: holds another program's tables.*; name another file"):
        Library.open(other)
    (tmp_path / "text").write_text("not a database " * 100)
    with pytest.raises(StoreError, match="text: file is not a database; the file is something else"):
        Library.open(tmp_path / "text")
    with pytest.raises(StoreError, match="the folder of the library cannot be made"):
        Library.open(tmp_path / "text" / "library.sqlite3")


def test_a_library_of_a_newer_version_and_a_closed_one_are_told(tmp_path):
    with Library.open(tmp_path / "l") as library, library._database.writing() as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="written by a newer claimlens; upgrade"):
        Library.open(tmp_path / "l")
    with pytest.raises(StoreError, match="the library is closed; open it again"):
        library.search("x")


def test_relevance_is_one_for_a_mean_passage_with_every_term_and_weighs_rare_terms():
    statistics = Statistics(passages=100, mean_length=4, frequencies={"ferri": 2, "noon": 50})
    assert relevance(["ferri", "noon"], ["ferri", "noon", "x", "y"], statistics)[1] == pytest.approx(1)
    rare, common = (relevance(["ferri", "noon"], [term, "x", "y", "z"], statistics)[1] for term in ("ferri", "noon"))
    assert rare > 0.8 > 0.2 > common > 0


def test_the_rarest_terms_are_looked_up_until_the_rows_are_used_up():
    frequencies = {"a": 5, "b": 90, "c": 20, "d": 0}
    assert rarest(["a", "b", "c", "d"], frequencies, 30, 10) == ["a", "c"]
    assert rarest(["b"], frequencies, 30, 10) == ["b"]
    assert rarest(["a", "b", "c"], frequencies, 1000, 2) == ["a", "c"]
