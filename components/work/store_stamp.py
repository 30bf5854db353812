"""A key for results computed from the store: it changes whenever the store does."""

from collections.abc import Hashable

from critique_core.store import ReviewFilter, Store


def stamp(store: Store) -> Hashable:
    """Changes whenever a decision is made, an answer is judged or an item deleted. Raises ``StoreError``."""
    page = store.search(ReviewFilter(limit=1))
    return page.total, page.rows[0].updated_at if page.rows else None
