"""Write docs/reference/: the command line, the Python names, the HTTP routes and the MCP tools, as the code has them.

    .venv/bin/python docs/write_reference.py

Words come from the parsers' help, the docstrings, the OpenAPI document and the tools' schemas; a test fails while a
page says something else.
"""

import argparse
import ast
import inspect
import re
import textwrap
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from pydantic import BaseModel

import critique_core
from critique_core import cli, client
from critique_core.http_server.app import make_app
from critique_core.http_server.running import Limits, Running
from critique_core.mcp_server.tools import TOOLS
from critique_core.models import base
from critique_core.workbench.batches import Batches

FOLDER = Path(__file__).parent / "reference"
_NOTE = "This page is written by `python docs/write_reference.py` from the code; change the words there."
_METHODS = ("get", "post", "put", "delete")


def pages() -> dict[str, str]:
    """Each page's text by the name of its file."""
    made = {
        "command-line.md": ("The command line", _command_line()),
        "python.md": ("The names of `critique_core`", _python()),
        "http.md": ("The routes of the HTTP API", _http()),
        "mcp.md": ("The tools of the MCP server", _mcp()),
    }
    return {name: "\n\n".join([f"# {title}", _NOTE, *parts]) + "\n" for name, (title, parts) in made.items()}


# --- the command line --------------------------------------------------------------------------------------------


def _command_line() -> Iterator[str]:
    parser = cli.parser_of_all()
    yield _words(parser.description or "")
    yield from _epilog(parser.epilog)
    yield from _commands(parser)


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    """A section for each command and action below a parser."""
    for name, inner in _inner(parser):
        level = "##" if parser.prog == "claimlens" else "###"
        yield f"{level} {parser.prog} {name}"
        yield _words(inner.description or "")
        if rows := [_argument(action) for action in inner._actions if not _is_told_elsewhere(action)]:
            yield _table(("argument", "what it is"), rows)
        yield from _epilog(inner.epilog)
        yield from _commands(inner)


def _inner(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from cast("Mapping[str, argparse.ArgumentParser]", action.choices).items()


def _is_told_elsewhere(action: argparse.Action) -> bool:
    return isinstance(action, argparse._HelpAction | argparse._SubParsersAction)


def _argument(action: argparse.Action) -> tuple[str, str]:
    words = _words(action.help or "")
    if action.metavar is None and action.choices:
        shown = "|".join(str(choice) for choice in action.choices)
    else:
        shown = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
    form = {"*": "[{} …]", "+": "{} …", "?": "[{}]"}.get(str(action.nargs), "{}")
    return f"`{' '.join([*action.option_strings, form.format(shown)]).strip()}`", words


def _epilog(text: str | None) -> Iterator[str]:
    """What stands below a command's arguments: paragraphs, indented lines as they are, and the example to copy."""
    lines = [line for line in (text or "").splitlines() if line.strip()]
    for kind, block in groupby(lines, _kind_of_line):
        joined = list(block)
        if kind == "example":
            yield "```sh\n" + "\n".join(line.removeprefix("Example: ") for line in joined) + "\n```"
        elif kind == "indented":
            yield "```text\n" + textwrap.dedent("\n".join(joined)) + "\n```"
        else:
            for paragraph in re.split(r"\n(?=[A-Z])", "\n".join(joined)):  # other lines go on with the one before
                yield _words(paragraph)


def _kind_of_line(line: str) -> str:
    if line.startswith("Example: "):
        return "example"
    return "indented" if line.startswith("  ") else "words"


# --- Python ------------------------------------------------------------------------------------------------------


def _python() -> Iterator[str]:
    yield "`from critique_core import …` gives these; other modules are the project's own and change without notice."
    for name in critique_core.__all__:
        yield f"## {name}"
        yield from _described(getattr(critique_core, name))
    yield "## The client"
    yield (
        "`from critique_core.client import Client, ApiError`: the HTTP API from Python ([how](../http.md)). What its "
        "methods take is in `critique_core.workbench.arguments`, what they give in `critique_core.workbench.results`: "
        "the bodies of [the API](http.md), with names in snake_case."
    )
    for one in (client.Client, client.ApiError):
        yield f"### {one.__name__}"
        yield from _described(one)
    yield "## Names of types"
    rows = [(f"`{name}`", f"`{kind}`") for name, kind in _named_types()]
    yield _table(("name", "what it may be"), rows)


def _described(one: Any) -> Iterator[str]:
    if not inspect.isclass(one):
        yield f"```python\n{_folded(_signature(one))}\n```"
        yield inspect.getdoc(one) or ""
        return
    if signature := _constructor(one):
        yield f"```python\n{_folded(signature)}\n```"
    if issubclass(one, BaseException):
        yield f"An error; a kind of `{one.__base__.__name__}`."
    yield inspect.getdoc(one) or ""
    if one is critique_core.Settings:
        yield "Its fields are [the settings](../settings.md)."
    elif issubclass(one, BaseModel):
        yield _table(("field", "type", "unless given"), [_field(one, name) for name in one.model_fields])
    if methods := list(_methods(one)):
        yield "\n".join(methods)


def _constructor(one: type) -> str:
    """How an object of a class is made, where the class says so itself."""
    own = next((part for part in _class_body(one) if getattr(part, "name", "") == "__init__"), None)
    if isinstance(own, ast.FunctionDef) and not issubclass(one, BaseException):
        return f"{one.__name__}({_arguments(own)})"
    return ""


def _methods(one: type) -> Iterator[str]:
    for part in _class_body(one):
        if not isinstance(part, ast.FunctionDef) or part.name.startswith("_"):
            continue
        decorated = {ast.unparse(decorator) for decorator in part.decorator_list}
        shown = part.name if decorated & {"property", "cached_property"} else _shape(part)
        yield f"- `{shown}`: {_one_line(ast.get_docstring(part) or '')}"


def _class_body(one: type) -> list[ast.stmt]:
    [defined] = ast.parse(textwrap.dedent(inspect.getsource(one))).body
    return defined.body if isinstance(defined, ast.ClassDef) else []


def _signature(function: Any) -> str:
    [defined] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    return f"def {_shape(cast('ast.FunctionDef', defined))}"


def _shape(defined: ast.FunctionDef) -> str:
    given = f" -> {ast.unparse(defined.returns)}" if defined.returns else ""
    return f"{defined.name}({_arguments(defined)}){given}"


def _arguments(defined: ast.FunctionDef) -> str:
    """As the source has them: what Python says of types at run time differs from version to version."""
    taken = defined.args
    usual = [*taken.posonlyargs, *taken.args]
    defaults = [*[None] * (len(usual) - len(taken.defaults)), *taken.defaults]
    named = [
        ast.unparse(one) + (f" = {ast.unparse(default)}" if default else "")
        for one, default in zip([*usual, *taken.kwonlyargs], [*defaults, *taken.kw_defaults], strict=True)
    ]
    if taken.kwonlyargs:
        named.insert(len(usual), "*")
    return ", ".join(named[1:] if named and named[0] in ("self", "cls") else named)


def _folded(line: str) -> str:
    return "\n".join(textwrap.wrap(line, 110, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False))


def _field(model: type[BaseModel], name: str) -> tuple[str, str, str]:
    field = model.model_fields[name]
    if field.is_required():
        return f"`{name}`", f"`{_annotation(model, name)}`", "needed"
    default = field.get_default(call_default_factory=True, validated_data={})
    told = "its own defaults" if isinstance(default, BaseModel) else f"`{default!r}`"
    return f"`{name}`", f"`{_annotation(model, name)}`", told


def _annotation(model: type[BaseModel], name: str) -> str:
    """The type of a field as the class that has it writes it."""
    for kind in model.__mro__:
        if issubclass(kind, BaseModel) and kind is not BaseModel:
            for part in _class_body(kind):
                if isinstance(part, ast.AnnAssign) and ast.unparse(part.target) == name:
                    return ast.unparse(part.annotation)
    raise LookupError(f"{model.__name__}.{name} is declared nowhere")


def _named_types() -> Iterator[tuple[str, str]]:
    for part in ast.parse(inspect.getsource(base)).body:
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Subscript):
            yield ast.unparse(part.targets[0]), ast.unparse(part.value)


# --- HTTP and MCP ------------------------------------------------------------------------------------------------


def _http() -> Iterator[str]:
    described = _openapi()
    routes = [
        (path, method, operations[method])
        for path, operations in described["paths"].items()
        for method in _METHODS
        if method in operations
    ]
    everywhere = set.intersection(*({*operation["responses"]} for _, _, operation in routes))
    yield (
        "How to use it: [http.md](../http.md). A running server describes itself at `GET /v1/openapi.json`, from "
        "which this page is made. Every error is a `Problem`. Any route may answer "
        f"{', '.join(sorted(everywhere))}; what else each may answer is below."
    )
    for path, method, operation in routes:
        yield from _route(path, method, operation, everywhere)
    yield "## The bodies"
    for name, schema in sorted(described["components"]["schemas"].items()):
        yield from _body(name, schema)


def _openapi() -> dict[str, Any]:
    limits = Limits()
    running, batches = Running(limits), Batches()
    try:
        # Only the routes are read: no request is made, so nothing of a workbench is needed.
        app = make_app(cast("Any", SimpleNamespace(store=None)), "0", limits, running, batches)
        return app.openapi()
    finally:
        batches.stop()
        running.close()


def _route(path: str, method: str, operation: Mapping[str, Any], everywhere: Collection[str]) -> Iterator[str]:
    yield f"## {method.upper()} {path}"
    yield _words(operation.get("description") or operation.get("summary") or "")
    rows = [
        (f"`{one['name']}`", f"{one['in']}, {_kind(one['schema'])}", _words(one.get("description", "")))
        for one in operation.get("parameters", ())
    ]
    if rows:
        yield _table(("parameter", "type", "what it is"), rows)
    if body := operation.get("requestBody"):
        [content] = body["content"].values()
        yield f"Body: {_kind(content['schema'])}."
    own = [_answer(status, one) for status, one in operation["responses"].items() if status not in everywhere]
    yield f"Answers: {', '.join(own)}."


def _answer(status: str, response: Mapping[str, Any]) -> str:
    kinds = {_kind(one["schema"]) for kind, one in response.get("content", {}).items() if "schema" in one}
    streams = any(kind == "text/event-stream" for kind in response.get("content", {}))
    given = ", ".join(sorted(kinds - {"`Problem`"})) or ("a stream of events" if streams else "")
    return f"{status} {given}".strip()


def _body(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}"
    if words := schema.get("description"):
        yield _words(words)
    rows = _rows_of(schema)
    yield _table(("field", "type", "what it is"), rows) if rows else f"{_kind(schema)}."


def _mcp() -> Iterator[str]:
    yield "How to add it to a client: [mcp.md](../mcp.md). What a tool gives comes as structured content too."
    parts: dict[str, Any] = {}
    for tool in TOOLS.values():
        yield f"## {tool.name}"
        yield _words(tool.description)
        for heads, schema in (
            (("it takes", "type", "what it is"), tool.input_schema),
            (("it gives", "type", "what it is"), tool.output_schema),
        ):
            yield _table(heads, _rows_of(schema))
            parts |= schema.get("$defs", {})
    yield "## The parts"
    for name, schema in sorted(parts.items()):
        yield from _body(name, schema)


def _rows_of(schema: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    needed = set(schema.get("required", ()))
    return [
        (f"`{name}`", _kind(one) + (", needed" if name in needed else ""), _words(one.get("description", "")))
        for name, one in schema.get("properties", {}).items()
    ]


def _kind(schema: Mapping[str, Any]) -> str:
    """A JSON Schema in words."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rsplit('/', 1)[-1]}`"
    if "enum" in schema or "const" in schema:
        return " or ".join(f"`{one}`" for one in schema.get("enum", [schema.get("const")]))
    for joined in ("anyOf", "oneOf", "allOf"):
        if joined in schema:
            return " or ".join(_kind(one) for one in schema[joined])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if kind == "object" and isinstance(inner := schema.get("additionalProperties"), dict):
        return f"object of {_kind(inner)}"
    bounds = [f"{words} {_number(schema[key])}" for key, words in _BOUNDS.items() if key in schema]
    return " ".join([{"string": "text", "boolean": "true or false"}.get(kind, kind), *bounds])


def _number(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else str(value)


_BOUNDS = {"minimum": "from", "exclusiveMinimum": "over", "maximum": "to", "maxLength": "of at most"}
"""What a schema says of the size of a number, and of the characters of a text."""


# --- Markdown ----------------------------------------------------------------------------------------------------


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _words(text: str) -> str:
    """Text in one line, in which no word is taken for HTML."""
    return _one_line(text).replace("<", "&lt;")


def _one_line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
