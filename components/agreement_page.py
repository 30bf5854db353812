"""The Agreement page: how far reviewers agree with one another, with the machine and with gold labels."""

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components import services, state
from components.adjudication import draw_adjudication
from components.agreement_charts import confusion
from components.agreement_words import doubt_words
from components.agreement_work import Gathered
from components.escape import escape, visible
from components.jobs import Job
from components.wording import status_words
from critique_core.agreement import Agreement, Anchoring, Coefficient

_PATIENCE = 0.3  # seconds that a page run waits before it shows a bar
_LOOK_SECONDS = 0.1
_FIGURES = ("Agreement", "From", "To")
_SCALE = "1 is complete agreement, 0 what chance would give. From 0.8 on labels count as reliable, below 0.67 not."


def draw_agreement() -> None:
    """Draw the page. Raises ``ClaimlensError`` when the store does not answer."""
    found: Gathered = _waited(services.get_agreements().gathered(services.get_store()), "Reading the labels")
    _draw_counts(found)
    if not found.ratings:
        _draw_nothing(found)
        return
    tabs: dict[str, Callable[[], None]] = {
        "Between reviewers": lambda: _draw_between(found),
        "Adjudication": lambda: draw_adjudication(found),
        "People and machine": lambda: _draw_machine(found),
        "Gold items": lambda: _draw_gold(found),
    }
    drawn = st.tabs(list(tabs), key=state.AGREEMENT_TAB, on_change="rerun")
    for tab, draw in zip(drawn, tabs.values(), strict=True):
        if tab.open:
            with tab, st.container(gap="small"):
                draw()


def _draw_counts(found: Gathered) -> None:
    reviewers = len({rating.reviewer for rating in found.ratings})
    if found.ratings:
        st.caption(
            f"{len(found.ratings):,} labels by {reviewers} {'reviewer' if reviewers == 1 else 'reviewers'} on "
            f"{found.items:,} {'answer' if found.items == 1 else 'answers'}."
        )
    if found.waiting:
        one = found.waiting == 1
        st.caption(
            f":material/hourglass_empty: {found.waiting:,} {'answer has' if one else 'answers have'} labels that count "
            "once their reviewer submits."
        )


def _draw_nothing(found: Gathered) -> None:
    with st.container(border=True, horizontal_alignment="center"):
        st.markdown("**No labels to compare yet.**", width="content")
        hint = (
            "Labels of imported answers count once they are submitted."
            if found.waiting
            else "Let two reviewers label the same answers from the Queue, each under their own name."
        )
        st.caption(hint, width="content")


# --- between reviewers -------------------------------------------------------------------------------------------


def _draw_between(found: Gathered) -> None:
    measured: Agreement = _waited(services.get_agreements().coefficients(found), "Working out the agreement")
    st.caption(f"{_SCALE} Intervals are 95 %, whole answers resampled.")
    doubt = doubt_words(measured.alpha)
    if doubt is not None:
        st.warning(escape(doubt), icon=":material/hourglass_top:")
    with st.container(horizontal=True, gap="medium"):
        _draw_figure("Krippendorff's alpha", measured.alpha, "Any number of reviewers, who need not all label all")
        _draw_figure("Fleiss' kappa", measured.fleiss, "Claims with the same number of labels")
    _draw_table(
        "By pair of reviewers: Cohen's kappa",
        [("Reviewers", f"{first} and {second}", one) for (first, second), one in measured.by_pair.items()],
        "Only one reviewer has labelled so far.",
    )
    _draw_table(
        "By status: Krippendorff's alpha of that status against all others",
        [("Status", status_words(status), one) for status, one in measured.by_status.items()],  # type: ignore[arg-type]
        "No status was given.",
    )


def _draw_figure(name: str, one: Coefficient, about: str) -> None:
    with st.container(border=True, width=300, gap="xxsmall"):
        st.metric(name, _number(one.value), help=f"{about}. {_SCALE}")
        st.caption(escape(_interval(one)))


def _interval(one: Coefficient) -> str:
    if one.value is None:
        return f"Not computed: {one.reason}"
    interval = f"{one.interval.low:.2f} to {one.interval.high:.2f}" if one.interval else "no interval: too few answers"
    agreed = "" if one.observed is None else f" · {one.observed:.0%} of pairs agree"
    return f"{interval} · {one.claims:,} claims{agreed}"


def _draw_table(heading: str, rows: Sequence[tuple[str, str, Coefficient]], nothing: str) -> None:
    st.markdown(f"**{heading}**")
    if not rows:
        st.caption(nothing)
        return
    st.dataframe(
        pd.DataFrame([
            {
                name: visible(what), "Agreement": one.value,
                "From": one.interval.low if one.interval else None, "To": one.interval.high if one.interval else None,
                "Claims": one.claims, "Alike": None if one.observed is None else 100 * one.observed,
                "Why not": "" if one.value is not None else visible(one.reason or ""),
            }
            for name, what, one in rows
        ]),
        hide_index=True,
        height=min(38 + 35 * len(rows), 420),
        column_config={
            **({"Why not": None} if all(one.value is not None for _, _, one in rows) else {}),
            **{name: st.column_config.NumberColumn(format="%.2f", width="small") for name in _FIGURES},
            "Alike": st.column_config.NumberColumn(format="%.0f %%", width="small", help="Share of pairs that agree"),
            "Claims": st.column_config.NumberColumn(width="small", help="Claims that enough of them labelled"),
        },
        alt=heading,
    )  # fmt: skip


# --- people and machine ------------------------------------------------------------------------------------------


def _draw_machine(found: Gathered) -> None:
    total = sum(found.confusion.values())
    if total == 0:
        st.caption("No label is of a claim that the machine judged.")
        return
    same = sum(count for (said, machine), count in found.confusion.items() if said == machine)
    alike = sum(
        count for (said, machine), count in found.confusion.items() if (said == "supported") == (machine == "supported")
    )
    st.markdown(
        f"**{same / total:.0%}** of {total:,} labels have the machine's status; **{alike / total:.0%}** agree with it "
        "on whether the claim is supported."
    )
    st.caption("Labels given blind count as they were before the machine's word was shown.")
    st.plotly_chart(
        confusion(found.confusion), key="confusion", config={"displayModeBar": False},
        alt=f"People's statuses against the machine's: {same} of {total} labels alike",
    )  # fmt: skip
    if found.anchoring is not None:
        _draw_anchoring(found.anchoring)


def _draw_anchoring(one: Anchoring) -> None:
    st.markdown("**Anchoring**")
    if one.rate is None:
        st.caption(
            "Not computed: no label that was given blind differed from the machine's status."
            if one.revealed
            else "Not computed: no answer was labelled blind and then submitted."
        )
        return
    between = f" ({one.interval.low:.0%} to {one.interval.high:.0%})" if one.interval else ""
    st.markdown(f"**{one.rate:.0%}**{between} came round to the machine's status after it was shown")
    st.caption(
        f"{one.came_round:,} of {one.differed:,} labels that had differed from it. Of all {one.revealed:,} labels "
        f"given blind, {one.changed:,} were changed afterwards."
    )


# --- gold items --------------------------------------------------------------------------------------------------


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


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _waited(job: Job, words: str) -> Any:
    """What the job gave, with a bar while it takes long; a click meanwhile starts the page again on the same job."""
    if not job.done(_PATIENCE):
        bar = st.empty()
        while not job.done(_LOOK_SECONDS):
            bar.progress(min(max(job.fraction, 0.0), 1.0), text=words)
        bar.empty()
    return job.result()
