"""JSON sent to a server and its JSON back: bounded in time and size, tried again where that can help."""

import email.utils
import ipaddress
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import urlsplit

import httpx2

from critique_core.errors import ModelError, SettingsError

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_REMEDIES = {
    400: "check the model's name and how long a text it reads",
    401: "check the key",
    403: "check the key and what it allows",
    404: "check the address and that the server has the model",
    413: "send fewer or shorter texts",
    429: "wait, or ask for a higher limit",
}
_QUOTED = 300


@dataclass(frozen=True, slots=True)
class Patience:
    """How long and how often a server is asked.

    Times are seconds: ``connect`` to reach it, ``read`` between two parts of an answer, ``whole`` for one answer. It is
    tried ``attempts`` times; a pause doubles from ``pause`` up to ``longest_pause``, and a server that asks for a
    longer one is not waited for. ``answer_bytes`` bounds an answer.
    """

    connect: float = 5.0
    read: float = 60.0
    whole: float = 300.0
    attempts: int = 4
    pause: float = 0.5
    longest_pause: float = 30.0
    answer_bytes: int = 64 * 1024 * 1024


class JsonEndpoint:
    """One address that takes JSON by POST. The key goes into the header ``Authorization`` and nowhere else."""

    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        patience: Patience | None = None,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Nothing is sent yet. Raises ``SettingsError`` for an address that cannot be used."""
        self.url = url
        self._patience = patience or Patience()
        self._sleep = sleep
        self._key = _usable_key(api_key, url)
        # What runs on this machine is never behind the proxy that the environment names.
        local = _is_local(_host(url))
        timeout = httpx2.Timeout(self._patience.read, connect=self._patience.connect)
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        self._client = httpx2.Client(timeout=timeout, headers=headers, transport=transport, trust_env=not local)

    def post(self, content: dict[str, Any]) -> Any:
        """The decoded answer. Raises ``ModelError`` naming the address, what went wrong and what to do."""
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._once(content)
            except _Passing as trouble:
                pause = self._pause(attempt, trouble.wanted)
                if attempt >= self._patience.attempts or pause > self._patience.longest_pause:
                    self._fail(trouble.what, trouble.remedy, retryable=True)
            self._sleep(pause)

    def _once(self, content: dict[str, Any]) -> Any:
        try:
            with self._client.stream("POST", self.url, json=content) as response:
                body = self._read(response)
        except httpx2.TimeoutException as error:
            raise _Passing("did not answer in time", "see whether it is busy or still loading the model") from error
        except httpx2.DecodingError as error:
            self._fail(f"answered what cannot be unpacked ({error})", "see what stands between it and you")
        except (httpx2.TransportError, OSError) as error:
            raise _Passing(f"cannot be reached ({error})", "start it, or check the address") from error
        if response.status_code in _PASSING:
            raise _Passing(
                self._said(response, body),
                _REMEDIES.get(response.status_code, "try again later"),
                wanted=_wanted_pause(response.headers.get("Retry-After")),
            )
        if response.status_code != 200:
            self._fail(self._said(response, body), _REMEDIES.get(response.status_code, "check the address"))
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            self._fail("answered something other than JSON", "check that the address is that of the API")

    def _read(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        latest = time.monotonic() + self._patience.whole
        for part in response.iter_bytes():
            body += part
            if len(body) > self._patience.answer_bytes:
                self._fail(f"answered more than {self._patience.answer_bytes:,} bytes", "ask for fewer texts at once")
            if time.monotonic() > latest:
                raise _Passing(f"took more than {self._patience.whole:g} seconds to answer", "see whether it is busy")
        return bytes(body)

    def _said(self, response: httpx2.Response, body: bytes) -> str:
        told = " ".join(body[: 4 * _QUOTED].decode("utf-8", "replace").split())
        told = (told.replace(self._key, "(key)") if self._key else told)[:_QUOTED]
        return f"answered {response.status_code}" + (f" ({told})" if told else "")

    def _pause(self, attempt: int, wanted: float | None) -> float:
        if wanted is not None:
            return wanted
        most = min(self._patience.pause * 2 ** (attempt - 1), self._patience.longest_pause)
        # Jitter keeps callers that failed together from coming back together.
        return most * random.uniform(0.5, 1.0)  # noqa: S311 - no secret

    def _fail(self, what: str, remedy: str, *, retryable: bool = False) -> NoReturn:
        raise ModelError(f"{self.url} {what}; {remedy}", retryable=retryable, hint=remedy)


class _Passing(Exception):
    """A trouble that may be over soon; ``wanted`` is the pause in seconds that the server asked for."""

    def __init__(self, what: str, remedy: str, wanted: float | None = None) -> None:
        super().__init__(what)
        self.what, self.remedy, self.wanted = what, remedy, wanted


def _usable_key(key: str | None, url: str) -> str | None:
    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise SettingsError(f"the key for {url} holds white space or characters that no key has; copy it again")
    return key


def _host(url: str) -> str:
    shown = "(hidden, as it holds an @)" if "@" in url else repr(url)
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
        httpx2.URL(url)
    except (ValueError, httpx2.InvalidURL) as error:
        raise SettingsError(f"the address {shown} cannot be read: {error}") from None
    if parts.username or parts.password:
        raise SettingsError(f"the address of {host} holds a user or password; give the key by itself")
    if parts.scheme not in ("http", "https") or not host:
        raise SettingsError(f"the address {shown} must begin with http:// or https:// and name a host")
    if parts.query or parts.fragment:
        raise SettingsError(f"the address of {host} must end before '?' and '#'; give the key by itself")
    return host


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _wanted_pause(header: str | None) -> float | None:
    """Seconds to wait by a ``Retry-After`` of either form (RFC 9110, 10.2.3); ``None`` for none that can be read."""
    if header is None:
        return None
    if header.strip().isdecimal():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
