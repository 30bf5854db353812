"""How far reviewers agree: coefficients with their intervals, or why there are none."""

from collections import Counter
from collections.abc import Sequence
from typing import cast

import streamlit as st

from components import services
from components.agreement.behind import Behind, draw_behind
from components.agreement.heatmap import Pair, draw_heatmap
from components.escape import escape, visible
from components.frame.waiting import waited
from components.state import keys
from components.widgets.boxes import empty_box
from components.widgets.tables import word_table
from components.words.agreement import coefficient_lines, doubt_words, figure_words, scale_words
from components.words.review import status_words
from components.work.agreement import Gathered
from critique_core.agreement import Coefficient, Rating
from critique_core.models import Status

_NUMBERS = ("Agreement", "From", "To", "Claims", "Alike")
_WHY = "Why no interval"


def draw_between(found: Gathered) -> None:
    """Draw the coefficients over all reviewers, by pair and by status."""
    measured = waited(services.get_agreements().coefficients(found), "Working out the agreement")
    if not measured.by_pair:
        empty_box(
            "Only one reviewer has labelled so far.",
            "Agreement is measured on claims that two have labelled. A second reviewer adds “submitted” to the states "
            "of the Queue, and is given the answers that others are done with.",
        )
        return
    st.caption(
        f"{scale_words()} Intervals: 95 % of 1,000 resamples of whole answers, those with the same sources together."
    )
    doubt = doubt_words(measured.alpha)
    if doubt is not None:
        st.warning(escape(doubt), icon=":material/hourglass_top:")
    with st.container(horizontal=True, gap="medium"):
        _draw_figure(
            "Krippendorff's alpha",
            measured.alpha,
            "How far all reviewers agree beyond chance, also where not each has labelled every claim",
        )
        _draw_figure(
            "Fleiss' kappa",
            measured.fleiss,
            "The same on the claims that have equally many labels; papers often report this one",
        )
    _draw_table(
        "By pair of reviewers: Cohen's kappa",
        [("Reviewers", f"{first} and {second}", one) for (first, second), one in measured.by_pair.items()],
    )
    _draw_pair(found, list(measured.by_pair))
    _draw_table(
        "By status: Krippendorff's alpha of that status against all others",
        [("Status", status_words(status), one) for status, one in measured.by_status.items()],  # type: ignore[arg-type]
    )


def _draw_pair(found: Gathered, pairs: Sequence[tuple[str, str]]) -> None:
    """Draw what two reviewers said of the claims that both labelled; a cell opens its claims."""
    chosen = pairs[0]
    if len(pairs) > 1:
        names = {visible(f"{first} and {second}"): (first, second) for first, second in pairs}
        chosen = names[st.selectbox("Two reviewers", list(names), key=keys.AGREEMENT_PAIR, width=420)]
    both = found.between(*chosen)
    if not both:
        st.caption("They have labelled no claim in common.")
        return
    cell = draw_heatmap("reviewer_cells", Counter(_statuses(*one) for one in both), chosen)
    if cell is not None:
        draw_behind(found, [Behind(one) for one, other in both if _statuses(one, other) == cell], cell, chosen)


def _statuses(one: Rating, other: Rating) -> Pair:
    return cast("Status", one.status), cast("Status", other.status)


def _draw_figure(name: str, one: Coefficient, about: str) -> None:
    with st.container(border=True, width=300, gap="xxsmall"):
        st.metric(name, figure_words(one.value), help=f"{about}. {scale_words()}")
        for line in coefficient_lines(one):
            st.caption(escape(line))


def _draw_table(heading: str, rows: Sequence[tuple[str, str, Coefficient]]) -> None:
    st.markdown(f"**{heading}**")
    left = _left_out([one for _, _, one in rows])
    cells = [{name: cell for name, cell in _row(*one).items() if name not in left} for one in rows]
    st.html(word_table(heading, list(cells[0]), [list(row.values()) for row in cells], numbers=_NUMBERS))
    st.caption("Claims: those that enough of them labelled. Alike: the share of pairs of labels that agree.")


def _row(name: str, what: str, one: Coefficient) -> dict[str, str]:
    return {
        name: what, "Agreement": figure_words(one.value),
        "From": figure_words(one.interval.low if one.interval else None),
        "To": figure_words(one.interval.high if one.interval else None),
        "Claims": f"{one.claims:,}", "Alike": "–" if one.observed is None else f"{one.observed:.0%}",
        _WHY: one.reason or "",
    }  # fmt: skip


def _left_out(listed: Sequence[Coefficient]) -> frozenset[str]:
    """Names of columns that would be empty: reasons if every figure has an interval, intervals if none has."""
    why = frozenset[str]() if any(one.reason for one in listed) else frozenset({_WHY})
    return why if any(one.interval for one in listed) else why | {"From", "To"}
