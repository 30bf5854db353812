"""Reviews kept in SQLite or PostgreSQL: ``Store`` and what its lists and files hold."""

from critique_core.store.search import ReviewFilter, ReviewPage, ReviewSummary
from critique_core.store.store import ReviewExport, Store

__all__ = ["ReviewExport", "ReviewFilter", "ReviewPage", "ReviewSummary", "Store"]
