"""What the views share: seeds' shapes as values that give plain JSON, and texts out of a critique."""

from typing import Any, ClassVar

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from critique_core.models import Critique, Issue, Value


class View(Value):
    """A seed's result shape. ``shape()`` is the plain JSON of it, in the seed's own casing.

    A field that the seed calls optional is left out when unset; any other is always there, ``None`` when there was
    nothing to measure (the seeds put a number there that nothing was measured for).
    """

    camel: ClassVar[bool] = False
    optional: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema of ``shape()``: what may be left out is not required."""
        schema = handler.resolve_ref_schema(handler(core_schema))
        left_out = {cls.model_fields[name].alias or name for name in cls.optional} | cls.optional
        required = [name for name in schema.get("required", ()) if name not in left_out]
        schema.pop("required", None)
        return schema | ({"required": required} if required else {})

    def shape(self) -> dict[str, Any]:
        """The view as a mapping of JSON values."""
        return {
            type(self)._written(name): _plain(value)
            for name in type(self).model_fields
            if (value := getattr(self, name)) is not None or name not in self.optional
        }

    @classmethod
    def _written(cls, name: str) -> str:
        alias = cls.model_fields[name].alias
        return alias if cls.camel and alias else name


def _plain(value: Any) -> Any:
    if isinstance(value, View):
        return value.shape()
    if isinstance(value, tuple):
        return [_plain(one) for one in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def words_at(critique: Critique, issue: Issue) -> str | None:
    """The words of the draft that an issue is about; ``None`` for one of the whole draft."""
    if issue.start is None or issue.end is None or issue.start == issue.end:
        return None
    return critique.request.draft[issue.start : issue.end]
