"""The Ask page and “Find more sources”: every step on screen, switches heeded, failures said, nothing as markup."""

from collections.abc import Callable, Sequence

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from critique_core.assembly import Answerer
from critique_core.errors import StoreError
from critique_core.library import Library
from critique_core.models import SourceDocument
from critique_core.models.corrective import CorrectiveResult
from critique_core.store import ReviewFilter
from tests.makers import corrective_results as cases
from tests.makers.pages import errors, markup, shown

ASK = "pages/ask.py"
OpenApp = Callable[[], AppTest]
GATEWAY = "# Gateway\n\nThe gateway times out after 60 seconds. Uploads are limited to 100 MB per file."
FOUNDING = "The company Nordwind was founded in Oslo in 2011 by Marta Reis. Today 140 people work there."
QUESTION = "After how many seconds does the gateway time out?"
WRONG = "The gateway times out after 30 seconds. The company Nordwind was founded in Oslo in 2011."
LOCKED = "reviews.db: locked; close that program and try again"
HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1)) :smile: gateway times out"


def fill(**documents: str) -> None:
    for name, content in documents.items():
        services.get_library().add(SourceDocument(id=name, title=f"{name}.md", content=content))


@pytest.fixture
def page(app: AppTest) -> AppTest:
    """The Ask page with a library of two documents."""
    fill(gateway=GATEWAY, founding=FOUNDING)
    return app.switch_page(ASK).run()


def ask(page: AppTest, text: str) -> AppTest:
    page.text_input(key="question").set_value(text)
    return page.button(key="ask").click().run()


def check(page: AppTest, text: str, draft: str) -> AppTest:
    page.segmented_control(key="ask_mode").set_value("Check this draft instead").run()
    page.text_input(key="question").set_value(text)
    page.text_area(key="question_draft").set_value(draft)
    return page.button(key="ask").click().run()


def result(page: AppTest) -> CorrectiveResult:
    asked = services.get_questions().find(page.query_params["answer"])
    assert asked is not None
    return asked.result()


def headings(page: AppTest) -> list[str]:
    return [str(one.value).replace("\\", "") for one in page.header]


def test_an_empty_library_leads_to_the_page_that_fills_it(app: AppTest) -> None:
    app.switch_page(ASK).run()
    assert "Your library is empty." in shown(app)
    assert app.button(key="ask").disabled
    app.button(key="to_library").click().run()
    assert "Documents that Ask" in shown(app)


def test_a_question_is_answered_from_the_library_step_by_step(page: AppTest) -> None:
    ask(page, "How large may a file be that is uploaded, and after how many seconds does the gateway time out?")
    words = shown(page)
    assert "Your library holds 2 documents" in words
    assert headings(page)[1:] == [
        "1 · What was found", "2 · The draft and its claims", "3 · Correction", "4 · What is handed on",
    ]  # fmt: skip
    assert "The gateway times out after 60 seconds" in words
    assert "✓ library: " in words
    assert "Sources graded" in words
    assert "**Claim 1** · ● supported" in words
    assert result(page).final is not None
    assert errors(page) == []
    assert markup(page) == set()


def test_a_draft_of_ones_own_is_checked_and_corrected_from_what_is_found(page: AppTest) -> None:
    check(page, QUESTION, WRONG)
    words = shown(page)
    assert "**Claim 1** · ≠ contradicted" in words
    assert "**Claim 2** · ○ unsupported" in words
    assert "**Attempt 1 · ✓ kept**" in words
    assert "For claim 2: The company Nordwind was founded in Oslo in 2011." in words
    assert "1 source not used before" in words
    assert "founded in Oslo in 2011 by Marta Reis" in words
    assert ":orange-background[~~30~~] :blue-background[**60**]" in words
    assert "60 seconds" in result(page).final_response
    first, second, *_ = headings(page)
    assert "Your draft: Block: 1 of 2 claims contradicted, 1 unsupported" in first
    assert "The rewrite: Send: all 2 claims are supported" in second
    buttons = [button.label for button in page.button if button.label.startswith("Open ")]
    assert buttons == ["Open your draft in Review", "Open the rewrite in Review"]
    assert page.button(key="open_first").proto.type == "primary"
    assert page.button(key="open_answer").proto.type != "primary"


def test_a_draft_that_stays_as_it_is_has_one_verdict(page: AppTest) -> None:
    check(page, QUESTION, "The gateway times out after 60 seconds.")
    assert "Your draft: Send: the claim is supported" in headings(page)[0]
    assert headings(page)[1] == "1 · What was found"
    assert "open_answer" not in {button.key for button in page.button}


def test_an_answer_made_from_the_library_and_checked_later_is_not_called_the_readers(page: AppTest) -> None:
    page.toggle(key="ask_verify").set_value(False)
    ask(page, QUESTION)
    page.button(key="check_answer").click().run()
    assert not any("Your draft" in heading for heading in headings(page))


def test_a_question_without_words_and_a_draft_without_words_are_asked_for(page: AppTest) -> None:
    ask(page, "  ")
    assert errors(page) == ["Write the question first; it is what the library is searched for."]
    check(page, "What is it?", " ")
    assert errors(page) == ["Paste the draft to check, or have the answer made from the library."]
    assert "answer" not in page.query_params


def test_what_no_document_speaks_of_is_declined_not_made_up(page: AppTest) -> None:
    ask(page, "How many moons does Jupiter have according to the handbook?")
    assert "I don't have that information." in shown(page)
    assert "Refusal" in shown(page)
    assert not page.exception


def test_without_verification_the_answer_is_marked_unchecked_and_can_still_be_checked(page: AppTest) -> None:
    page.toggle(key="ask_verify").set_value(False)
    ask(page, "After how many seconds does the gateway time out, and how large may an upload be?")
    assert "Not checked" in headings(page)[0]
    assert "Verification is switched off" in shown(page)
    assert result(page).first is None
    page.button(key="check_answer").click().run()
    assert "Not checked" not in headings(page)[0]
    assert result(page).first is not None


def test_without_correction_the_draft_is_checked_and_left(page: AppTest) -> None:
    page.segmented_control(key="ask_mode").set_value("Check this draft instead").run()
    page.toggle(key="ask_correct").set_value(False)
    page.text_input(key="question").set_value("After how many seconds does the gateway time out?")
    page.text_area(key="question_draft").set_value("The gateway times out after 30 seconds.")
    page.button(key="ask").click().run()
    assert "Correction is switched off" in shown(page)
    assert result(page).attempts == ()
    assert "≠ contradicted" in shown(page)


def test_the_web_is_not_asked_unless_it_is_configured(page: AppTest) -> None:
    assert page.toggle(key="ask_web").disabled
    assert "No web search is configured" in shown(page)


def test_the_switches_reach_the_answerer(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[dict[str, object]] = []
    wanted = {"draft", "verify", "correct", "web", "attempts"}

    def answer(self: Answerer, query: str, **chosen: object) -> CorrectiveResult:
        heard.append({name: value for name, value in chosen.items() if name in wanted})
        return cases.corrected()

    monkeypatch.setattr(Answerer, "answer", answer)
    page.toggle(key="ask_correct").set_value(False)
    page.number_input(key="ask_attempts").set_value(5)
    ask(page, "Anything?")
    assert heard == [{"draft": None, "verify": True, "correct": False, "web": False, "attempts": 5}]


@pytest.mark.parametrize(("passages", "more"), [(8, ""), (9, "and 1 more")])
def test_eight_passages_are_shown_and_the_others_counted(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, passages: int, more: str
) -> None:
    found = tuple(cases.UPLOADS.model_copy(update={"id": str(number)}) for number in range(passages))
    result = cases.corrected().model_copy(update={"sources": found})
    monkeypatch.setattr(Answerer, "answer", lambda *_given, **_named: result)
    ask(page, "Anything?")
    assert [str(one.value) for one in page.caption if str(one.value).startswith("and ")] == [more][: bool(more)]


def test_the_answer_is_found_again_after_a_reload_and_from_another_page(page: AppTest, open_app: OpenApp) -> None:
    check(page, QUESTION, WRONG)
    name = page.query_params["answer"]
    page.switch_page("pages/library.py").run()
    assert "60 seconds" in shown(page.switch_page(ASK).run())
    again = open_app().run().switch_page(ASK)
    again.query_params["answer"] = name
    assert "The corrected answer" in shown(again.run())
    assert again.text_input(key="question").value == QUESTION
    again.button(key="close_answer").click().run()
    assert "The corrected answer" not in shown(again)


def test_an_answer_opens_as_a_review(page: AppTest) -> None:
    check(page, QUESTION, WRONG)
    corrected = result(page)
    page.button(key="open_answer").click().run()
    stored = services.get_store().latest_critique(page.query_params["item"])
    assert stored is not None
    assert corrected.final is not None
    assert stored.request.draft == corrected.final_response


def test_the_draft_opens_as_a_review_too(page: AppTest) -> None:
    check(page, QUESTION, WRONG)
    page.button(key="open_first").click().run()
    stored = services.get_store().latest_critique(page.query_params["item"])
    assert stored is not None
    assert stored.request.draft == WRONG


def test_a_store_that_fails_keeps_the_answer_on_screen(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    check(page, QUESTION, WRONG)

    def refuse(*_given: object, **_named: object) -> None:
        raise StoreError(LOCKED)

    monkeypatch.setattr(type(services.get_store()), "save_review", refuse)
    page.button(key="open_answer").click().run()
    assert errors(page) == [
        "This answer is not saved as a review. reviews.db: locked; close that program and try again"
    ]
    assert "The corrected answer" in shown(page)


def test_a_library_that_cannot_be_searched_is_said(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Library, query: str, limit: int = 8) -> Sequence[SourceDocument]:
        raise StoreError("library.sqlite3: locked; close that program and try again")

    monkeypatch.setattr(Library, "search", refuse)
    ask(page, "When does the gateway time out?")
    warnings = [str(box.value).replace("\\", "") for box in page.warning]
    assert "library could not search: library.sqlite3: locked; close that program and try again" in warnings
    assert not page.exception


def test_a_fault_in_the_code_is_told_without_a_traceback(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(self: Answerer, query: str, **_chosen: object) -> CorrectiveResult:
        raise ZeroDivisionError

    monkeypatch.setattr(Answerer, "answer", crash)
    ask(page, "When does the gateway time out?")
    assert len(errors(page)) == 1
    assert "ZeroDivisionError" in errors(page)[0]
    assert page.text_input(key="question").value == "When does the gateway time out?"
    assert not page.exception


def test_hostile_documents_and_questions_are_text(app: AppTest) -> None:
    services.get_library().add(SourceDocument(id="h", title=HOSTILE, content=f"{HOSTILE} after 60 seconds."))
    app.switch_page(ASK).run()
    check(app, HOSTILE, f"{HOSTILE} after 30 seconds.")
    assert "<script>alert(1)</script> [x](javascript:alert(1)) :smile:" in shown(app)
    assert markup(app) == set()
    assert not app.exception


# --- find more sources ---------------------------------------------------------------------------------------------


@pytest.fixture
def doubtful(app: AppTest) -> AppTest:
    """A review of a draft whose one source does not mention its claim; the library does."""
    fill(gateway=GATEWAY, founding=FOUNDING)
    app.text_input(key="query").set_value("After how many seconds does the gateway time out?")
    app.text_area(key="draft").set_value("The gateway times out after 30 seconds.")
    app.text_area(key="paste_text").set_value("Nordwind sells umbrellas in three cities.")
    return app.button(key="check").click().run()


def test_more_sources_are_found_and_added_to_the_review(doubtful: AppTest) -> None:
    doubtful.button(key="find_more").click().run()
    words = shown(doubtful)
    assert "The gateway times out after 60 seconds" in words
    assert "**Attempt 1 · " in words
    draft = doubtful.session_state["review"].critique.request.draft
    doubtful.button(key="add_found").click().run()
    request = doubtful.session_state["review"].critique.request
    assert request.draft == draft
    assert any("60 seconds" in source.content for source in request.sources)
    assert request.sources[0].content == "Nordwind sells umbrellas in three cities."


def test_the_corrected_draft_can_be_taken(doubtful: AppTest) -> None:
    doubtful.button(key="find_more").click().run()
    doubtful.button(key="take_corrected").click().run()
    critique = doubtful.session_state["review"].critique
    assert "60 seconds" in critique.request.draft
    assert critique.recommendation == "accept"
    assert services.get_store().search(ReviewFilter()).total == 2, "the first review stays"


def test_a_source_that_is_not_checked_is_not_added(doubtful: AppTest) -> None:
    doubtful.button(key="find_more").click().run()
    boxes = [box for box in doubtful.checkbox if str(box.key).startswith("add_found_")]
    assert boxes
    for box in boxes:
        box.uncheck()
    assert doubtful.run().button(key="add_found").disabled


def test_an_accepted_answer_is_not_offered_more_sources(app: AppTest) -> None:
    app.button(key="example_02_timeout_right").click().run()
    assert "find_more" not in {button.key for button in app.button}


def test_an_empty_library_is_said_where_more_sources_are_wanted(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The gateway times out after 30 seconds.")
    app.text_area(key="paste_text").set_value("Nordwind sells umbrellas in three cities.")
    app.button(key="check").click().run()
    app.button(key="find_more").click().run()
    assert "Your library is empty, so there is nothing to search in." in shown(app)
    assert not app.exception


def test_a_search_for_more_that_breaks_says_why(doubtful: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Answerer, *_given: object, **_named: object) -> CorrectiveResult:
        raise StoreError("library.sqlite3: damaged; delete it and add your documents again")

    monkeypatch.setattr(Answerer, "correct", refuse)
    doubtful.button(key="find_more").click().run()
    assert any("No sources could be looked for. library.sqlite3: damaged" in one for one in errors(doubtful))
    assert not doubtful.exception


def test_a_refusal_names_no_sources() -> None:
    def script(*, refused: bool) -> None:
        from components.ask.version import draw_cited  # noqa: PLC0415 - a script of its own
        from critique_core.models import SourceDocument  # noqa: PLC0415

        draw_cited([SourceDocument(id="handbook", content="Lunch is at noon.")], refused=refused)

    assert "Sources" not in shown(AppTest.from_function(script, kwargs={"refused": True}).run())
    assert "Sources: [1] handbook" in shown(AppTest.from_function(script, kwargs={"refused": False}).run())
