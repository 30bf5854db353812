"""The gauge of a critique's confidence."""

from html import escape

import streamlit as st

from components.widgets.charts import confidence_gauge
from components.words.findings import percent
from components.words.review import confidence_and_gate
from components.words.terms import GATE
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


_MARK = """<div class="claimlens-mark" role="img" aria-label="{said}" title="{said}. {meaning}">
<span class="number">{number}</span><span class="named">confidence<span class="scale">
<span class="bar" style="width:{share:.1f}%"></span>
<span class="gate" style="left:{gate:.1f}%"></span></span></span></div>"""


def draw_mark(critique: Critique, corrected: float | None, *, key: str) -> None:
    """Draw the confidence as a number beside a short scale with the gate on it, and what fixes have made of it."""
    said, gate = confidence_and_gate(critique)
    if critique.confidence is None:
        return
    number = percent(critique.confidence)
    if corrected is not None:
        number, said = f"{number} → {percent(corrected)}", f"{said}, {percent(corrected)} with the fixes taken"
    shown = critique.confidence if corrected is None else corrected
    threshold = critique.request.options.confidence_threshold
    with st.container(key=key, width="content"):
        st.html(
            _MARK.format(
                said=escape(f"{said}, gate at {gate}"),
                meaning=escape(GATE),
                number=escape(number),
                share=shown * 100,
                gate=threshold * 100,
            )
        )
