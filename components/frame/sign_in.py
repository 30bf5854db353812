"""Signing in through an OpenID Connect provider, where one is set up: who is not signed in sees nothing else."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from components import services
from components.escape import escape
from components.frame.messages import show_error
from components.frame.roles import identity_of, role_of
from critique_core.errors import SettingsError
from critique_core.models import Role, reaches

_HOW = "docs/sign-in.md says how to set it up."
_MAY = {"lead": "A lead", "admin": "An admin"}


def token() -> Mapping[str, Any] | None:
    """The claims of the signed-in person's token; ``None`` when no one is signed in."""
    return st.user.to_dict() if st.user.get("is_logged_in", False) else None


def is_set_up() -> bool:
    """Whether an identity provider is named in Streamlit's secrets. Raises ``SettingsError`` where that is not sure."""
    if st.secrets.load_if_toml_exists():
        return "auth" in st.secrets
    for name in st.get_option("secrets.files"):
        if Path(name).is_file():  # it may be the one that names the provider
            raise SettingsError(f"{Path(name).name} cannot be read as TOML, so who may come in is not known. {_HOW}")
    return False


def role() -> Role | None:
    """The role of who looks at the page; without sign-in everyone may do everything. Raises ``SettingsError``."""
    if not is_set_up():
        return "admin"
    user = token()
    return None if user is None else role_of(user, services.get_settings())


def may(needed: Role) -> bool:
    """Whether who looks at the page may do what ``needed`` may; no one while the settings cannot be read."""
    try:
        own = role()
    except SettingsError:
        return False
    return own is not None and reaches(own, needed)


def draw_reserved(needed: Role, what: str) -> bool:
    """Whether ``what`` is left to people of another role; if so, say it in one line.

    A button that is not drawn cannot be pressed, whatever a browser sends: call this before drawing it.
    """
    if may(needed):
        return False
    st.caption(f":material/lock: {_MAY[needed]} {what}.")
    return True


def let_in() -> bool:
    """Whether the page may be shown; if not, draw how to sign in, or why that is not enough."""
    try:
        if not is_set_up():
            return _is_open()
        user, own = token(), role()
    except SettingsError as error:
        show_error(error)
        return False
    if own is not None:
        return True
    st.title("Claimlens", anchor=False)
    if user is None:
        st.markdown("Sign in to review answers against their sources.")
        for provider in _providers():
            label = "Sign in" if provider is None else f"Sign in with {escape(provider, 60)}"
            if st.button(label, key=f"sign_in_{provider}", type="primary", icon=":material/login:"):
                _begin(provider)
        return False
    told = identity_of(user, services.get_settings())
    st.error(
        f"You are signed in as {escape(told, 120)}, who is not on the list of reviewers. Ask an admin of this app."
        if told
        else "Your account has no e-mail address that the provider has verified, and no other name.",
        icon=":material/block:",
    )
    draw_sign_out()
    return False


def _is_open() -> bool:
    """Whether the app may be open to all, as it is where no provider is set up; if not, say so."""
    if not services.get_settings().sign_in_required:
        return True
    told = f"sign_in_required is true, and no identity provider is set up, so no one is let in. {_HOW}"
    show_error(SettingsError(told))
    return False


def draw_sign_out() -> None:
    """Draw the button that ends the session here and, where it can, at the provider."""
    st.button("Sign out", key="sign_out", icon=":material/logout:", type="tertiary", on_click=st.logout)


def _begin(provider: str | None) -> None:
    try:
        st.login(provider)
    except StreamlitAPIException as error:
        show_error(SettingsError(f"Signing in is not set up rightly: {' '.join(str(error).split())} {_HOW}"))


def _providers() -> list[str | None]:
    """The providers of the secrets: those with a name, or the one that has none."""
    parts = st.secrets["auth"].items()
    named: list[str | None] = [name for name, part in parts if isinstance(part, Mapping) and "client_id" in part]
    return named or [None]
