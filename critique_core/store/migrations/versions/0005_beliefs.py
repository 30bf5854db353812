"""An item keeps what its uncertainty is measured from, and the store for which threshold it was measured."""

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_ITEMS = sa.table("items", sa.column("id"), sa.column("critique_id"), sa.column("beliefs"))
_CRITIQUES = sa.table("critiques", sa.column("id"), sa.column("body"))
_LENGTHS = ((60, "up to 60 characters"), (120, "61 to 120 characters"), (240, "121 to 240 characters"))


def upgrade() -> None:
    """Make the column and fill it for the critiques that there are; when the store is opened, it is measured."""
    op.create_table(
        "meta",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.add_column(
        "items", sa.Column("beliefs", sa.Text(), comment="what the latest critique's verifier believed of claims, JSON")
    )
    connection = op.get_bind()
    judged = sa.select(_ITEMS.c.id, _ITEMS.c.critique_id).where(_ITEMS.c.critique_id.is_not(None))
    for item_id, critique_id in connection.execute(judged).all():
        body = connection.execute(sa.select(_CRITIQUES.c.body).where(_CRITIQUES.c.id == critique_id)).scalar_one()
        beliefs = json.dumps(_beliefs(json.loads(body)))
        connection.execute(_ITEMS.update().where(_ITEMS.c.id == item_id).values(beliefs=beliefs))


def downgrade() -> None:
    """Remove the table and the column with what they hold."""
    op.drop_column("items", "beliefs")
    op.drop_table("meta")


def _beliefs(critique: dict[str, Any]) -> dict[str, Any]:
    profile: dict[str, Any] = critique.get("profile") or {}
    calibrator = profile.get("calibrator")
    key = hashlib.sha256(json.dumps(calibrator, sort_keys=True).encode()).hexdigest() if calibrator else None
    types = {source["id"]: source.get("type", "doc") for source in critique["request"]["sources"]}
    return {"calibrator": key, "claims": [_belief(claim, types) for claim in critique["claims"]]}


def _belief(claim: dict[str, Any], types: dict[str, str]) -> list[Any]:
    verdict: dict[str, Any] = claim.get("verdict") or {}
    evidence = [one for one in verdict.get("evidence") or () if one["source_id"] in types]
    strongest = max(evidence, key=lambda one: one["score"], default=None)
    kinds = {types[strongest["source_id"]]} if strongest else set(types.values())
    length = next((name for most, name in _LENGTHS if len(claim["text"]) <= most), "over 240 characters")
    given: dict[str, Any] = verdict.get("probabilities") or {}
    return [
        claim.get("probability"),
        given.get("supported"),
        kinds.pop() if len(kinds) == 1 else "mixed",
        claim.get("kind", "fact"),
        length,
    ]
