"""What may be asked for: each route with what it takes, what it gives and every error it can end in."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import FastAPI, Header, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import AfterValidator

from critique_core.errors import AlreadyThere, InvalidInput
from critique_core.http_server.openapi import EVENT_SCHEMA, problems
from critique_core.http_server.problems import Refused
from critique_core.http_server.running import Running
from critique_core.models import ApiKey, Critique, Role, SourceDocument, Value, clean_text, reaches
from critique_core.store import ReviewPage
from critique_core.views import View
from critique_core.workbench import results
from critique_core.workbench.arguments import (
    AskQuestion,
    CheckBatch,
    CritiqueAnswer,
    DecideClaim,
    FindCritiques,
    ListSources,
    SearchSources,
    ValidateAnswer,
)
from critique_core.workbench.batches import Batches
from critique_core.workbench.workbench import Workbench

_WITHOUT_KEY = "HTTP"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_LOOK_SECONDS = 0.1
_PING_SECONDS = 15.0
_Id = Annotated[str, Path(min_length=1, max_length=500), AfterValidator(clean_text)]
_LastEvent = Annotated[int | None, Header(ge=0, le=1_000_000_000, description="id of the last event that was read")]


class _Events(StreamingResponse):
    media_type = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes over one workbench; ``running`` does what takes long."""

    workbench: Workbench
    running: Running
    batches: Batches

    def add_to(self, app: FastAPI) -> None:
        """Give the app these routes."""
        for path, method, endpoint, words in (
            ("/critiques", "POST", self.critique_answer, _made(results.CritiqueAnswered, 429)),
            ("/critiques", "GET", self.critiques, _read(ReviewPage)),
            ("/critiques/{critique_id}", "GET", self.critique, _read(Critique, 404)),
            ("/critiques/{critique_id}/decisions", "GET", self.decisions, _read(results.DecisionsListed, 404)),
            ("/validations", "POST", self.validate_answer, _made(results.AnswerValidated, 429)),
            ("/decisions", "POST", self.decide, _made(results.DecisionRecorded, 404, location=False)),
            ("/answers", "POST", self.answer, _read(results.AnswerGiven, 400, 429)),
            ("/passages", "GET", self.passages, _read(results.SourcesFound)),
            ("/sources", "POST", self.add_source, _made(results.SourceKept)),
            ("/sources", "GET", self.sources, _read(results.SourcesListed)),
            ("/sources/{source_id:path}", "GET", self.source, _read(SourceDocument, 404)),
            ("/sources/{source_id:path}", "DELETE", self.remove_source, _emptied(404)),
            ("/batches", "POST", self.add_batch, _made(results.BatchTold, 429, status=202)),
            ("/batches/{batch_id}", "GET", self.batch, _read(results.BatchTold, 404)),
            ("/batches/{batch_id}/events", "GET", self.events, _streamed(404)),
        ):
            app.add_api_route("/v1" + path, endpoint, methods=[method], **words)

    # --- answers -----------------------------------------------------------------------------------------------------

    async def critique_answer(self, asked: CritiqueAnswer, request: Request) -> Response:
        """Check an answer against its sources, claim by claim, and keep the critique for review."""
        bench = self._bench(request)
        made = await self.running.run(lambda tell: bench.critique_answer(asked, tell), request)
        return _given(made, 201, f"/v1/critiques/{made.critique_id}")

    async def validate_answer(self, asked: ValidateAnswer, request: Request) -> Response:
        """Say whether the sources fit the query and support the answer, and keep the critique for review."""
        bench = self._bench(request)
        made = await self.running.run(lambda tell: bench.validate_answer(asked, tell), request)
        return _given(made, 201, f"/v1/critiques/{made.critique_id}")

    async def answer(self, asked: AskQuestion, request: Request) -> Response:
        """Answer a question from sources, check the answer, and keep the check for review."""
        bench = self._bench(request)
        return _given(await self.running.run(lambda tell: bench.ask(asked, tell), request))

    def critiques(self, wanted: Annotated[FindCritiques, Query()]) -> Response:
        """List stored critiques, newest work first."""
        return _given(self.workbench.find(wanted))

    def critique(self, critique_id: _Id) -> Response:
        """Give a stored critique with all that was found."""
        return _given(self.workbench.critique(critique_id))

    # --- decisions ---------------------------------------------------------------------------------------------------

    def decide(self, asked: DecideClaim, request: Request) -> Response:
        """Record a reviewer's decision on a claim: in the name of the key's owner, without keys in that of reviewer."""
        key = _key(request)
        owner = key.name if key else None
        if owner is None and asked.reviewer is None:
            raise InvalidInput("reviewer: is missing; name the person who decided")
        if owner is not None and asked.reviewer not in (None, owner):
            raise InvalidInput(f"reviewer: the key decides in the name of {owner!r}; leave reviewer out")
        name = owner or asked.reviewer or ""
        return _given(self.workbench.decide(asked, name, authenticated=owner is not None), 201)

    def decisions(self, critique_id: _Id) -> Response:
        """List every event on the answer that a critique is of, in sequence."""
        return _given(self.workbench.decisions(critique_id))

    # --- sources -----------------------------------------------------------------------------------------------------

    def passages(self, asked: Annotated[SearchSources, Query()]) -> Response:
        """Find passages in the source library, best first."""
        return _given(self.workbench.search_sources(asked, lambda _stage, _done: None))

    def add_source(self, document: SourceDocument, request: Request) -> Response:
        """Put a document into the source library; a lead's key replaces the one with its id."""
        _check_id(document.id)
        try:
            kept = self.workbench.add_source(document, replace=_may("lead", request))
        except AlreadyThere as error:
            raise _reserved("lead", f"{error}; it is replaced") from error
        return _given(kept, 201, f"/v1/sources/{quote(document.id)}")

    def sources(self, wanted: Annotated[ListSources, Query()]) -> Response:
        """List the documents of the source library, by name."""
        return _given(self.workbench.sources(wanted))

    def source(self, source_id: _Id) -> Response:
        """Give a document of the source library with its text."""
        return _given(self.workbench.source(source_id))

    def remove_source(self, source_id: _Id, request: Request) -> Response:
        """Take a document out of the source library, with a lead's key; critiques that read it keep its text."""
        if not _may("lead", request):
            raise _reserved("lead", "documents are removed")
        self.workbench.remove_source(source_id)
        return Response(status_code=204)

    # --- batches -----------------------------------------------------------------------------------------------------

    def add_batch(self, asked: CheckBatch, request: Request) -> Response:
        """Take on answers to check one after another; the batch says how far it has come."""
        told = self.batches.add(asked, self._bench(request))
        return _given(told, 202, f"/v1/batches/{told.batch_id}")

    def batch(self, batch_id: _Id) -> Response:
        """Say how far a batch has come, and what came of each request."""
        return _given(self.batches.told(batch_id))

    def events(self, batch_id: _Id, last_event_id: _LastEvent = None) -> Response:
        """Tell what happens in a batch as server-sent events, from its beginning or after Last-Event-ID, to its end.

        After the last event the answer is 204, at which a browser stops asking.
        """
        self.batches.told(batch_id)  # an unknown batch is an error, not an empty stream
        begun = 0 if last_event_id is None else last_event_id + 1
        left, over = self.batches.events(batch_id, begun)
        if over and not left:
            return Response(status_code=204)
        return _Events(self._stream(batch_id, begun), headers={"Cache-Control": "no-cache"})

    async def _stream(self, batch_id: str, begun: int) -> AsyncIterator[bytes]:
        since, over, silent = begun, False, 0.0
        while not over:
            events, over = self.batches.events(batch_id, since)
            for event in events:
                since = event.sequence + 1
                yield format_sse_event(data_str=_text(event), event=event.kind, id=str(event.sequence))
            silent = 0.0 if events else silent + _LOOK_SECONDS
            if silent >= _PING_SECONDS:
                silent = 0.0
                yield KEEPALIVE_COMMENT  # what lies between ends a connection that is silent for long
            if not over:
                await asyncio.sleep(_LOOK_SECONDS)

    def _bench(self, request: Request) -> Workbench:
        key = _key(request)
        return replace(self.workbench, who=key.name if key else _WITHOUT_KEY)


def _check_id(source_id: str) -> None:
    """Refuse an id that no path can hold: clients resolve ``.`` and ``..``, and a route matches no line break."""
    if _CONTROL.search(source_id):
        raise InvalidInput("id: holds a line break or another control character; leave it out")
    if {".", ".."} & set(source_id.split("/")):
        raise InvalidInput("id: '.' and '..' change the path of a request; give the document another id")


def _key(request: Request) -> ApiKey | None:
    return request.state.caller


def _may(needed: Role, request: Request) -> bool:
    """Whether the caller may do what ``needed`` may; without keys everyone may do everything, as on the pages."""
    key = _key(request)
    return key is None or reaches(key.role, needed)


def _reserved(needed: Role, what: str) -> Refused:
    return Refused(403, f"{what} with the key of a {needed} alone; claimlens keys make NAME --role {needed} makes one")


def _given(value: View | Value, status: int = 200, location: str | None = None) -> Response:
    """The answer as JSON, made here: FastAPI would check and write it once more."""
    headers = {"Location": location} if location else None
    return Response(_text(value), status, headers, "application/json")


def _text(value: View | Value) -> str:
    if isinstance(value, View):
        return json.dumps(value.shape(), ensure_ascii=False)
    return value.model_dump_json(by_alias=True)


def _read(model: type[Value], *errors: int) -> dict[str, Any]:
    return {"response_model": model, "responses": problems(*errors)}


def _made(model: type[Value], *errors: int, status: int = 201, location: bool = True) -> dict[str, Any]:
    responses = problems(400, *errors)
    if location:
        where = {"description": "Where what was made can be read", "schema": {"type": "string"}, "required": True}
        responses[status] = {"headers": {"Location": where}}
    return {"response_model": model, "status_code": status, "responses": responses}


def _emptied(*errors: int) -> dict[str, Any]:
    return {"status_code": 204, "response_class": Response, "responses": problems(*errors)}


def _streamed(*errors: int) -> dict[str, Any]:
    words = "Events of kind stage, request and end; the data of each is a BatchEvent"
    stream = {"description": words, "content": {"text/event-stream": {"itemSchema": EVENT_SCHEMA}}}
    told = {200: stream, 204: {"description": "All events were told"}}
    return {"response_class": _Events, "responses": {**told, **problems(*errors)}}
