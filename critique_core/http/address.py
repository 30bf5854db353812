"""What an address and a key must be like before anything is sent to a server."""

import ipaddress
from urllib.parse import urlsplit

from critique_core.errors import SettingsError


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
