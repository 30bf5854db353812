"""An answer and how it was made: what was found, the draft, its claims, each attempt at a correction, the end."""

import streamlit as st

from components.ask.claims import draw_claims, draw_status_edges
from components.ask.run import ask, checked_too, close, draw_open
from components.ask.version import SOURCES_SHOWN, cut, draw_cited, draw_verdict, draw_version
from components.escape import escape, visible
from components.widgets.changes import draw_changes
from components.widgets.corrective_timeline import draw_grade, draw_passage, draw_searches, draw_timeline
from components.widgets.gauge import draw_gauge
from components.words.corrective import corrects, ending, failing, milliseconds_words
from components.words.review import place
from components.work.questions import Asked, Question
from critique_core.models import Critique
from critique_core.models.corrective import CorrectiveResult
from critique_core.text.shortening import shortened

_QUESTION_LENGTH = 300
_NOTES_SHOWN = 8


def draw_result(asked: Asked, result: CorrectiveResult) -> None:
    """Draw the answer, or the reader's own draft before it, then the steps that led to it."""
    draw_status_edges()
    own = result.first if asked.question.own else None
    if own is not None:
        _draw_own(asked.question, result, own)
    else:
        with st.container(border=True, key="ask_answer"):
            _draw_answer(asked, result)
    _draw_found(result)
    _draw_draft(result, shown=own is not None)
    if result.first is not None:
        _draw_correction(result)
        _draw_end(result, None if own or not corrects(result) else result.first)


# --- the reader's draft and its rewrite -------------------------------------------------------------------


def _draw_own(question: Question, result: CorrectiveResult, own: Critique) -> None:
    """Draw the verdict on the reader's draft, then the rewrite in a box of its own."""
    rewritten = corrects(result)
    with st.container(border=True, key="ask_own"):
        st.text(visible(f"Asked: {shortened(question.text, _QUESTION_LENGTH)}"))
        draw_version("Your draft", own, result.draft, then="" if rewritten else ending(result))
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            draw_open(own, "Open your draft in Review", key="open_first", primary=True)
            st.button("Another question", key="close_answer", icon=":material/add:", on_click=close)
    if rewritten and result.final is not None:
        same = result.draft == result.final_response
        name, way = ("Your draft with better sources", "it with them") if same else ("The rewrite", "the rewrite")
        with st.container(border=True, key="ask_answer"):
            draw_version(name, result.final, result.final_response, then=ending(result))
            draw_open(result.final, f"Open {way} in Review", key="open_answer", primary=False)


# --- the answer --------------------------------------------------------------------------------------------------


def _draw_answer(asked: Asked, result: CorrectiveResult) -> None:
    words, gauges = st.columns([3, 2], gap="medium")
    with words, st.container(gap="xsmall"):
        st.text(visible(f"Asked: {shortened(asked.question.text, _QUESTION_LENGTH)}"))
        _draw_headline(result)
        st.text(visible(cut(result.final_response)))
        cited = result.final.request.sources if result.final else result.sources
        draw_cited(cited, refused=result.final is not None and result.final.abstained)
        _draw_actions(asked.question, result)
    with gauges:
        _draw_gauges(result)


def _draw_headline(result: CorrectiveResult) -> None:
    if result.final is None:
        st.header(":material/info: Not checked", anchor=False)
        st.markdown(escape(ending(result)))
        return
    draw_verdict(result.final, ending(result))


def _draw_actions(question: Question, result: CorrectiveResult) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if result.final is not None:
            draw_open(result.final, "Open in Review", key="open_answer", primary=True)
        else:
            st.button("Check it now", key="check_answer", icon=":material/fact_check:", type="primary",
                      on_click=ask, args=(checked_too(question, result),))  # fmt: skip
        st.button("Another question", key="close_answer", icon=":material/add:", on_click=close)


def _draw_gauges(result: CorrectiveResult) -> None:
    """Draw the confidence before and after; a single gauge where nothing was corrected."""
    shown = {"The draft": result.first, "What is handed on": result.final}
    if not corrects(result):
        shown = {"What is handed on": result.final} if result.final else {}
    for (label, critique), column in zip(shown.items(), st.columns(max(len(shown), 1)), strict=False):
        with column, st.container(gap="xxsmall", horizontal_alignment="center"):
            st.caption(label, text_alignment="center")
            if critique is not None:
                draw_gauge(critique, key=f"ask_gauge_{label}", name=label)


# --- the steps -------------------------------------------------------------------------------------------------


def _draw_found(result: CorrectiveResult) -> None:
    st.header("1 · What was found", anchor=False)
    draw_searches(result.searches, None)
    if result.grade is not None:
        draw_grade(result.grade, key="ask_first")
    if not result.sources:
        st.caption("No source bears on the question.")
        return
    with st.expander(f"Passages found ({len(result.sources)})", icon=":material/library_books:", key="ask_passages"):
        for number, source in enumerate(result.sources[:SOURCES_SHOWN], 1):
            draw_passage(source, (), name=f"[{number}] {place(source, source.id)}")
        if len(result.sources) > SOURCES_SHOWN:
            st.caption(f"and {len(result.sources) - SOURCES_SHOWN} more")


def _draw_draft(result: CorrectiveResult, *, shown: bool) -> None:
    """Draw the claims of the draft, and the draft itself unless it is ``shown`` above."""
    st.header("2 · The draft and its claims", anchor=False)
    if not result.draft.strip():
        st.caption("No draft could be written from what was found.")
        return
    if not shown:
        with st.container(border=True, key="ask_draft"):
            st.text(visible(cut(result.draft)))
    if result.first is None:
        st.caption(escape(ending(result)))
        return
    draw_claims(result.first)


def _draw_correction(result: CorrectiveResult) -> None:
    st.header("3 · Correction", anchor=False)
    if result.attempts:
        draw_timeline(result.first, result.attempts, result.sources, key="ask", graded=result.grade)
        return
    doubtful = len(failing(result.first)) if result.first else 0
    if doubtful and result.stopped == "confident":
        st.caption("The confidence reaches the gate as it is, so no better sources were looked for.")
    else:
        st.caption(escape(f"Nothing was corrected. {ending(result)}"))


def _draw_end(result: CorrectiveResult, before: Critique | None) -> None:
    """Draw how it ended, and a button that opens the draft as it was ``before``, where that is given."""
    st.header("4 · What is handed on", anchor=False)
    st.markdown(escape(ending(result)))
    for note in result.notes[:_NOTES_SHOWN]:
        st.text(visible(f"• {shortened(note, 400)}"))
    if sum(attempt.kept for attempt in result.attempts) > 1:
        st.caption("All changes to the draft together")
        draw_changes(result.draft, result.final_response)
    elif result.draft == result.final_response:
        st.caption("The draft is handed on word for word.")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if before is not None:
            draw_open(before, "Open the draft in Review", key="open_first", primary=False)
        st.caption(f"Took {milliseconds_words(result.milliseconds)}", width="content")
