"""What a signed-in person may do: review, lead a team of reviewers, or run the app.

A role comes from a list in the settings or from a claim of the identity provider's token, whichever gives more.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from critique_core.models import ROLES, Role
from critique_core.settings import Settings

_LONGEST = 320  # characters of an e-mail address, at most (RFC 5321, 4.5.3.1)


def identity_of(user: Mapping[str, Any], settings: Settings) -> str | None:
    """What names a person in the provider's token: the e-mail address in lower case, else the subject.

    Only an address that the provider says it has verified counts, or any where the settings trust the provider's
    addresses. ``None`` where the token has neither.
    """
    return _address(user, settings) or _text(user.get("sub"))


def role_of(user: Mapping[str, Any], settings: Settings) -> Role | None:
    """The role of the person whom the token is of; ``None`` for one who may not come in.

    Whoever signs in reviews, unless the settings name reviewers or a claim of the token that holds roles.
    """
    if identity_of(user, settings) is None:
        return None
    listed: dict[Role, tuple[str, ...]] = {
        "admin": settings.sign_in_admins, "lead": settings.sign_in_leads, "reviewer": settings.sign_in_reviewers,
    }  # fmt: skip
    claimed = _claimed(user, settings.sign_in_role_claim) if settings.sign_in_role_claim else frozenset[str]()
    for role in reversed(ROLES):
        if role in claimed or _is_listed(user, listed[role], settings):
            return role
    is_open = not settings.sign_in_reviewers and settings.sign_in_role_claim is None
    return "reviewer" if is_open else None


def _is_listed(user: Mapping[str, Any], names: Sequence[str], settings: Settings) -> bool:
    """Whether a list has the person: by address, by ``@`` and the address's domain, or by the token's subject."""
    email, subject = _address(user, settings), _text(user.get("sub"))
    for name in names:
        wanted = name.lower()
        if email and (email == wanted or (wanted.startswith("@") and email.endswith(wanted))):
            return True
        if subject and subject == name:
            return True
    return False


def _claimed(user: Mapping[str, Any], path: str) -> frozenset[str]:
    """The words of a claim, a text or a list; dots in its name lead into nested claims, as in realm_access.roles."""
    found: Any = user.get(path)
    if found is None:
        found = user
        for name in path.split("."):
            found = cast("Mapping[str, Any]", found).get(name) if isinstance(found, Mapping) else None
    if isinstance(found, str):
        found = found.split()
    if not isinstance(found, (list, tuple)):
        return frozenset()
    return frozenset(str(one).lower() for one in cast("Sequence[object]", found))


def _address(user: Mapping[str, Any], settings: Settings) -> str | None:
    email, verified = _text(user.get("email")), user.get("email_verified")
    if email is None or email.count("@") != 1:
        return None
    sure = verified is True or (isinstance(verified, str) and verified.lower() == "true")  # some send it as text
    return email.lower() if sure or (verified is None and settings.sign_in_trusts_addresses) else None


def _text(value: object) -> str | None:
    cleaned = " ".join(value.split()) if isinstance(value, str) else ""
    return cleaned if cleaned and cleaned.isprintable() and len(cleaned) <= _LONGEST else None
