"""Errors as problem documents (RFC 9457), each naming the field and what to do about it."""

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from critique_core.errors import ClaimlensError, InvalidInput, NotFound
from critique_core.models import faults_of
from critique_core.workbench.batches import TooManyBatches
from critique_core.workbench.results import Fault, Problem

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 2
_MOST_FAULTS = 20
_LONGEST = 500
_FIELD = re.compile(r"([A-Za-z]\w*(?:\.\w+)*): (.+)")
_UNKNOWN_PATH = "there is nothing at this path; the paths are in /v1/openapi.json"


class Busy(ClaimlensError):
    """As much is being done as may be at once."""


class Refused(ClaimlensError):
    """A request that is not done, with the status that says why."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.headers = status, headers


def problem(
    status: int, detail: str, faults: Iterable[Fault] = (), headers: Mapping[str, str] | None = None
) -> Response:
    """The answer that says why a request was not done."""
    said = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, errors=tuple(faults))
    # What a caller sent may be repeated here and need not be valid Unicode.
    content = said.model_copy(update={"detail": _readable(detail)}).model_dump_json(by_alias=True)
    return Response(content, status, dict(headers or {}), MEDIA_TYPE)


def handle_problems(app: FastAPI) -> None:
    """Give every error of the app's routes its document."""
    app.add_exception_handler(RequestValidationError, _unusable)
    app.add_exception_handler(HTTPException, _of_protocol)
    app.add_exception_handler(ClaimlensError, _of_claimlens)


def of_claimlens(error: ClaimlensError) -> Response:
    """The document of an error of ours."""
    message = str(error)
    if isinstance(error, Refused):
        return problem(error.status, message, headers=error.headers)
    if isinstance(error, (Busy, TooManyBatches)):
        return problem(429, message, headers={"Retry-After": str(RETRY_SECONDS)})
    if isinstance(error, NotFound):
        return problem(404, message, _faults(message))
    if isinstance(error, InvalidInput):
        return problem(422, message, _faults(message))
    return problem(503, message)


async def _of_claimlens(_: Request, error: Exception) -> Response:
    assert isinstance(error, ClaimlensError)
    return of_claimlens(error)


async def _unusable(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found: list[dict[str, Any]] = list(error.errors())
    if any(fault["type"] == "json_invalid" and fault["loc"][:1] == ("body",) for fault in found):
        where = found[0]
        said = f"the body is not JSON ({where.get('ctx', {}).get('error', 'it cannot be read')}, at {where['loc'][-1]})"
        return problem(400, f"{said}; send one JSON object")
    inside = [fault | {"loc": _place(*fault["loc"])} for fault in found]
    named = faults_of(inside[:_MOST_FAULTS])
    faults = [Fault(field=_readable(field), message=_readable(said)) for field, said in named]
    return problem(422, "\n".join(f"{one.field or 'request'}: {one.message}" for one in faults), faults)


async def _of_protocol(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = error.headers
    if error.status_code == 405:  # of the routes at a path, the framework names the first one's methods alone
        headers = {"Allow": ", ".join(sorted(_methods_at(request)))}
    said = {
        400: "the body cannot be read as JSON; send one JSON object in UTF-8, not nested more than a request is",
        404: _UNKNOWN_PATH,
        405: f"the path takes other methods: {(headers or {}).get('Allow')}",
    }
    detail = said.get(error.status_code, str(error.detail))
    return problem(error.status_code, detail, _faults(detail) if error.status_code == 422 else (), headers)


def _place(part: str, *names: str | int) -> tuple[str | int, ...]:
    """The field's name as it is sent; only a path has names that nobody sends."""
    return tuple(to_camel(str(name)) for name in names) if part == "path" else names


def _methods_at(request: Request) -> set[str]:
    app: FastAPI = request.app
    there = (one for one in app.routes if isinstance(one, Route) and one.matches(request.scope)[0] is not Match.NONE)
    return {method for route in there for method in route.methods or ()}


def _faults(message: str) -> list[Fault]:
    found: list[Fault] = []
    for line in message.splitlines():
        named = _FIELD.match(line)
        field, said = (named[1], named[2]) if named else ("", line)
        found.append(Fault(field=_readable(field), message=_readable(said)))
    return found[:_MOST_FAULTS]


def _readable(text: str) -> str:
    whole = text.encode("utf-8", "replace").decode()
    return whole if len(whole) <= _LONGEST else whole[:_LONGEST] + " …"
