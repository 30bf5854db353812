"""What a command writes must not take the place of what it reads."""

from pathlib import Path

from critique_core.errors import InvalidInput


def keep_input(read: str | Path, written: str | Path) -> None:
    """Refuse, with ``InvalidInput``, to write the file that is read: it would be lost."""
    if Path(read).is_file() and Path(read).resolve() == Path(written).resolve():
        raise InvalidInput(f"{written}: is the file that is read, which would be lost; name another file to write")
