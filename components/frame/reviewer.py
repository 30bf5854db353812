"""Who is reviewing: the name that decisions are signed with."""

import streamlit as st

from components import services
from components.frame.remembered_name import (
    NAME_LENGTH,
    remembered_name,
    signing_name,
)
from components.state import inputs, keys
from critique_core.errors import SettingsError


def signed_in_name() -> str | None:
    """Name of the person signed in through the identity provider, ``None`` when no one is."""
    if not st.user.get("is_logged_in", False):
        return None
    return str(st.user.get("name") or st.user.get("email") or "signed in")[:NAME_LENGTH]


def reviewer_name() -> str:
    """The name decisions are signed with."""
    return signed_in_name() or own_name() or default_name()


def default_name() -> str:
    """The reviewer's name from the settings."""
    try:
        return services.get_settings().reviewer
    except SettingsError:
        return "reviewer"


def own_name() -> str:
    """The name in the field; before the field is drawn, the one that the browser remembers."""
    typed = inputs.chosen(keys.REVIEWER, str)
    return remembered_name() if typed is None else signing_name(typed)
