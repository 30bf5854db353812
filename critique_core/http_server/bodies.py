"""How the body of a request is read: as JSON that gives each key once."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from critique_core.models.json_keys import RepeatedKey, read_json


class OnceNamed(APIRoute):
    """A route whose requests are refused where an object of their body gives a key more than once."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request, with the body read by ``_Body``."""
        answer = super().get_route_handler()

        async def answering(request: Request) -> Response:
            return await answer(_Body(request.scope, request.receive))

        return answering


class _Body(Request):
    async def json(self) -> Any:
        try:
            return read_json(await self.body())
        except RepeatedKey as error:
            raise HTTPException(422, str(error)) from error
