"""Reviews kept in SQLite or PostgreSQL: ``Store`` and what its lists and files hold."""

from critique_core.models import QueueOrder
from critique_core.store.database import missing_file, require_kept
from critique_core.store.export import ReviewExport
from critique_core.store.queue import QueueFilter, QueuePage, QueueRow
from critique_core.store.search import ReviewFilter, ReviewPage, ReviewSummary
from critique_core.store.store import Store

__all__ = [
    "QueueFilter",
    "QueueOrder",
    "QueuePage",
    "QueueRow",
    "ReviewExport",
    "ReviewFilter",
    "ReviewPage",
    "ReviewSummary",
    "Store",
    "missing_file",
    "require_kept",
]
