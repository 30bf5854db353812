"""The Queue page: import with preview, progress and refused rows; verification; filters, orders, numbers, pages."""

import json
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.queue import verification as verification_panel
from components.queue.filters import ROWS_ON_A_PAGE
from components.queue.list import _facts
from components.review.labelling.words import why_queued
from components.state import keys
from components.state.queueing import Labelling
from components.work.dropped_files import save_dropped
from critique_core.examples import load_examples
from critique_core.models import Import, parse_decision
from critique_core.store import QueueRow
from tests.makers.labelling_files import write_answers
from tests.makers.pages import errors, markup, refused, shown, word_tables
from tests.makers.queued_store import QUEUE, fill_queue, follow, item, press, toasts

PATIENCE = 30
HOSTILE = "[x](javascript:alert(1)) <b>bold</b> :smile: $x$"


@pytest.fixture
def page(app: AppTest) -> AppTest:
    return app.switch_page(QUEUE).run()


def drop(page: AppTest, *paths: Path) -> AppTest:
    files = [(path.name, path.read_bytes(), "application/octet-stream") for path in paths]
    return page.file_uploader[0].set_value(files).run()


def settle(page: AppTest, done: Callable[[], bool]) -> AppTest:
    """Wait for the threads behind the page, then draw it."""
    deadline = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert done()
    return page.run()


def imported() -> bool:
    current = services.get_imports().current()
    return current is not None and not current.under_way


def verified() -> bool:
    return services.get_store().count_unverified()[0] == 0


def told(page: AppTest) -> list[str]:
    """What came of the last import, and the messages in boxes."""
    lines = [str(line.value) for line in page.markdown if str(line.value).startswith(":material/")]
    boxes = [str(box.value) for kind in (page.info, page.warning) for box in kind]
    return [words.partition(": ")[2].replace("\\", "") for words in lines] + [
        words.replace("\\", "") for words in boxes
    ]


def test_an_empty_queue_says_how_to_fill_it(page: AppTest) -> None:
    assert "Nothing waits for you here." in shown(page)
    assert page.button(key="label_next").disabled
    assert not page.exception


def test_dropped_files_are_previewed_with_their_format_and_mapping_before_anything_is_stored(
    page: AppTest, tmp_path: Path
) -> None:
    drop(page, *write_answers(tmp_path, 3))
    words = shown(page)
    assert page.selectbox(key="import_format_response.jsonl").value == "ragtruth"
    assert "source_info.jsonl: read together with the answers" in words
    fields = {row["Field"]: row for table in word_tables(page) for row in table if "Field" in row}
    assert fields["response"]["What becomes of it"] == "the draft"
    assert fields["response"]["First value"].startswith("Gateway 1 times out after 30 seconds")
    assert "4 of 6 are read" in words
    assert "Not read, as this format has no rule for them: task_type" in words, "of the file of sources beside it"
    assert "prompt" not in fields, "the format knows it, this file has none"
    assert "Gateway 1 times out after 30 seconds" in words
    assert "≠ contradicted: 30 seconds" in words
    assert services.get_store().imports() == ()


def test_an_import_tells_what_came_of_it_and_the_answers_are_verified_and_listed(page: AppTest, tmp_path: Path) -> None:
    drop(page, *write_answers(tmp_path, 3))
    press(page, "import_0")
    settle(page, imported)
    assert told(page) == ["response.jsonl: 3 read, 3 new, 0 there before, 0 refused."]
    settle(page, verified)
    assert "3 answers wait for you" in shown(page)
    assert "Gateway 1 times out after 30 seconds" in shown(page)
    press(page, "dismiss_import")
    assert page.get("expander")[0].label == "Import answers"
    assert "forget_import" in {button.key for button in page.button}, "it can still be found under “Import answers”"
    press(page, "forget_import")
    assert told(page) == []


def test_what_came_of_an_import_is_one_line_for_who_saw_it_and_folded_away_for_others(
    page: AppTest, open_app: Callable[[], AppTest], tmp_path: Path
) -> None:
    responses, sources = write_answers(tmp_path, 2)
    responses.write_text(f"{responses.read_text()}\nno json\n", encoding="utf-8")
    assert page.expander[0].proto.expanded
    drop(page, responses, sources)
    press(page, "import_0")
    assert not page.session_state[keys.IMPORT_OPEN], "the way to import makes room"
    settle(page, imported)
    assert [button.key for button in page.button if button.key in ("dismiss_import", "forget_import")] == [
        "dismiss_import"
    ]
    bob = open_app().run().switch_page(QUEUE).run()
    assert not bob.exception
    assert [button.key for button in bob.button if button.key in ("dismiss_import", "forget_import")] == [
        "forget_import"
    ]
    assert "1 refused" in bob.expander[0].markdown[0].value
    assert refused(page) == [("3", "is not JSON: Expecting value at column 1")]
    press(page, "dismiss_import")
    assert [button.key for button in page.button if button.key in ("dismiss_import", "forget_import")] == [
        "forget_import"
    ]


def test_the_panel_stays_open_while_dropped_files_wait(page: AppTest, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.csv", "b.csv")]
    for path in paths:
        path.write_text(f"question,answer,context\nWhen?,At {path.name}.,It leaves.\n", encoding="utf-8")
    drop(page, *paths)
    press(page, "import_0")
    settle(page, imported)
    settle(page, verified)
    assert page.expander[0].proto.expanded
    assert "b.csv" in shown(page)
    page.switch_page("pages/history.py").run()
    page.switch_page(QUEUE).run()
    assert page.expander[0].proto.expanded
    press(page, "import_0")
    settle(page, imported)
    assert not page.expander[0].proto.expanded
    page.switch_page("pages/history.py").run()
    assert not page.switch_page(QUEUE).run().expander[0].proto.expanded


def test_the_same_file_again_is_known(page: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 3)
    drop(page, *write_answers(tmp_path, 4))
    press(page, "import_0")
    settle(page, imported)
    assert told(page) == ["response.jsonl: 4 read, 1 new, 3 there before, 0 refused."]


def test_bad_rows_are_told_by_line_kept_in_a_file_and_hold_nothing_up(page: AppTest, tmp_path: Path) -> None:
    responses, sources = write_answers(tmp_path, 2)
    strange = {"id": "9", "source_id": "nowhere", "response": "x", "labels": []}
    responses.write_text(f"{responses.read_text()}\nno json\n{json.dumps(strange)}\n", encoding="utf-8")
    drop(page, responses, sources)
    assert [line for line, _ in refused(page)] == ["3", "4"]
    assert "All 4 rows looked at: 2 would be refused." in shown(page)
    press(page, "import_0")
    settle(page, imported)
    assert told(page) == ["response.jsonl: 4 read, 2 new, 0 there before, 2 refused."]
    current = services.get_imports().current()
    assert current is not None
    kept = [json.loads(line) for line in current.rejects.read_text(encoding="utf-8").splitlines()]
    assert [row["line"] for row in kept] == [3, 4]
    assert [row["record"] for row in kept] == ["no json", strange]
    assert len(page.get("download_button")) == 1


def test_sources_without_answers_and_unknown_files_say_what_is_missing(page: AppTest, tmp_path: Path) -> None:
    responses, sources = write_answers(tmp_path, 2)
    drop(page, sources)
    assert told(page) == ["This file holds sources only; drop the file with the answers too."]
    drop(page, responses)
    assert page.selectbox(key="import_format_response.jsonl").value == "ragtruth"
    press(page, "discard_files")
    odd = tmp_path / "odd.jsonl"
    odd.write_text('{"colour": "blue"}\n', encoding="utf-8")
    drop(page, odd)
    assert "is in no known format (its fields: colour)" in errors(page)[0]
    assert page.button(key="import_0").disabled


def test_a_spreadsheet_with_its_own_column_names_is_previewed_and_imported(page: AppTest, tmp_path: Path) -> None:
    table = tmp_path / "export.csv"
    table.write_text(
        "Model;User Input;Generated Answer;Source 1;Source 2\n"
        "m;When?;It leaves at 9:15.;It leaves at 9:15.;It is a ferry.\n",
        encoding="cp1252",
    )
    drop(page, table)
    assert page.selectbox(key="import_format_export.csv").value == "table"
    [fields] = word_tables(page)
    assert ("Generated Answer", "the draft") in [(row["Field"], row["What becomes of it"]) for row in fields]
    assert "Not read, as this format has no rule for them: Model" in shown(page)
    press(page, "import_0")
    settle(page, imported)
    assert services.get_store().imports()[0].imported == 1


def test_a_file_of_which_no_row_can_be_read_in_the_chosen_format_cannot_be_imported(
    page: AppTest, tmp_path: Path
) -> None:
    table = tmp_path / "export.csv"
    table.write_text("question,answer,context\nWhen?,At 9.,It leaves at 9.\n", encoding="utf-8")
    drop(page, table)
    assert not page.button(key="import_0").disabled
    page.selectbox(key="import_format_export.csv").set_value("expertqa").run()
    assert [line for line, _ in refused(page)] == ["2"]
    assert page.button(key="import_0").disabled


def test_a_spreadsheet_without_answers_has_one_message_that_names_what_is_wanted(page: AppTest, tmp_path: Path) -> None:
    table = tmp_path / "staff.csv"
    table.write_text("name,age\nAnn,3\nBob,4\n", encoding="utf-8")
    drop(page, table)
    [message] = errors(page)
    for word in ("staff.csv", "name, age", "a draft (draft, answer", "sources (sources, context"):
        assert word in message
    assert page.button(key="import_0").disabled


def test_the_columns_of_a_table_can_be_chosen_where_their_names_do_not_say_what_they_hold(
    page: AppTest, tmp_path: Path
) -> None:
    services.get_verification().pause()
    table = tmp_path / "export.csv"
    table.write_text(
        "nr,asked,told,from,also from\n7,When?,It leaves at 9:15.,It leaves at 9:15.,It is a ferry.\n", encoding="utf-8"
    )
    drop(page, table)
    assert "Table of answers" in errors(page)[0]
    assert "s4_loop" not in errors(page)[0]
    assert page.button(key="import_0").disabled
    choices = {box.label: box for box in (*page.selectbox, *page.multiselect)}
    assert choices["Answer"].options == ["nr", "asked", "told", "from", "also from"]
    choices["Answer"].set_value("told").run()
    assert errors(page) == []
    assert page.selectbox(key="import_format_export.csv").value == "table"
    choices = {box.label: box for box in (*page.selectbox, *page.multiselect)}
    choices["Question"].set_value("asked")
    choices["Sources"].set_value(["from", "also from"]).run()
    [fields] = word_tables(page)
    assert [row["Field"] for row in fields] == ["asked", "told", "from", "also from"]
    next(box for box in page.selectbox if box.label == "Answer").set_value(None).run()
    assert page.button(key="import_0").disabled
    next(box for box in page.selectbox if box.label == "Answer").set_value("told").run()
    press(page, "import_0")
    settle(page, imported)
    [(_, request)] = services.get_store().take_unverified()
    assert (request.query, request.draft) == ("When?", "It leaves at 9:15.")
    assert [source.content for source in request.sources] == ["It leaves at 9:15.", "It is a ferry."]


def test_a_column_that_was_recognised_can_be_changed_and_the_next_file_has_its_own(
    page: AppTest, tmp_path: Path
) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    for path in (first, second):
        path.write_text(
            "question,answer,corrected,context\nWhen?,At 9.,At 9:15.,It leaves at 9:15.\n", encoding="utf-8"
        )
    drop(page, first, second)
    boxes = [box for box in page.selectbox if box.label == "Answer"]
    assert [box.value for box in boxes] == ["answer", "answer"]
    boxes[0].set_value("corrected").run()
    assert [text.value for text in page.text] == ["When?", "At 9:15.", "When?", "At 9."]
    press(page, "import_0")
    settle(page, imported)
    assert [box.value for box in page.selectbox if box.label == "Answer"] == ["answer"]
    # The answer taken in comes below, in the list, as soon as it is verified.
    assert [text.value for text in page.text][:2] == ["When?", "At 9."]


def test_a_stopped_import_keeps_what_it_took_in_and_goes_on_there(tmp_path: Path, page: AppTest) -> None:
    dropped = save_dropped([(path.name, path.read_bytes()) for path in write_answers(tmp_path, 600)])
    imports, store = services.get_imports(), services.get_store()
    first, go_on = threading.Event(), threading.Event()
    add = type(store).add_items

    def slow(*given: object, **named: object) -> Import:
        counts = add(*given, **named)  # pyright: ignore[reportArgumentType]
        first.set()
        go_on.wait(PATIENCE)
        return counts

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(store), "add_items", slow)
        assert imports.begin(store, dropped.paths[0], "ragtruth", who="Ada")
        first.wait(PATIENCE)
        assert not imports.begin(store, dropped.paths[0], "ragtruth", who="Ada")
        under_way = {button.key for button in page.run().button}
        imports.stop()
        go_on.set()
        settle(page, imported)
    assert "forget_import" not in under_way, "nothing had come of it yet"
    assert "stopped after" in told(page)[0]
    taken = store.imports()[0]
    assert 0 < taken.read < 600
    assert not taken.finished
    press(page, "resume_import")
    settle(page, imported)
    assert [(one.read, one.imported + taken.imported) for one in store.imports()[:1]] == [(600, 600)]
    services.get_verification().pause()


def test_verification_pauses_and_goes_on(page: AppTest, tmp_path: Path) -> None:
    services.get_verification().pause()
    drop(page, *write_answers(tmp_path, 3))
    press(page, "import_0")
    settle(page, imported)
    assert "resume_verification" in {button.key for button in page.button}
    assert "Nothing to label yet." in shown(page)
    assert "Import a file of answers" not in shown(page), "that has just been done"
    assert services.get_store().count_unverified() == (3, 0)
    press(page, "resume_verification")
    settle(page, verified)
    assert "3 answers wait for you" in shown(page)


def test_the_first_answers_are_listed_while_the_others_are_still_verified(
    page: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verification = services.get_verification()
    verification.pause()
    drop(page, *write_answers(tmp_path, 3))
    press(page, "import_0")
    settle(page, imported)
    drawn_anew: list[int] = []
    monkeypatch.setattr(verification_panel.st, "rerun", lambda: drawn_anew.append(verification.done))
    verification.done += 1
    look = verification_panel._watch.__wrapped__  # without the fragment's timer
    for drawn_with in (0, 1, None):
        look(drawn_with)
    assert drawn_anew == [1], "once for the one that came, and not where others are listed"


def test_once_all_answers_are_submitted_the_queue_says_so(app: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 2)
    page = app.switch_page(QUEUE).run()
    for number in (1, 2):
        services.get_store().append(parse_decision({"item_id": item(number).id, "action": "submit", "reviewer": "Ada"}))
    assert "You have submitted all 2 answers." in shown(page.run())
    assert [link.proto.page for link in page.get("page_link")] == ["agreement", "tuning"]
    page.text_input(key="reviewer").set_value("Bob").run()
    assert "add “submitted” under State for answers that others are done with" in shown(page)
    assert "Import a file" not in shown(page)


def test_an_answer_that_cannot_be_verified_is_listed_with_the_reason(page: AppTest, tmp_path: Path) -> None:
    services.get_verification().pause()
    drop(page, *write_answers(tmp_path, 2))
    press(page, "import_0")
    settle(page, imported)
    services.get_store().fail_verification(item(1).id, "the server does not answer; start it and import again")
    page.run()
    table = next(table.value for table in page.dataframe if "Answer" in table.value)
    assert table["Number"].to_list() == [1]
    assert "start it" in table["Why"].to_list()[0]


def test_filters_orders_and_pages(page: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, ROWS_ON_A_PAGE + 2)
    page.run()
    assert f"{ROWS_ON_A_PAGE + 2} answers wait for you" in shown(page)
    assert len(rows(page)) == ROWS_ON_A_PAGE
    page.session_state[keys.QUEUE_PAGE] = 2
    page.run()
    assert len(rows(page)) == 2
    page.text_input(key=keys.QUEUE_TEXT).set_value("gateway 7").run()
    assert [number for number, _ in rows(page)] == ["7"]
    page.text_input(key=keys.QUEUE_TEXT).set_value("").run()
    page.selectbox(key=keys.QUEUE_ORDER).set_value("oldest").run()
    assert [number for number, _ in rows(page)][:3] == ["1", "2", "3"]
    page.multiselect(key=keys.QUEUE_STATUS).set_value(["contradicted"]).run()
    assert {int(number) % 2 for number, _ in rows(page)} == {1}
    page.multiselect(key=keys.QUEUE_STATUS).set_value([]).run()
    page.selectbox(key=keys.QUEUE_ORDER).set_value("random").run()
    first = [number for number, _ in rows(page)]
    page.number_input(key=keys.QUEUE_SEED).set_value(7).run()
    assert [number for number, _ in rows(page)] != first
    page.number_input(key=keys.QUEUE_SEED).set_value(0).run()
    assert [number for number, _ in rows(page)] == first
    page.session_state[keys.QUEUE_PAGE] = 2
    for number, _ in rows(page.run()):
        services.get_store().append(
            parse_decision({"item_id": item(int(number)).id, "action": "submit", "reviewer": "Ada"})
        )
    assert [number for number, _ in rows(page.run())] == first, "the second page has become empty"


def rows(page: AppTest) -> list[tuple[str, str]]:
    """Number and title of the rows on the page."""
    lines = [line for line in shown(page).splitlines() if line.startswith("**") and "** · " in line]
    pairs = [line.removeprefix("**").split("** · ", 1) for line in lines]
    return [(number, title) for number, title in pairs if number.isdigit()]


def test_an_answer_is_found_by_its_number(page: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 2)
    page.run()
    page.number_input(key=keys.QUEUE_NUMBER).set_value(9)
    press(page, "go_to_number")
    assert errors(page) == ["There is no answer 9."]
    page.number_input(key=keys.QUEUE_NUMBER).set_value(2)
    press(page, "go_to_number")
    assert "Answer 2" in shown(follow(page))


def test_an_example_is_neither_listed_nor_opened_by_its_number(page: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 1)
    request = load_examples()[0].request
    services.get_store().save_review(services.get_critic().critique(request), who="Ada")
    page.run()
    assert [number for number, _ in rows(page)] == ["1"]
    assert "1 answer waits for you" in shown(page)
    page.number_input(key=keys.QUEUE_NUMBER).set_value(2)
    press(page, "go_to_number")
    assert errors(page) == ["Answer 2 is not in the queue. Open it in History; “Put in the queue” is under More."]


def test_after_a_second_import_label_next_is_of_that_import_until_the_filter_is_cleared(
    page: AppTest, tmp_path: Path
) -> None:
    fill_queue(tmp_path, 2)
    (tmp_path / "second").mkdir()
    drop(page, *write_answers(tmp_path / "second", 2, first=3))
    press(page, "import_0")
    settle(page, imported)
    settle(page, verified)
    assert sorted(number for number, _ in rows(page)) == ["3", "4"]
    page.selectbox(key=keys.QUEUE_IMPORT).set_value(None).run()
    assert sorted(number for number, _ in rows(page)) == ["1", "2", "3", "4"]


def test_when_all_is_in_other_hands_that_is_said(page: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 1)
    services.get_store().reserve(item(1).id, "Bob")
    page.run()
    assert "in hand of Bob" in shown(page)
    press(page, "label_next")
    assert toasts(page) == ["Every answer that waits is in somebody else's hand."]


def test_blind_rows_tell_nothing_of_what_the_machine_found(page: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 2)
    page.run()
    assert "high severity" in shown(page)
    page.toggle(key=keys.QUEUE_BLIND).set_value(True).run()
    assert "high severity" not in shown(page)
    assert "random sample" in shown(page)
    assert keys.QUEUE_STATUS not in {box.key for box in page.multiselect}


def test_what_others_submitted_is_counted_beside_ones_own(page: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 4)
    for number, who in ((1, "Bob"), (2, "Bob"), (2, "Ada")):
        event = {"item_id": item(number).id, "reviewer": who, "action": "submit"}
        services.get_store().append(parse_decision(event))
    page.run()
    assert page.get("progress")[0].proto.text == "1 of 4 submitted by you, 2 by at least one reviewer"
    page.multiselect(key=keys.QUEUE_STATES).set_value(["submitted"]).run()
    assert page.get("progress")[0].proto.text == "1 of 4 submitted by you, 2 by at least one reviewer"


def test_a_blind_queue_says_that_its_order_is_another(page: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 2)
    page.run()
    page.selectbox(key=keys.QUEUE_ORDER).set_value("oldest").run()
    assert "Blind first: answers come in the random order" not in shown(page)
    page.toggle(key=keys.QUEUE_BLIND).set_value(True).run()
    assert "Blind first: answers come in the random order of the seed" in shown(page)
    order = next(box for box in page.selectbox if box.label == "Order")
    assert (order.value, order.disabled) == ("random", True)
    page.toggle(key=keys.QUEUE_BLIND).set_value(False).run()
    assert page.selectbox(key=keys.QUEUE_ORDER).value == "oldest"


def test_texts_from_files_stay_texts(page: AppTest, tmp_path: Path) -> None:
    responses, sources = write_answers(tmp_path, 1)
    row = json.loads(responses.read_text(encoding="utf-8"))
    responses.write_text(json.dumps(row | {"response": HOSTILE, "labels": []}), encoding="utf-8")
    source = json.loads(sources.read_text(encoding="utf-8"))
    source["source_info"]["question"] = HOSTILE
    sources.write_text(json.dumps(source), encoding="utf-8")
    drop(page, responses, sources)
    assert markup(page) == set()
    press(page, "import_0")
    settle(page, imported)
    settle(page, verified)
    assert HOSTILE in shown(page)
    assert markup(page) == set()


def test_the_reason_of_the_order_comes_first() -> None:
    row = QueueRow(
        item_id="x", number=1, title="", draft_excerpt="", state="pending", created_at=datetime.now(UTC),
        import_id=None, flagged=False, gold=False, uncertainty=0.98, severity=0.91, disagreement=0.25,
        recommendation=None, confidence=None, decided=0, checkable=2, failure=None, in_hand_of=None, skipped=False,
    )  # fmt: skip
    assert why_queued(row, "uncertain").startswith("a claim 0.01 from the threshold")
    assert why_queued(row, "severity").startswith("high severity (0.91)")
    assert why_queued(row, "disagreement").startswith("verifier against 25% of the file's labels")
    assert why_queued(row, "random") == "random sample"


def test_a_gold_item_is_named_so_and_a_blind_reviewer_is_not_told() -> None:
    row = QueueRow(
        item_id="x", number=1, title="", draft_excerpt="", state="pending", created_at=datetime.now(UTC),
        import_id=None, flagged=False, gold=True, uncertainty=None, severity=None, disagreement=None,
        recommendation=None, confidence=None, decided=1, checkable=2, failure=None, in_hand_of=None, skipped=False,
    )  # fmt: skip
    assert _facts(row, Labelling()).endswith("1 of 2 decided · gold")
    assert not {"gold", "decided"} & set(_facts(row, Labelling(blind=True)).split())
