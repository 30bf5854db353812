"""The sidebar of every page: who is reviewing."""

import streamlit as st

from components import services, state
from components.escape import escape
from critique_core.errors import SettingsError

_NAME_LENGTH = 200


def signed_in_name() -> str | None:
    """Name of the person signed in through the identity provider, ``None`` when nobody is."""
    if not st.user.get("is_logged_in", False):
        return None
    return str(st.user.get("name") or st.user.get("email") or "signed in")[:_NAME_LENGTH]


def default_name() -> str:
    """The reviewer's name from the settings."""
    try:
        return services.get_settings().reviewer
    except SettingsError:
        return "reviewer"


def reviewer_name() -> str:
    """The name decisions are signed with."""
    return signed_in_name() or state.text(state.REVIEWER).strip() or default_name()


def draw_sidebar() -> None:
    """Draw the reviewer's name, to be changed unless somebody is signed in."""
    with st.sidebar:
        name = signed_in_name()
        if name is not None:
            st.caption(f"Signed in as {escape(name, 60)}")
            return
        st.text_input(
            "Reviewer",
            key=state.REVIEWER,
            placeholder=default_name()[:60],
            max_chars=_NAME_LENGTH,
            persist_state="session",
            help="Your decisions are signed with this name. Left empty, the name from the settings is used.",
        )
