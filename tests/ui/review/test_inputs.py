"""What is pasted, dropped and loaded; each bad input with its message, and what was typed stays."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.review.inputs import CHECK_WORDS
from components.widgets.upload_limit import _words
from components.words import terms
from critique_core.errors import VerifierUnavailable
from critique_core.examples import load_examples
from tests.makers.pages import errors, markup, open_tab, shown


def check(app: AppTest) -> AppTest:
    return app.button(key="check").click().run()


def test_pasted_texts_are_checked(app: AppTest) -> None:
    app.text_input(key="query").set_value("What is the timeout?")
    app.text_area(key="draft").set_value("The timeout is 30 seconds.")
    app.text_input(key="paste_title").set_value("Service settings")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.button(key="add_source").click().run()
    assert "1 source" in shown(app)
    assert app.text_area(key="paste_text").value == ""
    check(app)
    assert "Block: 1 of 1 claim is contradicted" in shown(app)
    assert "Service settings" in shown(app)


def test_a_text_that_comes_once_more_is_one_source(app: AppTest) -> None:
    for _ in range(2):
        app.text_input(key="paste_title").set_value("Service settings")
        app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
        app.button(key="add_source").click().run()
    assert "1 source" in shown(app)
    assert app.text_area(key="paste_text").value == ""
    app.text_input(key="paste_title").set_value("Older settings")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.button(key="add_source").click().run()
    assert "2 sources" in shown(app)


def test_a_source_still_in_the_paste_field_counts(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 60 seconds.")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    check(app)
    assert "Send: the claim is supported" in shown(app)


@pytest.mark.parametrize(
    ("draft", "message"),
    [
        ("", "Draft: there is no text; paste the answer to check"),
        ("  \n ", "Draft: there is no text; paste the answer to check"),
        ("The timeout\x00 is 60 s.", "Draft: holds a NUL byte at character 11"),
        ("a" * 500_001, "Draft: too long (500,001 characters, 500,000 allowed); split it"),
    ],
)
def test_a_draft_that_cannot_be_checked_is_named_and_kept(app: AppTest, draft: str, message: str) -> None:
    app.text_area(key="draft").set_value(draft)
    check(app)
    assert len(errors(app)) == 1
    assert errors(app)[0].startswith(message)
    assert app.text_area(key="draft").value == draft


def test_a_six_megabyte_source_is_refused_and_kept(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 60 seconds.")
    app.text_area(key="paste_text").set_value("a" * 6_000_000)
    check(app)
    assert errors(app) == ["content: too long (6,000,000 characters, 5,000,000 allowed); split it"]
    assert len(app.text_area(key="paste_text").value) == 6_000_000


def test_a_title_without_text_asks_for_the_text(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 60 seconds.")
    app.text_input(key="paste_title").set_value("Service settings")
    check(app)
    assert errors(app) == ["The source has a title but no text; paste its text too."]


def test_a_message_goes_when_its_cause_goes(app: AppTest) -> None:
    check(app)
    assert errors(app)
    app.text_area(key="draft").set_value("The timeout is 60 seconds.")
    check(app)
    assert errors(app) == []


def test_dropped_files_are_read_and_unreadable_ones_are_named(app: AppTest) -> None:
    uploader = next(widget for widget in app.file_uploader if widget.accept_multiple_files)
    uploader.upload("settings.md", b"# Settings\n\nTimeout: 60 seconds", "text/markdown")
    uploader.upload("photo.png", b"\x89PNG\r\n\x1a\n" + bytes(64), "image/png")
    uploader.upload("broken.pdf", b"%PDF-1.7\nnot really", "application/pdf")
    app.run()
    assert "1 source" in shown(app)
    assert any("photo.png" in message and "image" in message for message in errors(app))
    assert any("broken.pdf" in message for message in errors(app))


def test_the_same_file_is_not_added_twice(app: AppTest) -> None:
    for _ in range(2):
        uploader = next(widget for widget in app.file_uploader if widget.accept_multiple_files)
        uploader.upload("settings.md", b"Timeout: 60 seconds", "text/markdown")
        app.run()
    assert "1 source" in shown(app)
    assert errors(app) == ["settings.md: already among the sources, not added again"]


def test_another_text_under_the_same_file_name_gets_an_id_of_its_own(app: AppTest) -> None:
    for text in (b"Timeout: 60 seconds", b"Timeout: 90 seconds"):
        uploader = next(widget for widget in app.file_uploader if widget.accept_multiple_files)
        uploader.upload("settings.md", text, "text/markdown")
        app.run()
    assert [source.id for source in app.session_state["sources"]] == ["settings.md", "settings.md (2)"]


def test_a_source_can_be_removed(app: AppTest) -> None:
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.button(key="add_source").click().run()
    app.button(key="remove_source_0").click().run()
    assert "No sources yet" in shown(app)


def test_a_source_can_be_changed_and_keeps_its_own_id(app: AppTest) -> None:
    for text in ("Timeout: 60 seconds", "Retries: 3"):
        app.text_area(key="paste_text").set_value(text)
        app.button(key="add_source").click().run()
    app.button(key="edit_source_1").click().run()
    assert app.text_area(key="edit_text").value == "Retries: 3"
    app.text_input(key="edit_id").set_value("source 1")
    app.button(key="save_source").click().run()
    assert errors(app) == ["Id 'source 1' belongs to another source; give this one its own."]
    app.text_input(key="edit_id").set_value("retries")
    app.text_input(key="edit_title").set_value("Retry policy")
    app.button(key="save_source").click().run()
    assert [(source.id, source.title) for source in app.session_state["sources"]] == [
        ("source 1", None),
        ("retries", "Retry policy"),
    ]


@pytest.mark.parametrize(
    ("request_json", "message"),
    [
        ('{"draft": "x", "sauces": []}', "The request has a field “sauces” that is not known. Remove it or check"),
        ('{"draft": 7}', "The draft must be text. Put it in quotes."),
        ('{"query": "x"}', 'The request has no draft. Add "draft" with the answer to check.'),
        ('{"draft": ""}', "The draft: there is no text; paste the answer to check."),
        ('{"draft": "a", "draft": "b"}', "draft: is given more than once in an object; keep one of them"),
        (
            '{"draft": "x", "sources": "a"}',
            'The field “sources” is not a list. Write it as [{"id": "1", "content": "…"}].',
        ),
        ('{"draft": "x", "sources": ["a"]}', 'Source 1 is not an object. Write it as {"id": "1", "content": "…"}.'),
        ('{"draft": "x", "sources": [{"content": "a"}]}', 'Source 1 has no id. Add "id" with a name of its own.'),
        ('{"draft": "x", "sources": [{"id": "a"}]}', 'Source 1 has no content. Add "content" with its text.'),
        (
            '{"draft": "x", "sources": [{"id": "", "content": "a"}]}',
            "The id of source 1 must be given, not left empty.",
        ),
        (
            '{"draft": "x", "sources": [{"id": "a", "content": "x", "page": "p"}]}',
            "The page of source 1 must be a whole number.",
        ),
        (
            '{"draft": "x", "sources": [{"id": "a", "content": "x"}, {"id": "a", "content": "y"}]}',
            "The field “sources”: source id 'a' is used twice; give each source its own id.",
        ),
        ('{"draft": "lone \\ud800"}', "The request is not JSON: unexpected end of hex escape"),
        ('{"draft": ', "The request is not JSON: EOF while parsing a value at line 1 column 10. Mend it there."),
        ("", "There is nothing to load. Choose a file or paste a request."),
        ("[]", "The request is not an object. Write it as {"),
        (
            '{"draft": "x", "options": []}',
            'The field “options” is not an object. Write it as {"strictness": "strict"}.',
        ),
        (
            '{"draft": "x", "options": {"strictness": "harsh"}}',
            "The option strictness must be 'lenient', 'moderate' or 'strict'.",
        ),
        ('{"draft": "x", "options": {"checkFactual": "so"}}', "The option checkFactual must be true or false."),
    ],
)
def test_a_request_that_cannot_be_used_is_explained(app: AppTest, request_json: str, message: str) -> None:
    app.text_area(key="request_text").set_value(request_json)
    app.button(key="load_request").click().run()
    assert errors(app)
    assert errors(app)[0].startswith(message)
    assert not app.exception


def test_a_loaded_request_fills_the_fields_with_its_options(app: AppTest) -> None:
    request = {
        "query": "What is the timeout?",
        "draft": "The timeout is 30 seconds.",
        "sources": [{"id": "1", "content": "Timeout: 60 seconds"}],
        "options": {"strictness": "strict", "confidenceThreshold": 0.9, "checkCompleteness": False},
    }
    app.text_area(key="request_text").set_value(json.dumps(request))
    app.button(key="load_request").click().run()
    assert app.text_area(key="draft").value == request["draft"]
    check(app)
    assert app.session_state["review"].critique.request.options.confidence_threshold == 0.9
    assert "completeness: switched off" in shown(open_tab(app, "What was checked"))


def test_typed_inputs_outlive_a_page_switch(app: AppTest) -> None:
    app.text_area(key="draft").set_value("Half a draft").run()
    app.switch_page("pages/history.py").run()
    app.switch_page("pages/review.py").run()
    assert app.text_area(key="draft").value == "Half a draft"


def test_typed_inputs_outlive_a_reload(app: AppTest, open_app: Callable[[], AppTest]) -> None:
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.button(key="add_source").click().run()
    app.text_area(key="draft").set_value("Half a draft").run()
    again = open_app()
    again.query_params["draft"] = app.query_params["draft"]
    again.run()
    assert again.text_area(key="draft").value == "Half a draft"
    assert "1 source" in shown(again)


def test_typed_inputs_are_set_aside_when_another_review_opens_and_come_back(app: AppTest) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    item = app.query_params["item"]
    app.button(key="new_review").click().run()
    assert not kept(app)
    app.text_area(key="draft").set_value("Half a draft").run()
    app.text_area(key="paste_text").set_value("Half a source").run()
    app.query_params.clear()
    app.query_params["item"] = item
    app.run()
    assert "Asked: What is the timeout?" in shown(app)
    assert "Not checked yet: Half a draft" in shown(app)
    app.button(key=kept(app)[0]).click().run()
    assert app.title[0].value == "Claimlens"
    assert app.text_area(key="draft").value == "Half a draft"
    assert app.text_area(key="paste_text").value == "Half a source"
    assert "item" not in app.query_params
    assert not kept(app)


def test_inputs_set_aside_outlive_a_reload_and_can_be_discarded(app: AppTest, open_app: Callable[[], AppTest]) -> None:
    for draft in ("First draft", "Second draft"):
        app.text_area(key="draft").set_value(draft).run()
        app.button(key="example_01_timeout_wrong").click().run()
        assert f"Not checked yet: {draft}" in shown(app)
        app.button(key="new_review").click().run()
    assert len(kept(app)) == 2
    again = open_app()
    again.query_params["kept"] = app.query_params["kept"]
    again.run()
    assert [f"Not checked yet: {draft}" in shown(again) for draft in ("First draft", "Second draft")] == [True, True]
    again.button(key=kept(again)[0].replace("return_", "discard_")).click().run()
    assert "Not checked yet: Second draft" not in shown(again)
    assert "Not checked yet: First draft" in shown(again)


def test_changes_to_a_reviews_inputs_are_set_aside_and_unchanged_ones_are_not(app: AppTest) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    app.session_state["inputs_open"] = True
    app.run()
    app.text_area(key="draft").set_value("The timeout is 45 seconds.").run()
    app.button(key="new_review").click().run()
    assert app.text_area(key="draft").value == ""
    assert "Not checked yet: What is the timeout?" in shown(app)
    app.button(key=kept(app)[0]).click().run()
    assert app.text_area(key="draft").value == "The timeout is 45 seconds."
    assert "1 source" in shown(app)


def test_other_options_alone_are_decided_without_verifying_again(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    app.text_area(key="draft").set_value("The timeout is 30 seconds.")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    check(app)
    verified = services.get_critic().verifier.verify
    asked: list[object] = []
    monkeypatch.setattr(
        type(services.get_critic().verifier), "verify", lambda _self, given: (asked.append(given), verified(given))[1]
    )
    app.session_state["inputs_open"] = True
    app.run()
    app.slider(key="threshold").set_value(0.0).run()
    check(app)
    assert asked == []
    assert app.session_state["review"].critique.request.options.confidence_threshold == 0.0
    assert "nothing had to be verified again" in shown(app)
    item = app.query_params["item"]
    assert len(services.get_store().runs(item)) == 2
    app.session_state["inputs_open"] = True
    app.run()
    app.text_area(key="draft").set_value("The timeout is 60 seconds.").run()
    check(app)
    assert len(asked) == 1


def test_claims_that_could_not_be_verified_are_verified_again(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    app.text_area(key="draft").set_value("The timeout is 30 seconds.")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")

    def refuse(*_given: object) -> None:
        raise VerifierUnavailable("not now; try again")

    with monkeypatch.context() as broken:
        broken.setattr(type(services.get_critic().verifier), "verify", refuse)
        check(app)
    assert "Nothing could be verified" in shown(app)
    app.session_state["inputs_open"] = True
    app.run()
    app.slider(key="threshold").set_value(0.0).run()
    check(app)
    assert "Block: 1 of 1 claim is contradicted" in shown(app)


def test_a_file_refused_by_the_browser_is_named_in_our_words() -> None:
    assert _words(["../dir/long.txt", 6_000_000]) == "long.txt is 6.0 MB, over the limit of 5 MB; split it"
    assert [_words(entry) for entry in (None, [], ["x"], ["x", "6"], {"x": 6})] == [None] * 5


def test_clear_empties_every_field(app: AppTest) -> None:
    app.text_area(key="draft").set_value("Half a draft")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.button(key="add_source").click().run()
    app.button(key="clear").click().run()
    assert app.text_area(key="draft").value == ""
    assert "No sources yet" in shown(app)
    assert "draft" not in app.query_params


def test_hostile_titles_are_text_everywhere(app: AppTest) -> None:
    title = "<img src=x onerror=alert(1)> **bold** :smile: \u202egpj.exe"
    app.text_area(key="draft").set_value("The timeout is 30 seconds.")
    app.text_input(key="paste_title").set_value(title)
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    check(app)
    assert "<img src=x onerror=alert(1)> **bold** :smile: ⟨U+202E⟩gpj.exe" in shown(app)
    assert "\u202e" not in shown(app)
    assert markup(app) == set()


def kept(app: AppTest) -> list[str]:
    """The buttons that bring set-aside inputs back, newest first."""
    return [button.key for button in app.button if button.key and button.key.startswith("return_")]


def test_every_option_reaches_the_check(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 30 seconds.")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.selectbox(key="policy").set_value("critic")
    app.pills(key="checks").set_value(["check_factual", "check_citations"])
    app.number_input(key="max_revisions").set_value(3)
    check(app)
    options = app.session_state["review"].critique.request.options
    assert (options.policy, options.max_revisions, options.auto_revise) == ("critic", 3, False)
    on = {name for name in CHECK_WORDS if getattr(options, name)}
    assert on == {"check_factual", "check_citations"}


def test_a_check_that_was_off_is_made_when_it_is_asked_for(app: AppTest) -> None:
    """A switch that needs a new critique gets one; nothing is passed off as checked."""
    app.text_area(key="draft").set_value("The timeout is 60 seconds [4].")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.pills(key="checks").set_value(["check_factual"])
    check(app)
    assert app.session_state["review"].critique.citations == ()
    app.session_state["inputs_open"] = True
    app.run()
    app.pills(key="checks").set_value(["check_factual", "check_citations"]).run()
    check(app)
    assert [one.verdict for one in app.session_state["review"].critique.citations] == ["nonexistent"]


@pytest.mark.parametrize("carried", [{}, {"draft": "another"}])
def test_an_older_address_that_a_rerun_carries_gives_no_second_name(
    app: AppTest, open_app: Callable[[], AppTest], carried: dict[str, str]
) -> None:
    """A browser asks for a rerun before the address that the last one gave has reached it."""
    app.text_input(key="query").set_value("Half a question").run()
    name = app.query_params["draft"]
    app.query_params.clear()
    app.query_params.update(carried)
    app.text_area(key="draft").set_value("Half a draft").run()
    assert app.query_params["draft"] == name

    reloaded = open_app()
    reloaded.query_params["draft"] = name
    reloaded.run()
    assert reloaded.text_input(key="query").value == "Half a question"
    assert reloaded.text_area(key="draft").value == "Half a draft"


def test_each_word_of_the_options_that_a_newcomer_cannot_know_has_its_sentence(app: AppTest) -> None:
    assert app.slider(key="threshold").proto.help == terms.GATE
    assert app.selectbox(key="policy").proto.help == terms.POLICY
    assert app.button_group(key="strictness").proto.help == terms.STRICTNESS


def test_the_first_page_shows_three_cards_and_the_rest_of_the_examples_under_a_button(app: AppTest) -> None:
    told = [example.name for example in load_examples() if example.catch]
    more = next(part for part in app.get("popover") if part.proto.popover.label == "More examples")
    assert len(told) == 3
    assert {button.key for button in more.button} == {
        f"example_{example.name}" for example in load_examples() if not example.catch
    }
    assert [button.key for button in app.main.button if button.key in {f"example_{name}" for name in told}] == [
        f"example_{name}" for name in told
    ]
