"""The timeline of corrective retrieval: every step of an attempt in words, long lists bounded, nothing as markup."""

from collections.abc import Callable
from typing import get_args

import pytest
from streamlit.testing.v1 import AppTest

from components.words.corrective import ACTION_WORDS, QUALITY_WORDS, SIGNAL_WORDS, STOP_WORDS
from critique_core.models import Critique, SourceDocument
from critique_core.models.corrective import (
    CorrectiveAction,
    CorrectiveAttempt,
    RetrievalQuality,
    Search,
    SignalName,
    StopReason,
    TargetedQuery,
)
from tests.makers import corrective_results as cases
from tests.makers.pages import markup, shown

Draw = Callable[[CorrectiveAttempt], AppTest]
HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1)) :smile: \u202e"


def page(attempt: "CorrectiveAttempt") -> None:
    from components.widgets.corrective_timeline import draw_timeline  # noqa: PLC0415 - the script of a page runs by itself
    from tests.makers import corrective_results as cases  # noqa: PLC0415

    draw_timeline(cases.critique(cases.DRAFT, cases.UPLOADS), (attempt,), (cases.UPLOADS,), key="t")


@pytest.fixture
def draw() -> Draw:
    return lambda attempt: AppTest.from_function(page, args=(attempt,), default_timeout=30).run()


def opened(app: AppTest) -> AppTest:
    app.session_state["t_1_strips"] = True
    return app.run()


def test_an_attempt_is_told_from_its_grade_to_the_corrected_answer(draw: Draw) -> None:
    attempt = cases.attempt()
    words = shown(draw(attempt))
    told = (
        "**Attempt 1 · ✓ kept** · one claim more is supported",
        f"Confidence {attempt.confidence_before:.0%} → {attempt.confidence_after:.0%}",
        "◐ ambiguous: the sources fit the question in part · score 0.52",
        "Half of the question is covered. Suggested: refine the sources and search for more.",
        "Coverage of the question 0.50 × weight 0.50",
        "Rerank scores cannot be told",
        "“gateway times out seconds”",
        "For claim 1: The gateway times out after 30 seconds.",
        "✓ library: 1 source · 4 ms",
        "1 source not used before",
        "Timeouts · relevance 0.90",
        "The gateway times out after 60 seconds.",
        "Claim 1 · ○ unsupported → ● supported",
    )
    assert [one for one in told if one not in words] == []
    assert ":orange-background[~~30~~] :blue-background[**60**]" in words


def test_every_way_it_can_end_grade_action_and_signal_has_words() -> None:
    for words, names in (
        (STOP_WORDS, StopReason), (QUALITY_WORDS, RetrievalQuality), (ACTION_WORDS, CorrectiveAction),
        (SIGNAL_WORDS, SignalName),
    ):  # fmt: skip
        assert set(words) == set(get_args(names))


def test_strips_are_listed_with_relevance_and_why_they_were_dropped(draw: Draw) -> None:
    app = draw(cases.attempt())
    assert [fold.label for fold in app.expander] == ["Stretches of the sources: 1 kept, 1 dropped"]
    assert len(app.dataframe) == 0, "a fold costs nothing before it is open"
    [table] = opened(app).dataframe
    assert list(table.value["Kept"]) == ["✓ kept", "✗ dropped"]
    assert list(table.value["Relevance"]) == [0.9, 0.3]
    assert list(table.value["Why"]) == ["", "relevance 0.30 lies below 0.50"]
    assert list(table.value["Source"]) == ["Timeouts", "Timeouts"]


def test_a_relevance_that_cannot_be_told_is_no_number(draw: Draw) -> None:
    attempt = cases.attempt()
    untold = tuple(strip.model_copy(update={"relevance": None}) for strip in attempt.strips)
    app = opened(draw(attempt.model_copy(update={"strips": untold})))
    assert "Timeouts · relevance" not in shown(app)
    assert app.dataframe[0].value["Relevance"].isna().all()


def test_a_search_that_failed_is_said_with_its_reason_and_its_time(draw: Draw) -> None:
    app = draw(cases.attempt(kept=False, failure="no answer within 10 s; try again later"))
    assert [str(box.value).replace("\\", "") for box in app.warning] == [
        "library could not search: no answer within 10 s; try again later"
    ]
    assert "✗ library: failed · 4 ms" in shown(app)
    assert "✗ not kept** · nothing new was found" in shown(app)
    assert "No claim was put right." in shown(app)
    assert not app.exception


def test_long_lists_are_bounded_and_say_what_is_left_out(draw: Draw) -> None:
    attempt = cases.attempt()
    searches = tuple(
        Search(query=TargetedQuery(text=f"query {number}", reason="r"), retriever="library", milliseconds=1)
        for number in range(40)
    )
    sources = tuple(SourceDocument(id=f"s{number}", content=f"Text {number}.") for number in range(30))
    changed = {"searches": searches, "sources": sources, "strips": attempt.strips * 300}
    app = opened(draw(attempt.model_copy(update=changed)))
    assert "and 28 more searches" in shown(app)
    assert "query 12" not in shown(app)
    assert "and 25 more" in shown(app)
    assert len(app.dataframe[0].value) == 200
    assert "400 more are left out here" in shown(app)


def test_what_comes_from_outside_is_text(draw: Draw) -> None:
    attempt = cases.attempt()
    hostile = cases.TIMEOUTS.model_copy(update={"title": HOSTILE, "type": "web", "content": HOSTILE * 3})
    search = attempt.searches[0]
    asked = search.query.model_copy(update={"text": HOSTILE, "reason": HOSTILE})
    app = draw(attempt.model_copy(update={
        "reason": HOSTILE,
        "sources": (cases.UPLOADS, hostile),
        "searches": (search.model_copy(update={"query": asked, "retriever": HOSTILE, "failure": HOSTILE}),),
    }))  # fmt: skip
    assert markup(app) == set()
    assert "<script>alert(1)</script> [x](javascript:alert(1)) :smile: ⟨U+202E⟩" in shown(app)
    assert "\u202e" not in shown(app)
    assert "from the web" in shown(app)


def claims_page(critique: "Critique", attempt: "CorrectiveAttempt") -> None:
    from components.ask.claims import draw_claims  # noqa: PLC0415 - the script of a page runs by itself
    from components.widgets.corrective_timeline import draw_timeline  # noqa: PLC0415

    draw_claims(critique)
    draw_timeline(critique, (attempt,), critique.request.sources, key="t", quotes=False)


def test_reasons_of_claims_and_names_of_sources_are_text() -> None:
    critique = cases.critique(cases.DRAFT, cases.UPLOADS)
    wrong = critique.claims[0]
    assert wrong.verdict is not None
    wrong = wrong.model_copy(update={"verdict": wrong.verdict.model_copy(update={"reasoning": HOSTILE})})
    hostile = cases.TIMEOUTS.model_copy(update={"title": HOSTILE})
    attempt = cases.attempt().model_copy(update={"sources": (cases.UPLOADS, hostile)})
    critique = critique.model_copy(update={"claims": (wrong, *critique.claims[1:])})
    app = AppTest.from_function(claims_page, args=(critique, attempt), default_timeout=30).run()
    assert not app.exception
    assert shown(app).count("<script>alert(1)</script> [x](javascript:alert(1))") == 2
    assert markup(app) == set()
