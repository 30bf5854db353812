"""Keys for programs that call the HTTP API; of a key's secret only a digest is kept."""

import sqlalchemy as sa
from alembic import op

from critique_core.store.tables import UtcDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256 of the secret, hexadecimal"),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("revoked_at", UtcDateTime()),
    )


def downgrade() -> None:
    """Remove the table with its keys."""
    op.drop_table("api_keys")
