"""A run's measures say who judged, under which profile, and how many claims are contradicted."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_RUNS = sa.table("runs", sa.column("sequence"), sa.column("critique_id"), sa.column("body"), sa.column("measures"))
_CRITIQUES = sa.table("critiques", sa.column("id"), sa.column("body"))


def upgrade() -> None:
    """Add the fields to the measures that there are."""
    connection = op.get_bind()
    bodies = sa.select(_RUNS.c.measures, _RUNS.c.body, _CRITIQUES.c.body.label("first")).join_from(
        _RUNS, _CRITIQUES, _RUNS.c.critique_id == _CRITIQUES.c.id
    )
    for sequence in _measured(connection):
        row = connection.execute(bodies.where(_RUNS.c.sequence == sequence)).one()
        _put(connection, sequence, json.loads(row.measures) | _provenance(json.loads(row.body or row.first)))


def downgrade() -> None:
    """Take the fields out again."""
    connection = op.get_bind()
    for sequence in _measured(connection):
        text = connection.execute(sa.select(_RUNS.c.measures).where(_RUNS.c.sequence == sequence)).scalar_one()
        kept = {k: v for k, v in json.loads(text).items() if k not in ("contradicted", "verifier", "profile")}
        _put(connection, sequence, kept)


def _measured(connection: sa.Connection) -> list[int]:
    wanted = sa.select(_RUNS.c.sequence).where(_RUNS.c.measures.is_not(None))
    return list(connection.execute(wanted).scalars())


def _put(connection: sa.Connection, sequence: int, measures: dict[str, Any]) -> None:
    connection.execute(_RUNS.update().where(_RUNS.c.sequence == sequence).values(measures=json.dumps(measures)))


def _provenance(critique: dict[str, Any]) -> dict[str, Any]:
    profile: dict[str, Any] | None = critique.get("profile")
    label = profile and profile["name"]
    if profile and profile.get("verifier_fingerprint") is not None:
        label = f"{profile['name']}, {profile['support_threshold']:.2f}"
    return {
        "contradicted": sum(claim["status"] == "contradicted" for claim in critique["claims"]),
        "verifier": critique["verifier"]["fingerprint"],
        "profile": label,
    }
