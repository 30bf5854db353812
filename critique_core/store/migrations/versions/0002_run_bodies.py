"""A run keeps its critique whole where that differs from the one kept first under the same id."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the runs that there are rest on the critique of their id."""
    op.add_column("runs", sa.Column("body", sa.Text(), comment="the whole critique where another has its id, JSON"))


def downgrade() -> None:
    """Remove the column with what it holds."""
    op.drop_column("runs", "body")
