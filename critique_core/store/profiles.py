"""Tuned profiles: kept, and one of them in use."""

from datetime import datetime
from uuid import uuid4

from sqlalchemy import Connection, delete, insert, select, update

from critique_core.errors import StoreError
from critique_core.models import StoredProfile
from critique_core.store.tables import profiles


def put_profile(connection: Connection, name: str, body: str, who: str, now: datetime) -> StoredProfile:
    """Keep a profile next to those there are."""
    made = StoredProfile(id=uuid4().hex, name=name, body=body, who=who, created_at=now)
    connection.execute(insert(profiles).values(**made.model_dump(exclude={"active"})))
    return made


def profiles_of(connection: Connection, *, active: bool = False) -> tuple[StoredProfile, ...]:
    """All profiles, newest first, or the one in use."""
    wanted = select(profiles).order_by(profiles.c.created_at.desc(), profiles.c.id)
    if active:
        wanted = wanted.where(profiles.c.activated_at.is_not(None))
    rows = connection.execute(wanted).mappings()
    return tuple(
        StoredProfile(
            id=row["id"],
            name=row["name"],
            body=row["body"],
            who=row["who"],
            created_at=row["created_at"],
            active=row["activated_at"] is not None,
        )
        for row in rows
    )


def activate_profile(connection: Connection, profile_id: str | None, now: datetime) -> None:
    """Use this profile and no other; ``None`` goes back to the settings' threshold."""
    connection.execute(update(profiles).values(activated_at=None))
    if profile_id is None:
        return
    chosen = update(profiles).where(profiles.c.id == profile_id).values(activated_at=now)
    if connection.execute(chosen).rowcount == 0:
        raise StoreError(f"profile {profile_id!r} is not in the store; it may have been deleted in another window")


def delete_profile(connection: Connection, profile_id: str) -> None:
    """Remove a profile; one that is not there is no error."""
    connection.execute(delete(profiles).where(profiles.c.id == profile_id))
