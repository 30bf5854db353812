"""Keys of the HTTP API: made once, shown once, and known again by a digest.

A key reads ``claimlens_ID_SECRET``. The secret has 256 random bits, so a plain SHA-256 of it cannot be turned back.
"""

import hashlib
import hmac
import re
import secrets

from pydantic import ValidationError

from critique_core.errors import InvalidInput
from critique_core.models import ApiKey, Role, clean_text, explain
from critique_core.models.base import clean_name
from critique_core.store import Store

_SECRET_BYTES = 32
_FORM = re.compile(r"claimlens_([0-9a-f]{12})_([0-9a-f]{64})")
_NO_DIGEST = "0" * 64


def make_key(store: Store, name: str, role: Role) -> tuple[ApiKey, str]:
    """Make a key for a caller; returns it and its text, which is kept nowhere. Raises ``InvalidInput``."""
    secret = secrets.token_hex(_SECRET_BYTES)
    try:
        key = store.add_key(_name(name), role, _digest(secret))
    except ValidationError as error:
        raise InvalidInput(explain(error)) from error
    except ValueError as error:
        raise InvalidInput(f"name: {error}; name who calls with the key") from error
    return key, f"claimlens_{key.id}_{secret}"


def key_id(text: str) -> str:
    """The id in a key's text; any other text is an id itself. A whole key need not be repeated in an error then."""
    form = _FORM.fullmatch(text)
    return form[1] if form else text


def owner_of(store: Store, text: str) -> ApiKey | None:
    """The key that the text is, unless it is none of the store's or was revoked.

    It takes the same time for a wrong secret as for a wrong id, and tells nothing of how much of it is right.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    found = store.key_with_digest(form[1])
    key, digest = found or (None, _NO_DIGEST)
    same = hmac.compare_digest(digest, _digest(form[2]))
    return key if same and key is not None and key.revoked_at is None else None


def _name(given: str) -> str:
    return clean_name(clean_text(given).strip())


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
