"""The gauge of a critique's confidence."""

import streamlit as st

from components.widgets.charts import confidence_gauge
from components.words.review import confidence_and_gate
from critique_core.models import Critique


def draw_gauge(critique: Critique, *, key: str, name: str) -> None:
    """Draw the confidence of a critique and its gate; ``name`` begins the words for readers who do not see it."""
    said, gate = confidence_and_gate(critique)
    st.plotly_chart(
        confidence_gauge(critique.confidence, critique.request.options.confidence_threshold, critique.level),
        key=key,
        config={"displayModeBar": False, "staticPlot": True},
        alt=f"{name}: {said}, gate at {gate}",
    )
