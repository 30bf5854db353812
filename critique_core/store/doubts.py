"""How uncertain items are: measured from the threshold that decides, the one of the profile in use or the settings'.

Each item keeps what its verifier believed, so that another threshold opens no critique.
"""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ValidationError
from sqlalchemy import Connection, Row, Select, bindparam, delete, insert, select, update

from critique_core.labels.triage import distances, uncertainty
from critique_core.models import Calibrator, Probability, Profile, Value
from critique_core.store import records
from critique_core.store.tables import items, meta, profiles

_NAME = "uncertainty told for"
_AT_ONCE = 1000


class Basis(Value):
    """What uncertainty is measured for: the profile in use, and the settings' threshold for what it leaves open."""

    profile_id: str | None
    support_threshold: Probability


class _Tuned(BaseModel):
    """What decides in a tuned profile's JSON."""

    name: str = ""
    threshold: Probability
    slices: dict[str, Probability] = {}
    calibrator: Calibrator | None = None
    verifier_fingerprint: str | None = None


def basis_now(connection: Connection, support_threshold: float) -> Basis:
    """What uncertainty is to be measured for."""
    active = select(profiles.c.id).where(profiles.c.activated_at.is_not(None))
    return Basis(profile_id=connection.execute(active).scalar_one_or_none(), support_threshold=support_threshold)


def basis_kept(connection: Connection) -> Basis | None:
    """What the stored uncertainty was measured for; ``None`` at first, then for each critique's profile."""
    kept = connection.execute(select(meta.c.value).where(meta.c.name == _NAME)).scalar_one_or_none()
    return None if kept is None else Basis.model_validate_json(kept)


def measure_all(connection: Connection, basis: Basis) -> None:
    """Tell anew how uncertain every item is, and remember for what."""
    connection.execute(delete(meta).where(meta.c.name == _NAME))
    connection.execute(insert(meta).values(name=_NAME, value=basis.model_dump_json()))
    _measure(connection, basis, _judged())


def measure_item(connection: Connection, item_id: str) -> None:
    """Measure how uncertain an item with a new critique is, for the threshold that the others are measured for."""
    basis = basis_kept(connection)
    if basis is not None:
        _measure(connection, basis, _judged().where(items.c.id == item_id))


def _judged() -> Select[*tuple[Any, ...]]:
    return select(items.c.id, items.c.verifier_fingerprint, items.c.uncertainty, items.c.beliefs).where(
        items.c.beliefs.is_not(None)
    )


def _measure(connection: Connection, basis: Basis, wanted: Select[*tuple[Any, ...]]) -> None:
    settings = Profile(support_threshold=basis.support_threshold)
    body = select(profiles.c.body).where(profiles.c.id == basis.profile_id)
    chosen = _profile_of(connection.execute(body).scalar_one_or_none()) or settings
    change = update(items).where(items.c.id == bindparam("item")).values(uncertainty=bindparam("doubt"))
    for rows in connection.execute(wanted).partitions(_AT_ONCE):
        changed = list(_changed(rows, chosen, settings))
        if changed:
            connection.execute(change, changed)


def _changed(rows: Iterable[Row[*tuple[Any, ...]]], chosen: Profile, settings: Profile) -> Iterable[dict[str, Any]]:
    """The rows whose uncertainty is another; a profile decides on what its own verifier judged alone."""
    keys = {id(one): records.calibrator_key(one.calibrator) for one in (chosen, settings)}
    for row in rows:
        profile = chosen if chosen.verifier_fingerprint == row.verifier_fingerprint else settings
        beliefs = records.beliefs_of(row.beliefs)
        doubt = uncertainty(distances(beliefs.claims, profile, calibrated=beliefs.calibrator == keys[id(profile)]))
        if doubt != row.uncertainty:
            yield {"item": row.id, "doubt": doubt}


def _profile_of(body: str | None) -> Profile | None:
    """The profile in a body; ``None`` when it is none, or bound to no verifier, and so never decides."""
    try:
        tuned = _Tuned.model_validate_json(body or "")
    except ValidationError:
        return None
    if tuned.verifier_fingerprint is None:
        return None
    return Profile(support_threshold=tuned.threshold, **tuned.model_dump(exclude={"threshold"}))
