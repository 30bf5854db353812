"""Who is reviewing: the name that decisions are signed with."""

from components import services
from components.frame.remembered_name import (
    remembered_name,
    signing_name,
)
from components.frame.roles import identity_of
from components.frame.sign_in import token
from components.state import inputs, keys
from critique_core.errors import SettingsError


def signed_in_name() -> str | None:
    """Who is signed in, as decisions name them: two people may share a name, but no address. ``None`` for no one."""
    user = token()
    return None if user is None else identity_of(user, services.get_settings())


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
