"""Steps of a reading transaction: rows of one item, as values."""

from pydantic import ValidationError
from sqlalchemy import Connection, RowMapping, Table, select

from critique_core.errors import StoreError
from critique_core.models import Critique, Decision, Run
from critique_core.store import records
from critique_core.store.tables import critiques, decisions, runs


def runs_of(connection: Connection, item_id: str) -> tuple[Run, ...]:
    """Return the item's runs, oldest first."""
    return tuple(records.run_of(row) for row in _of_item(connection, runs, item_id))


def decisions_of(connection: Connection, item_id: str) -> tuple[Decision, ...]:
    """Return the item's events in sequence."""
    return tuple(records.decision_of(row) for row in _of_item(connection, decisions, item_id))


def critique_by_id(connection: Connection, critique_id: str) -> Critique | None:
    """Read a whole critique; raises ``StoreError`` when it was written in a form that this code does not know."""
    body = connection.execute(select(critiques.c.body).where(critiques.c.id == critique_id)).scalar_one_or_none()
    if body is None:
        return None
    try:
        return Critique.model_validate_json(body)
    except ValidationError as error:
        raise StoreError(
            f"critique {critique_id}: was written in another form ({error.error_count()} fields do not fit); "
            "open it with the claimlens that wrote it, or check the request again"
        ) from error


def _of_item(connection: Connection, table: Table, item_id: str) -> list[RowMapping]:
    wanted = select(table).where(table.c.item_id == item_id).order_by(table.c.sequence)
    return list(connection.execute(wanted).mappings())
