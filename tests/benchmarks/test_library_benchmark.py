"""The library's benchmark measures what it says, on a size that shows only that it works."""

import json

import pytest

from benchmarks import library
from critique_core.models import SourceDocument


@pytest.fixture
def labelled(tmp_path):
    rows = [
        {"id": "1", "sources": [{"id": "1", "content": f"Ferry {n} leaves harbour {n} at noon."} for n in range(9)],
         "claim": "Ferry 3 leaves the harbour at noon today", "label": "supported"},
        {"id": "2", "task": "QA", "query": "At what time does ferry 4 leave?", "draft": "At noon.",
         "sources": [{"id": "1", "content": "The ferry is late."}], "label": "unsupported"},
        {"id": "3", "claim": "Too short", "sources": [], "label": "supported"},
    ]  # fmt: skip
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path / "rows.jsonl"


def test_texts_and_queries_are_the_files_own(labelled):
    texts, queries = library.texts_and_queries([labelled], 10, seed=0)
    assert len(texts) == 10
    assert sorted(queries) == ["At what time does ferry 4 leave?", "Ferry 3 leaves the harbour at noon today"]


def test_it_fills_searches_updates_and_writes_its_numbers(labelled, tmp_path, monkeypatch, capsys):
    out = tmp_path / "out.json"
    arguments = ["library.py", "--data", str(labelled), "--passages", "60", "--queries", "2", "--json", str(out)]
    monkeypatch.setattr("sys.argv", arguments)
    monkeypatch.setattr(library, "_UPDATES", 2)
    library.main()
    numbers = json.loads(out.read_text())
    assert numbers["adding"]["passages"] >= 60
    assert 0.5 < numbers["recall"] <= 1
    assert numbers["search"]["p95"] >= numbers["search"]["p50"] > 0
    assert "recall@8" in capsys.readouterr().out


def test_recall_counts_what_an_exhaustive_search_would_give(tmp_path):
    path = tmp_path / "library.sqlite3"
    with library.Library.open(path) as filled:
        for number in range(20):
            filled.add(SourceDocument(id=str(number), content=f"Ferry {number} leaves at noon on day {number}."))
        found = library.measure_search(filled, path, ["when does ferry 7 leave"])
        assert found["recall"] == 1
        filled.search = lambda query, limit=8: library.Library.search(filled, "day 3", limit)[:1]
        assert library.measure_search(filled, path, ["when does ferry 7 leave"])["recall"] < 0.2
