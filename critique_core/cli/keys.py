"""``claimlens keys``: make, list and revoke keys of the HTTP API."""

import argparse
from typing import Any

from critique_core.cli.messages import complain, tell

_ROLES = ("reviewer", "lead", "admin")  # models.ROLES, whose import would make --help wait


def add_parser(commands: Any) -> None:
    """Add the command and its actions to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "keys",
        help="make and revoke keys of the HTTP API",
        description="Keys of the HTTP API (claimlens serve). Once one is made, every caller needs one; docs/http.md.",
        epilog="Example: claimlens keys make reporting",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    make = actions.add_parser(
        "make",
        help="make a key and print it; it is shown this once",
        description="Make a key and print it. Only a hash of it is kept, so it is shown this once. From the first key "
        "on every request needs one.",
        epilog="Example: claimlens keys make reporting",
    )
    make.add_argument("name", metavar="NAME", help="who calls with it; decisions are kept in this name")
    make.add_argument(
        "--role", choices=_ROLES, default=_ROLES[0],
        help="what it may do: a reviewer's key checks, decides and adds documents, a lead's also replaces and removes "
        "them; an admin's may all that comes later (reviewer unless set)",
    )  # fmt: skip
    actions.add_parser(
        "list",
        help="list the keys, without their secrets",
        description="List the keys: id, when each was made, whether it was revoked, role and name.",
        epilog="Example: claimlens keys list",
    )
    revoke = actions.add_parser(
        "revoke",
        help="end a key for good",
        description="End a key for good: the next request with it is refused. What was decided with it stays.",
        epilog="Example: claimlens keys revoke ID",
    )
    revoke.add_argument("id", metavar="ID", help="as the list shows it, or the whole key")


def run(chosen: argparse.Namespace) -> int:
    """Do what the arguments say with the store that the settings name; 0 when it worked."""
    from critique_core.settings import load_settings  # noqa: PLC0415 - loaded when the command runs
    from critique_core.store import Store  # noqa: PLC0415
    from critique_core.workbench.api_keys import key_id, make_key  # noqa: PLC0415

    with Store.open(load_settings().database_url, there=True) as store:
        if chosen.action == "make":
            print(make_key(store, chosen.name, chosen.role)[1])  # noqa: T201
        elif chosen.action == "list":
            for key in (keys := store.api_keys()):
                state = f"revoked {key.revoked_at:%Y-%m-%d %H:%M}" if key.revoked_at else "in use"
                tell(f"{key.id}  {key.created_at:%Y-%m-%d %H:%M}  {state}  {key.role}  {key.name}")
            if not keys:
                complain("no key was made")
        else:
            key = store.revoke_key(key_id(chosen.id))
            tell(f"revoked {key.id}, of {key.name}")
    return 0
