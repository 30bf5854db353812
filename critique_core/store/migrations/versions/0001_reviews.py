"""Items, critiques, runs and decisions, with what lists of reviews show and are filtered by."""

import sqlalchemy as sa
from alembic import op

from critique_core.store.tables import UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make all tables."""
    _critiques()
    _items()
    _item_filters()
    _runs()
    _decisions()


def downgrade() -> None:
    """Remove all tables with what they hold."""
    for table in ("decisions", "runs", "item_reviewers", "item_statuses", "items", "critiques"):
        op.drop_table(table)


def _critiques() -> None:
    op.create_table(
        "critiques",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("claims", sa.Text(), nullable=False, comment="the claims without their verdicts, JSON"),
        sa.Column("body", sa.Text(), nullable=False, comment="the whole critique, JSON"),
    )


def _items() -> None:
    op.create_table(
        "items",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("request_fingerprint", sa.String(64), nullable=False, unique=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("source_group", sa.Text()),
        sa.Column("imported_labels", sa.Text(), nullable=False, comment="JSON"),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("assignee", sa.Text()),
        sa.Column("reserved_until", UtcDateTime()),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("critique_id", sa.Text(), sa.ForeignKey("critiques.id"), comment="the latest"),
        sa.Column("draft_excerpt", sa.Text(), nullable=False),
        sa.Column("recommendation", sa.String(16)),
        sa.Column("confidence", sa.Float()),
        sa.Column("level", sa.String(16)),
        sa.Column("verifier_fingerprint", sa.Text()),
        sa.Column("decided", sa.Integer(), nullable=False),
        sa.Column("checkable", sa.Integer(), nullable=False),
        sa.Column("search_text", sa.Text(), nullable=False, comment="title, query and draft, folded for search"),
    )
    op.create_index("ix_items_updated_at_id", "items", ["updated_at", "id"])
    op.create_index("ix_items_created_at", "items", ["created_at"])
    op.create_index("ix_items_recommendation_updated_at", "items", ["recommendation", "updated_at"])
    op.create_index("ix_items_critique_id", "items", ["critique_id"])


def _item_filters() -> None:
    op.create_table(
        "item_statuses",
        sa.Column("item_id", sa.String(32), sa.ForeignKey("items.id"), primary_key=True),
        sa.Column("status", sa.String(24), primary_key=True),
        sa.Column("claims", sa.Integer(), nullable=False),
    )
    op.create_index("ix_item_statuses_status_item_id", "item_statuses", ["status", "item_id"])
    op.create_table(
        "item_reviewers",
        sa.Column("item_id", sa.String(32), sa.ForeignKey("items.id"), primary_key=True),
        sa.Column("reviewer", sa.Text(), primary_key=True),
    )
    op.create_index("ix_item_reviewers_reviewer_item_id", "item_reviewers", ["reviewer", "item_id"])


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("sequence", _SEQUENCE, primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("item_id", sa.String(32), sa.ForeignKey("items.id"), nullable=False),
        sa.Column("critique_id", sa.Text(), sa.ForeignKey("critiques.id"), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("run", sa.Text(), nullable=False, comment="timings, tokens and cache hits, JSON"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_runs_item_id", "runs", ["item_id"])
    op.create_index("ix_runs_critique_id", "runs", ["critique_id"])


def _decisions() -> None:
    op.create_table(
        "decisions",
        sa.Column("sequence", _SEQUENCE, primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("item_id", sa.String(32), sa.ForeignKey("items.id"), nullable=False),
        sa.Column("critique_id", sa.Text(), sa.ForeignKey("critiques.id")),
        sa.Column("claim_id", sa.Text()),
        sa.Column("span_start", sa.Integer()),
        sa.Column("span_end", sa.Integer()),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("status", sa.String(24)),
        sa.Column("text", sa.Text()),
        sa.Column("evidence", sa.Text(), comment="JSON"),
        sa.Column("note", sa.Text()),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("authenticated", sa.Boolean(), nullable=False),
        sa.Column("seconds", sa.Float()),
        sa.Column("shown", sa.Text(), comment="what the reviewer had in view, JSON"),
        sa.Column("supersedes", sa.String(32), sa.ForeignKey("decisions.id")),
        sa.Column("guideline", sa.Text()),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sqlite_autoincrement=True,
    )
    for column in ("item_id", "critique_id", "supersedes"):
        op.create_index(f"ix_decisions_{column}", "decisions", [column])
