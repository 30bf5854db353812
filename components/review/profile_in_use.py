"""The profile in use: a notice when it does not count, and the decision of the review on screen under it."""

import streamlit as st

from components import services
from components.escape import escape
from components.review.opening import save_in_place
from components.state import notices, on_screen, running
from components.words.review import counted
from components.words.terms import SETTINGS_PROFILE
from critique_core.assembly import Critic
from critique_core.errors import ClaimlensError
from critique_core.models import Critique, Profile


def draw_profile_notice(notice: str | None, *, leads_to_tuning: bool = True) -> None:
    """Say why the profile in use does not count, if it does not, and where stored answers are judged again."""
    if notice is None:
        return
    st.warning(escape(notice), icon=":material/update:")
    if leads_to_tuning:
        st.page_link("pages/tuning.py", label="Judge stored answers again on Tuning", icon=":material/arrow_forward:")


def follow_profile() -> str | None:
    """Decide the review on screen again when it was decided under another profile; nothing is verified.

    Returns why the profile in use does not count now, as ``services.profile_notice`` does.
    """
    current = on_screen.review()
    critique = None
    if current is not None and current.item_id is not None and running.running_check() is None:
        critique = current.critique
    notice = None
    try:
        critic, notice = services.critic_in_use()
        if critique is not None:
            _decide_again(critique, critic)
    except ClaimlensError as error:
        if critique is not None:
            notices.report_problem(f"The profile in use could not be applied. {error}")
    return notice


def _decide_again(critique: Critique, critic: Critic) -> None:
    if critique.verifier != critic.verifier.spec or (critique.profile or Profile()) == critic.profile:
        return
    decided = critic.redecide(critique, profile=critic.profile)
    save_in_place(decided)
    notices.say(f"Decided again under profile {profile_name(critic.profile)}; nothing had to be verified again.")


def profile_words(profile: Profile | None) -> str:
    """The profile that decided, and the probability from which a claim counts as supported."""
    profile = profile or Profile()
    own = f", {counted(len(profile.slices), 'kind of claim')} by a threshold of its own" if profile.slices else ""
    tuned = profile.verifier_fingerprint is not None
    whose = f"by profile “{profile_name(profile)}” (see Tuning)" if tuned else "as in the settings"
    return f"A claim counts as supported from a probability of {threshold_words(profile)}{own}, {whose}."


def threshold_words(profile: Profile) -> str:
    """The support threshold with two places, or up to four where a tuned one needs them."""
    exact = f"{profile.support_threshold:.4f}".rstrip("0")
    return exact if len(exact) > len("0.00") else f"{profile.support_threshold:.2f}"


def profile_name(profile: Profile) -> str:
    """The name of a profile on screen; without a tuned one, that of the settings."""
    return SETTINGS_PROFILE if profile.verifier_fingerprint is None else profile.name
