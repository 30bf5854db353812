"""The OpenAPI document: FastAPI's, with every error that a route can give."""

from typing import Any

from fastapi import FastAPI

from critique_core.http_server.problems import MEDIA_TYPE
from critique_core.workbench.results import BatchEvent, Problem

_REFERENCE = "#/components/schemas/{model}"
_WORDS = {
    400: "The body is not JSON",
    401: "A key is needed, or the one sent is not good",
    403: "The key's role may not do this, or a web page of another site asked",
    404: "What is named is not there",
    408: "The body took too long to come",
    413: "The body is too large",
    414: "The part of the address behind the question mark is too long",
    415: "The body is no JSON, or packed",
    421: "The host named is not this machine",
    422: "A field cannot be used; errors name it",
    429: "As much is being done as may be",
    500: "A fault of Claimlens",
    503: "It took too long, or the verifier or store cannot be used",
}
_EVERYWHERE = (401, 403, 408, 413, 414, 415, 421, 422, 500, 503)


# One server-sent event, as FastAPI and OpenAPI 3.2 describe it.
EVENT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["event", "data", "id"],
    "properties": {
        "event": {"type": "string", "enum": ["stage", "request", "end"]},
        "id": {"type": "string"},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": _REFERENCE.format(model="BatchEvent")},
        },
    },
}


def problems(*more: int) -> dict[int | str, dict[str, Any]]:
    """What a route declares of its errors: those that each has, and ``more``."""
    content = {MEDIA_TYPE: {"schema": {"$ref": _REFERENCE.format(model="Problem")}}}
    declared: dict[int | str, dict[str, Any]] = {
        status: {"description": _WORDS[status], "content": content} for status in sorted({*_EVERYWHERE, *more})
    }
    if 429 in declared:
        seconds = {"description": "Seconds after which to try again", "schema": {"type": "integer"}, "required": True}
        declared[429]["headers"] = {"Retry-After": seconds}
    return declared


def document(app: FastAPI) -> dict[str, Any]:
    """The document of an app whose routes declare ``problems``."""
    made = FastAPI.openapi(app)
    parts = made["components"]
    for model in (Problem, BatchEvent):  # no route names these to the framework
        schema = model.model_json_schema(mode="serialization", ref_template=_REFERENCE)
        parts["schemas"].update(schema.pop("$defs", {}))
        parts["schemas"][model.__name__] = schema
    parts["securitySchemes"] = {
        "key": {"type": "http", "scheme": "bearer", "description": "A key of claimlens keys make, once one was made"}
    }
    for operations in made["paths"].values():
        for operation in operations.values():
            for response in operation["responses"].values():
                # The framework says of any stream that it is one string.
                response.get("content", {}).get("text/event-stream", {}).pop("schema", None)
    made["security"] = [{"key": []}, {}]
    return made
