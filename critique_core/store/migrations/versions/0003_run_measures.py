"""A run keeps what it measured, so that metrics never open a critique."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_RUNS = sa.table("runs", sa.column("sequence"), sa.column("critique_id"), sa.column("run"), sa.column("body"),
                 sa.column("measures"))  # fmt: skip
_CRITIQUES = sa.table("critiques", sa.column("id"), sa.column("body"))


def upgrade() -> None:
    """Add the column and fill it for the runs that there are."""
    op.add_column("runs", sa.Column("measures", sa.Text(), comment="what the run measured, JSON"))
    connection = op.get_bind()
    for sequence in connection.execute(sa.select(_RUNS.c.sequence)).scalars().all():
        wanted = sa.select(_RUNS.c.run, _RUNS.c.body, _CRITIQUES.c.body.label("first")).join_from(
            _RUNS, _CRITIQUES, _RUNS.c.critique_id == _CRITIQUES.c.id
        )
        row = connection.execute(wanted.where(_RUNS.c.sequence == sequence)).one_or_none()
        if row is not None:
            measures = json.dumps(_measures(json.loads(row.body or row.first), json.loads(row.run)))
            connection.execute(_RUNS.update().where(_RUNS.c.sequence == sequence).values(measures=measures))


def downgrade() -> None:
    """Remove the column with what it holds."""
    op.drop_column("runs", "measures")


def _measures(critique: dict[str, Any], run: dict[str, Any]) -> dict[str, Any]:
    stages: list[dict[str, Any]] = run.get("stages") or []
    return {
        "claims": len(critique["claims"]),
        "checked": critique["metadata"]["facts_checked"],
        "hallucination_score": critique["scores"].get("hallucination_score"),
        "needs_revision": critique["needs_revision"],
        "revised": critique.get("revised_draft") is not None,
        "confidence": critique["confidence"],
        "confidence_reason": critique.get("confidence_reason"),
        "milliseconds": sum(stage["milliseconds"] for stage in stages) if stages else None,
    }
