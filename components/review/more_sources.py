"""Find sources: the corrective loop on the critique on screen, what it found, and what to take from it."""

from concurrent.futures import CancelledError

import streamlit as st

from components import services
from components.escape import escape
from components.frame.messages import failure
from components.frame.waiting import follow, run_again
from components.library.state_line import draw_nothing_to_search, nothing_to_search
from components.review import checking
from components.review.open_review import stale as is_stale
from components.review.unsent_inputs import set_aside
from components.state import inputs, notices, on_screen
from components.widgets.corrective_timeline import draw_passage, draw_timeline
from components.words.corrective import STOP_WORDS, best_strips, fresh_sources
from components.words.review import counted, place
from components.work.jobs import Job
from critique_core.errors import ClaimlensError
from critique_core.models import Critique, CritiqueRequest, SourceDocument
from critique_core.models.corrective import CorrectiveAttempt, CorrectiveResult

_PATIENCE = 0.4  # seconds that a page run waits before it shows a bar
_SOURCES_SHOWN = 12


def find_more() -> None:
    """Begin to look for better sources for the critique on screen; the page can be used meanwhile."""
    current = on_screen.review()
    if current is None:
        return
    critique = current.critique
    notices.forget_problem()
    try:
        answerer = services.get_answerer()
    except ClaimlensError as error:
        notices.report_problem(f"No sources can be looked for. {error}")
        return
    _forget(critique)
    services.get_jobs().of(_key(critique), lambda progress: answerer.correct(critique, progress=progress))


def offers_more(critique: Critique) -> bool:
    """Whether better sources may help: it is not accepted as it is, and makes claims."""
    return critique.recommendation != "accept" and critique.confidence_reason not in ("abstained", "no_claims")


def draw_more_sources(critique: Critique) -> None:
    """Draw the button that looks for sources, the progress, or what was found."""
    job = services.get_jobs().find(_key(critique))
    if job is None:
        _draw_offer(critique)
    elif not job.done(_PATIENCE):
        _draw_progress(critique, job)
    else:
        _draw_outcome(critique, job)


def _key(critique: Critique) -> tuple[str, str]:
    return ("more_sources", critique.id)


def _forget(critique: Critique) -> None:
    services.get_jobs().forget(_key(critique))


# --- asking for them -----------------------------------------------------------------------------------------------


def _draw_offer(critique: Critique) -> None:
    if not offers_more(critique):
        st.caption("Send is advised, so there is nothing that better sources would have to put right.")
        return
    st.caption(
        "Searches your library for each claim that fails, checks the draft against what it finds and proposes a "
        "corrected one. Nothing is applied by itself."
    )
    draw_nothing_to_search()
    _draw_button("Find sources", critique, primary=True)


def _draw_button(label: str, critique: Critique, *, primary: bool) -> None:
    stale = is_stale(critique)
    st.button(
        label, key="find_sources", type="primary" if primary else "tertiary", icon=":material/library_add:",
        on_click=find_more, disabled=stale,
        help="Judged by another verifier than the current one; check it again first" if stale else None,
    )  # fmt: skip


def _draw_progress(critique: Critique, job: Job[CorrectiveResult]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        bar = st.empty()
        st.button("Cancel", key="cancel_find", icon=":material/close:", on_click=_forget, args=(critique,))
    searching = "Checking again by the draft’s own sources" if nothing_to_search() else "Looking for better sources"
    follow(job, bar, searching)
    run_again()


# --- what was found ------------------------------------------------------------------------------------------------


def _draw_outcome(critique: Critique, job: Job[CorrectiveResult]) -> None:
    try:
        result = job.result()
    except CancelledError:
        _forget(critique)
        _draw_offer(critique)
        return
    except Exception as error:
        st.error(escape(failure("No sources could be looked for", error)), icon=":material/error:")
        _draw_button("Try again", critique, primary=False)
        return
    found = _found(critique, result)
    draw_nothing_to_search()
    if told := _heading(result, len(found)):
        st.markdown(told)
    for note in result.notes:
        st.caption(escape(note, 400))
    _draw_choice(critique, result, found)
    draw_timeline(result.first or critique, result.attempts, critique.request.sources, key="more", quotes=False)
    _draw_button("Search again", critique, primary=False)


def _heading(result: CorrectiveResult, found: int) -> str:
    """How many sources were found and how it ended; nothing of a search where there is nothing to search in."""
    corrected = "The draft can be corrected." if _corrects(result) else ""
    if not found and nothing_to_search():
        return f"**{corrected}**" if corrected else ""
    sources = "No new source found." if not found else f"{counted(found, 'new source')} found."
    return f"**{' '.join(filter(None, (sources, corrected)))}** {escape(STOP_WORDS[result.stopped])}"


def _corrects(result: CorrectiveResult) -> bool:
    return result.final_response != result.draft


def _found(critique: Critique, result: CorrectiveResult) -> tuple[tuple[SourceDocument, CorrectiveAttempt], ...]:
    """Each new source once, with the first attempt that found it."""
    found: dict[str, tuple[SourceDocument, CorrectiveAttempt]] = {}
    known = {source.id for source in critique.request.sources}
    for attempt in result.attempts:
        for source in fresh_sources(attempt, known):
            found.setdefault(source.id, (source, attempt))
    return tuple(found.values())


def _draw_choice(
    critique: Critique, result: CorrectiveResult, found: tuple[tuple[SourceDocument, CorrectiveAttempt], ...]
) -> None:
    for number, (source, attempt) in enumerate(found[:_SOURCES_SHOWN], 1):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.checkbox(
                f"Add source {number}", value=True, key=_choice(source), label_visibility="collapsed", width="content"
            )
            with st.container(width="stretch"):
                draw_passage(source, best_strips(attempt.strips, source.id), name=place(source, source.id))
    if len(found) > _SOURCES_SHOWN:
        st.caption(f"and {len(found) - _SOURCES_SHOWN} more, which the corrected draft is checked against too")
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        chosen = tuple(
            source for source, _ in found[:_SOURCES_SHOWN] if inputs.chosen(_choice(source), bool) is not False
        )
        if found:
            st.button(
                f"Add {len(chosen)} and check again", key="add_found", type="primary", icon=":material/fact_check:",
                on_click=_check, args=(_with_sources(critique, chosen),), disabled=not chosen,
                help="Checks the draft as it is against its sources and the checked ones",
            )  # fmt: skip
        if _corrects(result) and result.final is not None:
            st.button(
                "Take the corrected draft", key="take_corrected", icon=":material/auto_fix_high:",
                on_click=_check, args=(result.final.request,),
                help="Checks the corrected draft with the sources it rests on as a draft of its own",
            )  # fmt: skip


def _choice(source: SourceDocument) -> str:
    return f"add_found_{source.id}"


def _with_sources(critique: Critique, chosen: tuple[SourceDocument, ...]) -> CritiqueRequest:
    return critique.request.model_copy(update={"sources": (*critique.request.sources, *chosen)})


def _check(request: CritiqueRequest) -> None:
    """Check a request as a new one; the store keeps the review on screen."""
    set_aside()
    inputs.load_inputs(request)
    checking.ask(request)
