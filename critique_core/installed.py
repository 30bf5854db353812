"""Which version of Claimlens is installed."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _version_of


def installed_version() -> str:
    """The version, or ``(not installed)`` in a checkout that was never installed."""
    try:
        return _version_of("claimlens")
    except PackageNotFoundError:
        return "(not installed)"
