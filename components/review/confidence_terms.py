"""How the confidence was computed: the chosen policy term by term, and all five policies one below the other."""

import pandas as pd
import streamlit as st

from components.escape import escape, visible
from components.review.opening import choose_policy
from components.widgets.charts import waterfall
from components.words.findings import POLICIES, POLICY_RULES, POLICY_WORDS, percent, policy_reason, steps
from components.words.review import ANSWER_WORDS
from components.words.terms import POLICY
from critique_core.models import Critique, PolicyName, PolicyScore


def draw_why(critique: Critique) -> None:
    """Draw what made the number of the policy that decides, then what the others make of the same verdicts."""
    chosen = critique.request.options.policy
    score = critique.scores.by_policy.get(chosen)
    if score is not None:
        _draw_waterfall(critique, chosen, score)
    _draw_policies(critique)


def _draw_policies(critique: Critique) -> None:
    st.markdown(f"**Five rules for the confidence** :small[{escape(POLICY)} Another one checks nothing again.]")
    chosen = critique.request.options.policy
    for name in POLICIES:
        score = critique.scores.by_policy.get(name)
        with (
            st.container(border=True, key=f"policy_{name}", gap="small", horizontal=True, vertical_alignment="center"),
        ):
            _draw_policy(critique, name, score, chosen=name == chosen)


def _draw_policy(critique: Critique, name: PolicyName, score: PolicyScore | None, *, chosen: bool) -> None:
    if score is None:
        st.markdown(f"**{POLICY_WORDS[name]}** · not worked out when this was checked; check it again")
        return
    reason = policy_reason(critique, score)
    told = f"{percent(score.confidence)}{f' ({escape(reason)})' if reason else ''}"
    with st.container(gap=None, width="stretch"):
        st.markdown(f"**{POLICY_WORDS[name]}** · {told} · {ANSWER_WORDS[score.recommendation]}")
        st.caption(escape(POLICY_RULES[name]))
    if chosen:
        st.badge("Decides", icon=":material/check:", color="blue")
    else:
        st.button("Let it decide", key=f"choose_{name}", on_click=choose_policy, args=(name,))


def _draw_waterfall(critique: Critique, name: PolicyName, score: PolicyScore) -> None:
    bars = steps(critique, score)
    if score.confidence is None or not bars:
        st.caption(f"No confidence to explain: {escape(policy_reason(critique, score))}.")
        return
    threshold = critique.request.options.confidence_threshold
    said = "; ".join(f"{bar.name} {bar.effect * 100:+z.1f}" for bar in bars)
    st.markdown(f"**What made the confidence {percent(score.confidence)}** :small[{escape(POLICY_RULES[name])}]")
    st.plotly_chart(
        waterfall(bars, score.confidence, threshold),
        key="waterfall",
        config={"displayModeBar": False, "staticPlot": True},
        alt=f"Waterfall: {said}; confidence {score.confidence:.0%}, gate at {threshold:.0%}",
    )
    st.caption(
        f"Each bar: what was measured, and the points it moved. The line at the last is the gate, {threshold:.0%}."
    )
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
