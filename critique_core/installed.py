"""What is installed: the version of Claimlens, and which of its extras."""

import re
from importlib.metadata import PackageNotFoundError, requires
from importlib.metadata import version as _version_of

_REQUIREMENT = re.compile(r"""([\w.-]+)(?:\[([\w-]+)])?.*\bextra == ['"]([\w-]+)['"]""")
_OWN = "claimlens"


def installed_version() -> str:
    """The version, or ``(not installed)`` in a checkout that was never installed."""
    try:
        return _version_of(_OWN)
    except PackageNotFoundError:
        return "(not installed)"


def missing_by_extra() -> dict[str, tuple[str, ...]]:
    """The packages that each extra lacks, by the extra's name; empty in a checkout that was never installed."""
    try:
        written = requires(_OWN) or []
    except PackageNotFoundError:
        return {}
    wanted: dict[str, list[tuple[str, str | None]]] = {}
    for line in written:
        if found := _REQUIREMENT.match(line):
            package, inner, extra = found.groups()
            wanted.setdefault(extra, []).append((package, inner))
    return {extra: tuple(_missing(extra, wanted)) for extra in sorted(wanted)}


def _missing(extra: str, wanted: dict[str, list[tuple[str, str | None]]]) -> list[str]:
    missing: list[str] = []
    for package, inner in wanted[extra]:
        if package == _OWN:
            missing += _missing(inner, wanted) if inner in wanted else []
        elif not _is_there(package):
            missing.append(package)
    return missing


def _is_there(package: str) -> bool:
    try:
        return bool(_version_of(package))
    except PackageNotFoundError:
        return False
