"""A decision may call several claims right at once, and may be on the whole answer."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the columns; no decision made before has either."""
    op.add_column(
        "decisions", sa.Column("confirmed", sa.Text(), comment="the claims that were called right together, JSON")
    )
    op.add_column("decisions", sa.Column("answer", sa.String(16), comment="what the reviewer says of the whole answer"))


def downgrade() -> None:
    """Remove the columns with what they hold."""
    op.drop_column("decisions", "answer")
    op.drop_column("decisions", "confirmed")
