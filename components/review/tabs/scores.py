"""The scores other than the confidence: hallucination, consistency, citations, reflection, quality of sources."""

import pandas as pd
import streamlit as st

from components.escape import escape, visible
from components.widgets.tables import table_height
from components.words.findings import (
    BAND_WORDS,
    REFLECTION_NAMES,
    REFLECTION_QUESTIONS,
    age_words,
    percent,
    reflection_words,
    skipped_reason,
)
from components.words.review import place
from critique_core.models import Critique, Reflection, SourceQuality


def draw_scores(critique: Critique) -> None:
    """Draw every score that is not a policy's, or why it was not measured."""
    scores = critique.scores
    with st.container(horizontal=True, gap="large"):
        band = scores.hallucination_band
        st.metric("Hallucination score", _number(scores.hallucination_score), width="content", delta_color="off",
                  delta=BAND_WORDS[band] if band else None, delta_arrow="off",
                  help="Share of checked claims that are unsupported or contradicted")  # fmt: skip
        st.metric("Factual consistency", _number(scores.factual_consistency), width="content",
                  help="Share of checked claims that nothing contradicts")  # fmt: skip
        st.metric("Citation accuracy", percent(scores.citation_accuracy), width="content",
                  help="Accurate citations among those used")  # fmt: skip
        st.metric("Kind of query", scores.query_type or "none", width="content")
    st.markdown("**Reflection**")
    for name, reflection in (
        ("relevance", scores.relevance),
        ("support", scores.support),
        ("usefulness", scores.usefulness),
    ):
        _draw_reflection(critique, name, reflection)
    st.markdown("**Quality of the sources**")
    _draw_quality(critique)


def _draw_reflection(critique: Critique, name: str, reflection: Reflection | None) -> None:
    with st.container(gap="xxsmall"):
        if reflection is None:
            why = skipped_reason(critique, name) if name != "support" else "nothing was verified"
            st.markdown(f"{REFLECTION_NAMES[name]} · not measured: {escape(why)}")
            return
        words = f"{reflection_words(reflection)} · {reflection.score:.2f}"
        st.markdown(f"{REFLECTION_NAMES[name]} · **{escape(words)}** :small[{REFLECTION_QUESTIONS[name]}]")
        st.text(visible(reflection.reasoning))


def _draw_quality(critique: Critique) -> None:
    if not critique.scores.source_quality:
        st.caption("No source to judge.")
        return
    names = {source.id: place(source, source.id) for source in critique.request.sources}
    rows = [_quality_row(one, names) for one in critique.scores.source_quality]
    share = st.column_config.NumberColumn(format="%.2f", width="small")
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="",
        height=table_height(len(rows), 300),
        column_config={
            "Source": st.column_config.TextColumn(width="medium"),
            **dict.fromkeys(("Relevance", "Use", "Agreement", "Score"), share),
        },
        alt="Quality of each source: relevance, use, agreement with the others, age, score",
    )
    st.caption(
        "Empty where it cannot be told: relevance without a query, agreement where no other source speaks of it."
    )


def _quality_row(quality: SourceQuality, names: dict[str, str]) -> dict[str, object]:
    return {
        "Source": visible(names.get(quality.source_id, quality.source_id)),
        "Score": quality.score,
        "Relevance": quality.relevance,
        "Use": quality.use,
        "Agreement": quality.agreement,
        "Age": age_words(quality.age_days),
    }


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f}"
