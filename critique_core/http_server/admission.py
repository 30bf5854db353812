"""Who may ask, and how much: what is looked at before a request reaches a route."""

import asyncio
import logging
import time
from urllib.parse import urlsplit

from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from critique_core.errors import ClaimlensError, fault_place
from critique_core.http.address import is_this_machine
from critique_core.http_server.problems import Refused, of_claimlens, problem
from critique_core.http_server.running import Limits
from critique_core.logs import happened
from critique_core.models import ApiKey
from critique_core.store import Store
from critique_core.workbench.api_keys import owner_of

OPEN_PATHS = frozenset({"/v1/openapi.json"})
_LONGEST_QUERY = 32 * 1024
_log = logging.getLogger(__name__)


class Admission:
    """Lets a request through to ``app``, or says why not.

    Once a key was made, a request for all but ``OPEN_PATHS`` needs one; where ``always_keyed`` says so, from the
    beginning. Without keys only this machine is served, and only under its own names and not by way of a web page,
    since a browser would reach it for any site. ``scope["state"]["caller"]`` is the key, ``None`` without keys. A fault
    of the program is answered and logged without what was asked.
    """

    def __init__(self, app: ASGIApp, store: Store, limits: Limits, *, always_keyed: bool = False) -> None:
        self._app, self._store, self._limits, self._always_keyed = app, store, limits, always_keyed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection of the server's protocol."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status: int | None = None
        begun = time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._admit(scope)
            await self._app(scope, self._bounded(receive), sending)
        except ClaimlensError as error:
            await of_claimlens(error)(scope, receive, sending)
        except Exception as error:
            place = fault_place(error)
            _log.error("%s failed: %s", scope["method"], place)
            if status is None:
                said = f"this is a fault of Claimlens ({place}); please report it, with what was asked"
                await problem(500, said)(scope, receive, sending)
        finally:
            _tell_of(scope, status, time.perf_counter() - begun)

    async def _admit(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if len(scope["query_string"]) > _LONGEST_QUERY:  # taking it apart takes seconds for a megabyte
            raise Refused(414, f"the part behind '?' may have {_LONGEST_QUERY:,} bytes; search for fewer words")
        scope.setdefault("state", {})["caller"] = None
        needs_key = self._always_keyed or await run_in_threadpool(self._store.has_keys)
        if not needs_key:
            _check_origin(headers)
        elif scope["path"] not in OPEN_PATHS:
            scope["state"]["caller"] = await self._owner(headers.get("authorization"))
        self._check_body(scope["method"], headers)

    async def _owner(self, header: str | None) -> ApiKey:
        kind, _, text = (header or "").partition(" ")
        if header is None or kind.lower() != "bearer":
            raise Refused(
                401, "Authorization: a key is needed; send 'Authorization: Bearer claimlens_…', "
                "which claimlens keys make NAME prints", {"WWW-Authenticate": "Bearer"},
            )  # fmt: skip
        owner = await run_in_threadpool(owner_of, self._store, text.strip())
        if owner is None:
            raise Refused(
                401, "Authorization: the key is unknown or was revoked; make one with claimlens keys make NAME",
                {"WWW-Authenticate": 'Bearer error="invalid_token"'},
            )  # fmt: skip
        return owner

    def _check_body(self, method: str, headers: Headers) -> None:
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length[:20]) > self._limits.body_bytes:
            raise self._too_large()
        has_body = length != "0" or "transfer-encoding" in headers
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method == "POST" and has_body and kind != "application/json":
            raise Refused(415, "Content-Type: the body must be JSON; send it with Content-Type: application/json")
        if "content-encoding" in headers and headers["content-encoding"].lower() != "identity":
            raise Refused(415, "Content-Encoding: the body must not be packed; send it as it is")

    def _bounded(self, receive: Receive) -> Receive:
        """The body, as long as it is neither too long nor too slow to come."""
        until = time.monotonic() + self._limits.body_seconds
        taken = 0
        complete = False

        async def receiving() -> Message:
            nonlocal taken, complete
            if complete:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                said = (
                    f"the body took more than {self._limits.body_seconds:g} seconds to come; send it again, or in parts"
                )
                raise HTTPException(408, said, {"Connection": "close"}) from None
            taken += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if taken > self._limits.body_bytes:
                error = self._too_large()
                raise HTTPException(error.status, str(error))
            return message

        return receiving

    def _too_large(self) -> Refused:
        return Refused(413, f"the body may have {self._limits.body_bytes:,} bytes; send fewer or shorter sources")


def _tell_of(scope: Scope, status: int | None, seconds: float) -> None:
    """Log the request by its route: the path itself may name what was asked for."""
    caller: ApiKey | None = scope.get("state", {}).get("caller")
    happened(
        _log,
        "http.request",
        **{
            "http.request.method": scope["method"],
            "http.route": _route(scope),
            "http.response.status_code": status,
            "claimlens.key": caller.id if caller else None,
        },
        milliseconds=round(1000 * seconds, 1),
    )


def _route(scope: Scope) -> str | None:
    """The pattern of the route, which the framework does not tell of the open paths; they hold nothing asked for."""
    return scope["path"] if scope["path"] in OPEN_PATHS else getattr(scope.get("route"), "path", None)


def _check_origin(headers: Headers) -> None:
    if not is_this_machine(_host(f"//{headers.get('host', '')}")):
        raise Refused(421, "Host: without keys only this machine's own names are answered; use 127.0.0.1 or localhost")
    origin = headers.get("origin")
    if origin is not None and not is_this_machine(_host(origin)):
        raise Refused(403, "Origin: no web page of another site may ask; send the request from a program")


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
