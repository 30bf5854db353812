"""The database itself refuses to change or remove a decision, unless its whole review is being deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_REFUSAL = "decisions are only ever added"

_SQLITE = {
    "decisions_not_changed": "UPDATE ON decisions",
    "decisions_not_removed": "DELETE ON decisions WHEN NOT EXISTS"
    " (SELECT 1 FROM deleting WHERE deleting.item_id = OLD.item_id)",
    # INSERT OR REPLACE removes the row in its way without asking the trigger above.
    "decisions_not_replaced": "INSERT ON decisions WHEN EXISTS"
    " (SELECT 1 FROM decisions WHERE sequence = NEW.sequence OR id = NEW.id)",
}
_POSTGRESQL = {
    "decisions_kept": "UPDATE OR DELETE ON decisions FOR EACH ROW",
    "decisions_not_emptied": "TRUNCATE ON decisions FOR EACH STATEMENT",
}
_FUNCTION = """
CREATE FUNCTION claimlens_keep_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT 1 FROM deleting WHERE deleting.item_id = OLD.item_id) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'decisions are only ever added' USING ERRCODE = 'restrict_violation';
END $$
"""


def upgrade() -> None:
    """Make the table that names what is being deleted, and the triggers that look into it."""
    op.create_table("deleting", sa.Column("item_id", sa.String(32), primary_key=True))
    if op.get_bind().dialect.name == "sqlite":
        for name, when in _SQLITE.items():
            op.execute(f"CREATE TRIGGER {name} BEFORE {when} BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END")
        return
    op.execute(_FUNCTION)
    for name, when in _POSTGRESQL.items():
        op.execute(f"CREATE TRIGGER {name} BEFORE {when} EXECUTE FUNCTION claimlens_keep_decisions()")


def downgrade() -> None:
    """Remove the triggers and their table."""
    if op.get_bind().dialect.name == "sqlite":
        for name in _SQLITE:
            op.execute(f"DROP TRIGGER {name}")
    else:
        for name in _POSTGRESQL:
            op.execute(f"DROP TRIGGER {name} ON decisions")
        op.execute("DROP FUNCTION claimlens_keep_decisions()")
    op.drop_table("deleting")
