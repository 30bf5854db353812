"""The timeline of corrective retrieval: each attempt with its grade, searches, strips, changes and what they did."""

from collections.abc import Iterable, Sequence

import pandas as pd
import streamlit as st

from components.escape import escape, visible
from components.widgets.changes import draw_changes
from components.widgets.tables import table_height
from components.words.corrective import (
    attempt_words,
    befores,
    best_strips,
    by_query,
    by_relevance,
    confidence_words,
    fixes,
    fresh_sources,
    grade_reason,
    grade_words,
    milliseconds_words,
    query_words,
    search_words,
    signal_words,
)
from components.words.review import counted, place, status_words
from critique_core.models import Critique, SourceDocument
from critique_core.models.corrective import CorrectiveAttempt, RetrievalGrade, Search, Strip
from critique_core.text.shortening import one_line, shortened

_QUERIES_SHOWN = 12
_FOUND_SHOWN = 5
_FIXES_SHOWN = 12
_STRIPS_SHOWN = 200
_STRIPS_QUOTED = 2
_PASSAGE_LENGTH = 700
_TEXT_LENGTH = 300


def draw_timeline(
    first: Critique | None,
    attempts: Sequence[CorrectiveAttempt],
    sources: Iterable[SourceDocument],
    *,
    key: str,
    graded: RetrievalGrade | None = None,
    quotes: bool = True,
) -> None:
    """Draw the attempts in order; ``sources`` are those that the draft was first checked against.

    ``key`` is unique among the timelines of a page. ``graded`` is a grade that the page shows already. Without
    ``quotes``, sources found are named but not quoted, because the page quotes them.
    """
    known = {source.id for source in sources}
    for attempt, before in zip(attempts, befores(first, attempts), strict=True):
        with st.container(border=True, gap="small", key=f"{key}_attempt_{attempt.number}"):
            _draw_attempt(attempt, before, known, graded, key=f"{key}_{attempt.number}", quotes=quotes)
        known |= {source.id for source in attempt.sources} if attempt.kept else set()


def _draw_attempt(
    attempt: CorrectiveAttempt,
    before: Critique | None,
    known: Iterable[str],
    graded: RetrievalGrade | None,
    *,
    key: str,
    quotes: bool,
) -> None:
    with st.container(gap="xxsmall"):
        st.markdown(f"**{attempt_words(attempt)}** · {escape(attempt.reason, 300)}")
        told = confidence_words(attempt.confidence_before, attempt.confidence_after)
        st.caption(escape(f"{told} · {milliseconds_words(attempt.milliseconds)}"))
    if attempt.grade == graded:
        st.markdown(f"**Sources graded** {escape(grade_words(attempt.grade))}, as above")
    else:
        draw_grade(attempt.grade, key=key)
    draw_searches(attempt.searches, before)
    names = {source.id: place(source, source.id) for source in attempt.sources}
    _draw_found(attempt, fresh_sources(attempt, known), names, quotes=quotes)
    _draw_strips(attempt.strips, names, key=key)
    _draw_fixed(attempt, before)
    _draw_text(attempt, before, key=key)


def _draw_text(attempt: CorrectiveAttempt, before: Critique | None, *, key: str) -> None:
    """Draw the answer that the attempt produced, with its changes."""
    if before is None or attempt.critique is None:
        return
    old, new = before.request.draft, attempt.critique.request.draft
    if not attempt.kept and old == new:
        return
    st.markdown("**The corrected answer**" if attempt.kept else "**The answer that was tried**")
    with st.container(gap="xxsmall", key=f"{key}_changed"):
        draw_changes(old, new)


# --- the grade ---------------------------------------------------------------------------------------------------


def draw_grade(grade: RetrievalGrade, *, key: str) -> None:
    """Draw the grade of the sources, its reason, and the signals with their weights."""
    with st.container(gap="xxsmall", key=f"{key}_grade"):
        st.markdown(f"**Sources graded** {escape(grade_words(grade))}")
        st.caption(escape(grade_reason(grade)))
        if grade.signals:
            st.caption(escape(" · ".join(map(signal_words, grade.signals))))


# --- the searches ------------------------------------------------------------------------------------------------


def draw_searches(searches: Sequence[Search], before: Critique | None) -> None:
    """Draw what was searched for and why, and what each retriever returned."""
    if not searches:
        st.caption("Nothing was searched for.")
        return
    asked = by_query(searches)
    with st.container(gap="xsmall"):
        for (text, claim_id, reason), answers in list(asked.items())[:_QUERIES_SHOWN]:
            query, claim = query_words(text, claim_id, before)
            with st.container(gap="xxsmall"):
                st.markdown(f":material/search: **{escape(query)}**")
                if claim:
                    st.caption(escape(f"{claim[:1].upper()}{claim[1:]}"))
                st.caption(escape(" · ".join((shortened(reason, 200), *map(search_words, answers)))))
                _draw_failures(answers)
        if len(asked) > _QUERIES_SHOWN:
            st.caption(f"and {len(asked) - _QUERIES_SHOWN} more searches")


def _draw_failures(answers: Iterable[Search]) -> None:
    for search in answers:
        if search.failure:
            st.warning(escape(f"{search.retriever} could not search: {search.failure}", 400), icon=":material/warning:")


# --- what was found ----------------------------------------------------------------------------------------------


def _draw_found(
    attempt: CorrectiveAttempt, fresh: Sequence[SourceDocument], names: dict[str, str], *, quotes: bool
) -> None:
    if not fresh:
        return
    named = "" if quotes else ": " + ", ".join(names[source.id] for source in fresh[:_FOUND_SHOWN])
    told = f"{counted(len(fresh), 'source')} not used before{named}"
    st.markdown(f"**Found** {escape(told, 600)}")
    for source in fresh[:_FOUND_SHOWN] if quotes else ():
        draw_passage(source, best_strips(attempt.strips, source.id), name=names[source.id])
    if len(fresh) > _FOUND_SHOWN:
        st.caption(f"and {len(fresh) - _FOUND_SHOWN} more")


def draw_passage(source: SourceDocument, strips: Sequence[Strip], *, name: str) -> None:
    """Draw the best strips of a source, else its beginning; a source from the web is marked as such."""
    with st.container(border=True, gap="xxsmall"):
        web = " · from the web" if source.type == "web" else ""
        relevance = strips[0].relevance if strips else None
        best = f" · relevance {relevance:.2f}" if relevance is not None else ""
        st.caption(escape(f"{name}{web}{best}", 300))
        text = " … ".join(one_line(one.text) for one in strips[:_STRIPS_QUOTED]) or source.content.strip()
        st.text(visible(text if len(text) <= _PASSAGE_LENGTH else text[:_PASSAGE_LENGTH].rstrip() + "…"))


def _draw_strips(strips: Sequence[Strip], names: dict[str, str], *, key: str) -> None:
    """Draw the strips kept and dropped with relevance and reason, in a fold, at most ``_STRIPS_SHOWN``."""
    if not strips:
        return
    kept = sum(strip.kept for strip in strips)
    fold = st.expander(
        f"Stretches of the sources: {kept} kept, {len(strips) - kept} dropped",
        icon=":material/content_cut:", key=f"{key}_strips", on_change="rerun",
    )  # fmt: skip
    if not fold.open:
        return
    ordered = by_relevance(strips)
    rows = [_strip_row(strip, names) for strip in ordered[:_STRIPS_SHOWN]]
    with fold:
        st.dataframe(
            pd.DataFrame(rows),
            hide_index=True,
            height=table_height(len(rows), 300),
            column_config={
                "Kept": st.column_config.TextColumn(width="small"),
                "Relevance": st.column_config.NumberColumn(format="%.2f", width="small"),
                "Text": st.column_config.TextColumn(width="large"),
            },
            alt="Stretches of the sources, kept ones first, with relevance and why the others were dropped",
        )
        if len(ordered) > _STRIPS_SHOWN:
            st.caption(f"The first {_STRIPS_SHOWN}; {len(ordered) - _STRIPS_SHOWN} more are left out here.")


def _strip_row(strip: Strip, names: dict[str, str]) -> dict[str, object]:
    return {
        "Kept": "✓ kept" if strip.kept else "✗ dropped",
        "Relevance": strip.relevance,
        "Text": visible(shortened(one_line(strip.text), _TEXT_LENGTH)),
        "Why": visible(strip.why),
        "Source": visible(names.get(strip.source_id, strip.source_id)),
    }


# --- what it did -------------------------------------------------------------------------------------------------


def _draw_fixed(attempt: CorrectiveAttempt, before: Critique | None) -> None:
    found = fixes(attempt, before)
    if not found:
        st.caption("No claim was put right.")
        return
    st.markdown(f"**Put right** {counted(len(found), 'claim')}")
    with st.container(gap="xxsmall"):
        for fix in found[:_FIXES_SHOWN]:
            now = status_words(fix.after) if fix.after else "gone from the answer"
            st.markdown(f"Claim {fix.number} · {escape(f'{status_words(fix.before)} → {now}')}")
            st.text(visible(shortened(fix.text, _TEXT_LENGTH)))
        if len(found) > _FIXES_SHOWN:
            st.caption(f"and {len(found) - _FIXES_SHOWN} more")
