"""Keys of the HTTP API have a role."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. A key made before may do what it could: everything."""
    op.add_column("api_keys", sa.Column("role", sa.String(16), nullable=False, server_default="admin"))


def downgrade() -> None:
    """Remove the column: every key may do everything again."""
    op.drop_column("api_keys", "role")
