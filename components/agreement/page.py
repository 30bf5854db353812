"""The Agreement page: how far reviewers agree with each other, with the machine and with gold labels."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from components import services
from components.agreement.adjudication import draw_adjudication
from components.agreement.against_machine import draw_machine
from components.agreement.between_reviewers import draw_between
from components.escape import visible
from components.frame.waiting import waited
from components.state import keys
from components.widgets.boxes import empty_box
from components.words import terms
from components.words.review import counted
from components.work.agreement import Gathered


def draw_agreement() -> None:
    """Draw the page. Raises ``ClaimlensError`` when the store does not answer."""
    found = waited(services.get_agreements().gathered(services.get_store()), "Reading the labels")
    _draw_counts(found)
    if not found.ratings:
        _draw_nothing(found)
        return
    tabs: dict[str, Callable[[Gathered], None]] = {
        "Between reviewers": draw_between,
        "Adjudication": draw_adjudication,
        "People and machine": draw_machine,
        "Gold items": _draw_gold,
    }
    drawn = st.tabs(list(tabs), key=keys.AGREEMENT_TAB, on_change="rerun")
    for tab, draw in zip(drawn, tabs.values(), strict=True):
        if tab.open:
            with tab, st.container(gap="small"):
                draw(found)


def _draw_counts(found: Gathered) -> None:
    reviewers = len({rating.reviewer for rating in found.ratings})
    if found.ratings:
        st.caption(
            f"{counted(len(found.ratings), 'label')} by {counted(reviewers, 'reviewer')} on "
            f"{counted(found.items, 'answer')}. {terms.AGREEMENT_COUNTS}"
        )
    if found.waiting:
        one = found.waiting == 1
        st.caption(
            f":material/hourglass_empty: {found.waiting:,} {'answer has' if one else 'answers have'} labels that count "
            "once their reviewer submits."
        )


def _draw_nothing(found: Gathered) -> None:
    empty_box(
        "No labels to compare yet.",
        "Labels of imported answers count once they are submitted."
        if found.waiting
        else "Let two reviewers label the same answers from the Queue, each under their own name.",
    )


def _draw_gold(found: Gathered) -> None:
    if not found.gold:
        st.caption(
            "Gold items have been labelled by nobody yet."
            if found.gold_items
            else "No gold items: import answers whose labels are held to be right, marked as gold."
        )
        return
    st.caption(
        "Reviewers' labels against those that came with the gold items. Files of marked spans tell only whether a "
        "claim is supported, so that share is the fairer one."
    )
    st.dataframe(
        pd.DataFrame([
            {
                "Reviewer": visible(one.reviewer), "Claims": one.claims,
                "Same on support": one.same_support / one.claims, "Same status": one.same_status / one.claims,
            }
            for one in found.gold
        ]),
        hide_index=True,
        column_config={
            name: st.column_config.ProgressColumn(format="percent", min_value=0, max_value=1)
            for name in ("Same on support", "Same status")
        },
        alt="Each reviewer's share of labels that agree with the gold labels",
    )  # fmt: skip
