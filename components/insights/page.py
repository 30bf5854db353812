"""The Insights page: figures of use, how they moved, and the records behind them."""

from functools import partial

import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.waiting import waited
from components.insights.export import figures_csv
from components.insights.filters import clear_filters_button, draw_filters
from components.insights.timelines import draw_timelines
from components.review.unsent_inputs import ITEM
from components.widgets.boxes import empty_box
from components.widgets.local_time import local_zone
from components.words.insights import (
    FIGURE_WORDS,
    HOW_COMPUTED,
    WORST_WORDS,
    doubt_words,
    interval_words,
    nothing_fits_words,
    value_words,
    worst_words,
)
from components.words.review import counted
from critique_core.metrics.insights import Figure, FigureName, Insights, Step, Worst, WorstBy
from critique_core.reports.words import duration_words
from critique_core.text.shortening import shortened

_CORRECTIVE: tuple[FigureName, ...] = ("crag_trigger_rate", "crag_success_rate")
_NONE_WORDS: dict[WorstBy, str] = {
    "confidence": "No draft here has a confidence.",
    "contradicted": "No claim here is contradicted by its sources.",
    "apart": "No reviewer's label here differs from the verifier's status.",
    "slow": "No run here was timed.",
}


def draw_insights() -> None:
    """Draw the page. Raises ``ClaimlensError`` when the store does not answer."""
    observed = services.get_observed()
    found = waited(observed.observations(services.get_store()), "Reading the store")
    if not found.runs:
        _draw_empty()
        return
    wanted, step = draw_filters(found)
    figures = waited(observed.insights(found, wanted, local_zone(), step), "Computing the figures")
    if not figures.points:
        with empty_box("No review fits these filters.", nothing_fits_words(wanted)):
            clear_filters_button()
        return
    _draw_figures(figures, step)
    draw_timelines(figures, step, found.verifiers)
    _draw_worst(figures)


def _draw_empty() -> None:
    box = empty_box(
        "Nothing to measure yet.",
        "Each draft that is checked adds to hallucination and revision rates, latency and claims per draft; each "
        "decision to how far reviewers and verifier agree. Their course over time and the worst records follow.",
    )
    with box.container(horizontal=True, horizontal_alignment="center", gap="small"):
        if st.button("Review an answer", type="primary", icon=":material/fact_check:", key="first_review"):
            st.switch_page("pages/review.py")
        if st.button("Import answers", icon=":material/upload_file:", key="first_import"):
            st.switch_page("pages/queue.py")


def _draw_figures(found: Insights, step: Step) -> None:
    with st.container(horizontal=True, gap="xsmall", key="insight_figures"):
        for name, figure in found.figures.items():
            if figure.n or name not in _CORRECTIVE:
                _draw_figure(figure, found)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        usage = found.usage
        unchecked = f"; {usage.drafts_unchecked:,} without a verdict" if usage.drafts_unchecked else ""
        st.caption(f"{counted(usage.drafts, 'draft')}, {counted(usage.runs, 'run')}{unchecked}.", width="stretch")
        st.download_button(
            "CSV", data=partial(figures_csv, found, step), file_name="insights.csv", mime="text/csv",
            key="insights_csv", icon=":material/download:", type="tertiary", on_click="ignore",
            help="All figures shown, of the whole and of each point, with their intervals.",
        )  # fmt: skip


def _draw_figure(figure: Figure, found: Insights) -> None:
    mean = found.usage.critique_latency_ms
    extra = f" The mean is {duration_words(mean)}." if figure.name == "latency_p50_ms" and mean is not None else ""
    with st.container(width=114, gap=None):
        st.metric(FIGURE_WORDS[figure.name], value_words(figure), help=HOW_COMPUTED[figure.name] + extra)
        if figure.n:
            st.caption(f"{interval_words(figure)}  \n{doubt_words(figure)}")
        else:
            st.caption("nothing measured")


def _draw_worst(found: Insights) -> None:
    st.header("Worst records", anchor=False)
    kinds = list(found.worst)
    for tab, by in zip(st.tabs([WORST_WORDS[by] for by in kinds]), kinds, strict=True):
        with tab, st.container(gap="xsmall"):
            for one in found.worst[by]:
                _draw_record(by, one)
            if not found.worst[by]:
                st.caption(_NONE_WORDS[by])


def _draw_record(by: WorstBy, one: Worst) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if st.button(
            "Open",
            key=f"open_{by}_{one.item_id}",
            icon=":material/open_in_new:",
            help=visible(shortened(one.title, 60)),
        ):
            st.switch_page("pages/review.py", query_params={ITEM: one.item_id})
        st.markdown(f"{escape(shortened(one.title, 90))} :small[{worst_words(by, one)}]", width="stretch")
