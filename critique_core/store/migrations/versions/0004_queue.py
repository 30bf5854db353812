"""Items can be imported before they are verified, queued, reserved, flagged and submitted; guidelines have versions."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from critique_core.store.tables import UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_SWITCHES = ("labels_complete", "gold", "flagged")
_ITEMS = sa.table("items", sa.column("id"), sa.column("created_at"), sa.column("number"))


def upgrade() -> None:
    """Make the new tables and columns, and number the items that there are by their age."""
    _new_tables()
    for column in ("submitted_at", "skipped_at"):
        comment = "when the reviewer was last done with it" if column == "submitted_at" else None
        op.add_column("item_reviewers", sa.Column(column, UtcDateTime(), comment=comment))
    for column in _new_columns():
        op.add_column("items", column)
    _number_items()
    op.create_index("ix_items_number", "items", ["number"], unique=True)
    op.create_index("ix_items_state_number", "items", ["state", "number"])
    op.create_index("ix_items_import_id", "items", ["import_id"])


def downgrade() -> None:
    """Remove what was added, with what it holds."""
    for name in ("number", "state_number", "import_id"):
        op.drop_index(f"ix_items_{name}", "items")
    for column in _new_columns():
        op.drop_column("items", column.name)
    for name in ("submitted_at", "skipped_at"):
        op.drop_column("item_reviewers", name)
    op.drop_table("profiles")
    op.drop_table("guidelines")
    op.drop_table("imports")


def _new_columns() -> tuple["sa.Column[Any]", ...]:
    """Columns that SQLite can add where they are: a new table in the old one's place would lose what refers to it."""
    return (
        sa.Column("number", sa.Integer(), comment="its place in the store, from 1"),
        sa.Column(
            "request", sa.Text(), comment="what is to be verified, JSON, until there is a critique that holds it"
        ),
        sa.Column("import_id", sa.String(32)),
        *(sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()) for name in _SWITCHES),
        *(sa.Column(name, sa.Float()) for name in ("uncertainty", "severity", "disagreement")),
        sa.Column("failure", sa.Text(), comment="why it could not be verified"),
        sa.Column("verifying_until", UtcDateTime(), comment="until when a process has it in hand"),
    )


def _new_tables() -> None:
    counts = [sa.Column(name, sa.Integer(), nullable=False) for name in ("read", "imported", "duplicate", "rejected")]
    op.create_table(
        "imports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("format", sa.String(40), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        *counts,
        sa.Column("finished", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="the tuned profile, JSON"),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("activated_at", UtcDateTime(), comment="set on the one that is in use"),
    )
    op.create_table(
        "guidelines",
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
    )


def _number_items() -> None:
    connection = op.get_bind()
    oldest_first = sa.select(_ITEMS.c.id).order_by(_ITEMS.c.created_at, _ITEMS.c.id)
    for number, item_id in enumerate(connection.execute(oldest_first).scalars().all(), start=1):
        connection.execute(_ITEMS.update().where(_ITEMS.c.id == item_id).values(number=number))
