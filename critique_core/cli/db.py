"""``claimlens db``: care for the database of reviews: upgrade, back up, restore, move to PostgreSQL, check.

Exit codes: 0 all went well, 1 the check found something, 2 the arguments, settings or database could not be used.
"""

import argparse
from pathlib import Path
from typing import Any

from critique_core.cli.messages import tell

_WHICH = "the database at URL, or the SQLite FILE, in place of the one that the settings name"
_CARE = """examples:
  claimlens db check                              is all well with the database that the settings name?
  claimlens db backup reviews-monday.sqlite3      the whole of it in one file, while others go on working
  claimlens db restore reviews-monday.sqlite3     into the empty database that the settings name
  claimlens db move claimlens.sqlite3 postgresql://user@host/claimlens
                                                  from one machine to a team's server; then set database_url to it

A password is best kept in ~/.pgpass or PGPASSWORD: other users of a machine can see a command's arguments.
Example: claimlens db upgrade
"""


def add_parser(commands: Any) -> None:
    """Add ``db`` and its actions to the commands of ``claimlens`` (what ``add_subparsers`` returned)."""
    parser = commands.add_parser(
        "db",
        help="upgrade, back up, restore, move and check the database of reviews",
        description="Care for the database of reviews, SQLite or PostgreSQL: the one that database_url in the settings "
        "names, else the file in your data folder. The source library is another file, kept by claimlens library.",
        epilog=_CARE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _action(actions, "upgrade", "bring the tables up to date", "Bring the tables up to date with this claimlens, or "
            "make them. The app does so when it opens the database; this does it without the app, and says from which "
            "version to which. Back up first: an older claimlens does not read newer tables.")  # fmt: skip
    backup = _action(actions, "backup", "write the whole database to one new file", "Write the whole database, as it "
                     "is at one moment, to a new SQLite file, of PostgreSQL too. Others may read and write meanwhile. "
                     "A file that is there is never replaced.")  # fmt: skip
    backup.add_argument("file", type=Path, metavar="FILE", help="a new file, such as reviews-2026-11-26.sqlite3")
    restore = _action(actions, "restore", "put a backup into an empty database", "Copy a backup, or any SQLite file of "
                      "reviews, into an empty database, SQLite or PostgreSQL, and compare each table. A database that "
                      "holds anything is refused. The backup stays as it is, also when it is of an older "
                      "claimlens.")  # fmt: skip
    restore.add_argument("file", type=Path, metavar="FILE", help="as backup wrote it")
    move = actions.add_parser("move", help="copy a SQLite database to PostgreSQL", description="Copy every row of a "
                              "SQLite database into an empty PostgreSQL database, with its ids, numbers and times, and "
                              "compare each table. The SQLite file stays as it is; stop the app first, as what is "
                              "decided meanwhile stays there, and set database_url afterwards.",
                              epilog="Example: claimlens db move claimlens.sqlite3 "
                              "postgresql://user@host/claimlens")  # fmt: skip
    move.add_argument("sqlite", metavar="SQLITE", help="a file, or its address sqlite:///FILE")
    move.add_argument("postgres", metavar="POSTGRES", help="postgresql://user@host/name, made with createdb and empty")
    _action(actions, "check", "say what is wrong with the database", "Go through the whole database, changing nothing: "
            "version of the tables, the file itself, references, the triggers that keep decisions, checksums of claims "
            "and quotes in their texts, and decisions whose claim is not there. Exit code 1 if anything is "
            "wrong.")  # fmt: skip


def run(chosen: argparse.Namespace) -> int:
    """Do what the arguments say; returns the exit code."""
    from critique_core.store import backups  # noqa: PLC0415 - imported when a command runs, so that --help answers at once

    if chosen.action == "move":
        counts = backups.move(backups.sqlite_file(chosen.sqlite), chosen.postgres)
        tell(f"moved {_told(counts)}; set database_url to it")
        return 0
    url = _url(chosen.database)
    if chosen.action == "upgrade":
        before, now = backups.upgrade(url)
        tell(
            f"{_named(url)}: the tables have version {now}"
            + (", as before" if before == now else f", {_before(before)}")
        )
    elif chosen.action == "backup":
        tell(f"{chosen.file}: {_told(backups.back_up(url, chosen.file))}")
    elif chosen.action == "restore":
        tell(f"restored {_told(backups.put_back(chosen.file, url))}, into {_named(url)}")
    else:
        return _check(url)
    return 0


def _action(actions: Any, name: str, summary: str, description: str) -> argparse.ArgumentParser:
    shown = f"Example: claimlens db {name}" + (" reviews-monday.sqlite3" if name in ("backup", "restore") else "")
    action: argparse.ArgumentParser = actions.add_parser(name, help=summary, description=description, epilog=shown)
    action.add_argument("--database", metavar="URL_OR_FILE", help=_WHICH)
    return action


def _url(named: str | None) -> str | None:
    from critique_core.settings import load_settings  # noqa: PLC0415

    if named is None:
        return load_settings().database_url
    return named if "://" in named else f"sqlite:///{named}"


def _check(url: str | None) -> int:
    from critique_core.store.checking import faults  # noqa: PLC0415

    found = 0
    for fault in faults(url):
        found += 1
        tell(fault)
    tell(f"{found} faults found" if found > 1 else "1 fault found" if found else "all is well")
    return 1 if found else 0


def _named(url: str | None) -> str:
    from critique_core.store.database import checked_url, shown  # noqa: PLC0415

    return shown(checked_url(url))


def _before(version: str | None) -> str:
    return "made now" if version is None else f"before {version}"


def _told(counts: dict[str, int]) -> str:
    told = ((counts.get(table, 0), table) for table in ("items", "critiques", "runs", "decisions"))
    return ", ".join(f"{count:,} {table.removesuffix('s') if count == 1 else table}" for count, table in told)
