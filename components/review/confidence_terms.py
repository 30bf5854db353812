"""How the confidence was computed: the chosen policy term by term, and all five policies side by side."""

import pandas as pd
import streamlit as st

from components.escape import escape, visible
from components.review.opening import choose_policy
from components.widgets.charts import waterfall
from components.words.findings import POLICIES, POLICY_RULES, POLICY_WORDS, percent, policy_reason, steps
from components.words.review import RECOMMENDATION_WORDS
from critique_core.models import Critique, PolicyName, PolicyScore


def draw_why(critique: Critique) -> None:
    """Draw the policies and what made the number of the one that decides."""
    chosen = critique.request.options.policy
    _draw_policies(critique)
    score = critique.scores.by_policy.get(chosen)
    if score is not None:
        _draw_waterfall(critique, chosen, score)


def _draw_policies(critique: Critique) -> None:
    st.caption("Five ways to read the same verdicts. Another one decides again; nothing is verified again.")
    chosen = critique.request.options.policy
    for name, column in zip(POLICIES, st.columns(len(POLICIES), gap="small"), strict=True):
        score = critique.scores.by_policy.get(name)
        with column, st.container(border=True, gap="xxsmall", key=f"policy_{name}", height="stretch"):
            _draw_policy(critique, name, score, chosen=name == chosen)


def _draw_policy(critique: Critique, name: PolicyName, score: PolicyScore | None, *, chosen: bool) -> None:
    st.markdown(f"**{POLICY_WORDS[name]}**", help=POLICY_RULES[name])
    if score is None:
        st.caption("none: not worked out when this was checked; check it again")
        return
    reason = policy_reason(critique, score)
    st.markdown(f"{percent(score.confidence)}{f' :small[{escape(reason)}]' if reason else ''}")
    st.caption(f"{'● valid' if score.is_valid else '○ not valid'} · {RECOMMENDATION_WORDS[score.recommendation]}")
    if chosen:
        st.badge("Decides", icon=":material/check:", color="blue")
    else:
        st.button("Let it decide", key=f"choose_{name}", on_click=choose_policy, args=(name,), width="stretch")


def _draw_waterfall(critique: Critique, name: PolicyName, score: PolicyScore) -> None:
    bars = steps(critique, score)
    if score.confidence is None or not bars:
        st.caption(f"No confidence to explain: {escape(policy_reason(critique, score))}.")
        return
    threshold = critique.request.options.confidence_threshold
    said = "; ".join(f"{bar.name} {bar.effect * 100:+z.1f}" for bar in bars)
    st.markdown(f"**{POLICY_WORDS[name]}** :small[{escape(POLICY_RULES[name])}]")
    st.plotly_chart(
        waterfall(bars, score.confidence, threshold),
        key="waterfall",
        config={"displayModeBar": False, "staticPlot": True},
        alt=f"Waterfall: {said}; confidence {score.confidence:.0%}, gate at {threshold:.0%}",
    )
    st.caption(f"Each bar: what was measured, and the points it moved. The line is the gate at {threshold:.0%}.")
    if len(bars) < len(score.terms):
        _draw_terms(critique, score)


def _draw_terms(critique: Critique, score: PolicyScore) -> None:
    """Draw every term in a table, because the waterfall sums them."""
    texts = {claim.id: claim.text for claim in critique.claims}
    st.dataframe(
        pd.DataFrame(
            {
                "Term": [visible(texts.get(term.name, term.name)) for term in score.terms],
                "Measured": [term.value for term in score.terms],
                "Points": [term.effect * 100 for term in score.terms],
            }
        ),
        hide_index=True,
        height=220,
        column_config={
            "Term": st.column_config.TextColumn(width="large"),
            "Measured": st.column_config.NumberColumn(format="%.2f"),
            "Points": st.column_config.NumberColumn(format="%.2f"),
        },
        alt="Every term of the confidence",
    )
