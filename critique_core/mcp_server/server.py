"""The workbench behind the official SDK's server: tools with schemas, critiques as resources."""

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import anyio.to_thread
from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceLink,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

from critique_core.errors import ClaimlensError, InvalidInput, fault_place
from critique_core.logs import happened
from critique_core.mcp_server import tools
from critique_core.pipeline import STAGES
from critique_core.runs.progress import Progress
from critique_core.workbench.workbench import PAGE, Workbench

CRITIQUES = "claimlens://critiques/"
_JSON = "application/json"
_AT_ONCE = 4
_log = logging.getLogger(__name__)
_Context = ServerRequestContext[Any, Any]
_Done = TypeVar("_Done")


class _Stopped(Exception):
    """The client has cancelled the call."""


class _Handlers:
    """Answers to the protocol's requests. Work is done in threads, so that a ping is answered meanwhile."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._limiter = anyio.CapacityLimiter(_AT_ONCE)

    async def list_tools(self, _: _Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_described(tool) for tool in tools.TOOLS.values()])

    async def call_tool(self, context: _Context, params: CallToolRequestParams) -> CallToolResult:
        tool = tools.TOOLS.get(params.name)
        if tool is None:
            raise MCPError(
                code=INVALID_PARAMS, message=f"unknown tool {params.name!r}; there are {', '.join(tools.TOOLS)}"
            )
        begun = time.perf_counter()
        result = await self._called(tool, params.arguments or {}, context)
        took = round(1000 * (time.perf_counter() - begun), 1)
        happened(_log, "mcp.call", **{"mcp.tool": tool.name, "mcp.failed": bool(result.is_error)}, milliseconds=took)
        return result

    async def _called(self, tool: tools.Tool, given: dict[str, Any], context: _Context) -> CallToolResult:
        try:
            view = await self._in_thread(lambda tell: tool.call(self._workbench, given, tell), context)
        except ClaimlensError as error:
            return _failed(str(error))
        except Exception as error:  # the server goes on, whatever a call meets
            return _failed(_fault(tool.name, error))
        return _succeeded(view.shape())

    async def list_resources(self, context: _Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        offset = _offset(params.cursor if params else None)
        try:
            page = await self._in_thread(lambda _: self._workbench.reviews(offset), context)
        except ClaimlensError as error:
            raise MCPError(code=INTERNAL_ERROR, message=str(error)) from None
        after = offset + PAGE
        return ListResourcesResult(
            resources=[
                Resource(uri=CRITIQUES + row.critique_id, name=row.critique_id, title=row.title, mime_type=_JSON)
                for row in page.rows
            ],
            next_cursor=str(after) if after < page.total else None,
        )

    async def list_templates(self, _: _Context, __: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        template = ResourceTemplate(
            uri_template=CRITIQUES + "{id}", name="critique", title="A stored critique", mime_type=_JSON,
            description="Everything that a check found: request, claims, evidence, issues, scores and revisions",
        )  # fmt: skip
        return ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(self, context: _Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        uri = str(params.uri)
        if not uri.startswith(CRITIQUES):
            raise MCPError(code=INVALID_PARAMS, message=f"no such resource; critiques are at {CRITIQUES}ID")
        wanted = uri.removeprefix(CRITIQUES)
        try:
            critique = await self._in_thread(lambda _: self._workbench.critique(wanted), context)
        except ClaimlensError as error:
            code = INVALID_PARAMS if isinstance(error, InvalidInput) else INTERNAL_ERROR
            raise MCPError(code=code, message=str(error)) from None
        text = critique.model_dump_json(by_alias=True)
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=_JSON, text=text)])

    async def _in_thread(self, work: Callable[[Progress], _Done], context: _Context) -> _Done:
        """Do the work in a thread. Cancelled, this returns at once and the work ends at its next sign of progress."""
        stop = threading.Event()
        tell = _telling(stop, context)
        try:
            return await anyio.to_thread.run_sync(lambda: work(tell), abandon_on_cancel=True, limiter=self._limiter)
        finally:
            stop.set()


def make_server(workbench: Workbench, version: str) -> Server[Any]:
    """The server of a workbench; ``serving`` runs it."""
    handlers = _Handlers(workbench)
    return Server(
        "claimlens",
        version=version,
        title="Claimlens",
        instructions="Checks an answer claim by claim against its sources, offline. Call critique_answer with the "
        "answer and its sources; the critique it names is kept for a person's review.",
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
    )


def _described(tool: tools.Tool) -> Tool:
    return Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=ToolAnnotations(read_only_hint=tool.reads_only, destructive_hint=False, open_world_hint=False),
    )


def _telling(stop: threading.Event, context: _Context) -> Progress:
    """Progress for the client, in stages; called from any thread, and raises once the call is over."""
    loop = asyncio.get_running_loop()
    told = -1.0

    def tell(stage: str, done: float) -> None:
        nonlocal told
        if stop.is_set():
            raise _Stopped
        reached = STAGES.index(stage) + done
        if reached > told:  # the protocol wants each report to be higher than the one before
            told = reached
            report = context.session.report_progress(reached, len(STAGES), stage)
            asyncio.run_coroutine_threadsafe(report, loop)

    return tell


def _succeeded(shape: dict[str, Any]) -> CallToolResult:
    content: list[Any] = [TextContent(text=json.dumps(shape, ensure_ascii=False))]
    if kept := shape.get("critiqueId"):
        content.append(ResourceLink(uri=CRITIQUES + kept, name=kept, title="The whole critique", mime_type=_JSON))
    return CallToolResult(content=content, structured_content=shape)


def _failed(message: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=message)], is_error=True)


def _fault(name: str, error: Exception) -> str:
    """A fault of the program: its kind and place, without the text of the error, which may hold what was checked."""
    place = fault_place(error)
    _log.error("%s failed: %s", name, place)
    return f"{name} failed by a fault of Claimlens ({place}); please report it, with what was asked"


def _offset(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not cursor.isascii() or not cursor.isdigit() or len(cursor) > 9:
        raise MCPError(code=INVALID_PARAMS, message="the cursor is none of this server's; list without one")
    return int(cursor)
