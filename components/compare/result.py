"""The result of a comparison: the outcome in a sentence, figures, kappa, and the claims that differ before the rest."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from components.compare.lines import draw_lines
from components.escape import escape
from components.frame.reviewer import reviewer_name
from components.review import checking
from components.review.one_claim import open_claim
from components.review.opening import close
from components.state import inputs, keys, on_screen
from components.state.comparing import Asked
from components.widgets.pages import draw_pages
from components.widgets.tables import word_table
from components.words.review import counted
from components.work.comparisons import Compared
from critique_core.comparing import Comparison, Line, comparison_csv, outcome_words
from critique_core.comparing.words import (
    accuracy_note,
    figure_heads,
    figure_row,
    kappa_line,
    left_out_lines,
    pair_rows,
    threshold_line,
)

_ON_A_PAGE = 40
_FAILED_SHOWN = 20


def draw_result(asked: Asked, compared: Compared) -> None:
    """Draw a comparison; a claim that was chosen on the screen opens its review."""
    found = compared.comparison
    with st.container(gap=None):
        st.markdown(f"**{escape(outcome_words(found))}**")
        st.caption(escape(_on(asked, compared)))
    if found.unit == "claim" or len(found.lines) > 1:
        _draw_figures(found)
    if found.lines:
        _draw_claims(found, compared)
    _draw_left_out(found)


def _on(asked: Asked, compared: Compared) -> str:
    answers = compared.comparison.answers
    several = f", {counted(answers, 'answer')}" if answers != 1 else ""
    without = compared.gathered.without
    waiting = f"; {without:,} not verified yet and left out" if without else ""
    on = f"On {asked.on}{several}{waiting}."
    if compared.comparison.unit == "answer":
        return f"{on} A share next to a verdict is the policy's confidence."
    support = "Support is the probability that the sources support a claim."
    return " ".join(filter(None, (on, support, threshold_line(compared.comparison))))


def _draw_figures(found: Comparison) -> None:
    if not found.lines:
        return
    heads = figure_heads(found)
    st.html(word_table("Contenders", heads, [figure_row(found, one) for one in found.tallies], numbers=heads[1:],
                       folds=True))  # fmt: skip
    with st.container(gap=None):
        st.caption(escape(kappa_line(found)))
        if note := accuracy_note(found):
            st.caption(escape(note))


def _draw_claims(found: Comparison, compared: Compared) -> None:
    visible = _visible(found, compared)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        differing = [line for line in visible if line.differs]
        only = st.toggle(f"Only where they differ ({len(differing):,})", key=keys.COMPARE_ONLY, persist_state="session")
        st.space("stretch")
        if len(found.pairs) > 1:
            with st.popover("Kappa of each pair", icon=":material/handshake:", width="content"):
                heads = ("Pair", "Cohen's kappa", "95 % interval", "same", f"{found.unit}s")
                st.html(word_table("Agreement by pair", heads, pair_rows(found), numbers=heads[2:],
                                   folds=True))  # fmt: skip
        st.download_button(
            "CSV", data=partial(comparison_csv, replace(found, lines=tuple(visible))), file_name="comparison.csv",
            mime="text/csv", key="comparison_csv", icon=":material/download:", type="tertiary", on_click="ignore",
            help="Every line with each contender's word, probability and reason.",
        )  # fmt: skip
    listed = differing if only else visible
    if not listed:
        st.caption("They differ nowhere." if visible else "Nothing to list.")
    else:
        listing = st.container()
        page = draw_pages(len(listed), _ON_A_PAGE, keys.COMPARE_PAGE, kept=True)
        part = listed[(page - 1) * _ON_A_PAGE : page * _ON_A_PAGE]
        with listing:
            chosen = draw_lines(found, part, several=found.answers > 1)
        if chosen is not None:
            _open(chosen, compared)
    if hidden := len(found.lines) - len(visible):
        st.caption(f"{counted(hidden, found.unit)} hidden until you submit your labels of the answers.")


def _visible(found: Comparison, compared: Compared) -> Sequence[Line]:
    """The lines that this reviewer may see before labelling."""
    reviewer, blind = reviewer_name(), bool(inputs.chosen(keys.QUEUE_BLIND, bool))
    access = compared.gathered.access
    hidden = {name for name, one in access.items() if one.hidden_from(reviewer, blind=blind)}
    return [line for line in found.lines if line.answer.name not in hidden]


def _open(line: Line, compared: Compared) -> None:
    """Go to the review of a line's answer; a text that is not stored is checked there."""
    if line.answer.name in compared.gathered.access:
        open_claim(line.answer.name, line.claim_id or _first_claim(line))
    current = on_screen.review()
    if current is None or current.critique.request != line.answer.request:
        _review(line)
    elif line.claim_id is not None:
        on_screen.select(line.claim_id)
    st.switch_page("pages/review.py")


def _first_claim(line: Line) -> str:
    return next((claim.id for claim in line.answer.claims or ()), "")


def _review(line: Line) -> None:
    """Have the Review page check a text and begin with the claim; the review that was open stays in the store."""
    close()
    on_screen.want_claim(line.claim_id)
    inputs.load_inputs(line.answer.request)
    checking.ask(line.answer.request)


def _draw_left_out(found: Comparison) -> None:
    for line in left_out_lines(found):
        st.caption(escape(line, 400))
    if found.failed:
        with st.expander(f"{counted(len(found.failed), 'answer')} could not be compared"):
            st.html(word_table("Answers left out", ("Answer", "Why"), found.failed[:_FAILED_SHOWN]))
