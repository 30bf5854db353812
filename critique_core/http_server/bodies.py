"""What a request gives once: each key of an object of its JSON, and each single value behind the ``?``."""

from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from critique_core.models.json_keys import RepeatedKey, read_json


class OnceNamed(APIRoute):
    """A route whose requests are refused where they give a key of their body, or a single value, more than once."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request, with the body read by ``_Body``."""
        answer = super().get_route_handler()
        single = {name for one in self.dependant.query_params for name in _single_values(one.field_info.annotation)}

        async def answering(request: Request) -> Response:
            given = Counter(name for name, _ in request.query_params.multi_items() if name in single)
            if repeated := [name for name, times in given.items() if times > 1]:
                said = "\n".join(f"{name}: is given more than once; keep one of them" for name in repeated)
                raise HTTPException(422, said)
            return await answer(_Body(request.scope, request.receive))

        return answering


def _single_values(parameters: Any) -> Iterator[str]:
    """The parameters of such a model that the OpenAPI document does not call lists, by name."""
    assert issubclass(parameters, BaseModel)  # no route takes one that is in no model
    for name, schema in parameters.model_json_schema()["properties"].items():
        if schema.get("type") != "array":
            yield name


class _Body(Request):
    async def json(self) -> Any:
        try:
            return read_json(await self.body())
        except RepeatedKey as error:
            raise HTTPException(422, str(error)) from error
