"""The profile in use: told where it does not count, and applied to what was decided under another."""

import streamlit as st

from components import services
from components.escape import escape
from components.review.opening import save_in_place
from components.state import notices, on_screen, running
from critique_core.errors import ClaimlensError
from critique_core.models import Profile


def draw_profile_notice(*, leads_to_tuning: bool = True) -> None:
    """Say that the profile in use does not count, what does instead, and where stored answers are judged again."""
    notice = services.profile_notice()
    if notice is None:
        return
    st.warning(escape(notice), icon=":material/update:")
    if leads_to_tuning:
        st.page_link("pages/tuning.py", label="Judge stored answers again on Tuning", icon=":material/arrow_forward:")


def follow_profile() -> None:
    """Decide the review on screen again when it was decided under another profile; nothing is verified."""
    current = on_screen.review()
    if current is None or current.item_id is None or running.running_check() is not None:
        return
    try:
        critic = services.get_critic()
        critique = current.critique
        if critique.verifier != critic.verifier.spec or (critique.profile or Profile()) == critic.profile:
            return
        decided = critic.redecide(critique, profile=critic.profile)
    except ClaimlensError as error:
        notices.report_problem(f"The profile in use could not be applied. {error}")
        return
    save_in_place(decided)
    notices.say(f"Decided again under profile {profile_name(critic.profile)}; nothing had to be verified again.")


def profile_words(profile: Profile | None) -> str:
    """Which profile decided, and from which probability on a claim counts as supported."""
    profile = profile or Profile()
    own = f", {len(profile.slices)} slices apart" if profile.slices else ""
    return f"supported from {threshold_words(profile)}{own} · profile: {profile_name(profile)}"


def threshold_words(profile: Profile) -> str:
    """The support threshold with two places, or up to four where a tuned one has them."""
    exact = f"{profile.support_threshold:.4f}".rstrip("0")
    return exact if len(exact) > len("0.00") else f"{profile.support_threshold:.2f}"


def profile_name(profile: Profile) -> str:
    """What a profile is called wherever one is named; without a tuned one the settings decide."""
    return "settings" if profile.verifier_fingerprint is None else profile.name
