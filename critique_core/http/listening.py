"""An address that a server of ours listens on."""

import socket

from critique_core.errors import InvalidInput

_LAST_PORT = 65_535


def check_port(port: int) -> None:
    """Refuse, with ``InvalidInput``, a number that is no port; the system would take it modulo 65,536."""
    if not 0 <= port <= _LAST_PORT:
        raise InvalidInput(f"--port {port}: a port is a number from 0 to {_LAST_PORT}")


def listen(host: str, port: int) -> socket.socket:
    """Listen at the address; port 0 takes a free one. Raises ``InvalidInput`` when it cannot be listened on."""
    check_port(port)
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        reason = str(getattr(error, "strerror", None) or error).partition(" (while")[0]
        raise InvalidInput(
            f"{host}, port {port}: cannot be listened on: {reason}; choose another --port or --host"
        ) from error


def in_url(host: str) -> str:
    """The host as an address holds it."""
    return f"[{host}]" if ":" in host else host
