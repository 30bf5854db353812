"""Steps of a transaction that deletes a whole review: the one way by which decisions leave the store."""

from sqlalchemy import Connection, delete, insert, select

from critique_core.store.tables import (
    critiques,
    decisions,
    deleting,
    item_reviewers,
    item_statuses,
    items,
    runs,
)


def delete_item(connection: Connection, item_id: str) -> None:
    """Remove the item with its runs and decisions, and the critiques that no other item uses.

    The database lets decisions go only while ``deleting`` names their item, which it does until this returns.
    """
    used = select(runs.c.critique_id).where(runs.c.item_id == item_id)
    candidates = set(connection.execute(used).scalars())
    connection.execute(insert(deleting).values(item_id=item_id))
    for table in (decisions, runs, item_statuses, item_reviewers):
        connection.execute(delete(table).where(table.c.item_id == item_id))
    connection.execute(delete(items).where(items.c.id == item_id))
    connection.execute(delete(deleting).where(deleting.c.item_id == item_id))
    for table in (runs, decisions):
        still_used = select(table.c.critique_id).where(table.c.critique_id.in_(candidates))
        candidates -= set(connection.execute(still_used).scalars())
    connection.execute(delete(critiques).where(critiques.c.id.in_(candidates)))
