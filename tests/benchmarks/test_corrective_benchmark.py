"""The benchmark of corrective retrieval counts by people's marks, as its page says."""

import json
import lzma
import random
import sys

import pytest

from benchmarks import corrective as benchmark
from benchmarks.accuracy_rows import row_of
from critique_core.corrective.loop import Judge, corrective_rag_loop
from critique_core.models import CritiqueRequest

TOWER = "The Eiffel Tower in Paris is 330 metres tall. It was completed in 1889. It was built by Gustave Eiffel."
REFUNDS = "Refunds are processed within 14 days of the return. Refunds are free of charge for every customer."
HARBOUR = "The harbour of Leeds was dug in 1820. Its quays hold forty ships and three cranes."
MADE_UP = "Visitors are given a chocolate coin by the mayor on Tuesdays."


def _record(name, query, draft, source, wrong="", **more):
    start = draft.find(wrong) if wrong else -1
    spans = [{"start": start, "end": start + len(wrong)}] if wrong else []
    return {
        "id": name, "query": query, "draft": draft, "sources": [{"id": "1", "content": source}], "spans": spans,
        "label": "unsupported" if wrong else "supported", "source_group": name, **more,
    }  # fmt: skip


RECORDS = [
    _record("tower", "How tall is the Eiffel Tower?", f"The Eiffel Tower in Paris is 330 metres tall. {MADE_UP}", TOWER,
            MADE_UP, task="QA"),
    _record("refunds", "How long do refunds take?", "Refunds are processed within 14 days of the return.", REFUNDS,
            task="qa"),
    _record("harbour", "When was the harbour of Leeds dug?", "The harbour of Leeds was dug in 1820.", HARBOUR),
    _record("summary", "", "The harbour of Leeds was dug in 1820.", HARBOUR, task="Summary"),
]  # fmt: skip


@pytest.fixture(scope="module")
def rows():
    return [row_of(record) for record in RECORDS[:3]]


def test_bad_retrieval_withholds_right_passages_and_puts_in_as_many_wrong_ones(rows):
    seen = set()
    for seed in range(12):
        sources, withheld = benchmark.badly_retrieved(rows[0], rows, random.Random(seed))
        seen.add(withheld)
        assert len(sources) == len(rows[0].request.sources)
        assert len({source.id for source in sources}) == len(sources)
        if withheld == "all":
            assert TOWER not in {source.content for source in sources}
            assert all(source.id.startswith("wrong") for source in sources)
    assert seen == set(benchmark.WITHHELD)


def test_a_marked_stretch_stands_until_a_word_of_it_is_gone(rows):
    assert benchmark.still_stands(rows[0], rows[0].text)
    assert benchmark.still_stands(rows[0], f"Well, {MADE_UP.lower()}")
    assert not benchmark.still_stands(rows[0], "The Eiffel Tower in Paris is 330 metres tall.")
    assert not benchmark.still_stands(rows[0], rows[0].text.replace("chocolate ", ""))
    assert not benchmark.still_stands(rows[1], rows[1].text)


def test_only_sentences_without_a_mark_are_to_be_kept(rows):
    assert benchmark.right_sentences(rows[0]) == ["the eiffel tower in paris is 330 metres tall"]


def test_deleting_everything_is_counted_as_harm_and_not_as_success(rows):
    [row] = rows[:1]
    request = row.request.model_copy(update={"sources": ()})
    loop = corrective_rag_loop(request, judge=Judge())
    refused = loop.model_copy(update={"final_response": "I don't have that information."})
    told = benchmark.figures([benchmark.outcome(row, refused, loop, "all")])
    assert (told["hallucinated_before"], told["hallucinated_after"], told["kept_correct"]) == (1.0, 0.0, 0.0)


def test_a_row_that_lacks_support_without_marks_tells_nothing_of_its_sentences(rows):
    row = row_of({**RECORDS[1], "label": "unsupported", "spans": []})
    loop = corrective_rag_loop(CritiqueRequest(query=row.request.query, draft=row.text), judge=Judge())
    assert benchmark.outcome(row, loop, loop, "all").right == 0


def test_what_a_threshold_could_reach_is_bounded_by_what_the_verifier_tells_apart(rows):
    def judged(row, request):
        loop = corrective_rag_loop(request, judge=Judge())
        return benchmark.outcome(row, loop, loop, "all")

    told = [judged(row, row.request) for row in rows]
    assert benchmark.reachable(told, 0.95) == 0
    blind = [judged(row, row.request.model_copy(update={"sources": ()})) for row in rows]
    assert benchmark.reachable(blind, 0.95) == pytest.approx(1 / 3, abs=1e-3)
    assert benchmark.reachable(blind[:1], 1.01) is None


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.xz"])
def test_a_run_writes_the_figures_beside_its_table(tmp_path, capsys, monkeypatch, suffix):
    data, out = tmp_path / f"rows{suffix}", tmp_path / "told.json"
    text = "".join(json.dumps(record) + "\n" for record in RECORDS)
    data.write_bytes(lzma.compress(text.encode()) if suffix.endswith("xz") else text.encode())
    monkeypatch.setattr(sys, "argv", ["corrective.py", "--data", str(data), "--json", str(out)])
    assert benchmark.main() == 0
    told = json.loads(out.read_text(encoding="utf-8"))
    assert (told["answers"], told["marked"]) == (3, 1)  # the summary is no answer to a question
    assert told["hallucinated_before"] == pytest.approx(1 / 3, abs=1e-3)
    assert told["hallucinated_after"] == 0
    assert told["kept_correct"] == 1
    assert told["abstained"] == 0
    assert told["trigger_rate_on_good"] == 0
    assert told["success_rate"] == 1
    assert told["added_ms_p50"] > 0
    assert "right sentences kept" in capsys.readouterr().out


def test_a_file_without_answers_to_questions_is_refused(tmp_path, capsys, monkeypatch):
    data = tmp_path / "rows.jsonl"
    data.write_text(json.dumps(RECORDS[3]), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["corrective.py", "--data", str(data)])
    assert benchmark.main() == 1
    assert "holds no answer to a question" in capsys.readouterr().err
