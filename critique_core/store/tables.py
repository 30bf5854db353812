"""The store's tables, as the migrations leave them.

``items`` carries what a list of reviews shows, so that listing never opens a critique; ``item_statuses`` and
``item_reviewers`` are what lists are filtered by. Critiques, runs and decisions are only ever added. Of decisions the
database sees to it itself, by triggers that migration 0008 made: it refuses to change one, and to remove one unless
``deleting`` names its item.

A critique's id covers what it says, not who judged or how long it took. The first of an id lies in ``critiques``; a
later one that differs in more than its timings lies in its run.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
)

VERSION_TABLE = "claimlens_version"


class UtcDateTime(TypeDecorator[datetime]):
    """A moment with its zone, in UTC on both sides; a moment without a zone is refused.

    SQLite keeps no zone, so the zone is put back on the way out.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Bring the moment to UTC."""
        if value is not None and value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give the moment its zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only when the key is declared INTEGER.
_Sequence = BigInteger().with_variant(Integer(), "sqlite")


def _item_key(**options: Any) -> Column[str]:
    return Column("item_id", String(32), ForeignKey("items.id"), nullable=False, **options)


critiques = Table(
    "critiques",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("claims", Text, nullable=False, comment="the claims without their verdicts, JSON"),
    Column("body", Text, nullable=False, comment="the whole critique, JSON"),
)

items = Table(
    "items",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("request_fingerprint", String(64), nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("source_group", Text),
    Column("imported_labels", Text, nullable=False, comment="JSON"),
    Column("state", String(16), nullable=False),
    Column("assignee", Text),
    Column("reserved_until", UtcDateTime),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("critique_id", Text, ForeignKey("critiques.id"), comment="the latest"),
    Column("draft_excerpt", Text, nullable=False),
    Column("recommendation", String(16)),
    Column("confidence", Float),
    Column("level", String(16)),
    Column("verifier_fingerprint", Text),
    Column("decided", Integer, nullable=False),
    Column("checkable", Integer, nullable=False),
    Column("search_text", Text, nullable=False, comment="title, query and draft, folded for search"),
    Column("number", Integer, comment="its place in the store, from 1"),
    Column("request", Text, comment="what is to be verified, JSON, until there is a critique that holds it"),
    Column("import_id", String(32)),
    Column("labels_complete", Boolean, nullable=False, server_default=false()),
    Column("gold", Boolean, nullable=False, server_default=false()),
    Column("flagged", Boolean, nullable=False, server_default=false()),
    Column("uncertainty", Float),
    Column("severity", Float),
    Column("disagreement", Float),
    Column("failure", Text, comment="why it could not be verified"),
    Column("verifying_until", UtcDateTime, comment="until when a process has it in hand"),
    Column("beliefs", Text, comment="what the latest critique's verifier believed of claims, JSON"),
    Index(None, "updated_at", "id"),
    Index(None, "created_at"),
    Index(None, "recommendation", "updated_at"),
    Index(None, "critique_id"),
    Index(None, "state", "number"),
    Index(None, "import_id"),
    Index(None, "number", unique=True),
)

item_statuses = Table(
    "item_statuses",
    metadata,
    _item_key(primary_key=True),
    Column("status", String(24), primary_key=True),
    Column("claims", Integer, nullable=False),
    Index(None, "status", "item_id"),
)

item_reviewers = Table(
    "item_reviewers",
    metadata,
    _item_key(primary_key=True),
    Column("reviewer", Text, primary_key=True),
    Column("submitted_at", UtcDateTime, comment="when the reviewer was last done with it"),
    Column("skipped_at", UtcDateTime),
    Index(None, "reviewer", "item_id"),
)

imports = Table(
    "imports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("format", String(40), nullable=False),
    Column("who", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("read", Integer, nullable=False),
    Column("imported", Integer, nullable=False),
    Column("duplicate", Integer, nullable=False),
    Column("rejected", Integer, nullable=False),
    Column("finished", Boolean, nullable=False),
)

profiles = Table(
    "profiles",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("body", Text, nullable=False, comment="the tuned profile, JSON"),
    Column("who", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("activated_at", UtcDateTime, comment="set on the one that is in use"),
)

meta = Table(
    "meta",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

guidelines = Table(
    "guidelines",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

deleting = Table(
    "deleting",
    metadata,
    Column("item_id", String(32), primary_key=True),
)
"""The reviews that are being deleted; empty between transactions."""

runs = Table(
    "runs",
    metadata,
    Column("sequence", _Sequence, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    _item_key(index=True),
    Column("critique_id", Text, ForeignKey("critiques.id"), nullable=False, index=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("who", Text, nullable=False),
    Column("run", Text, nullable=False, comment="timings, tokens and cache hits, JSON"),
    Column("body", Text, comment="the whole critique where another has its id, JSON"),
    Column("measures", Text, comment="what the run measured, JSON"),
    sqlite_autoincrement=True,
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", String(16), nullable=False, server_default="admin"),
    Column("digest", String(64), nullable=False, comment="SHA-256 of the secret, hexadecimal"),
    Column("created_at", UtcDateTime, nullable=False),
    Column("revoked_at", UtcDateTime),
)

decisions = Table(
    "decisions",
    metadata,
    Column("sequence", _Sequence, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    _item_key(index=True),
    Column("critique_id", Text, ForeignKey("critiques.id"), index=True),
    Column("claim_id", Text),
    Column("span_start", Integer),
    Column("span_end", Integer),
    Column("action", String(16), nullable=False),
    Column("status", String(24)),
    Column("text", Text),
    Column("evidence", Text, comment="JSON"),
    Column("note", Text),
    Column("reviewer", Text, nullable=False),
    Column("authenticated", Boolean, nullable=False),
    Column("seconds", Float),
    Column("shown", Text, comment="what the reviewer had in view, JSON"),
    Column("supersedes", String(32), ForeignKey("decisions.id"), index=True),
    Column("guideline", Text),
    Column("origin", String(16), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("confirmed", Text, comment="the claims that were called right together, JSON"),
    Column("answer", String(16), comment="what the reviewer says of the whole answer"),
    sqlite_autoincrement=True,
)
