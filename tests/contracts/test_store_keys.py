"""Keys of the HTTP API as both databases keep them."""

from alembic import command

from critique_core.store import Store
from critique_core.store.database import Database, _config


def test_a_key_keeps_its_name_and_role(store: Store) -> None:
    made = store.add_key("reporting", "lead", "0" * 64)
    assert store.api_keys() == (made,)
    assert store.key_with_digest(made.id) == (made, "0" * 64)
    assert (made.name, made.role) == ("reporting", "lead")


def test_a_key_of_before_roles_may_do_what_it_could(url: str) -> None:
    with Store.open(url) as store:
        made = store.add_key("reporting", "reviewer", "0" * 64)
    database = Database(url)
    with database.writing() as connection:
        command.downgrade(_config(connection), "0009")
    database.close()
    with Store.open(url) as store:
        [key] = store.api_keys()
        assert (key.id, key.name, key.role) == (made.id, "reporting", "admin")
