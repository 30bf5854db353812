"""Keeping a threshold under a name."""

from dataclasses import replace
from datetime import UTC, datetime

import streamlit as st

from components import services, state
from components.frame.sidebar import reviewer_name
from components.tuning.verifier_fit import Fit, save_words
from components.work.tuning import ALL, Wanted
from critique_core.errors import ClaimlensError
from critique_core.tuning.fitting import Prepared, Tuning, measured
from critique_core.tuning.objectives import Choice
from critique_core.tuning.profiles import profile_of

_STALE = "it is stale: judge the answers again before one is put in use."
_BY_HAND = "chosen by hand, not the best for its objective"


def draw_save(
    prepared: Prepared, tuning: Tuning, wanted: Wanted, threshold: float, *, verifier: str | None, fit: Fit | None
) -> None:
    """Draw the field for a name and the button that keeps the threshold in view, with what its labels do not fit."""
    st.subheader("Keep it as a profile", anchor=False)
    stale = fit is not None and fit.stale
    told = save_words(fit) if fit else None
    if told is not None:
        st.markdown(f":material/update: {told}")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        name = st.text_input(
            "Name of the profile", key=state.TUNING_NAME, max_chars=200, placeholder="careful", persist_state="session"
        )  # fmt: skip
        label = f"Save {threshold:.4g}{', stale' if stale else ''}"
        kind = "secondary" if stale else "primary"
        saved = st.button(label, key="save_profile", type=kind, icon=":material/save:")
    if not saved:
        return
    if not name.strip():
        st.warning("Give the profile a name first.")
        return
    author = reviewer_name()
    kept = tuning if threshold == tuning.choice.threshold else _by_hand(prepared, tuning, wanted, threshold)
    profile = profile_of(
        kept, name=name.strip(), author=author, created_at=datetime.now(UTC),
        verifier=None if wanted.verifier == ALL else verifier,
    )  # fmt: skip
    try:
        services.get_store().save_profile(profile.name, profile.model_dump_json(indent=2), who=author)
    except ClaimlensError as error:
        state.report_problem(f"The profile is not saved. {error}")
    else:
        state.forget_problem()
        state.say(f"Profile {profile.name} saved; {_STALE if stale else 'activate it below to put it in use.'}")
    st.rerun()


def _by_hand(prepared: Prepared, tuning: Tuning, wanted: Wanted, threshold: float) -> Tuning:
    """What is known of a threshold that the slider was put on: no slices, no interval, and provisional for good."""
    choice = Choice(threshold, threshold, threshold, None)
    found = measured(
        prepared, tuning.objective, choice, verifier=tuning.verifier_fingerprint, slices={}, width=wanted.width
    )
    return replace(found, provisional=(*found.provisional, _BY_HAND))
