"""What an address and a key must be like before anything is sent to a server, and what of them may be shown."""

import ipaddress
import re
from urllib.parse import urlsplit

from critique_core.errors import SettingsError

# To the last @ before the parameters: an address that is written wrongly may have more than one, and a / too.
_PASSWORD = re.compile(r"(?<!/)(//[^/?#:@]*:)(?:[^?]*|.*)@", re.DOTALL)
_PASSWORD_PARAMETER = re.compile(r"([?&](?:ssl)?password=)[^&#]*", re.IGNORECASE)


def host_of(url: str) -> str:
    """The host that ``url`` names. Raises ``SettingsError``, without showing a password, when it cannot be used."""
    shown = "(hidden, as it holds an @)" if "@" in url else repr(url)
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise SettingsError(f"the address {shown} cannot be read: {error}") from None
    if parts.username or parts.password:
        raise SettingsError(f"the address of {host} holds a user or password; give the key by itself")
    if parts.scheme not in ("http", "https") or not host or not host.isprintable() or " " in host:
        raise SettingsError(f"the address {shown} must begin with http:// or https:// and name a host")
    if parts.query or parts.fragment:
        raise SettingsError(f"the address of {host} must end before '?' and '#'; give the key by itself")
    return host


def without_password(address: str) -> str:
    """The address to show: a password in it is hidden, also where the rest of the address cannot be read."""
    return _PASSWORD_PARAMETER.sub(r"\1****", _PASSWORD.sub(r"\1****@", address))


def is_this_machine(host: str) -> bool:
    """Whether ``host`` is a loopback address or its usual name."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def usable_key(key: str | None, url: str) -> str | None:
    """The key as it was given. Raises ``SettingsError``, without showing it, when no header can hold it."""
    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise SettingsError(f"the key for {url} holds white space or characters that no key has; copy it again")
    return key or None
