"""Every interchange format: read as its makers mean it, told from all others, and what is written reads back."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critique_core.assembly import critic
from critique_core.batch.importing import preview
from critique_core.errors import FormatError
from critique_core.formats import registry
from critique_core.formats.base import Format, ReviewedItem
from critique_core.formats.labels import claim_labels
from critique_core.formats.records import records_of
from critique_core.formats.sinks import new_file, sink
from critique_core.formats.tables import guarded, unguarded
from critique_core.models import Item, NewItem, SourceDocument, parse_request
from critique_core.settings import load_settings
from tests.makers.format_samples import ANSWER, CONTRADICTED, QUERY, SAMPLES, SOURCE
from tests.makers.reviewed_items import NOW, base, reviewed_items
from tests.makers.rows import each_of

BOTH_WAYS = [form for form in registry.FORMATS if form.open and form.write]
SPANS = ("rows", "csv", "parquet", "label_studio", "argilla", "doccano", "prodigy")
FAULTS = ("ragtruth", "lettucedetect")
TEXTS = ("ragas", "deepeval", "s0", "s1", "s2", "s3", "s4", "s4_loop")


def written(folder: Path, form: Format, *reviewed: ReviewedItem) -> tuple[Path, list[str]]:
    """The items in a file of the format, and what it lost."""
    assert form.write
    path = folder / f"out{form.suffix}"
    found = [form.write(one) for one in reviewed]
    with new_file(path) as out:
        main = sink(out, form.suffix, form.columns)
        for record in (record for one in found for record in one.records):
            main.add(record)
        main.end()
    if form.companion:
        rows = [json.dumps(record) for one in found for record in one.beside]
        form.companion(path).write_text("\n".join(rows), encoding="utf-8")
    return path, [lost for one in found for lost in one.lost]


def read(path: Path, form: Format) -> list[NewItem]:
    shown = preview(path, form.name, records=50)
    assert [one.reason for one in shown.rejected] == []
    return list(shown.items)


def of_sample(name: str) -> NewItem:
    form = registry.by_name(name)
    assert form.open
    [item] = form.open(Path("x.jsonl"))(SAMPLES[name])
    assert isinstance(item, NewItem)
    return item


def spans(item: NewItem) -> list[tuple[int | None, int | None, str]]:
    return [(label.start, label.end, label.status) for label in item.labels]


# --- reading --------------------------------------------------------------------------------------------------------


@each_of("name", SAMPLES)
def test_a_record_of_each_format_is_told_from_every_other(name):
    assert [form.name for form in registry.FORMATS if form.fits and form.fits(SAMPLES[name])] == [name]


@each_of("name", SAMPLES)
def test_a_record_of_each_format_becomes_its_answer_with_its_source(name):
    item = of_sample(name)
    assert item.request.draft == ANSWER
    assert "".join(source.content for source in item.request.sources).replace("\n", ". ") == SOURCE
    assert item.request.query == ("" if name in ("aggrefact", "wice", "faithbench") else QUERY)


@each_of("name", sorted(CONTRADICTED))
def test_a_marked_stretch_keeps_its_place_and_its_status(name):
    assert (4, 24, "contradicted") in spans(of_sample(name))


@each_of("name", SAMPLES)
def test_unknown_fields_change_nothing(name):
    form = registry.by_name(name)
    assert form.fits
    assert form.open
    record = SAMPLES[name] | {"surprise": {"deep": [None, 1]}}
    assert form.fits(record)
    assert form.open(Path("x.jsonl"))(record) == form.open(Path("x.jsonl"))(SAMPLES[name])


@pytest.mark.parametrize(("name", "status"), [("aggrefact", "unsupported"), ("halubench", "unsupported"),
                                              ("wice", "unsupported")])  # fmt: skip
def test_a_label_of_the_whole_answer_has_no_place(name, status):
    assert spans(of_sample(name)) == [(None, None, status)]


def test_binary_labels_are_mapped_in_both_directions():
    read_halubench, read_aggrefact = (registry.by_name(name).open(Path("x")) for name in ("halubench", "aggrefact"))
    [passed] = read_halubench(SAMPLES["halubench"] | {"label": "PASS"})
    [one] = read_aggrefact(SAMPLES["aggrefact"] | {"label": 1})
    assert [passed.labels[0].status, one.labels[0].status] == ["supported", "supported"]
    with pytest.raises(FormatError, match="neither PASS nor FAIL"):
        read_halubench(SAMPLES["halubench"] | {"label": "MAYBE"})
    with pytest.raises(FormatError, match="neither 0 nor 1"):
        read_aggrefact(SAMPLES["aggrefact"] | {"label": 2})


def test_expertqa_gives_an_item_a_system_and_refuses_the_answer_alone_that_cannot_be_placed(tmp_path):
    answers = SAMPLES["expertqa"]["answers"]
    odd = {"answer_string": "It sails.", "claims": [{"claim_string": "It flies.", "support": "Complete"}]}
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(SAMPLES["expertqa"] | {"answers": answers | {"bing": odd}}), encoding="utf-8")
    shown = preview(path)
    assert [item.request.draft for item in shown.items] == [ANSWER]
    assert spans(shown.items[0]) == [(0, 25, "unsupported"), (26, 45, "supported")]
    assert shown.items[0].labels[0].note == "revised: The ferry leaves at 9:15."
    assert shown.rejected[0].reason.startswith("answer of bing: 'It flies.'")


def test_a_triplet_that_is_in_no_sentence_is_of_the_whole_answer_when_it_is_wrong():
    record = SAMPLES["refchecker"] | {
        "claims": [["ferry", "sails to", "Oslo"], ["ferry", "has", "60 cars"]],
        "ys": ["Neutral", "Entailment"]}  # fmt: skip
    [item] = registry.by_name("refchecker").open(Path("x"))(record)
    assert [(label.start, label.status, label.note) for label in item.labels] == [
        (None, "unsupported", "ferry | sails to | Oslo")]  # fmt: skip


@pytest.mark.parametrize(("name", "place"), [("openai", "4-24"), ("anthropic", "0-25"), ("cohere", "4-24")])
def test_citations_are_kept_with_their_source_and_are_no_labels(name, place):
    item = of_sample(name)
    assert item.labels == ()
    assert [source.metadata["cited_at"] for source in item.request.sources] == [place]


def test_without_its_documents_a_cited_source_holds_the_cited_passages_and_says_so():
    record = {name: value for name, value in SAMPLES["anthropic"].items() if name != "documents"}
    [item] = registry.by_name("anthropic").open(Path("x"))(record)
    [source] = item.request.sources
    assert (source.content, source.metadata["content"]) == (
        "The ferry leaves at 9:15 from pier 3. ", "the cited passages alone")  # fmt: skip


def test_coheres_second_form_and_openais_chat_form_are_read_as_well():
    two = {"message": {"content": [{"type": "text", "text": ANSWER}], "citations": [
        {"start": 4, "end": 9, "text": "ferry", "sources": [
            {"type": "document", "id": "d", "document": {"id": "d", "text": SOURCE}}]}]}}  # fmt: skip
    chat = {"choices": [{"message": {"content": ANSWER, "annotations": [
        {"type": "url_citation", "url_citation": {"url": "u", "title": "T", "start_index": 4, "end_index": 9}}
    ]}}]}  # fmt: skip
    for name, record in (("cohere", two), ("openai", chat)):
        [item] = registry.by_name(name).open(Path("x"))(record)
        assert (item.request.draft, item.request.sources[0].metadata["cited_at"]) == (ANSWER, "4-9")


def test_label_studios_offsets_are_utf_16_and_others_are_code_points():
    draft = "🚗🚗 car"
    value = {"start": 5, "end": 8, "labels": ["unsupported"]}
    record = {"data": {"text": draft}, "annotations": [{"result": [{"type": "labels", "value": value}]}]}
    [item] = registry.by_name("label_studio").open(Path("x"))(record)
    assert spans(item) == [(3, 6, "unsupported")]
    [item] = registry.by_name("doccano").open(Path("x"))({"text": draft, "label": [[3, 6, "unsupported"]]})
    assert item.labels[0].text == "car"


def test_a_rejected_prodigy_task_and_a_discarded_argilla_response_bring_no_labels():
    [item] = registry.by_name("prodigy").open(Path("x"))(SAMPLES["prodigy"] | {"answer": "reject"})
    assert item.labels == ()
    [response] = SAMPLES["argilla"]["responses"]
    [item] = registry.by_name("argilla").open(Path("x"))(
        SAMPLES["argilla"] | {"responses": [response | {"status": "discarded"}]}
    )
    assert item.labels == ()


def test_one_object_over_many_lines_is_read_as_one_record(tmp_path):
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(SAMPLES["openai"], indent=2), encoding="utf-8")
    assert [item.request.draft for item in preview(path).items] == [ANSWER]


@pytest.mark.parametrize("name", SAMPLES)
@given(st.data())
@settings(max_examples=8)
def test_a_record_with_a_broken_field_is_refused_or_read_but_never_crashes(tmp_path_factory, name, data):
    field = data.draw(st.sampled_from(sorted(SAMPLES[name])))
    value = data.draw(st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.just([None]) | st.just([[]])
                      | st.just({"a": 1}) | st.just([{"start": -1, "end": "x"}]))  # fmt: skip
    path = tmp_path_factory.mktemp("f") / "x.jsonl"
    path.write_text(json.dumps(SAMPLES[name] | {field: value}), encoding="utf-8")
    shown = preview(path, name)
    assert shown.items or shown.rejected


# --- there and back -------------------------------------------------------------------------------------------------


def test_every_format_both_ways_is_tried_here():
    assert {form.name for form in BOTH_WAYS} == {*SPANS, *FAULTS, *TEXTS}


@pytest.mark.parametrize("name", [*SPANS, *FAULTS, *TEXTS])
@given(reviewed=reviewed_items())
@settings(max_examples=12)
def test_what_is_written_reads_back_or_the_warning_names_what_does_not(tmp_path_factory, name, reviewed):
    form = registry.by_name(name)
    path, lost = written(tmp_path_factory.mktemp("f"), form, reviewed)
    assert registry.detect(path).name == name
    names = {field for _, record in records_of(path) if isinstance(record, dict) for field in record}
    assert form.meanings(names).keys() == names
    [item] = read(path, form)
    request = reviewed.critique.request
    assert (item.request.query, item.request.draft) == (request.query, request.draft)
    if not any("sources" in one for one in lost):
        assert item.request.sources == request.sources
    if not any("groups" in one for one in lost) and name != "ragtruth":
        assert item.source_group == reviewed.item.source_group
    if not any("gold" in one for one in lost):
        assert item.gold == reviewed.item.gold
    if not any("titles" in one for one in lost):
        assert item.title in (reviewed.item.title, None)
    expected = [(label.start, label.end, label.status) for label in claim_labels(reviewed)]
    if name in SPANS:
        assert sorted(spans(item)) == sorted(expected)
    elif name in TEXTS:
        assert item.labels == ()
        assert ("the claims' labels are left out" in lost) == bool(expected)
    else:
        faults = [one for one in expected if one[2] != "supported"]
        if any("partially supported" in one for one in lost):
            faults = [(start, end, status.replace("partially_", "un")) for start, end, status in faults]
        assert spans(item) == faults
        silent = any("without a label" in one for one in lost)
        assert silent == (len(expected) < len(request.draft.split("\n")) - request.draft.count("\r\n"))


def test_s3s_rerank_scores_go_there_and_back_and_an_answer_is_needed(tmp_path):
    sources = tuple(
        SourceDocument(id=str(number), content=text, relevance_score=score)
        for number, (text, score) in enumerate([("It leaves at 9:15.", 0.75), ("Cars pay 9 euros.", 0.25)], 1)
    )
    request = base().request.model_copy(update={"sources": sources})
    reviewed = ReviewedItem(_formula().item, base().model_copy(update={"request": request}))
    path, lost = written(tmp_path, registry.by_name("s3"), reviewed)
    assert not any("sources" in one for one in lost)
    assert [item.request.sources for item in read(path, registry.by_name("s3"))] == [sources]
    record = json.loads(path.read_text(encoding="utf-8"))
    assert (record["rerank_scores"], record["quality"] in ("correct", "ambiguous", "incorrect")) == ([0.75, 0.25], True)
    reader = registry.by_name("s3").open(path)
    with pytest.raises(FormatError, match="no text to review"):
        reader({name: value for name, value in record.items() if name != "answer"})
    with pytest.raises(FormatError, match="1 rerank_scores for 2 documents"):
        reader(record | {"rerank_scores": [0.5]})


def test_what_correction_made_of_a_stored_answer_is_written_in_s4s_shape(tmp_path):
    asked = base().request.model_dump(mode="json") | {"options": {"auto_revise": True}}
    corrected = critic(load_settings({})).critique(parse_request(asked))
    path, _ = written(tmp_path, registry.by_name("s4_loop"), ReviewedItem(_formula().item, corrected))
    record = json.loads(path.read_text(encoding="utf-8"))
    assert (record["original_response"], record["final_response"]) == ("It leaves at 9:40.", "It leaves at 9:15.")
    assert (record["attempts"], record["additional_context_used"]) == (1, False)
    assert [one["claims"][0]["status"] for one in record["verification_history"]] == ["unsupported", "supported"]
    assert record["verification"] == {
        "confidence": record["confidence"], "is_grounded": True, "claims_checked": 1, "claims_supported": 1,
        "crag_attempts": 1}  # fmt: skip


def test_what_the_verifier_said_stands_beside_the_labels_where_a_format_has_a_place_for_it(tmp_path):
    reviewed = ReviewedItem(_formula().item, base())
    [claim] = base().claims
    for name in ("label_studio", "lettucedetect"):
        path, _ = written(tmp_path, registry.by_name(name), reviewed)
        record = next(record for _, record in records_of(path))
        [said] = record["predictions"]
        if name == "label_studio":
            assert (said["model_version"], said["score"]) == (base().verifier.spec, base().confidence)
            assert said["result"][0]["value"]["labels"] == [claim.status]
        else:
            assert (said["text"], said["confidence"]) == (claim.text, round(1 - claim.probability, 4))
        assert [item.labels for item in read(path, registry.by_name(name))] == [()]


@pytest.mark.parametrize("name", ["rows", "csv", "parquet"])
@given(reviewed=reviewed_items(("ann", "bob")))
@settings(max_examples=8)
def test_our_own_tables_hold_whose_label_it_is_and_its_note(tmp_path_factory, name, reviewed):
    path, _ = written(tmp_path_factory.mktemp("f"), registry.by_name(name), reviewed)
    [item] = read(path, registry.by_name(name))
    expected = [(label.start, label.annotator, label.note) for label in claim_labels(reviewed)]
    assert [(label.start, label.annotator, label.note) for label in item.labels] == expected


@given(st.text(alphabet="'=+-@\t\r[{a＝", max_size=5))
def test_no_cell_is_a_formula_and_every_one_reads_back(text):
    cell = guarded(text)
    assert cell[:1] not in tuple("=+-@\t\r\n[{＝")
    assert unguarded(cell) == text


def test_a_csv_cell_that_a_spreadsheet_would_run_starts_with_an_apostrophe_and_numbers_stay_numbers(tmp_path):
    path, _ = written(tmp_path, registry.by_name("csv"), _formula())
    text = path.read_text(encoding="utf-8-sig")
    assert ",'=SUM(A1)" in text
    assert text.splitlines()[1].startswith("csv,1,pending,")
    [item] = read(path, registry.by_name("csv"))
    assert item.request.draft.startswith("=SUM(A1)")


def _formula() -> ReviewedItem:
    request = base().request.model_copy(update={"draft": "=SUM(A1) is 3."})
    item = Item(id="a" * 32, request_fingerprint=request.fingerprint, title="T", created_at=NOW)
    return ReviewedItem(item, base().model_copy(update={"request": request, "claims": ()}))


def test_records_are_read_by_line_whatever_the_format(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text("\n" + json.dumps({"a": 1}) + "\n\n{", encoding="utf-8")
    assert [isinstance(record, dict) for _, record in records_of(path)] == [True, False]
