"""The actions of the Ask page: ask, follow the progress, cancel, open the answer in Review."""

import time
from concurrent.futures import CancelledError
from dataclasses import replace

import streamlit as st

from components import services
from components.escape import visible
from components.frame.messages import failure
from components.frame.reviewer import reviewer_name
from components.frame.waiting import draw_stages
from components.review.unsent_inputs import ITEM
from components.state import asking, inputs, keys, notices
from components.work.questions import Asked, Progress, Question
from critique_core.errors import ClaimlensError
from critique_core.models import Critique
from critique_core.models.corrective import CorrectiveResult
from critique_core.text.shortening import shortened

ANSWER = "answer"  # parameter of the address that names the question
_LOOK_SECONDS = 0.2
_QUESTION_LENGTH = 300
STAGE_WORDS = {
    "retrieve": "Searching the library",
    "grade": "Grading what was found",
    "draft": "Writing a draft from it",
    "verify": "Checking each claim of the draft",
    "correct": "Looking for better sources and correcting",
}


def ask(question: Question) -> None:
    """Begin to answer a question; the page shows the progress."""
    notices.forget_problem()
    try:
        answerer = services.get_answerer()
    except ClaimlensError as error:
        notices.report_problem(f"The question cannot be answered. {error}")
        return
    options = question.options

    def work(progress: Progress) -> CorrectiveResult:
        return answerer.answer(
            question.text, draft=question.draft, verify=options.verify, correct=options.correct, web=options.web,
            attempts=options.attempts, min_draft_length=0, progress=progress,
        )  # fmt: skip  # min_draft_length is 0 because every claim is to be checked here

    asked = services.get_questions().ask(question, work)
    asking.set_asked(asked.name)
    st.query_params[ANSWER] = asked.name


def checked_too(question: Question, result: CorrectiveResult) -> Question:
    """The same question with its unchecked answer as the draft, and verification switched on."""
    return replace(question, draft=result.draft, options=replace(question.options, verify=True))


def on_page() -> Asked | None:
    """The question that the address or the session names. One found by the address also fills the field."""
    named = st.query_params.get(ANSWER)
    asked = services.get_questions().find(named or asking.asked())
    if asked is None:
        st.query_params.pop(ANSWER, None)
        return None
    if asked.name != asking.asked():
        asking.set_asked(asked.name)
        inputs.set_text(keys.QUESTION, asked.question.text)
    st.query_params[ANSWER] = asked.name
    return asked


def close() -> None:
    """Remove the question from the page, and stop it if it is still being answered."""
    asked = services.get_questions().find(asking.asked())
    if asked is not None:
        services.get_questions().forget(asked.name)
    asking.set_asked(None)
    st.query_params.pop(ANSWER, None)


def watch(asked: Asked) -> None:
    """Draw progress until the question is answered, then clear it away.

    The page goes on without ``st.rerun``. If the user navigates during a rerun, Streamlit would run this page instead
    of the new one, because both runs name the page they want in one variable of the session.
    """
    place = st.empty()
    with place.container():
        _draw_progress(asked)
    place.empty()


def answer_of(asked: Asked) -> CorrectiveResult | None:
    """The answer to a question that has ended; ``None`` if it was cancelled. Reports a failure and reruns the page."""
    try:
        return asked.result()
    except CancelledError:
        close()
        return None
    except Exception as error:
        problem = failure("The question could not be answered", error, kept="What you typed is kept.")
    close()
    notices.report_problem(problem)
    return st.rerun()


def _draw_progress(asked: Asked) -> None:
    st.text(visible(shortened(asked.question.text, _QUESTION_LENGTH)))
    status = st.status("Answering", expanded=True)
    lines = {stage: status.empty() for stage in STAGE_WORDS}
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Cancel", key="cancel_question", icon=":material/close:", on_click=close)
        clock = st.empty()
    begun = time.monotonic()
    while not asked.job.done(_LOOK_SECONDS):
        draw_stages(lines, dict(asked.job.fractions), STAGE_WORDS)
        clock.caption(f"{time.monotonic() - begun:.0f} s")  # Streamlit handles a click on Cancel here


# --- opening it in Review ------------------------------------------------------------------------------------------


def draw_open(critique: Critique, label: str, *, key: str, primary: bool) -> None:
    """Draw the button that saves a critique as a review and opens it."""
    if st.button(label, key=key, icon=":material/open_in_new:", type="primary" if primary else "tertiary"):
        try:
            item_id = services.get_store().save_review(critique, who=reviewer_name()).item_id
        except ClaimlensError as error:
            notices.report_problem(f"This answer is not saved as a review. {error}")
            st.rerun()
        st.switch_page("pages/review.py", query_params={ITEM: item_id})
