"""JSON sent to a server and its JSON back: bounded in time and size, tried again where that can help."""

import email.utils
import json
import random
import threading
import time
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import httpx2

from critique_core.errors import ModelError, SettingsError
from critique_core.http.address import host_of, is_this_machine, usable_key
from critique_core.http.cancellation import HangUp
from critique_core.http.circuit_breaker import CircuitBreaker
from critique_core.http.decoding import lines, unpacked

Cancelled = Callable[[], bool]
_Answer = TypeVar("_Answer")

_BUSY = frozenset({408, 425, 429})
_FAILING = frozenset({500, 502, 503, 504, 529})  # 529 is Anthropic's "overloaded"
_REMEDIES = {
    400: "check the model's name and how long a text it reads",
    401: "check the key",
    403: "check the key and what it allows",
    404: "check the address and that the server has the model",
    413: "send fewer or shorter texts",
    429: "wait, or ask for a higher limit",
}
_QUOTED = 300
_ERROR_BYTES = 16 * 1024
_PIECE = 64 * 1024
_GLANCE = 0.05


@dataclass(frozen=True, slots=True)
class Patience:
    """How long and how often a server is asked.

    Times are seconds: ``connect`` to reach it, ``read`` between two parts of an answer, ``whole`` for one answer,
    ``total`` after which it is not tried again. It is tried ``attempts`` times; a pause doubles from ``pause`` up to
    ``longest_pause``, and a server that asks for a longer one is not waited for. ``answer_bytes`` bounds an answer.
    """

    connect: float = 5.0
    read: float = 60.0
    whole: float = 300.0
    total: float = 600.0
    attempts: int = 4
    pause: float = 0.5
    longest_pause: float = 30.0
    answer_bytes: int = 64 * 1024 * 1024


class ServerRefused(ModelError):
    """An answer with a status that says no; ``told`` is the beginning of its body, the key taken out."""

    def __init__(self, message: str, *, status: int, told: str, retryable: bool, hint: str) -> None:
        super().__init__(message, retryable=retryable, hint=hint)
        self.status, self.told = status, told


class LeftAlone(ModelError):
    """The server was not asked, as it failed again and again just before."""


class BrokenOff(Exception):
    """Raised by a reader of lines when the answer ended before it was complete: it is asked for again."""


class JsonEndpoint:
    """One address that takes or gives JSON. The key goes into ``key_header`` and nowhere else, to this host alone.

    A ``breaker`` is asked before each attempt and hears of its outcome; at most ``at_once`` calls run side by side.
    ``for_good`` decides from the body of a failing status (5xx) whether asking again is useless, as some servers answer
    so to a request that they do not understand. Redirects are not followed. Each call has a connection of its own, so
    that it can be ended at any moment.
    """

    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        key_header: str = "Authorization",
        headers: Mapping[str, str] | None = None,
        patience: Patience | None = None,
        breaker: CircuitBreaker | None = None,
        at_once: int | None = None,
        for_good: Callable[[str], bool] | None = None,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Nothing is sent yet. Raises ``SettingsError`` for an address or key that cannot be used."""
        self.url = url
        self._patience = patience or Patience()
        self._sleep = sleep
        self._breaker, self._for_good = breaker, for_good
        self._slots = threading.BoundedSemaphore(at_once) if at_once else None
        # What runs on this machine is never behind the proxy that the environment names.
        trust_env = not is_this_machine(host_of(url))
        self._key = usable_key(api_key, url)
        sent = {"Accept-Encoding": "gzip", "Connection": "close", **(headers or {})}
        if self._key:
            sent[key_header] = f"Bearer {self._key}" if key_header == "Authorization" else self._key
        timeout = httpx2.Timeout(self._patience.read, connect=self._patience.connect)
        try:
            httpx2.URL(url)
        except httpx2.InvalidURL as error:
            raise SettingsError(f"the address {url!r} cannot be read: {error}") from None
        self._client = httpx2.Client(
            timeout=timeout, headers=sent, transport=transport, trust_env=trust_env, follow_redirects=False
        )

    def post(self, content: Mapping[str, Any], *, cancelled: Cancelled | None = None) -> Any:
        """The decoded answer to ``content``.

        ``cancelled`` is asked again and again while waiting; when it says yes the call is given up. Raises
        ``ModelError`` naming the address, what went wrong and what to do.
        """
        return self._asked("POST", {"json": content}, self._decoded, cancelled)

    def get(self, query: Mapping[str, str] | None = None, *, cancelled: Cancelled | None = None) -> Any:
        """The decoded answer to a GET with ``query`` behind the address. Raises ``ModelError``."""
        return self._asked("GET", {"params": query}, self._decoded, cancelled)

    def post_for_lines(
        self,
        content: Mapping[str, Any],
        read: Callable[[Iterator[str]], _Answer],
        *,
        cancelled: Cancelled | None = None,
    ) -> _Answer:
        """What ``read`` makes of the answer's lines while they come.

        ``read`` may be called again, for an answer asked for again: when the connection broke or ``read`` raised
        ``BrokenOff``. Raises ``ModelError``, also for a ``ValueError`` of ``read``.
        """
        return self._asked("POST", {"json": content}, lambda parts: read(lines(parts)), cancelled)

    def _asked(
        self,
        method: str,
        sent: Mapping[str, Any],
        read: Callable[[Iterator[bytes]], _Answer],
        cancelled: Cancelled | None,
    ) -> _Answer:
        latest = time.monotonic() + self._patience.total
        attempt = 0
        while True:
            attempt += 1
            try:
                with self._slot(cancelled):
                    return self._admitted(method, sent, read, cancelled)
            except _Passing as trouble:
                pause = self._pause(attempt, trouble.wanted)
                too_long = pause > self._patience.longest_pause or time.monotonic() + pause > latest
                if attempt >= self._patience.attempts or too_long or (self._breaker and self._breaker.is_open):
                    self._give_up(trouble)
            self._rest(pause, cancelled)

    def _admitted(
        self,
        method: str,
        sent: Mapping[str, Any],
        read: Callable[[Iterator[bytes]], _Answer],
        cancelled: Cancelled | None,
    ) -> _Answer:
        """One attempt, reported to the breaker."""
        if self._breaker is None:
            return self._once(method, sent, read, cancelled)
        if wait := self._breaker.admitted():
            what = f"failed again and again and is left alone for {wait:.0f} seconds"
            remedy = "see whether it runs"
            raise LeftAlone(f"{self.url} {what}; {remedy}", retryable=True, hint=remedy)
        learnt = self._breaker.withdrawn
        try:
            answer = self._once(method, sent, read, cancelled)
            learnt = self._breaker.succeeded
        except _Passing as trouble:
            learnt = self._breaker.failed if trouble.failing else self._breaker.succeeded
            raise
        except _GivenUp:
            raise
        except ModelError:
            learnt = self._breaker.succeeded
            raise
        finally:
            learnt()
        return answer

    def _once(
        self,
        method: str,
        sent: Mapping[str, Any],
        read: Callable[[Iterator[bytes]], _Answer],
        cancelled: Cancelled | None,
    ) -> _Answer:
        watch = HangUp(self._patience.whole, cancelled)
        try:
            with (
                watch,
                self._client.stream(method, self.url, **sent, extensions={"trace": watch.trace}) as response,
            ):
                self._check_status(response)
                answer = read(self._parts(response, cancelled))
        except (httpx2.TimeoutException, httpx2.TransportError, OSError, BrokenOff) as error:
            self._check_watch(watch)
            raise self._trouble(error) from error
        except (zlib.error, httpx2.DecodingError) as error:
            self._fail(f"answered what cannot be unpacked ({error})", "see what stands between it and you")
        except (ValueError, RecursionError):
            self._check_watch(watch)
            self._fail("answered something other than JSON", "check that the address is that of the API")
        self._check_watch(watch)  # a connection that was shut may look like an answer's end
        return answer

    def _trouble(self, error: Exception) -> "_Passing":
        if isinstance(error, httpx2.TimeoutException):
            return _Passing("did not answer in time", "see whether it is busy or still loading the model")
        if isinstance(error, BrokenOff):
            return _Passing(f"broke off its answer ({self._hidden(str(error))})", "see its own messages")
        return _Passing(f"cannot be reached ({error})", "start it, or check the address")

    def _check_watch(self, watch: HangUp) -> None:
        if watch.reason == "cancelled":
            self._cancel()
        if watch.reason == "late":
            raise self._late()

    def _late(self) -> "_Passing":
        return _Passing(f"took more than {self._patience.whole:g} seconds to answer", "see whether it is busy")

    def _check_status(self, response: httpx2.Response) -> None:
        status = response.status_code
        if status == 200:
            return
        told = self._beginning(response)
        what = f"answered {status}" + (f" ({told[:_QUOTED]})" if told else "")
        final = status in _FAILING and self._for_good is not None and self._for_good(told)
        if status in _BUSY | _FAILING and not final:
            remedy = _REMEDIES.get(status, "try again later")
            wanted = _wanted_pause(response.headers.get("Retry-After"))
            raise _Passing(what, remedy, wanted=wanted, failing=status in _FAILING, status=status, told=told)
        remedy = _REMEDIES.get(status, "check the address")
        raise ServerRefused(f"{self.url} {what}; {remedy}", status=status, told=told, retryable=False, hint=remedy)

    def _beginning(self, response: httpx2.Response) -> str:
        body = bytearray()
        for part in _body(response):
            body += part
            if len(body) >= _ERROR_BYTES:
                break
        told = " ".join(body[:_ERROR_BYTES].decode("utf-8", "replace").split())
        return self._hidden(told)

    def _hidden(self, told: str) -> str:
        return told.replace(self._key, "(key)") if self._key else told

    def _parts(self, response: httpx2.Response, cancelled: Cancelled | None) -> Iterator[bytes]:
        latest = time.monotonic() + self._patience.whole
        size = 0
        for part in _body(response):
            size += len(part)
            if size > self._patience.answer_bytes:
                self._fail(f"answered more than {self._patience.answer_bytes:,} bytes", "ask for fewer texts at once")
            if time.monotonic() > latest:
                raise self._late()
            if cancelled is not None and cancelled():
                self._cancel()
            yield part

    def _decoded(self, parts: Iterator[bytes]) -> Any:
        return json.loads(b"".join(parts))

    @contextmanager
    def _slot(self, cancelled: Cancelled | None) -> Generator[None]:
        if self._slots is None:
            yield
            return
        while not self._slots.acquire(timeout=None if cancelled is None else _GLANCE):
            if cancelled is not None and cancelled():
                self._cancel()
        try:
            yield
        finally:
            self._slots.release()

    def _rest(self, pause: float, cancelled: Cancelled | None) -> None:
        if cancelled is None:
            self._sleep(pause)
            return
        until = time.monotonic() + pause
        while (left := until - time.monotonic()) > 0:
            if cancelled():
                self._cancel()
            self._sleep(min(left, _GLANCE))

    def _pause(self, attempt: int, wanted: float | None) -> float:
        if wanted is not None:
            return wanted
        most = min(self._patience.pause * 2 ** (attempt - 1), self._patience.longest_pause)
        # Jitter keeps callers that failed together from coming back together.
        return most * random.uniform(0.5, 1.0)  # noqa: S311 - no secret

    def _give_up(self, trouble: "_Passing") -> NoReturn:
        message = f"{self.url} {trouble.what}; {trouble.remedy}"
        if trouble.status is None:
            raise ModelError(message, retryable=True, hint=trouble.remedy)
        raise ServerRefused(message, status=trouble.status, told=trouble.told, retryable=True, hint=trouble.remedy)

    def _cancel(self) -> NoReturn:
        raise _GivenUp(f"{self.url} was not waited for, as the call was cancelled", retryable=True, hint="ask again")

    def _fail(self, what: str, remedy: str, *, retryable: bool = False) -> NoReturn:
        raise ModelError(f"{self.url} {what}; {remedy}", retryable=retryable, hint=remedy)


class _GivenUp(ModelError):
    """The caller wanted no answer any more."""


class _Passing(Exception):
    """A trouble that may be over soon; ``wanted`` is the pause in seconds that the server asked for.

    ``failing``: the server was not reached or is in trouble itself, so the breaker counts it.
    """

    def __init__(
        self,
        what: str,
        remedy: str,
        *,
        wanted: float | None = None,
        failing: bool = True,
        status: int | None = None,
        told: str = "",
    ) -> None:
        super().__init__(what)
        self.what, self.remedy, self.wanted, self.failing = what, remedy, wanted, failing
        self.status, self.told = status, told


def _body(response: httpx2.Response) -> Iterator[bytes]:
    if response.is_stream_consumed:  # a transport may hand over an answer that it has read and unpacked
        return response.iter_bytes(_PIECE)
    return unpacked(response.iter_raw(), response.headers.get("Content-Encoding", "").strip().lower())


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
