"""Keys of the HTTP API: who may call it, and in whose name."""

from datetime import datetime
from uuid import uuid4

from sqlalchemy import Connection, func, insert, select, update

from critique_core.errors import NotFound
from critique_core.models import ApiKey, Role
from critique_core.store.tables import api_keys

_ID_CHARACTERS = 12
_SHOWN = (api_keys.c.id, api_keys.c.name, api_keys.c.role, api_keys.c.created_at, api_keys.c.revoked_at)


def put_key(connection: Connection, name: str, role: Role, digest: str, now: datetime) -> ApiKey:
    """Keep a key by the digest of its secret."""
    made = ApiKey(id=uuid4().hex[:_ID_CHARACTERS], name=name, role=role, created_at=now)
    connection.execute(insert(api_keys).values(digest=digest, **dict(made)))
    return made


def keys_of(connection: Connection) -> tuple[ApiKey, ...]:
    """All keys, oldest first, revoked ones included."""
    rows = connection.execute(select(*_SHOWN).order_by(api_keys.c.created_at, api_keys.c.id)).mappings()
    return tuple(ApiKey.model_validate(dict(row)) for row in rows)


def has_keys(connection: Connection) -> bool:
    """Whether a key was ever made."""
    return connection.execute(select(func.count()).select_from(api_keys)).scalar_one() > 0


def key_with_digest(connection: Connection, key_id: str) -> tuple[ApiKey, str] | None:
    """A key and its secret's digest."""
    row = connection.execute(select(*_SHOWN, api_keys.c.digest).filter_by(id=key_id)).mappings().one_or_none()
    if row is None:
        return None
    columns = dict(row)
    digest = columns.pop("digest")
    return ApiKey.model_validate(columns), digest


def revoke_key(connection: Connection, key_id: str, now: datetime) -> ApiKey:
    """End a key for good; one that has ended stays as it is. Raises ``NotFound``."""
    still_good = update(api_keys).where(api_keys.c.id == key_id, api_keys.c.revoked_at.is_(None))
    connection.execute(still_good.values(revoked_at=now))
    found = key_with_digest(connection, key_id)
    if found is None:
        raise NotFound(f"key {key_id!r} is not in the store; claimlens keys list shows those that are")
    return found[0]
