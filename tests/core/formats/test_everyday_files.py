"""Tables of answers as people have them are read under the columns' usual names, or refused once with those wanted."""

import gzip
import os
from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook

from critique_core.batch.importing import preview
from critique_core.errors import FormatError
from critique_core.formats import office
from critique_core.formats.answer_table import Columns, table_of
from critique_core.formats.records import records_of
from critique_core.formats.source_cells import source_fields
from critique_core.models import NewItem
from tests.makers.everyday_files import CATS, READABLE, REFUSED, WATER, EverydayFile


def put(folder: Path, file: EverydayFile) -> Path:
    path = folder / file.name
    path.write_bytes(file.content)
    return path


def rows(items: tuple[NewItem, ...]) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    return tuple(
        (item.request.query, item.request.draft, tuple(source.content for source in item.request.sources))
        for item in items
    )


def workbook(folder: Path, *lines: tuple[object, ...], name: str = "answers.xlsx") -> Path:
    book = Workbook()
    for line in lines:
        book.active.append(line)
    book.create_sheet("Notes").append(("not", "read"))
    book.save(folder / name)
    return folder / name


@pytest.mark.parametrize("file", READABLE, ids=lambda file: file.name)
def test_a_file_as_people_have_it_is_read(tmp_path, file):
    found = preview(put(tmp_path, file))
    assert (rows(found.items), found.rejected) == (file.rows, ())


@pytest.mark.parametrize(("file", "words"), REFUSED, ids=lambda one: getattr(one, "name", ""))
def test_a_file_that_cannot_be_used_is_refused_once_with_its_columns_and_those_wanted(tmp_path, file, words):
    with pytest.raises(FormatError) as refused:
        preview(put(tmp_path, file))
    assert [word for word in words if word not in str(refused.value)] == []


def test_a_format_chosen_by_hand_refuses_a_file_without_its_columns_once(tmp_path):
    with pytest.raises(FormatError, match=r"staff.csv: .*name, age, city.*draft.*sources"):
        preview(put(tmp_path, REFUSED[0][0]), "table")


def test_a_file_in_no_known_format_is_refused_with_the_formats_titles_which_can_be_given_as_names(tmp_path):
    with pytest.raises(FormatError, match=r"can be read: Claimlens reviews; .*; Table of answers\Z"):
        preview(put(tmp_path, REFUSED[0][0]))
    assert preview(put(tmp_path, READABLE[0]), "Table of answers").format.name == "table"


def test_a_table_is_read_by_the_columns_that_a_person_names(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("title,asked,told,from,also,answer\nCats,Q,A,S,T,other\nDogs,Q,,S,T,other\n", encoding="utf-8")
    found = preview(path, table_of(Columns("told", "asked", ("also", "from"))))
    assert (rows(found.items), found.items[0].title) == ((("Q", "A", ("S", "T")),), "Cats")
    assert [one.reason for one in found.rejected] == ["has no draft in this row"]
    assert set(found.format.meanings(["title", "asked", "told", "from", "also", "answer"])) == {
        "title", "asked", "told", "from", "also",
    }  # fmt: skip


def test_sources_as_one_text_are_one_source_whatever_the_format(tmp_path):
    found = preview(put(tmp_path, READABLE[0]), "rows")
    assert (rows(found.items), found.rejected) == ((WATER,), ())


def test_the_first_sheet_of_a_workbook_is_read(tmp_path):
    path = workbook(
        tmp_path, (), ("ID", "User Input", "Response", "Source 1", "Source 2", "Label"), (), (7, *CATS[:2], *CATS[2], 1)
    )
    found = preview(path)
    assert (rows(found.items), found.items[0].labels[0].status) == ((CATS,), "supported")


@pytest.mark.parametrize(("name", "title"), [
    ("ID", None), ("row_id", None), ("Question ID", None), ("sample_id", None), ("Title", "7"),
])  # fmt: skip
def test_an_id_is_no_title(tmp_path, name, title):
    path = tmp_path / "a.csv"
    path.write_text(f"{name},question,answer,context\n7,Why?,Because.,It is.\n", encoding="utf-8")
    assert preview(path).items[0].title == title


def test_numbers_dates_and_truths_of_a_workbook_are_read_as_they_look(tmp_path):
    path = workbook(tmp_path, ("answer", "source 1", "source 2", "source 3"), (3.0, date(2024, 5, 1), 2.5, True))
    assert rows(preview(path).items) == (("", "3", ("2024-05-01", "2.5", "TRUE")),)


def test_without_the_library_a_workbook_is_refused_naming_the_extra(tmp_path, monkeypatch):
    path = workbook(tmp_path, ("answer", "context"), CATS[1:2])
    monkeypatch.setattr(office, "find_spec", lambda name: None)
    with pytest.raises(FormatError, match=r"answers.xlsx: XLSX needs the extra office: .*claimlens\[office\]"):
        preview(path)


def test_a_broken_workbook_is_refused_by_name(tmp_path):
    path = tmp_path / "answers.xlsx"
    path.write_bytes(b"PK\x03\x04rest")
    with pytest.raises(FormatError, match=r"answers.xlsx: is not a readable XLSX file"):
        preview(path)


def test_a_changed_workbook_is_read_again(tmp_path):
    assert rows(preview(workbook(tmp_path, ("answer", "context"), ("One.", "Two."))).items) == (
        ("", "One.", ("Two.",)),
    )
    path = workbook(tmp_path, ("answer", "context"), ("Another answer.", "Two."))
    assert preview(path).items[0].request.draft == "Another answer."


@pytest.mark.parametrize(("columns", "read"), [
    ("response,answer,context", ("response", "context")),
    ("answer,contexts,reference", ("answer", "contexts")),
    ("answer,reference", ("answer", "reference")),
    ("Model-Output,SOURCE_1,source 2", ("Model-Output", "SOURCE_1", "source 2")),
    (",answer,context,context", ("answer", "context", "context 2")),
    ("Chatbot response,Supporting documents", ("Chatbot response", "Supporting documents")),
    ("gold answer,LLM Output,KB article", ("LLM Output", "KB article")),
    ("Antwort,Quellen", ("Antwort", "Quellen")),
    ("assistant_message,Retrieved passage 1,Retrieved passage 2",
     ("assistant_message", "Retrieved passage 1", "Retrieved passage 2")),
    ("response_id,Q: prompt?,model output (v2),REF #1,label_human", ("model output (v2)", "Q: prompt?", "REF #1")),
    ("Nr,Frage des Nutzers,KI-Antwort,Kontext A,Kontext B",
     ("KI-Antwort", "Frage des Nutzers", "Kontext A", "Kontext B")),
    ("Question de l'utilisateur,Réponse du modèle,Texte source",
     ("Réponse du modèle", "Question de l'utilisateur", "Texte source")),
    ("Pregunta del usuario,Respuesta generada,Documento fuente",
     ("Respuesta generada", "Pregunta del usuario", "Documento fuente")),
    ("Domanda dell'utente,Risposta dell'IA,Fonti usate",
     ("Risposta dell'IA", "Domanda dell'utente", "Fonti usate")),
    ("Pergunta do usuário,Resposta da IA,Documentos recuperados",
     ("Resposta da IA", "Pergunta do usuário", "Documentos recuperados")),
    ("Vraag van de gebruiker,Antwoord van het model,Bron 1,Bron 2",
     ("Antwoord van het model", "Vraag van de gebruiker", "Bron 1", "Bron 2")),
    ("Question asked,Response GPT-4,Response length,Response time,Context given",
     ("Response GPT-4", "Question asked", "Context given")),
    ("Length of answer,Answer to question,Number of documents,Documents", ("Answer to question", "Documents")),
    ("KI-Antwort,Erwartete Antwort,Kontext,Referenz", ("KI-Antwort", "Kontext")),
])  # fmt: skip
def test_the_column_that_is_meant_is_read(tmp_path, columns, read):
    path = tmp_path / "a.csv"
    cells = columns.split(",")
    path.write_text(f"{columns}\n{','.join(f'cell {place}' for place, _ in enumerate(cells))}\n", encoding="utf-8")
    found = preview(path)
    assert found.format.roles is not None
    names = [name if name not in cells[:place] else f"{name} 2" for place, name in enumerate(cells)]
    assert tuple(found.format.roles(names)) == read
    request = found.items[0].request
    said = [request.draft, *filter(None, [request.query]), *(source.content for source in request.sources)]
    assert said == [f"cell {names.index(name)}" for name in read]


@pytest.mark.parametrize("columns", [
    "model_a_answer,model_b_answer,context", "Answer A,Answer B,Context", "Answer GPT,Answer Claude,Context",
    "response_id,answer quality,prompt tokens,context", "erwartete Antwort,Réponse de référence,Kontext",
])  # fmt: skip
def test_of_the_answers_of_two_models_and_of_what_is_about_one_none_is_taken(tmp_path, columns):
    path = tmp_path / "a.csv"
    path.write_text(f"{columns}\n{columns}\n", encoding="utf-8")
    with pytest.raises(FormatError, match="needs a column for a draft"):
        preview(path)


def test_a_row_without_an_answer_does_not_take_it_from_another_column(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("answer,model output (v2),context\nOne,Two,Three\n,Two,Three\n", encoding="utf-8")
    found = preview(path)
    assert ([item.request.draft for item in found.items], [one.line for one in found.rejected]) == (["One"], [3])


def test_a_title_over_the_columns_of_a_workbook_is_passed_over(tmp_path):
    path = workbook(tmp_path, ("Answers of March",), (), ("answer", "context"), ("An answer.", "A source."))
    assert preview(path).items[0].request.draft == "An answer."


def test_a_document_is_told_to_be_a_source(tmp_path):
    path = tmp_path / "answers.docx"
    path.write_bytes(b"PK")
    with pytest.raises(FormatError, match="it can be a source"):
        preview(path)


@pytest.mark.parametrize(("word", "status"), [
    ("supported", "supported"), ("Hallucinated", "unsupported"), ("contradicted", "contradicted"), ("0", "unsupported"),
    ("TRUE", "supported"), ("geography", None), ("", None),
])  # fmt: skip
def test_a_label_of_the_answer_is_taken_where_it_is_one(tmp_path, word, status):
    path = tmp_path / "a.csv"
    path.write_text(f"answer,context,label\nOne.,Two.,{word}\n", encoding="utf-8")
    [item] = preview(path).items
    assert [label.status for label in item.labels] == ([status] if status else [])


def test_a_row_without_a_draft_is_refused_alone(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("question,answer,context\nWhy?,,Because.\nWho?,Ann.,Ann did.\n", encoding="utf-8")
    found = preview(path)
    assert ([(one.line, one.reason) for one in found.rejected], len(found.items)) == (
        [(2, "has no draft in this row")], 1)  # fmt: skip


def test_a_source_keeps_what_it_says_of_itself_and_has_an_id_of_its_own():
    given = [
        {"id": "a", "title": "Cats", "text": "Cats purr."},
        {"id": "a", "content": "Dogs bark."},
        {"n": 1},
        "Text.",
    ]
    assert source_fields([given], cut=True) == [
        {"title": "Cats", "content": "Cats purr.", "id": "a"},
        {"content": "Dogs bark.", "id": "a (2)"},
        {"content": '{"n": 1}', "type": "record", "id": "3"},
        {"content": "Text.", "id": "4"},
    ]


@pytest.mark.parametrize(("cell", "sources"), [
    ("['a' 'b']", ["a", "b"]),  # an array of numpy
    ("['it\\'s', \"b\"]", ["it's", "b"]),
    ("[1] first", ["[1] first"]),
    ("[__import__('os')]", ["[__import__('os')]"]),
    ('["a"', ['["a"']),
])  # fmt: skip
def test_a_list_in_a_cell_is_a_list_only_where_it_is_one(tmp_path, cell, sources):
    path = tmp_path / "a.tsv"
    path.write_text("answer\tcontext\nOne.\t" + '"' + cell.replace('"', '""') + '"\n', encoding="utf-8")
    assert [source.content for source in preview(path).items[0].request.sources] == sources


def test_a_packed_table_is_read_as_the_plain_one(tmp_path):
    path = tmp_path / "ansi.csv.gz"
    path.write_bytes(gzip.compress(READABLE[6].content))
    assert rows(preview(path).items) == READABLE[6].rows


@pytest.mark.parametrize(("table", "lines", "drafts"), [
    ('"The room is 5 m,abc\nTwo.,b\nThree.,c\n', [2], ["Two.", "Three."]),
    ('One.,a\n"The room is 5 m,abc\n"Two, too.",b\nThree.,c\n', [3], ["One.", "Two, too.", "Three."]),
    ('One.,a\n"The room is 5 m,abc\n"Two.",b\n', [3], ["One.", "Two."]),
    ('"One,\none.","a\nThree.,c\n', [3], ["Three."]),
    ('One.,a\n"', [3], ["One."]),
    ('One.,"a', [2], []),
    ('"One, ""and\ntwo""" ,"a\n\nb"\nThree.,c\n', [], ['One, "and\ntwo" ', "Three."]),
    ('"Room "5" is cold.",a\n5" pipe,"""b"""\n', [], ['Room 5" is cold."', '5" pipe']),
])  # fmt: skip
def test_a_quote_that_is_not_closed_costs_its_own_line_alone(tmp_path, table, lines, drafts):
    path = tmp_path / "a.csv"
    path.write_text("answer,context\n" + table, encoding="utf-8")
    found = list(records_of(path))
    faults = {number: str(record) for number, record in found if isinstance(record, FormatError)}
    assert list(faults) == lines
    assert all("a quote opens a cell here and is not closed" in fault for fault in faults.values())
    assert [record["answer"] for _, record in found if isinstance(record, dict)] == drafts


def test_a_row_over_many_lines_has_the_number_of_its_first(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('"answer","the\ncontext"\n"One,\n\none.",a\n"Two,\ntwo.",a,b\nThree.,c\n', encoding="utf-8")
    assert [(number, isinstance(record, dict)) for number, record in records_of(path)] == [
        (3, True), (6, False), (8, True)]  # fmt: skip


def test_a_quote_that_is_not_closed_in_the_columns_names_refuses_the_file(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('answer,"context\nOne.,a\n', encoding="utf-8")
    with pytest.raises(FormatError, match=r"a\.csv, line 1: a quote opens a cell here"):
        preview(path)


@pytest.mark.parametrize("name", ["answers", "answers.2026-11", "answers.csv"])
def test_a_parquet_file_is_known_by_its_first_bytes(tmp_path, name):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / name
    parquet.write_table(arrow.table({"answer": ["Two."], "context": ["a"]}), path)
    assert list(records_of(path)) == [(1, {"answer": "Two.", "context": "a"})]


def test_text_in_binary_columns_is_text_and_other_bytes_are_a_fault_of_their_row(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    columns = {"draft": [b"The timeout is 30 seconds.", b"\xff"], "sources": [[b"Timeout: \xc3\xa9"], [b"x"]]}
    parquet.write_table(arrow.table(columns), path)
    found = preview(path)
    [item], [bad] = found.items, found.rejected
    assert (item.request.draft, item.request.sources[0].content) == ("The timeout is 30 seconds.", "Timeout: é")
    assert (bad.line, bad.reason) == (2, "holds bytes that are no UTF-8 text in a column of draft, sources")


def test_a_pipe_is_refused_before_a_record_is_lost(tmp_path):
    os.mkfifo(path := tmp_path / "pipe")
    with pytest.raises(FormatError, match="pipe: is a pipe or a device, which can be read only once"):
        preview(path)
