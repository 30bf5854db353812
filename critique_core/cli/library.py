"""``claimlens library``: add files and folders to the source library, list, search and remove what it holds.

Exit codes: 0 all went well, 1 some file was refused, 2 an argument, the settings or the library could not be used.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from critique_core.cli.messages import tell
from critique_core.cli.parser import count
from critique_core.errors import InvalidInput

if TYPE_CHECKING:  # imported when the command needs them, so that --help answers at once
    from critique_core.library import Addition, Library

_PAGE = 50
_EXCERPT = 300


def add_parser(commands: Any) -> None:
    """Add ``library`` and its actions to the commands of ``claimlens`` (what ``add_subparsers`` returned)."""
    parser = commands.add_parser(
        "library",
        help="keep a library of sources",
        description="Keep a library of sources on disk, which corrective retrieval searches.",
        epilog="Example: claimlens library add docs",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = actions.add_parser(
        "add",
        help="add files and folders; changed files are updated, unchanged ones skipped",
        description="Add files and folders to the library. A file that changed since is read again, one that did not "
        "is passed over. Exit code 1 when a file was refused.",
        epilog="Example: claimlens library add docs",
    )
    add.add_argument(
        "path", nargs="+", type=Path, metavar="FILE_OR_FOLDER", help="a document, or a folder with all below it"
    )
    listing = actions.add_parser(
        "list",
        help="list the documents, by name",
        description="List the documents of the library by name, each with its id.",
        epilog="Example: claimlens library list --limit 5",
    )
    listing.add_argument("words", nargs="*", metavar="WORD", help="only documents whose name or path holds every word")
    listing.add_argument("--offset", type=int, default=0, help="documents to leave out at the beginning")
    listing.add_argument("--limit", type=count, default=_PAGE, help=f"most documents to list ({_PAGE} unless set)")
    search = actions.add_parser(
        "search",
        help="find passages",
        description="Find the passages of the library about something, best first. Words count in any form.",
        epilog="Example: claimlens library search timeout",
    )
    search.add_argument("query", nargs="+", metavar="QUERY", help="words or a question")
    search.add_argument("--limit", type=count, default=8, help="most passages to show (8 unless set)")
    remove = actions.add_parser(
        "remove",
        help="take documents out; the files themselves stay",
        description="Take documents out of the library. Their files stay, and so does what was quoted from them.",
        epilog="Example: claimlens library remove ID",
    )
    remove.add_argument("id", nargs="+", metavar="ID", help="as the list shows it")


def run(chosen: argparse.Namespace) -> int:
    """Do what the arguments say with the library that the settings name; returns the exit code."""
    from critique_core.library import Library  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    path = load_settings().library_path
    if chosen.action != "add" and not path.exists():
        raise InvalidInput(f"{path}: there is no library; correct library_path, or make it: claimlens library add FILE")
    given: list[Path] = chosen.path if chosen.action == "add" else []
    gone = [one for one in given if not one.exists()]
    for one in gone:
        _complain(f"{one}: there is no such file or folder")
    if given and len(gone) == len(given):  # no library is made for names that are mistyped
        return 2
    with Library.open(path) as library:
        if given:
            return max(_add(library, [one for one in given if one not in gone]), 2 if gone else 0)
        if chosen.action == "list":
            return _list(library, " ".join(chosen.words), chosen.offset, chosen.limit)
        if chosen.action == "search":
            return _search(library, " ".join(chosen.query), chosen.limit)
        return _remove(library, chosen.id)


def _add(library: "Library", paths: list[Path]) -> int:
    refused = 0
    for path in paths:
        added = library.add_folder(path, _show_progress) if path.is_dir() else library.add_file(path)
        _report(added)
        refused += len(added.refused)
    return 1 if refused else 0


def _show_progress(done: int, total: int, _file: str) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} files", end=end, file=sys.stderr, flush=True)  # noqa: T201


def _report(added: "Addition") -> None:
    tell(f"added {len(added.added)}, updated {len(added.updated)}, unchanged {len(added.skipped)}, "
         f"refused {len(added.refused)}, passed over {len(added.passed_over)}")  # fmt: skip
    for refusal in added.refused:
        _complain(refusal.reason if refusal.name in refusal.reason else f"{refusal.name}: {refusal.reason}")
    for refusal in added.passed_over:
        tell(f"passed over {refusal.name}: {refusal.reason}")
    for name in added.missing:
        tell(f"no longer there, still in the library: {name}; take it out with claimlens library remove ID")


def _list(library: "Library", words: str, offset: int, limit: int) -> int:
    found = library.documents(words, offset, limit)
    for entry in found:
        pages = f", {entry.pages} pages" if entry.pages else ""
        tell(f"{entry.id}  {entry.title}  ({entry.characters:,} characters{pages})  {entry.path or entry.url or ''}")
    tell(f"{len(found)} shown, {library.count} in the library")
    return 0


def _search(library: "Library", query: str, limit: int) -> int:
    found = library.search(query, limit)
    for passage in found:
        page = f", page {passage.page}" if passage.page else ""
        section = f", {passage.section}" if passage.section else ""
        tell(f"{passage.relevance_score:.2f}  {passage.name}{page}{section}  [{passage.id}]")
        text = " ".join(passage.content.split())
        tell("      " + (text if len(text) <= _EXCERPT else text[:_EXCERPT] + " …"))
    if not found:
        tell("nothing found; try other words, or add documents that say it")
    return 0


def _remove(library: "Library", ids: list[str]) -> int:
    code = 0
    for document_id in ids:
        try:
            library.remove(document_id)
        except InvalidInput as error:
            _complain(str(error))
            code = 2
        else:
            tell(f"removed {document_id}")
    return code


def _complain(line: str) -> None:
    from critique_core.text.harmless import harmless  # noqa: PLC0415

    print(f"claimlens: {harmless(' '.join(line.split()))}", file=sys.stderr)  # noqa: T201
