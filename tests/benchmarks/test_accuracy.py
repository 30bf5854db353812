"""The accuracy benchmark reads its files, keeps its seams and counts right; its numbers are not judged here."""

import json
import lzma
import subprocess
from pathlib import Path

import numpy as np
import pytest

from benchmarks import accuracy_judges
from benchmarks.accuracy import ANSWERS, CLAIMS, best_threshold, claims_table, table, thresholds_from
from benchmarks.accuracy_judges import Judged, judges
from benchmarks.accuracy_rows import Row, UnreadableRow, read_records, row_of, sample
from critique_core.metrics.accuracy import CharacterCounts
from critique_core.models import Probabilities, Span, Verdict, VerificationInput, VerifierSpec
from tests.makers.copies import ran
from tests.makers.places import ROOT

SOURCE = "The library opens at nine. Maria Keller runs it. It holds 40,000 books and 12 desks."


def row(text: str, source: str = SOURCE, *, kind: str = "draft", **fields: object) -> Row:
    return row_of({"id": "r", "sources": [{"id": "1", "content": source}], kind: text, "label": "supported"} | fields)


def write(path: Path, records: list[dict]) -> Path:
    text = "".join(json.dumps(record) + "\n" for record in records)
    path.write_bytes(lzma.compress(text.encode()) if path.suffix == ".xz" else text.encode())
    return path


# --- reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.xz"])
def test_rows_are_read_plain_or_compressed_and_by_split(tmp_path: Path, name: str):
    path = write(tmp_path / name, [{"id": "a", "split": "dev"}, {"id": "b", "split": "test"}])
    assert [record["id"] for record in read_records(path)] == ["a", "b"]
    assert [record["id"] for record in read_records(path, "test")] == ["b"]


def test_a_label_other_than_supported_is_what_must_be_found():
    wrong = {label: row("A.", label=label).wrong for label in ("supported", "partially_supported", "contradicted")}
    assert wrong == {"supported": False, "partially_supported": True, "contradicted": True}
    assert row("A.").whole_answer
    assert not row("A.", kind="claim").whole_answer


@pytest.mark.parametrize(
    "fault",
    [{"label": "maybe"}, {"draft": None}, {"draft": " "}, {"sources": [{"id": "1"}]}, {"spans": [{"start": 1}]}],
)
def test_a_row_that_cannot_be_read_is_named(fault: dict):
    with pytest.raises(UnreadableRow, match="row r: "):
        row("A.", **fault)


def test_a_line_that_is_no_json_is_told_by_its_number(tmp_path: Path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a"}\nnot json\n', encoding="utf-8")
    with pytest.raises(UnreadableRow, match=r"rows\.jsonl, line 2"):
        read_records(path)


def test_a_sample_is_the_same_for_the_same_seed():
    assert sample(range(100), 10, 1) == sample(range(100), 10, 1) != sample(range(100), 10, 2)
    assert len(set(sample(range(100), 10, 1))) == 10
    assert sample(range(3), 10, 1) == sample(range(3), None, 1) == [0, 1, 2]


def ragtruth(folder: Path) -> Path:
    conflict = {"start": 4, "end": 9, "text": "xxxxx", "label_type": "Subtle Conflict"}
    answer = {"model": "m", "temperature": 0.7, "quality": "good", "split": "test"}
    passages = "passage 1:First part.\n\npassage 2:Second part.\n\n"
    write(folder / "source_info.jsonl", [
        {"source_id": "11", "task_type": "QA", "source": "MARCO", "prompt": "",
         "source_info": {"question": "Which part?", "passages": passages}},
        {"source_id": "12", "task_type": "Data2txt", "source": "Yelp", "prompt": "", "source_info": {"name": "Café"}},
        {"source_id": "13", "task_type": "Summary", "source": "CNN/DM", "prompt": "", "source_info": "News."},
    ])  # fmt: skip
    return write(folder / "response.jsonl", [
        answer | {"id": "1", "source_id": "11", "labels": [conflict], "response": "The first part."},
        answer | {"id": "2", "source_id": "12", "labels": [], "response": "Café."},
        answer | {"id": "3", "source_id": "13", "labels": [conflict | {"label_type": "Evident Baseless Info"}],
                  "response": "News of today."},
    ])  # fmt: skip


def test_ragtruth_is_read_from_its_own_two_files(tmp_path: Path):
    records = read_records(ragtruth(tmp_path), "test")
    assert [record["label"] for record in records] == ["contradicted", "supported", "unsupported"]
    question, data, summary = map(row_of, records)
    assert question.source_texts == ("First part.", "Second part.")
    assert question.request.query == "Which part?"
    assert question.spans == ((4, 9),)
    assert data.source_texts == ('{"name": "Café"}',)
    assert (question.task, data.task, summary.task) == ("qa", "data2txt", "summary")
    assert len({question.group, data.group, summary.group}) == 3


def test_ragtruth_without_a_source_is_told(tmp_path: Path):
    path = ragtruth(tmp_path)
    write(tmp_path / "source_info.jsonl", [])
    with pytest.raises(UnreadableRow, match="'11'"):
        read_records(path)


# --- the rules to beat, by hand -----------------------------------------------------------------------------------


def test_entities_are_counted_as_the_seed_does():
    judge = judges()["entities (S1)"]
    # Maria, Keller, Paul, Weber, However: two of five are in no source, and However is too common to count.
    found = judge(row("However Maria Keller met Paul Weber."))
    assert found == Judged(2 / 5, flagged=True)
    assert judge(row("Maria Keller, The Library, runs on.", "Maria Keller. Library")) == Judged(0.0, flagged=False)
    assert judge(row("nobody at all")) == Judged(0.0, flagged=False)


def test_rouge_precision_is_the_longest_common_subsequence_over_the_text():
    judge = judges()["ROUGE-L precision"]
    # "the library opens ... it" is in the source in this order; "early" and "runs" do not.
    found = judge(row("The library opens early, it runs.", "The library opens at nine; Keller runs it."))
    assert found.score == pytest.approx(1 - 4 / 6)
    assert found.flagged is None
    assert judge(row("?!")) == Judged(0.5, silent="no words")


def test_the_least_covered_sentence_decides_the_overlap():
    judge = judges()["word overlap"]
    assert judge(row("It holds 40 desks. The library opens at ten.")).score == pytest.approx(1 - 4 / 5)
    assert judge(row("The library opens at nine.")).score == 0


def test_the_cosine_of_the_worst_claim_decides():
    judge = judges()["cosine (S2)"]
    same = "The library opens at nine."
    assert judge(row(same, same)).score == pytest.approx(0)
    assert judge(row(same, same)).flagged is False
    two = [{"id": "1", "content": "Trains run hourly."}, {"id": "2", "content": same}]
    assert judge(row(same, sources=two)).score == pytest.approx(0)
    one_false = judge(row(f"{same} Nobody plays football there.", same))
    assert one_false.score > 0.8
    assert one_false.flagged is True
    # Words w, x in the claim and w, y in the source: the shared word weighs 1, each other one ln(3/2) + 1.
    other = (np.log(3 / 2) + 1) ** 2
    assert judge(row("Berlin grew.", "Berlin shrank.")).score == pytest.approx(1 - 1 / (1 + other))


def lengths(texts: list[str]) -> list[list[float]]:
    return [[len(text), 1.0] for text in texts]


def test_a_given_embedder_takes_the_place_of_word_counts():
    judge = judges(embedder=f"{__name__}:lengths")["cosine (S2)"]
    assert judge(row("Paris is big.", "Rome has hills.")).score == pytest.approx(0, abs=0.001)


def test_everything_is_flagged_by_the_last_rule():
    assert judges()["flag everything"](row(SOURCE)) == Judged(1.0, flagged=True)


# --- kinds of evidence --------------------------------------------------------------------------------------------


class Sums:
    """Believes a claim by what its text says: "90 %" is 0.9; marks the first three words of what it doubts."""

    spec = VerifierSpec(spec="sums", fingerprint="sums")

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        verdicts = []
        for claim in request.claims:
            share = int(claim.text.split()[-2]) / 100
            marked = (Span(start=claim.start, end=claim.start + 3), Span(start=claim.start + 4, end=claim.start + 8))
            verdicts.append(Verdict(
                claim_id=claim.id, reasoning="", method="exact_match", marked=marked,
                probabilities=Probabilities(supported=share, unsupported=1 - share, contradicted=0),
            ))  # fmt: skip
        return tuple(verdicts)


@pytest.fixture
def sums(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(accuracy_judges, "evidence_kinds", lambda: {"sums": Sums})
    return lambda threshold=None: judges(threshold)["sums"]


TWO = "The rate in May was 90 percent. The rate in June was 80 percent."


def test_an_answer_is_judged_by_all_its_claims(sums):
    found = sums()(row(TWO))
    assert (found.score, found.flagged) == (pytest.approx(1 - 0.9 * 0.8), False)


def test_a_claim_is_judged_by_its_least_supported_part(sums):
    found = sums()(row(TWO.replace("80", "40"), kind="claim"))
    assert (found.score, found.flagged) == (pytest.approx(0.6), True)
    assert sums()(row(TWO, kind="claim")).flagged is False


def test_a_stated_threshold_decides_in_place_of_the_pipeline(sums):
    for kind in ("draft", "claim"):
        assert sums(0.7)(row(TWO, kind=kind)).flagged is False
        assert sums(0.85)(row(TWO, kind=kind)).flagged is True


def test_an_answer_without_a_claim_is_left_for_a_person_to_see(sums):
    assert sums()(row("What is the rate?")) == Judged(0.5, flagged=True, marks=(), silent="nothing was checked")
    refusal = "I don't have enough information to answer that."
    assert sums()(row(refusal)) == Judged(0.0, flagged=False, marks=())


def test_a_row_that_the_verifier_fails_on_is_counted_and_does_not_end_the_run(sums):
    found = sums()(row("This claim holds no number."))
    assert found == Judged(0.5, flagged=True, marks=(), silent="failed with ValueError")


def test_marked_words_are_held_against_the_marked_truth(sums):
    marked = row(TWO.replace("80", "30"), spans=[{"start": 0, "end": 3}, {"start": 36, "end": 44}])
    found = sums()(marked)
    assert found.marks == ((0, 3), (4, 8), (32, 35), (36, 40))  # those of accepted claims too, as the app shows them
    # "The rate" is one mark of 8 characters: 3 are right in the first sentence, 4 in the second.
    assert marked.marked_characters(found.marks) == CharacterCounts(right=7, marked=16, wanted=11)


# --- tables -------------------------------------------------------------------------------------------------------


def test_a_threshold_is_the_best_one_for_what_is_asked():
    truth = [True, True, True, True, False, False, True]
    scores = [0.9, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2]
    assert best_threshold(truth, scores, "f1") == 0.6
    assert best_threshold(truth, scores, "balanced_accuracy") == 0.6
    # Where all but one are positive, F1 is best when everything is flagged, and balanced accuracy is not.
    mostly = [True, False, True, True, True]
    assert best_threshold(mostly, scores[:5], "f1") == 0.4
    assert best_threshold(mostly, scores[:5], "balanced_accuracy") == 0.9


def test_thresholds_are_chosen_for_claims_and_for_answers_apart():
    scores = {"draft": (0.9, 0.2), "claim": (0.3, 0.1)}
    rows = [
        (row("A.", kind=kind, label=label), {"m": Judged(score), "same": Judged(1.0)})
        for kind, pair in scores.items()
        for label, score in zip(("contradicted", "supported"), pair, strict=True)
    ]
    assert thresholds_from(rows, "f1") == {("m", ANSWERS): 0.9, ("m", CLAIMS): 0.3}


def test_a_table_holds_each_method_and_each_tuned_one():
    labels = ("supported", "contradicted", "supported", "contradicted")
    rows = [(row("A.", label=label), {"m": Judged(score)}) for label, score in zip(labels, (1, 0, 3, 4), strict=True)]
    plain, tuned = table(rows, {("m", ANSWERS): 3.0}, resamples=50).values()
    assert plain.figures == {"auroc": 0.5}
    assert (tuned.thresholds, tuned.figures["precision"], tuned.figures["recall"]) == ((3.0,), 0.5, 0.5)
    assert tuned.intervals["recall"].low <= 0.5 <= tuned.intervals["recall"].high


def test_a_threshold_for_answers_is_not_used_on_claims():
    rows = [(row("A.", kind=kind, label="contradicted"), {"m": Judged(0.5)}) for kind in ("draft", "claim")]
    assert list(table(rows, {("m", ANSWERS): 0.4}, resamples=5)) == ["m"]
    both = table(rows, {("m", ANSWERS): 0.4, ("m", CLAIMS): 0.6}, resamples=5)["m, tuned"]
    assert (both.thresholds, both.figures["recall"]) == ((0.4, 0.6), 0.5)


def test_claims_of_marked_answers_are_measured_one_by_one(sums):
    june = [{"start": TWO.index(" The rate in June"), "end": len(TWO)}]  # the blank before it is no one's claim
    marked = row(TWO.replace("80", "40"), spans=june)
    unmarked = row(TWO, label="contradicted")
    rows = [(one, {"sums": sums()(one)}) for one in (marked, unmarked, row(TWO, kind="claim", spans=june))]
    count, line = claims_table(rows, resamples=5)["sums"]
    assert count == 2  # an answer in which no one marked a word tells nothing of its claims
    assert (line.figures["auroc"], line.figures["precision"], line.figures["recall"]) == (1, 1, 1)
    assert line.figures["calibration_error"] == pytest.approx((0.1 + 0.4) / 2)
    assert claims_table(rows[1:], resamples=5) == {}


# --- the command --------------------------------------------------------------------------------------------------


def records() -> list[dict]:
    texts = ["The library opens at nine.", "The library opens at ten.", "It holds 12 desks.", "It holds 90 desks."]
    return [
        {"id": f"{task}-{number}", "task": task, "sources": [{"id": "1", "content": f"{SOURCE} Note {number // 2}."}],
         field: text, "label": label, "spans": [], "source_group": number // 2}
        for task, field in (("qa", "draft"), ("claim", "claim"))
        for number, (text, label) in enumerate(zip(texts, ["supported", "contradicted"] * 2, strict=True))
    ]  # fmt: skip


def run(*arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = ["benchmarks/accuracy.py", *map(str, arguments), "--resamples", "20"]
    done = ran(*command, cwd=ROOT, timeout=600)
    assert done.returncode == code, done.stderr
    return done


@pytest.mark.slow
def test_the_command_measures_each_task_and_all_with_a_threshold_from_elsewhere(tmp_path: Path):
    measured = write(tmp_path / "rows.jsonl", records())
    others = [r | {"sources": [{"id": "1", "content": SOURCE}]} for r in records()]
    tuning = write(tmp_path / "others.jsonl.xz", others + records())
    out = tmp_path / "out.json"
    done = run(measured, "--tune", tuning, "--json", out)
    found = json.loads(out.read_text(encoding="utf-8"))
    tasks = found["files"][str(measured)]
    assert list(tasks) == ["claim", "qa", "all"]
    assert (tasks["all"]["rows"], tasks["all"]["groups"], tasks["all"]["prevalence"]) == (8, 2, 0.5)
    assert tasks["qa"]["methods"]["flag everything"]["figures"] == pytest.approx(
        {"auroc": 0.5, "precision": 0.5, "recall": 1, "f1": 2 / 3, "balanced_accuracy": 0.5}
    )
    assert tasks["qa"]["methods"]["embedded"]["figures"]["auroc"] is not None
    assert set(tasks["qa"]["methods"]) >= {"embedded", "embedded, tuned", "ROUGE-L precision, tuned"}
    assert found["tuned_on"]["rows"] == 8  # the rows that share their sources with measured ones are left out
    assert "100.0 (100.0-100.0)" in done.stdout
    assert "8 of 8 rows" in done.stderr


@pytest.mark.slow
def test_thresholds_are_never_tuned_on_what_is_measured(tmp_path: Path):
    measured = write(tmp_path / "rows.jsonl", records())
    done = run(measured, "--tune", measured, code=1)
    assert "on sources of their own" in done.stderr


@pytest.mark.slow
def test_a_missing_file_is_told_in_one_line(tmp_path: Path):
    assert run(tmp_path / "none.jsonl", code=1).stderr.startswith("accuracy.py: ")
