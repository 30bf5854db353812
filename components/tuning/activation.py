"""Putting a profile in use; one that is provisional only after it was said why, and asked once more."""

from collections.abc import Sequence

import streamlit as st

from components import services, state
from components.escape import escape, visible
from critique_core.errors import ClaimlensError
from critique_core.models import StoredProfile


def draw_activation(kept: StoredProfile, provisional: Sequence[str], why_not: str | None) -> None:
    """Draw the button that puts a profile in use; ``why_not`` says why it cannot be, ``provisional`` why to wait."""
    pressed = st.button(
        "Activate", key=f"activate_{kept.id}", icon=":material/check_circle:", disabled=why_not is not None,
        on_click=None if provisional else _activate, args=(kept,), help=escape(why_not) if why_not else None,
    )  # fmt: skip
    if pressed and provisional:
        _confirm(kept, tuple(provisional))


def draw_deactivation(kept: StoredProfile) -> None:
    """Draw the button that puts the settings' threshold in use again."""
    st.button("Deactivate", key=f"deactivate_{kept.id}", on_click=_activate, args=(None,))


@st.dialog("Put a provisional profile in use?", icon=":material/hourglass_top:")
def _confirm(kept: StoredProfile, provisional: Sequence[str]) -> None:
    st.text(visible(kept.name))
    st.markdown("It would decide which claims count as supported, everywhere. It is provisional because:")
    st.markdown("\n".join(f"- {escape(reason)}" for reason in provisional))
    with st.container(horizontal=True, gap="small"):
        activated = st.button("Use it all the same", key="confirm_activation", on_click=_activate, args=(kept,))
        if st.button("Leave it", key="leave_profile", type="primary") or activated:
            st.rerun()


def _activate(kept: StoredProfile | None) -> None:
    try:
        services.get_store().activate_profile(
            kept.id if kept else None, support_threshold=services.get_settings().support_threshold
        )
    except ClaimlensError as error:
        state.report_problem(f"The profile in use is not changed. {error}")
        return
    state.forget_problem()
    state.say(f"Profile {kept.name} is in use." if kept else "The settings' threshold is in use again.")
