"""The revision: proposed on request, taken change by change, with the effect of the taken ones on the confidence."""

from itertools import pairwise

import streamlit as st

from components.escape import escape, visible
from components.frame.waiting import follow, run_again, waited
from components.review import decisions, revising
from components.review.hunks import (
    HunkText,
    OfferedHunk,
    began_with,
    kept_part,
    offered,
    reading,
    taken,
    with_taken,
)
from components.review.open_review import OpenReview, stale
from components.review.revising import Effect
from components.state import keys, notices, revision
from components.widgets.changes import JOINER, piece_markdown
from components.widgets.local_time import signature
from components.widgets.pages import draw_pages
from components.widgets.text_changes import Piece
from components.words.findings import gain, percent, percents
from components.words.review import ANSWER_WORDS, counted
from critique_core.errors import ClaimlensError
from critique_core.models import Critique, Hunk, Revision

_HUNKS_ON_A_PAGE = 10


def draw_revision(critique: Critique, opened: OpenReview) -> None:
    """Draw the changes that the reviser proposes, or the button that asks for them."""
    if revision.revising(critique.id):
        _draw_proposing(critique)
        return
    if not critique.revisions:
        _draw_offer(critique)
        return
    hunks = offered(critique, opened.events)
    _draw_effect(critique, hunks)
    _draw_acts(critique, hunks, opened.waiting_changes)
    _draw_hunks(critique, hunks)
    _draw_text(critique, hunks)
    _draw_attempts(critique)


# --- asking for one ------------------------------------------------------------------------------------------------


def _draw_offer(critique: Critique) -> None:
    if not critique.issues:
        st.caption("There is no issue at this strictness, so there is nothing to revise.")
        return
    if revision.nothing_to_revise(critique.id):
        st.markdown(
            "**No change is proposed.** What the issues name cannot be put right from the sources without guessing. "
            "Reword a claim (e), or call it wrong and leave it out when all is decided."
        )
    else:
        st.caption(
            "Corrects what a source contradicts, drops what nothing supports, adds what is missing with its citation. "
            "Every attempt is checked again. Nothing is applied by itself."
        )
    _draw_propose(critique, "Propose a revision", primary=True)


def _draw_propose(critique: Critique, label: str, *, primary: bool) -> None:
    outdated = stale(critique)
    st.button(
        label,
        key="propose_revision",
        type="primary" if primary else "tertiary",
        icon=":material/auto_fix_high:",
        on_click=revising.propose,
        disabled=outdated,
        help="Judged by another verifier than the current one; check it again first" if outdated else None,
    )


def _draw_proposing(critique: Critique) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        bar = st.empty()
        st.button(
            "Cancel",
            key="cancel_revision",
            icon=":material/close:",
            on_click=revising.give_up,
            args=(critique,),
        )
    try:
        job = revising.proposing(critique)
    except ClaimlensError as error:
        revision.end_revising()
        notices.report_problem(f"No revision can be made. {error}")
        run_again()
        return
    follow(job, bar, "Proposing a revision and checking it")
    revising.finish(critique, job)
    run_again()


# --- the effect of the taken changes --------------------------------------------------------------------------------


def _draw_effect(critique: Critique, hunks: tuple[OfferedHunk, ...]) -> None:
    chosen = taken(hunks)
    effect = _effect(critique, chosen)
    first = critique.revisions[0]
    with st.container(horizontal=True, gap="medium", vertical_alignment="top", key="revision_effect"):
        st.metric("The draft", percent(critique.confidence), width="content", help="Confidence before")
        with st.container(width="content"):
            st.metric(
                f"With {len(chosen)} of {len(hunks)} taken",
                percent(effect.confidence if effect else critique.confidence) if not chosen or effect else "not known",
                delta=gain(critique.confidence, effect.confidence) if effect else None,
                delta_color="off",
                width="content",
                help="Confidence after, verified again",
            )
        proposed = "every change" if len(hunks) == len(first.hunks) else f"only the machine’s {len(first.hunks)}"
        st.metric(f"With {proposed}", percent(first.confidence_after), width="content", delta_color="off",
                  delta=gain(critique.confidence, first.confidence_after))  # fmt: skip
        part = kept_part(critique)
        if part is not None:
            st.metric(f"With the {len(part.hunks)} that help", percent(part.confidence_after), width="content",
                      delta_color="off", delta=gain(critique.confidence, part.confidence_after))  # fmt: skip
    if effect is not None:
        _draw_judgement(critique, effect)


def _effect(critique: Critique, chosen: tuple[Hunk, ...]) -> Effect | None:
    """The effect of the taken changes; ``None`` when there are none or they cannot be verified."""
    if not chosen or stale(critique):
        return None
    try:
        job = revising.effect_of(critique, chosen)
        return waited(job, "Verifying the draft with these changes")
    except ClaimlensError as error:
        revising.forget_effect(critique, chosen)
        st.error(escape(f"The changes could not be verified. {error}"), icon=":material/error:")
        return None


def _draw_judgement(critique: Critique, effect: Effect) -> None:
    before, after = critique.recommendation, effect.recommendation
    changed = "" if before == after else f"{ANSWER_WORDS[before]} → "
    advice = escape(f"{changed}{ANSWER_WORDS[after]} advised")
    if effect.regression:
        st.warning(
            f"**Regression:** {escape(effect.reason)}. {advice}.",
            icon=":material/trending_down:",
        )
    elif not effect.helps:
        st.warning(f"**No improvement:** {escape(effect.reason)}. {advice}.", icon=":material/info:")
    else:
        st.caption(f":material/trending_up: {advice}; {escape(effect.reason)}.")


def _draw_acts(critique: Critique, hunks: tuple[OfferedHunk, ...], waiting: tuple[OfferedHunk, ...]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.button("Take the rest", key="take_rest", icon=":material/done_all:", on_click=revising.take_rest,
                  disabled=not waiting,
                  help="Takes every change that helps and is not decided; what you call supported stays")  # fmt: skip
        st.button("Undo", key="undo_hunk", icon=":material/undo:", type="tertiary", on_click=decisions.undo,
                  help="Takes back your last decision (key u)")  # fmt: skip
        text = with_taken(critique, hunks)
        st.download_button(
            "Text", data=text.encode(), file_name="revised.txt", mime="text/plain", key="download_revised",
            icon=":material/download:", on_click="ignore", help="The draft with the changes taken so far",
        )  # fmt: skip
        st.button("Check this text", key="check_revised", icon=":material/fact_check:", on_click=revising.check_text,
                  args=(critique, hunks), disabled=text == critique.request.draft,
                  help="Checks the draft with the changes taken so far as a draft of its own")  # fmt: skip


# --- the changes ---------------------------------------------------------------------------------------------------


def _draw_hunks(critique: Critique, hunks: tuple[OfferedHunk, ...]) -> None:
    page = draw_pages(len(hunks), _HUNKS_ON_A_PAGE, keys.HUNK_PAGE)
    for one in hunks[(page - 1) * _HUNKS_ON_A_PAGE : page * _HUNKS_ON_A_PAGE]:
        _draw_hunk(critique.request.draft, one)


def _draw_hunk(draft: str, one: OfferedHunk) -> None:
    with st.container(border=True, gap="xxsmall", key=f"hunk_{one.number}"):
        words, buttons = st.columns([4, 1.3], gap="small", vertical_alignment="center")
        with words, st.container(gap="xxsmall"):
            st.markdown(diff_markdown(reading(draft, one.hunk)))
            st.caption(escape(f"{one.number}. {one.hunk.reason}", 400))
            if not one.helps:
                st.caption(":material/info: The reviser left this one out: with it the draft was no better.")
            if one.decision is not None:
                word = "✓ Taken" if one.taken else "✗ Left as it was"
                st.markdown(f"**{word}** :small[{escape(signature(one.decision))}]")
        with buttons, st.container(horizontal=True, horizontal_alignment="right", gap="xsmall"):
            st.button("Take", key=f"take_{one.number}", icon=":material/check:", disabled=one.taken,
                      on_click=revising.decide, args=("hunk_accept", one.hunk))  # fmt: skip
            st.button("Leave", key=f"leave_{one.number}", icon=":material/close:", disabled=one.left,
                      on_click=revising.decide, args=("hunk_reject", one.hunk))  # fmt: skip


def diff_markdown(text: HunkText) -> str:
    """A change as Markdown: removed words struck through, new ones bold, both on a background."""
    before, after = (piece_markdown(Piece("same", part)) for part in (text.before, text.after))
    removed, inserted = piece_markdown(Piece("gone", text.removed)), piece_markdown(Piece("new", text.inserted))
    between = " " if removed and inserted else ""
    return f"{before}{JOINER}{removed}{between}{inserted}{after}"


def _draw_text(critique: Critique, hunks: tuple[OfferedHunk, ...]) -> None:
    fold = st.expander(
        "Text with the changes taken so far", key=keys.REVISED_TEXT, icon=":material/article:", on_change="rerun"
    )
    if fold.open:
        with fold:
            st.code(visible(with_taken(critique, hunks)), language=None, wrap_lines=True)


# --- the history ---------------------------------------------------------------------------------------------------


def _draw_attempts(critique: Critique) -> None:
    count = len({one.attempt for one in critique.revisions})
    fold = st.expander(
        f"What the reviser tried ({counted(count, 'attempt')})",
        key=keys.ATTEMPTS,
        icon=":material/history:",
        on_change="rerun",
    )
    if not fold.open:
        return
    with fold, st.container(gap="small"):
        for before, attempt in pairwise((None, *critique.revisions)):
            if attempt is not None:
                _draw_attempt(critique, attempt, part=before is not None and before.attempt == attempt.attempt)
        if critique.revised_draft is not None:
            st.caption("The last text that was kept")
            st.code(visible(critique.revised_draft), language=None, wrap_lines=True)
        _draw_propose(critique, "Propose again", primary=False)


def _draw_attempt(critique: Critique, attempt: Revision, *, part: bool) -> None:
    word = "✓ kept in part" if part else "✓ kept" if attempt.kept else "✗ not kept as a whole"
    before, after = percents(attempt.confidence_before, attempt.confidence_after)
    st.markdown(f"**Attempt {attempt.attempt} · {word}** · {escape(attempt.reason)} :small[({before} → {after})]")
    text = began_with(critique, attempt.attempt)
    for hunk in attempt.hunks[:_HUNKS_ON_A_PAGE] if attempt.attempt > 1 else ():
        st.markdown(diff_markdown(reading(text, hunk)))
        st.caption(escape(hunk.reason, 400))
    if attempt.attempt > 1 and len(attempt.hunks) > _HUNKS_ON_A_PAGE:
        st.caption(f"and {len(attempt.hunks) - _HUNKS_ON_A_PAGE} more changes")
