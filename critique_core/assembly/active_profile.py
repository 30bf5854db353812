"""The profile in use, for a face that otherwise needs no store: read where there is one, and nothing is ever made."""

from pathlib import Path
from typing import TYPE_CHECKING

from critique_core.assembly.critics import Critic
from critique_core.errors import FormatError, SettingsError, StoreError
from critique_core.settings import Settings

if TYPE_CHECKING:
    from critique_core.models import StoredProfile
    from critique_core.store import Store


def under_stored_profile(critic: Critic, settings: Settings) -> tuple[Critic, str | None]:
    """The critic under the profile that the settings' store has in use, as ``under_active_profile``.

    A SQLite file that is not there means no profile, and is not made. A store that cannot be read leaves the critic as
    it was, and the second value says why; so does one whose tables are not current, which is not upgraded here.
    Checking an answer waits two seconds for a database, no longer.
    """
    try:
        kept = stored_profile(settings)
    except StoreError as error:
        instead = f"until then claims count as supported from {critic.profile.support_threshold:g}, as in the settings"
        return critic, f"the profile in use cannot be read: {error}; {instead}"
    return _under(critic, kept)


def stored_profile(settings: Settings) -> "StoredProfile | None":
    """The profile that the settings' store has in use, for a critic that is made elsewhere, such as on a cluster.

    As ``under_stored_profile``, but raises ``StoreError`` for a store that cannot be read.
    """
    if _is_missing_file(settings.database_url):
        return None
    from critique_core.store import Store  # noqa: PLC0415 - where there is no store, nothing of it is loaded

    with Store.open_to_read(settings.database_url) as store:
        return store.active_profile()


def _is_missing_file(url: str) -> bool:
    """Whether the URL names a SQLite file that is not there; a database in memory is no file and holds nothing."""
    scheme, _, path = url.partition(":///")
    if not scheme.startswith("sqlite"):
        return False
    file = path.partition("?")[0]
    return not file or not Path(file).is_file()


def under_active_profile(critic: Critic, store: "Store") -> tuple[Critic, str | None]:
    """The critic under the profile that the store has in use; as it was, and why, when that one cannot be used.

    Raises ``StoreError`` when the store cannot be read.
    """
    return _under(critic, store.active_profile())


def _under(critic: Critic, kept: "StoredProfile | None") -> tuple[Critic, str | None]:
    if kept is None:
        return critic, None
    from critique_core.tuning.profiles import read_profile  # noqa: PLC0415 - only for whoever has tuned one

    try:
        return critic.under(read_profile(kept.body, file=f"profile {kept.name!r}")), None
    except (FormatError, SettingsError) as error:
        instead = f"until then claims count as supported from {critic.profile.support_threshold:g}, as in the settings"
        return critic, f"{error}; {instead}"
